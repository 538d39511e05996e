package import OrderedJSON

/// Answers requests of sessions that are kept in a store, so that several replicas can serve them.
package protocol SessionSharing: Sendable {
  /// True if other replicas may serve the same session, so that they must know of everything that changes its answers.
  var isShared: Bool { get }

  /// The number of sessions that end with this process.
  var ownSessionCount: Int { get }

  /// The number of operations of the store that failed, and whether the last one did; nil without a store.
  var storeFailures: (count: Int, isFailing: Bool)? { get }

  /// Answers a request of a session at an endpoint.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - endpoint: the endpoint's name.
  ///   - path: the path below the endpoint.
  ///   - session: the session's name inside the engine.
  ///   - perform: computes the answer, and changes the session in this process.
  /// - Returns: the answer, once the store has its effect.
  func answer(
    _ request: ClientRequest, at endpoint: String, path: String, session: String,
    perform: @escaping @Sendable () -> Response
  ) -> Response

  /// The refusal of a request that its session need not answer, such as one with a fault; nil if the session has begun.
  func refusal(ofSession name: String) async -> Answer?

  /// Begins a session. `data` has the settings of its generated data; `replaces` is true to start over an open one.
  func begin(_ name: String, data: JSONObject?, replaces: Bool) async -> SharedResult

  /// Ends the session that `begin` returned the token for.
  func end(token: String, outcome: SessionOutcome) async -> SharedResult

  /// The misses of the session that `begin` returned the token for, on all replicas.
  func misses(token: String) async -> SharedResult

  /// The misses of a session, on all replicas.
  func misses(session name: String) async -> SharedResult

  /// Starts a session over with the settings that it began with, or begins it.
  func reset(_ name: String) async -> SharedResult

  /// Brings a session of this process up to date, for reports. Returns its token.
  func refresh(_ name: String) async -> SharedResult

  /// Drops sessions from memory that were not used for a long time here.
  func dropIdle()
}

/// The result of a change to a shared session: the members of the answer, or the refusal.
package enum SharedResult: Sendable {
  case done(JSONObject)
  case refused(Answer)
}
