import Engine
import Maintenance
import OrderedJSON
import TestSupport
import Testing

private let create = "mutation Make { make { id } }"
private let createOK = "mutation Make { make { ok } }"
private let close = "mutation Close($id: ID!) { close(id: $id) { ok } }"
private let done = #"{"close":{"ok":true}}"#
private let isOK = #"{"make":{"ok":true}}"#

@Suite("Asking the endpoint again with the ids of now")
struct VerificationIDTests {
  private let bench: VerificationBench

  init() throws { bench = try VerificationBench() }

  @Test(
    "A request names what the endpoint has made now, or is not sent",
    arguments: VerifyIDCase.sent + VerifyIDCase.notSent)
  func fate(_ example: VerifyIDCase) async throws {
    try await bench.record(example.steps.map { ($0.body, #"{"data":\#($0.recorded)}"#) })
    let outcome = try await bench.verify(example.steps.map { .answer(chunks: [#"{"data":\#($0.now)}"#]) }) {
      $0.executesMutations = true
    }
    let isQuery = example.steps.last?.query.hasPrefix("query") == true
    let title = try #require(example.steps.last?.query.split(separator: " ").prefix(2).joined(separator: " "))
      .split(separator: "(")[0]
    let line = outcome.report.lines(tellsValues: false).first
    switch example.fate {
    case .sent(let variables):
      #expect(outcome.requests.count == example.steps.count)
      // Queries of one state are asked in the order of their names.
      let sent = outcome.requests.last.flatMap { try? JSON.parse($0.body) }
      #expect((sent?["variables"] ?? .null) == variables)
    case .unsure(let why):
      #expect(outcome.requests.count == example.steps.count - 1, isQuery ? "another's answer" : "another's object")
      #expect(
        line
          == "not asked: \(title), since \(why), which recorded answers told after a mutation, or of several objects: what it is now is not known for sure, and it might be somebody else's."
      )
    case .unknown(let why):
      #expect(outcome.requests.count == example.steps.count - 1, "another's object")
      #expect(
        line
          == "not asked: \(title), since \(why), which no recorded query told before the mutations: the endpoint may have given it to somebody else meanwhile."
      )
    }
  }

  @Test("What was sent instead is told")
  func told() async throws {
    try await bench.record([
      (VerifyTurn(create, "").body, #"{"data":{"make":{"id":1}}}"#),
      (VerifyTurn(close, with: #"{"id":1}"#, "").body, #"{"data":\#(done)}"#),
    ])
    let now = [#"{"data":{"make":{"id":6}}}"#, #"{"data":\#(done)}"#]
    let outcome = try await bench.verify(now.map { .answer(chunks: [$0]) }) { $0.executesMutations = true }
    #expect(outcome.lines.last == #"sent: mutation Close: variable id is "6": recorded is "1""#)
  }

  @Test("What another history made is not named, though it is read before all mutations of this one")
  func otherHistory() async throws {
    let (all, list) = (VerifyTurn("query All { all { id } }", "").body, #"{"data":{"all":[{"id":"1"}]}}"#)
    let (make, one) = (VerifyTurn(create, "").body, #"{"data":{"make":{"id":"1"}}}"#)
    let (closing, closed) = (VerifyTurn(close, with: #"{"id":"1"}"#, "").body, #"{"data":\#(done)}"#)
    try await bench.record([(make, one)])
    try await bench.record([(all, list), (closing, closed)])
    let outcome = try await bench.verify([list, #"{"data":{"make":{"id":"6"}}}"#].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
    }
    #expect(outcome.requests.count == 2, "the ticket is another's now")
    #expect(outcome.report.unasked.count == 1)
  }

  @Test("Naming operations leaves nothing out of what tells of ids")
  func chosen() async throws {
    let last = VerifyTurn("query Last { last { id } }", "").body
    try await bench.record([
      (VerifyTurn(createOK, "").body, #"{"data":\#(isOK)}"#), (last, #"{"data":{"last":{"id":"1"}}}"#),
      (VerifyTurn(close, with: #"{"id":"1"}"#, "").body, #"{"data":\#(done)}"#),
    ])
    let outcome = try await bench.verify([.answer(chunks: [#"{"data":\#(isOK)}"#])]) {
      $0.executesMutations = true
      $0.chosen = ["Close"]
    }
    #expect(outcome.requests.count == 1)
  }
}
