import Maintenance
import OrderedJSON
import Recordings
import TestSupport
import Testing
import Transports

@Suite("Asking the endpoint again, with mutations")
struct VerificationMutationTests {
  private let bench: VerificationBench

  init() throws { bench = try VerificationBench() }

  private let query = #"{"query":"query Country { country { name } }"}"#
  private let mutation = #"{"query":"mutation Rename { rename(to: \"K\") { name } }"}"#
  private let canada = #"{"data":{"country":{"name":"Canada"}}}"#
  private let renamed = #"{"data":{"rename":{"name":"K"}}}"#
  private let kanada = #"{"data":{"country":{"name":"K"}}}"#

  @Test("Mutations are not sent, and what was recorded after them is not asked, unless it is wanted")
  func mutations() async throws {
    try await bench.record([(query, canada), (mutation, renamed), (query, kanada)])
    let without = try await bench.verify([.answer(chunks: [canada])])
    #expect(without.requests.count == 1)
    #expect(without.report.exitCode == 0)
    #expect(
      without.report.lines(tellsValues: false) == [
        "Skipped 1 mutation. --mutations sends it, and the API executes it.",
        "Skipped 1 query recorded after mutations. --mutations sends it, and the API executes the mutations.",
        "1 answer of 1 endpoint: 1 as recorded.",
      ])
    let with = try await bench.verify([canada, renamed, kanada].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
    }
    let sent = with.requests.compactMap { (try? JSON.parse($0.body))?["query"]?.stringValue?.prefix(8) }
    #expect(sent == ["query Co", "mutation", "query Co"])
    #expect(with.report.lines(tellsValues: false) == ["3 answers of 1 endpoint: 3 as recorded."])
  }

  @Test("What was recorded after a mutation that is refused now is not asked")
  func refusedMutation() async throws {
    try await bench.record([(query, canada), (mutation, renamed), (query, kanada)])
    let refusal = #"{"errors":[{"message":"Not today"}]}"#
    let outcome = try await bench.verify([.answer(chunks: [canada]), .answer(chunks: [refusal])]) {
      $0.executesMutations = true
    }
    #expect(outcome.lines == ["error: the API now refuses mutation Rename: Not today"])
    #expect(
      outcome.report.lines(tellsValues: false) == [
        "Skipped 1 request recorded after mutation Rename, which the API did not execute.",
        "2 answers of 1 endpoint: 1 as recorded, 1 with errors.",
      ])
    #expect(outcome.report.exitCode == 1)
  }

  @Test("A mutation whose payload reports a failure now is an error, as one that is refused")
  func failedMutation() async throws {
    let rename = #"{"query":"mutation Rename { rename { ok userErrors { message } } }"}"#
    let done = #"{"data":{"rename":{"ok":true,"userErrors":[]}}}"#
    let failed = #"{"data":{"rename":{"ok":false,"userErrors":[{"message":"closed"}]}}}"#
    try await bench.record([(query, canada), (rename, done), (query, kanada)])
    let outcome = try await bench.verify([.answer(chunks: [canada]), .answer(chunks: [failed])]) {
      $0.executesMutations = true
    }
    #expect(
      outcome.lines.last
        == "error: the answer to mutation Rename now reports a failure, so the requests after it are not sent.")
    #expect(outcome.report.exitCode == 1)
  }

  @Test("Ids that the endpoint makes now stand for the recorded ones, and are no difference")
  func ids() async throws {
    let make = #"{"query":"mutation Make { makeThing { id } }"}"#
    let read = #"{"query":"query Read($id: ID!) { thing(id: $id) { id name } }","variables":{"id":"ID"}}"#
    func made(_ id: String) -> String { #"{"data":{"makeThing":{"id":"\#(id)"}}}"# }
    func thing(_ id: String) -> String { #"{"data":{"thing":{"id":"\#(id)","name":"T"}}}"# }
    let (old, new) = ("thing-of-the-first-run-0001", "thing-of-the-second-run-0002")
    try await bench.record([(make, made(old)), (read.replacing("\"ID\"", with: "\"\(old)\""), thing(old))])
    let outcome = try await bench.verify([.answer(chunks: [made(new)]), .answer(chunks: [thing(new)])]) {
      $0.executesMutations = true
    }
    #expect((try JSON.parse(outcome.requests[1].body))["variables"] == ["id": .string(new)])
    #expect(outcome.report.lines(tellsValues: true) == ["2 answers of 1 endpoint: 2 as recorded."])
  }

  @Test("What was asked after mutations is never written anew")
  func updatesBehindMutations() async throws {
    try await bench.record([(query, canada), (mutation, renamed), (query, kanada)])
    let new = #"{"data":{"country":{"name":"New"}}}"#
    let outcome = try await bench.verify([new, renamed, new].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
      $0.updates = true
    }
    #expect(outcome.report.updated.count == 1 && outcome.report.kept.count == 1)
    let written = bench.folder.contents().values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(written.contains("New") && written.contains(#""name": "K""#), "the answer of the start alone is another")
  }

  @Test("Each session is sent as a whole")
  func wholeSessions() async throws {
    let other = #"{"query":"mutation Drop { drop { name } }"}"#
    let dropped = #"{"data":{"drop":{"name":"D"}}}"#
    try await bench.record([(query, canada), (mutation, renamed), (query, kanada)])
    try await bench.record([(query, canada), (other, dropped), (query, canada)])
    let outcome = try await bench.verify([canada, dropped, canada, renamed, canada].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
    }
    let sent = outcome.requests.compactMap { (try? JSON.parse($0.body))?["operationName"]?.stringValue }
    #expect(sent == ["Country", "Drop", "Country", "Rename", "Country"])
    #expect(
      outcome.report.lines(tellsValues: false) == [
        "5 answers of 1 endpoint: 4 as recorded, 1 with other values (--values lists them)."
      ])
    let gone = #"{"data":{"country":{}}}"#
    let worse = try await bench.verify([canada, dropped, canada, renamed, gone].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
    }
    #expect(
      worse.report.lines(tellsValues: false).first
        == "1 answer with warnings or errors came after mutations of other recorded histories, which may be the cause. To find out, run --mutations with the operations of one history alone."
    )
  }

  @Test("That a file was not updated is said once")
  func keptOnce() async throws {
    try await bench.record([(mutation, renamed), (query, kanada), (query, canada)])
    let new = #"{"data":{"country":{"name":"New"}}}"#
    let outcome = try await bench.verify([renamed, new, new].map { .answer(chunks: [$0]) }) {
      $0.executesMutations = true
      $0.updates = true
    }
    #expect(outcome.lines.filter { $0.hasPrefix("kept") }.count == 1)
  }
}
