import GraphQLLanguage
import OrderedJSON
package import Recordings
package import Requests

/// Inferred answers in a report. Lists the least certain first.
package enum InferredText {
  /// The most answers that are listed; the rest is counted.
  private static let limit = 10

  /// Returns the lines. `tally` counts all answers; nil if `answers` has all of them.
  package static func lines(_ answers: [InferredAnswer], of tally: Tally? = nil) -> [String] {
    let count = max(tally?.count ?? 0, answers.count)
    let unseen = answers.filter { !$0.unseen.isEmpty }
    let ignoring =
      unseen.isEmpty
      ? ""
      : "; \(unseen.count) of them \(unseen.count == 1 ? "ignores" : "ignore") a mutation after which the request was never recorded"
    let overlapped = answers.count(where: \.isOverlapped)
    let uncertain =
      overlapped == 0
      ? ""
      : "; \(overlapped) of them \(overlapped == 1 ? "was" : "were") recorded while a mutation was running, or after several that ran together, and may be wrong in this state"
    var lines = [
      "Inferred: \(count == 1 ? "1 answer was" : "\(count) answers were") inferred from a similar history\(ignoring)\(uncertain). To make \(count == 1 ? "it a miss" : "them misses"): --strict"
    ]
    lines += answers.leastCertainFirst.prefix(limit).map { "  \(line($0))" }
    if count > limit { lines.append("  and \(count - limit) more") }
    return lines
  }

  /// Returns `test_trip.py::test_book: rocket-reserver query LaunchDetails {"launchId":"25"} ignoring
  /// bookTrips(launchIds:["26"])`.
  private static func line(_ answer: InferredAnswer) -> String {
    let session = SessionName.isNamed(answer.session) ? "\(answer.session): " : ""
    let title = OperationTitle.text(answer.kind, answer.name, variables: answer.variables, limit: 60)
    let subject = "\(session)\(answer.endpoint) \(title)"
    if answer.isOverlapped {
      return "\(subject) recorded while a mutation was running, or after several that ran together"
    }
    guard !answer.unseen.isEmpty else { return subject }
    let passed = answer.unseen.prefix(2).joined(separator: ", ")
    let more = answer.unseen.count > 2 ? " and \(answer.unseen.count - 2) more" : ""
    return "\(subject) ignoring \(passed)\(more)"
  }
}
