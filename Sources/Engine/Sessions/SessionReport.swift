package import OrderedJSON
import Replay

/// The state of a session at one endpoint, for reports.
package struct SessionReport: Sendable {
  var state: String
  var start: String
  /// The mutations that it has sent, oldest first.
  var mutations: [String]
  var isExact: Bool
  var isDropped = false
  /// The mutations in the generated world.
  var faked = FakedMutations()
  /// The number of open subscriptions.
  package var streams = 0

  static let dropped = SessionReport(state: "", start: "", mutations: [], isExact: false, isDropped: true)

  /// Returns the JSON for a list of endpoints.
  package func json(endpoint: String) -> JSON {
    guard streams > 0, case .object(var members) = stateJSON(endpoint: endpoint) else {
      return stateJSON(endpoint: endpoint)
    }
    members["streams"] = .int(streams)
    return .object(members)
  }

  private func stateJSON(endpoint: String) -> JSON {
    if isDropped { return .object(["endpoint": .string(endpoint), "dropped": .bool(true)]) }
    if faked.count > 0, mutations.isEmpty {
      return .object([
        "endpoint": .string(endpoint), "mutations": .int(faked.count), "last": .array(faked.last.map { .string($0) }),
      ])
    }
    return .object([
      "endpoint": .string(endpoint), "start": .string(start), "state": .string(state), "exact": .bool(isExact),
      "mutations": .int(mutations.count), "last": .array(mutations.suffix(10).map { .string($0) }),
    ])
  }
}

extension SessionReport {
  init(_ session: Session) {
    let history = session.history
    self.init(
      state: history.state.name, start: history.start.name, mutations: history.entries.map(\.text),
      isExact: history.isExact, faked: session.fakedMutations,
      streams: session.streams.count)
  }
}
