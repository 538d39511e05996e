import Recordings
import Redaction
import Replay
package import Requests
import Synchronization

extension Endpoint {
  /// Returns the state of a session, which is empty if nothing was sent to this endpoint.
  package func copy(ofSession name: String) -> SessionCopy {
    state.withLock { state in
      let scope = state.sessions.number(of: name).map { CredentialScope(session: $0) }
      return SessionCopy(state.sessions[name], scope.flatMap { state.redactor[credentialsOf: $0] })
    }
  }

  /// Restores a session, as if the requests since the copy had not been sent.
  package func restore(_ copy: SessionCopy, session name: String) {
    state.withLock { state in
      if let session = copy.session {
        state.sessions.update(name) { $0 = session }
        session.stamp.move()
      } else {
        if let number = state.sessions.number(of: name) { state.redactor.forgetSession(.init(session: number)) }
        _ = state.sessions.reset(name)
      }
      if let number = state.sessions.number(of: name) {
        state.redactor[credentialsOf: .init(session: number)] = copy.credentials
      }
    }
  }

  /// True if a session has open streams, or a server has repeated an answer of it since the last call.
  package func takeUse(ofSession name: String) -> Bool {
    state.withLock { $0.sessions.update(name) { $0.takeUse() } ?? false }
  }

  /// Lets a session have no answers that were recorded in other sessions, which depend on all its answers so far.
  package func refuseOtherSessions(for name: String, now: UInt64) {
    state.withLock { state in
      state.isShared = true
      try? state.sessions.with(name, now: now) { $0.transcript.breakOff() }
    }
  }
}

extension Engine {
  /// Sends a request again that a session has sent elsewhere, without faults, delays and reports.
  package func repeated(_ request: ClientRequest, at endpoint: Endpoint, path: String, session: String) async -> Answer
  {
    let response =
      configuration.mode == .fake
      ? FakeMode(context: context).respond(to: request, at: endpoint, session: session)
      : ReplayMode(context: context).respond(to: request, at: endpoint, rest: path, session: session)
    return await response.answer
  }
}
