import Maintenance
import OrderedJSON
import Synchronization
import TestSupport
import Testing
import Transports

@Suite("Asking the endpoint again with the ids of now")
struct VerificationIDTests {
  private let bench: VerificationBench

  init() throws { bench = try VerificationBench() }

  private let create = VerifyTurn(
    "mutation Create { createTicket { id } }", #"{"createTicket":{"id":1}}"#, now: #"{"createTicket":{"id":6}}"#)
  private let close = VerifyTurn(
    "mutation Close($id: ID!) { closeTicket(id: $id) { ok } }", with: #"{"id":1}"#, #"{"closeTicket":{"ok":true}}"#)

  private func verify(
    _ steps: [VerifyTurn], _ change: (inout VerifyOptions) -> Void = { _ in }
  ) async throws -> VerificationBench.Outcome {
    try await bench.record(steps.map { ($0.body, #"{"data":\#($0.recorded)}"#) })
    return try await bench.verify(steps.map { .answer(chunks: [#"{"data":\#($0.now)}"#]) }) {
      $0.executesMutations = true
      change(&$0)
    }
  }

  @Test(
    "A session is sent with the ids that this run issued, and stops at any other",
    arguments: VerifyIDCase.sent + VerifyIDCase.stopped)
  func fate(_ example: VerifyIDCase) async throws {
    let outcome = try await verify(example.steps)
    let last = outcome.requests.last.flatMap { try? JSON.parse($0.body) }
    switch example.fate {
    case .sent(let variables):
      #expect(outcome.requests.count == example.steps.count)
      #expect((last?["variables"] ?? .null) == variables)
    case .sentText(let text):
      #expect(outcome.requests.count == example.steps.count)
      #expect(last?["query"]?.stringValue?.split(whereSeparator: \.isWhitespace).joined(separator: " ") == text)
    case .stops(let id):
      #expect(outcome.requests.count == example.steps.count - 1, "it may be another's object")
      let line = outcome.report.lines(tellsValues: false).first
      #expect(line?.contains(", which refers to id \(id). No answer of this run issued it") == true, "\(line ?? "")")
    }
  }

  @Test("With a reset before it, a session is sent to its end", arguments: VerifyIDCase.stopped)
  func reset(_ example: VerifyIDCase) async throws {
    let resets = Mutex(0)
    let outcome = try await verify(example.steps) { options in
      options.reset = {
        resets.withLock { $0 += 1 }
        return nil
      }
    }
    #expect(outcome.requests.count == example.steps.count)
    let sent = outcome.requests.last.flatMap { try? JSON.parse($0.body)["variables"] }
    let recorded = try example.steps.last.flatMap { $0.variables.isEmpty ? nil : try JSON.parse(text: $0.variables) }
    #expect(sent == recorded)
    #expect(resets.withLock { $0 } == 1)
  }

  @Test("An object of another kind with the same number is not taken for the one that was issued")
  func ambiguous() async throws {
    let assign = VerifyTurn(
      "mutation Assign($userId: ID!) { assign(userId: $userId) { ok } }", with: #"{"userId":"1"}"#,
      #"{"assign":{"ok":true}}"#)
    let outcome = try await verify([create, assign]) { $0.reset = { nil } }
    #expect(outcome.requests.count == 1)
    let line = outcome.report.lines(tellsValues: false).first
    #expect(line?.contains("refers to id 1. This run issued another id") == true)
  }

  @Test("Each session is reset, and nothing is sent after a reset that failed")
  func resets() async throws {
    let rename = VerifyTurn("mutation Rename { renameTicket { ok } }", #"{"renameTicket":{"ok":true}}"#)
    for step in [rename, close] { try await bench.record([(step.body, #"{"data":\#(step.recorded)}"#)]) }
    let resets = Mutex(0)
    let outcome = try await bench.verify([.answer(chunks: [#"{"data":\#(close.now)}"#])]) { options in
      options.executesMutations = true
      options.reset = {
        resets.withLock {
          $0 += 1
          return $0 == 2 ? "it is Sunday." : nil
        }
      }
    }
    #expect(outcome.requests.count == 1)
    #expect(
      outcome.lines.last
        == "failed: countries was not reset, so its sessions were not sent: it is Sunday. Correct --reset-command.")
    #expect(outcome.report.exitCode == 2)
  }

  @Test("Nothing is reset unless mutations are sent")
  func noReset() async throws {
    let query = VerifyTurn("query All { tickets { id } }", #"{"tickets":[]}"#)
    let outcome = try await verify([query]) { options in
      options.executesMutations = false
      options.reset = { "it was reset." }
    }
    #expect(outcome.requests.count == 1 && outcome.report.exitCode == 0)
  }

  @Test("What was sent instead is told")
  func told() async throws {
    let outcome = try await verify([create, close])
    #expect(outcome.lines.last == #"sent: mutation Close: variable id is "6", recorded "1""#)
  }

  @Test("What another session issued is unknown to this one")
  func otherSession() async throws {
    let all = VerifyTurn("query All { tickets { id } }", #"{"tickets":[{"id":1}]}"#)
    try await bench.record([(create.body, #"{"data":\#(create.recorded)}"#)])
    try await bench.record([all, close].map { ($0.body, #"{"data":\#($0.recorded)}"#) })
    let outcome = try await bench.verify([all, create].map { .answer(chunks: [#"{"data":\#($0.now)}"#]) }) {
      $0.executesMutations = true
    }
    #expect(outcome.requests.count == 2, "the ticket is another's now")
    #expect(outcome.report.skipped.count == 1)
  }

  @Test("A manifest's id does not stand for a text with other ids")
  func text() async throws {
    let outcome = try await verify([
      create, VerifyTurn("mutation Close { closeTicket(id: 1) { ok } }", #"{"closeTicket":{"ok":true}}"#),
    ])
    #expect(outcome.report.lines(tellsValues: true).last == "2 answers of 1 endpoint: 2 as recorded.")
  }
}
