package import Engine
import GraphQLLanguage
import OrderedJSON
package import Recordings

/// Inferred answers in a report: those first that were served past a mutation after which the request was never
/// recorded, since they rest on least.
package enum InferredText {
  /// How many are named before the rest is only counted.
  private static let limit = 10

  /// - Parameters:
  ///   - answers: those that are listed.
  ///   - tally: how many there were; nil if all are listed.
  /// - Returns: the lines.
  package static func lines(_ answers: [InferredAnswer], of tally: Tally? = nil) -> [String] {
    let count = max(tally?.count ?? 0, answers.count)
    let unseen = answers.filter { !$0.unseen.isEmpty }
    var lines = [
      "Inferred: \(count == 1 ? "1 request was" : "\(count) requests were") answered as recorded after another history, which agrees in what counts"
        + (unseen.isEmpty
          ? "." : "; \(unseen.count) of them past a mutation after which the request was never recorded:")
    ]
    lines += unseen.prefix(limit).map { "  \(line($0))" }
    if unseen.count > limit { lines.append("  and \(unseen.count - limit) more") }
    return lines
  }

  /// `rocket-reserver: query LaunchDetails {"launchId":"25"} past bookTrips(launchIds:["26"])`
  private static func line(_ answer: InferredAnswer) -> String {
    var subject = "\(answer.endpoint): \(answer.kind.rawValue) \(answer.name ?? "(anonymous)")"
    if !answer.variables.isEmpty { subject += " \(JSON.object(answer.variables).brief(limit: 60))" }
    let passed = answer.unseen.prefix(2).joined(separator: ", ")
    let more = answer.unseen.count > 2 ? " and \(answer.unseen.count - 2) more" : ""
    return "\(subject) past \(passed)\(more)"
  }
}
