import OrderedJSON
import Recordings
package import Requests

/// Derived answers in a report, with the recordings that they come from.
package enum DerivedText {
  /// The most answers that are listed; the rest is counted.
  private static let limit = 10

  /// Returns the lines; empty if nothing was derived.
  package static func lines(_ uses: [Use]) -> [String] {
    let derived = uses.filter { $0.source == .derived }
    let count = derived.reduce(0) { $0 + $1.count }
    guard count > 0 else { return [] }
    let head =
      "Derived: \(count == 1 ? "1 answer was" : "\(count) answers were") derived from recordings of other queries. To make \(count == 1 ? "it a miss" : "them misses"): --no-derive"
    let more = derived.count > limit ? ["  and \(derived.count - limit) more"] : []
    return [head] + derived.prefix(limit).map { "  \(line($0))" } + more
  }

  /// Returns `test_trip.py::test_details: rocket-reserver query LaunchCard {"id":"25"} from
  /// rocket-reserver/query.LaunchDetails-9e6ae8d1/launchId=25-9f6c921a.json`.
  private static func line(_ use: Use) -> String {
    let session = SessionName.isNamed(use.session) ? "\(use.session): " : ""
    let times = use.count > 1 ? ", \(use.count) times," : ""
    return "\(session)\(use.endpoint) \(use.title(limit: 60))\(times) from \(use.recording ?? "recordings")"
  }
}
