import Foundation
import OrderedJSON
import Testing
import UnderstudyTesting

@Suite("A stand-in of one test's own")
struct ReplayTests {
  @Test func recordedAnswersAreGivenAgain() async throws {
    let understudy = try await Understudy.start("countries", mode: .replay)
    let reply = try await Client(url: understudy.url).country("CA")
    #expect(reply.data?["country"]?["capital"] == "Ottawa")
    #expect(understudy.failures == [])
    #expect(understudy.requests.map(\.source) == [.exact])
    #expect(understudy.mode == .replay)
    await understudy.stop()
    // It can be asked afterwards, too.
    #expect(understudy.requests.count == 1)
    await #expect(throws: (any Error).self) { try await Client(url: understudy.url).country("CA") }
  }

  @Test func aMissFailsTheTestAtTheLineThatStartedIt() async throws {
    let line = #line + 1
    let understudy = try await Understudy.start("countries", mode: .replay)
    let client = Client(url: understudy.url)
    for _ in 0..<2 { #expect(try await client.country("DE").code == "UNDERSTUDY_NO_RECORDING") }
    let told = Told()
    await withKnownIssue {
      await understudy.stop()
    } matching: {
      told.hear($0)
    }
    #expect(
      told.texts == [
        """
        No recording of query CountryDetail with variables {"code":"DE"} for endpoint "countries".
        Nearest: query.CountryDetail-a6102ff9/code=CA-00c55aa4.json, the same operation. Differences:
          - variable code: recorded "CA", sent "DE"
        To record it: understudy record --upstream https://countries.trevorblades.com --endpoint countries, then send the request again.
        Or let the test record it: UNDERSTUDY_MODE=record swift test --filter ReplayTests.aMissFailsTheTestAtTheLineThatStartedIt
        """
      ])
    #expect(told.lines == [line])
  }

  @Test func whatWasNotRecordedIsMadeUpWhereTheTestSaysSo() async throws {
    let understudy = try await Understudy.start("countries", mode: .replay, onMiss: .fake)
    let client = Client(url: understudy.url)
    #expect(try await client.country("CA").data?["country"]?["capital"] == "Ottawa")
    let made = try await client.country("DE")
    #expect(made.code == nil && made.data?["country"] != nil)
    #expect(understudy.requests.map(\.source) == [.exact, .fake])
    #expect(understudy.failures == [])
    await understudy.stop()
  }

  @Test func whatWasNotRecordedIsAskedOfTheEndpointAndNotKept() async throws {
    let real = try await Understudy.start("countries", mode: .fake)
    let folder = try TemporaryFolder()
    let recorder = try await Understudy.start(
      "countries", mode: .record, upstream: real.url.absoluteString, recordings: folder.path)
    _ = try await Client(url: recorder.url).country("CA")
    await recorder.stop()
    let files = folder.files
    // A URL of this machine is not written down by a recorder.
    let settings = URL(filePath: folder.path).appending(path: "countries/endpoint.yaml")
    try Data("upstream: \(real.url.absoluteString)\n".utf8).write(to: settings)
    let understudy = try await Understudy.start(
      "countries", mode: .replay, onMiss: .forward, recordings: folder.path)
    _ = try await Client(url: understudy.url).country("CA")
    #expect(try await Client(url: understudy.url).country("DE").data?["country"] != nil)
    #expect(understudy.requests.map(\.source) == [.exact, .upstream])
    #expect(real.requests.count == 2 && understudy.failures == [])
    await understudy.stop()
    #expect(folder.files == files)
    await real.stop()
  }

  @Test func whoForgetsToStopItIsToldAllTheSame() async throws {
    let told = Told()
    try await withKnownIssue {
      let understudy = try await Understudy.start("countries", mode: .replay)
      _ = try await Client(url: understudy.url).country("DE")
    } matching: {
      told.hear($0)
    }
    #expect(told.texts.map { $0.prefix(42) } == ["No recording of query CountryDetail with v"])
  }

  @Test func aRefusalFailsTheTestAsWell() async throws {
    let understudy = try await Understudy.start("countries", mode: .replay)
    _ = try await Client(url: understudy.url).send("query {")
    _ = try await Client(url: understudy.url.deletingLastPathComponent().appending(path: "county")).country("CA")
    #expect(
      understudy.failures.map { $0.prefix { $0 != ")" } }
        == ["Refused: POST /countries (status 200", "Refused: POST /county (status 404"])
    await withKnownIssue {
      await understudy.stop()
    } matching: { _ in
      true
    }
  }

  @Test func severalEndpointsShareAPort() async throws {
    let understudy = try await Understudy.start("countries", "rocket-reserver", mode: .replay)
    let other = try understudy.url(of: "rocket-reserver")
    #expect(other.port == understudy.url.port)
    #expect(try await Client(url: other).launch("25").data?["launch"]?["isBooked"] == false)
    #expect(throws: UnderstudyError.self) { try understudy.url(of: "posts") }
    await understudy.stop()
  }

  @Test func anEndpointThatIsNotThereIsAnErrorThatNamesThoseThatAre() async throws {
    let error = try await #require(throws: UnderstudyError.self) {
      _ = try await Understudy.start("counties", mode: .replay)
    }
    #expect(error.description.contains("There is no endpoint \"counties\""))
    #expect(error.description.contains("There are: conference-planner, countries, posts, rocket-reserver."))
    #expect(error.description.contains("UNDERSTUDY_MODE=record swift test"))
  }

  @Test func aFakeIsTheSameForTheSameSeed() async throws {
    var capitals: [JSON?] = []
    for seed in [7, 7, 8] as [UInt64] {
      let understudy = try await Understudy.start("posts", mode: .fake, seed: seed)
      let reply = try await Client(url: understudy.url).send("{ __typename }")
      #expect(reply.data?["__typename"] != nil)
      #expect(understudy.requests.map(\.source) == [.fake])
      capitals.append(reply.data)
      await understudy.stop()
    }
    #expect(capitals[0] == capitals[1])
  }
}
