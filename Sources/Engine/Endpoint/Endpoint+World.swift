package import Fakes
package import OrderedJSON
import Recordings
import Synchronization
import Transports

extension Endpoint {
  /// Returns a session's generated world, or for an unknown session the one in which it would begin; nil if this run
  /// generates nothing.
  package func generatedSession(_ name: String) throws -> FakeSession? {
    guard let world = try world(of: name) else { return nil }
    return state.withLock { state in
      let scopes = state.scopesAround[name] ?? []
      let fake = state.sessions[name]?.fake ?? scopes.compactMap { state.sessions[$0]?.fake }.last
      return world.session(after: fake)
    }
  }

  /// Changes fields of one object in a session's generated world, like a mutation, and notifies subscriptions.
  ///
  /// - Returns: the session's world after the change; nil if this run generates nothing.
  /// - Throws: `WorldEditProblem` for an impossible change, `SessionProblem` if the session is refused.
  package func edit(
    _ type: String, id: String, _ values: JSONObject, session name: String, context: EngineContext
  ) throws -> FakeSession? {
    guard let world = try world(of: name) else { return nil }
    let title = "edit \(type) \(id): \(values.members.map(\.name).joined(separator: ", "))"
    return try changed(
      world, session: name, now: context.clock.now(), title: title, bytes: JSON.object(values).heldBytes,
      key: ContentHash(ofParts: ["edit", type, id, JSON.object(values).compactText])
    ) { session in
      try session.edit(type, id: id, values)
      return session
    }.result
  }
}
