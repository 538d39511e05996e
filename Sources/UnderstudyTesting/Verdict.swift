import Engine
import GraphQLLanguage
import OrderedJSON
import Replay

/// What a test is told of what its client asked: why it fails, and what it may want to know.
struct Verdict {
  let entries: [JournalEntry]
  /// How many requests were too many to be kept.
  var unkept = 0
  /// What finds the test again; nil where the stand-in was started outside of one.
  var filter: String?
  /// Whether an endpoint's real one is known, so that the test could record.
  var canRecord: (String) -> Bool = { _ in false }

  /// More than this has one cause, not many.
  static let limit = 10

  /// Each miss and each refusal once, in the order in which they came, as the program tells them.
  var failures: [String] {
    var texts: [String] = []
    for entry in entries {
      guard let text = failure(entry), !texts.contains(text) else { continue }
      texts.append(text)
    }
    if texts.count > Self.limit {
      texts = texts.prefix(Self.limit) + ["And \(texts.count - Self.limit) more requests were missed or refused."]
    }
    if unkept > 0 {
      texts.append(
        "\(unkept) requests came after the \(Journal.limit) that are kept; what became of them is not known. Use more than one test."
      )
    }
    return texts
  }

  private func failure(_ entry: JournalEntry) -> String? {
    guard let outcome = entry.outcome else { return nil }
    if let miss = outcome.miss { return text(miss) }
    return outcome.problem.map { "Refused: \(entry.requestLine)  \(outcome.status)  \($0)" }
  }

  private func text(_ miss: Miss) -> String {
    guard let filter, canRecord(miss.request.endpoint) else { return MissText.message(miss) }
    return """
      \(MissText.message(miss))
      Or let the test record what it asks: \(Understudy.Mode.variable)=record swift test --filter \(filter)
      """
  }

  /// The answers that were inferred, each once: those first that passed a mutation after which the request was never
  /// recorded.
  var inferences: [String] {
    var seen: [InferredAnswer] = []
    for case let inference? in entries.map({ $0.outcome?.inference }) where !seen.contains(inference) {
      seen.append(inference)
    }
    return (seen.filter { !$0.unseen.isEmpty } + seen.filter(\.unseen.isEmpty)).map(line)
  }

  private func line(_ answer: InferredAnswer) -> String {
    let variables = answer.variables.isEmpty ? "" : " \(JSON.object(answer.variables).brief(limit: 60))"
    let passed = answer.unseen.isEmpty ? "" : ", past \(answer.unseen.joined(separator: ", "))"
    return
      "inferred: \(answer.endpoint): \(answer.kind.rawValue) \(answer.name ?? "(anonymous)")\(variables) was answered as recorded after another history, which agrees in what counts\(passed)"
  }

  /// The requests that belong to no test: those that name no session fail whoever hears of them first, since they would
  /// fail somebody; of ended tests nobody is to blame any more.
  static func strays(_ entries: [JournalEntry]) -> (failures: [String], warnings: [String]) {
    let nobodys = entries.filter { $0.session == nil || $0.session == Understudy.nobodysSession }
    let verdict = Verdict(entries: nobodys)
    let failures = verdict.failures.map {
      "A request that names no test's session was not answered; the client's URL has to be the whole understudy.url, which ends with the session.\n\($0)"
    }
    let lines = entries.filter { entry in
      entry.outcome?.miss == nil && entry.outcome?.problem == nil || !nobodys.contains { $0.number == entry.number }
    }.map { "\($0.requestLine) came in no running test's session" }
    return (failures, lines)
  }
}
