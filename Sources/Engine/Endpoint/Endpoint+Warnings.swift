import Replay
import SchemaSources
import Synchronization

extension Endpoint {
  /// The warnings to show before the first request, a line each.
  package var warnings: [String] {
    let (unreachable, undeliverable) = state.withLock {
      ($0.replayIndex?.unreachable ?? [], $0.replayIndex?.undeliverable ?? [])
    }
    var warnings = loadWarnings + (learned?.report.warnings ?? [])
    if !unreachable.isEmpty { warnings.append(warning(of: unreachable)) }
    if !undeliverable.isEmpty { warnings.append(warning(of: undeliverable)) }
    return warnings
  }

  private func warning(of unreachable: [Unreachable]) -> String {
    let count = unreachable.count == 1 ? "1 recorded answer" : "\(unreachable.count) recorded answers"
    let shown = list(unreachable.map { ($0.file, $0.state) })
    return
      "\(name): \(count) can never be served, because no recorded mutation leads to the state: \(shown). Was a mutation's file deleted? Record again, or delete them. `understudy check` lists all."
  }

  private func warning(of undeliverable: [Undeliverable]) -> String {
    let count = undeliverable.count == 1 ? "1 recorded event" : "\(undeliverable.count) recorded events"
    let shown = list(undeliverable.map { ($0.file, $0.after) })
    return
      "\(name): \(count) can never be sent, because no recorded mutation leads to the state: \(shown). Was a mutation's file deleted? Record again, or remove them with `understudy prune`. `understudy check` lists all."
  }

  private func list(_ places: [(file: String, state: String)]) -> String {
    let shown = places.prefix(3).map { "\(name)/\($0.file) (state \($0.state))" }.joined(separator: ", ")
    return places.count > 3 ? "\(shown) and \(places.count - 3) more" : shown
  }
}
