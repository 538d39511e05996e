import Foundation
import OrderedJSON
import Testing
import UnderstudyTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Faults from code", .understudy("rocket-reserver", mode: .replay))
struct FaultTests {
  private let understudy: Understudy
  private let client: Client

  init() throws {
    understudy = try Understudy.current
    client = Client(url: understudy.url)
  }

  @Test func aStatusComesInThePlaceOfTheAnswerAndOnlyForItsOperation() async throws {
    try understudy.fault(.status(503, retryAfter: 1), on: "BookTrip", times: 1)
    #expect(try await client.launch("25").status == 200)
    #expect(try await client.book("25").status == 503)
    #expect(try await client.book("25").status == 200)
    #expect(understudy.requests.map(\.source) == [.exact, .fault, .exact])
    #expect(understudy.requests.map(\.fault) == [nil, "status=503", nil])
  }

  @Test func anErrorIsPutIntoTheAnswer() async throws {
    try understudy.fault(.error(at: "launch.site", message: "No site", code: "LOST"), variables: ["launchId": "25"])
    let reply = try await client.launch("25")
    #expect(reply.message == "No site" && reply.code == "LOST")
    #expect(reply.data?["launch"]?["site"] == .null)
    #expect(understudy.requests.first?.source == .exact)
  }

  @Test("Connections that break are the client's to see", arguments: [Understudy.Fault.reset, .truncated(after: 20)])
  func broken(fault: Understudy.Fault) async throws {
    // On Linux a connection that was used before is tried again by the client itself.
    let client = Client(url: understudy.url, session: URLSession(configuration: .ephemeral))
    try understudy.fault(fault)
    await #expect(throws: (any Error).self) { try await client.launch("25") }
    understudy.removeFaults()
    #expect(try await client.launch("25").status == 200)
  }

  @Test func latencyAndSlowness() async throws {
    try understudy.fault(.latency(.milliseconds(150)), .slow(bytesPerSecond: 1_000))
    let took = try await ContinuousClock().measure { _ = try await client.launch("25") }
    #expect(took > .milliseconds(300))
    #expect(understudy.requests.first?.fault == "latency=150ms, slow=1000")
  }

  @Test func nobodyElseHasThem() async throws {
    try understudy.fault(.status(500))
    try await UnderstudyTrait.understudy("rocket-reserver", mode: .replay).run {
      let other = try Understudy.current
      #expect(try await Client(url: other.url).launch("25").status == 200)
      try other.fault(.status(501))
    }
    #expect(try await client.launch("25").status == 500)
    understudy.removeFaults()
    #expect(try await client.launch("25").status == 200)
  }

  @Test(
    "What cannot be is refused",
    arguments: [
      (
        [.status(503), .error(at: "launch")],
        "\"status\" replaces the answer, so \"error\" has no effect: keep one of the two."
      ),
      ([.status(42)], "\"status\""),
      ([.status(500), .status(501)], "The fault says \"status\" twice: keep one of the two."),
      ([], "The fault has no effect"),
    ] as [([Understudy.Fault], String)])
  func refused(faults: [Understudy.Fault], text: String) throws {
    let error = try #require(throws: UnderstudyError.self) {
      switch faults.count {
      case 0: try understudy.fault()
      case 1: try understudy.fault(faults[0])
      default: try understudy.fault(faults[0], faults[1])
      }
    }
    #expect(error.description.hasPrefix(text))
  }
}

@Suite("Overrides from code", .understudy("rocket-reserver", mode: .replay))
struct OverrideTests {
  private let understudy: Understudy
  private let client: Client

  init() throws {
    understudy = try Understudy.current
    client = Client(url: understudy.url)
  }

  @Test func theyReplaceTheAnswersOfTheirOperationAndChangeNothing() async throws {
    try understudy.answer("BookTrip", errors: ["No seats left"], times: 1)
    #expect(try await client.book("25").message == "No seats left")
    #expect(try await client.launch("25").status == 200)
    #expect(try await client.book("25").message != "No seats left")
    #expect(understudy.requests.map(\.source) == [.override, .exact, .exact])
  }

  @Test func theyEndSoonerIfAsked() async throws {
    try understudy.answer("BookTrip", errors: ["No seats left"])
    understudy.removeAnswers()
    #expect(try await client.book("25").message != "No seats left")
  }

  @Test func whatIsNotValidIsRefused() {
    #expect(throws: UnderstudyError.self) { try understudy.answer("BookTrip") }
  }
}
