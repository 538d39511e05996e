/// What a server needs of an engine: one request in, one answer out.
package protocol Responder: Sendable {
  /// A number that moves when an answer given before may no longer be right.
  var generation: Int { get }

  /// Answers a request: at once where that is only computing, later where it waits for something.
  func respond(to request: ClientRequest) -> Response
}

/// An answer, now or later.
package enum Response: Sendable {
  case now(Answer)
  case later(@Sendable () async -> Answer)
}
