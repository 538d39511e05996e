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
      "Inferred: \(count == 1 ? "1 answer was" : "\(count) answers were") inferred from a similar history"
        + (unseen.isEmpty
          ? "."
          : "; \(unseen.count) of them \(unseen.count == 1 ? "ignores" : "ignore") a mutation after which the request was never recorded:")
    ]
    lines += unseen.prefix(limit).map { "  \(line($0))" }
    if unseen.count > limit { lines.append("  and \(unseen.count - limit) more") }
    return lines
  }

  /// `rocket-reserver: query LaunchDetails {"launchId":"25"} ignoring bookTrips(launchIds:["26"])`
  private static func line(_ answer: InferredAnswer) -> String {
    var subject = "\(answer.endpoint): \(answer.kind.rawValue) \(answer.name ?? "(anonymous)")"
    if !answer.variables.isEmpty { subject += " \(JSON.object(answer.variables).brief(limit: 60))" }
    let passed = answer.unseen.prefix(2).joined(separator: ", ")
    let more = answer.unseen.count > 2 ? " and \(answer.unseen.count - 2) more" : ""
    return "\(subject) ignoring \(passed)\(more)"
  }
}
