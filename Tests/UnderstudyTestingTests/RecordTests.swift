import Foundation
import OrderedJSON
import Testing

@testable import UnderstudyTesting

/// The real API is generated here: a server like any other.
@Suite("Recording by a test")
struct RecordTests {
  private let folder: TemporaryFolder
  private let real: Understudy

  init() async throws {
    folder = try TemporaryFolder()
    real = try await Understudy.start("countries", mode: .fake)
  }

  private func recorder(_ mode: Understudy.Mode) -> UnderstudyTrait {
    .understudy("countries", mode: mode, upstream: real.url.absoluteString, recordings: folder.path)
  }

  @Test func whatWasRecordedIsReplayed() async throws {
    try await recorder(.record).run {
      let understudy = try Understudy.current
      _ = try await Client(url: understudy.url).country("FR")
      #expect(understudy.requests.map(\.source) == [.upstream])
    }
    #expect(folder.files.filter { $0.contains("CountryDetail") }.count == 2)
    let recordings = folder.path
    try await UnderstudyTrait.understudy("countries", mode: .replay, recordings: recordings).run {
      let replay = try Understudy.current
      #expect(try await Client(url: replay.url).country("FR").data?["country"]?["name"] != nil)
      #expect(replay.requests.map(\.source) == [.exact])
    }
    await real.stop()
  }

  @Test func aKnownIssueDoesNotKeepATestFromRecording() async throws {
    // The recording of a test that failed replaces none.
    for codes in [["FR"], ["FR", "CA"]] {
      try await recorder(.record).run {
        for code in codes { _ = try await Client(url: try Understudy.current.url).country(code) }
        withKnownIssue { Issue.record("It is known.") }
      }
    }
    try await UnderstudyTrait.understudy("countries", mode: .replay, recordings: folder.path).run {
      let replay = try Understudy.current
      _ = try await Client(url: replay.url).country("CA")
      #expect(replay.requests.map(\.source) == [.exact])
    }
    await real.stop()
  }

  @Test func autoRecordsOnlyWhatIsMissing() async throws {
    for _ in 0..<2 {
      let understudy = try await Understudy.start(
        "countries", mode: .auto, upstream: real.url.absoluteString, recordings: folder.path)
      _ = try await Client(url: understudy.url).country("FR")
      await understudy.stop()
    }
    #expect(real.requests.count == 1)
    await real.stop()
  }

  @Test func anEndpointThatIsDownFailsTheTest() async throws {
    await real.stop()
    // Not its port: the system may give that to another test's server.
    let understudy = try await Understudy.start(
      "countries", mode: .record, upstream: "http://127.0.0.1:1/graphql", recordings: folder.path)
    _ = try await Client(url: understudy.url).country("FR")
    #expect(understudy.failures.count == 1)
    #expect(understudy.failures.first?.hasPrefix("Refused: POST /countries (status 502): ") == true)
    await withKnownIssue {
      await understudy.stop()
    } matching: { _ in
      true
    }
    #expect(folder.files == [])
  }

  @Test func withoutAnUpstreamItIsSaidHowToNameOne() async throws {
    let error = try await #require(throws: UnderstudyError.self) {
      _ = try await Understudy.start("countries", mode: .record, recordings: folder.path)
    }
    #expect(error.description.contains("upstream: \"https://…\""))
    let several = try await #require(throws: UnderstudyError.self) {
      _ = try await Understudy.start("countries", "posts", mode: .record, upstream: "http://localhost:1")
    }
    #expect(several.description.contains("\"upstream\" is the URL of one endpoint, and there are 2: countries, posts."))
    await real.stop()
  }

  @Test func inCINothingIsWritten() async throws {
    let options = Setup.Options(
      endpoints: ["countries"], mode: .record, upstream: nil, recordings: folder.path, schemas: nil, seed: 0,
      isStrict: false)
    #expect(throws: UnderstudyError.self) { try Setup(options, file: "/t.swift", environment: ["CI": "true"]) }
    #expect(throws: Never.self) { try Setup(options, file: "/t.swift", environment: [:]) }
    await real.stop()
  }
}
