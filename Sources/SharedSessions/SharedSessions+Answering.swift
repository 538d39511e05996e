import Engine
import OrderedJSON
import Recordings
package import Requests
import Transports

extension SharedSessions {
  package func answer(
    _ request: ClientRequest, at endpoint: String, path: String, session name: String,
    perform: @escaping @Sendable () -> Response
  ) -> Response {
    guard let endpoint = engine?.endpoint(endpoint) else { return .now(Self.starting) }
    let isNamed = SessionName.isNamed(name)
    let arrived = clock.now()
    return .later { [self] in
      await inTurn(of: name) { session in
        // The client may be gone. While the store hangs, each request before this one has waited for it.
        if Task.isCancelled || store.keepsEntries && isNamed && clock.now() - arrived > 6 * Self.patience {
          return Self.unavailable("Earlier requests of the session took too long.")
        }
        return isNamed
          ? await answered(request, at: endpoint, path: path, in: session, perform)
          : await answeredOutside(request, at: endpoint, session: name, perform)
      }
    }
  }

  // MARK: Requests of no session

  /// Answers a request that names no session, always from the start: replicas have no common state for it.
  private func answeredOutside(
    _ request: ClientRequest, at endpoint: Endpoint, session name: String, _ perform: @Sendable () -> Response
  ) async -> Answer {
    if endpoint.isMutation(request) { return Self.needsSession }
    let before = endpoint.copy(ofSession: name)
    let answer = await perform().answer
    let after = endpoint.copy(ofSession: name)
    guard after.differs(from: before) else { return answer }
    endpoint.restore(before, session: name)
    guard after.hasChanges(since: before) else { return answer }
    answer.discard()
    return Self.needsSession
  }

  private static let needsSession = ErrorAnswer.make(
    status: 409,
    message:
      "This request changes what later requests get, so it needs a session, which this replica shares with others (--sessions). Begin one (POST /__understudy/begin {\"session\": \"<name>\", \"named\": true}), and send its name in the header X-Understudy-Session.",
    code: .badSession)

  // MARK: Requests of a session

  private func answered(
    _ request: ClientRequest, at endpoint: Endpoint, path: String, in session: LocalSession,
    _ perform: @Sendable () -> Response
  ) async -> Answer {
    let deadline = clock.now() + Self.patience
    while true {
      if let refusal = await upToDate(session) { return refusal }
      let before = endpoint.copy(ofSession: session.name)
      var answer = await perform().answer
      let miss = SentRequest.miss(answer)
      let missed = miss == nil ? nil : SentRequest.result(of: answer)
      let isNewMiss = missed.map { !session.known.misses.contains($0) } ?? false
      guard endpoint.copy(ofSession: session.name).differs(from: before) || isNewMiss else {
        guard let lease = session.known.lease else {
          // It was up to date when this request read the log.
          answer.isRepeatable = false
          return answer
        }
        if lease.isHeld {
          answer.validity = (answer.validity ?? AnswerValidity()).limited(to: lease)
          return answer
        }
        // Another replica may have changed the session meanwhile.
        session.known.lease = nil
        answer.discard()
        if clock.now() < deadline { continue }
        return Self.unavailable("This replica lost its lease of the session again and again.")
      }
      let sent = SentRequest(request, at: endpoint, path: path, answer: answer, miss: miss)
      let refusal: Answer
      switch await appended(sent, to: session, until: deadline) {
      case .appended:
        if let miss, let missed { session.known.misses.note(miss, result: missed) }
        answer.isRepeatable = false
        // Its streams are notified now, before another replica's mutations can be.
        answer.notification = nil
        return answer
      case .moved:
        endpoint.restore(before, session: session.name)
        answer.discard()
        if clock.now() < deadline { continue }
        refusal = Self.unavailable("Other replicas changed the session again and again.")
      case .refused(let reason):
        endpoint.restore(before, session: session.name)
        refusal = reason
      case .lost(let reason, let last):
        await drop(session, ending: last)
        refusal = reason
      }
      answer.discard()
      return refusal
    }
  }

  private enum Appended {
    case appended
    case moved
    /// The request had no effect.
    case refused(Answer)
    /// It is unknown whether it had one, or the session is gone.
    case lost(Answer, StreamEvent)
  }

  private func appended(_ sent: SentRequest, to session: LocalSession, until deadline: UInt64) async -> Appended {
    guard let place = session.known.place else { return .moved }
    guard sent.request.body.count <= Self.entryLimit else {
      return .refused(
        ErrorAnswer.make(
          status: 413,
          message:
            "This request has \(sent.request.body.count) bytes. A request that changes a shared session may have \(Self.entryLimit).",
          code: .bodyTooLarge))
    }
    do throws(StoreProblem) {
      let bytes = store.keepsEntries ? try seal.sealed(.request(sent), of: session.name) : []
      let entry = StoredEntry(token: token(), bytes: bytes)
      while true {
        switch try await store.append(session.name, after: place, entry) {
        case .appended(let lease):
          session.known.place?.count += 1
          // Without a new one, the store still has the old one.
          session.known.lease = lease ?? session.known.lease?.renewed()
          return .appended
        case .moved:
          session.known.lease = nil
          return .moved
        case .leased(let milliseconds):
          session.known.lease = nil
          if let refusal = await refusal(byLease: milliseconds, until: deadline) { return .refused(refusal) }
        case .unknown: return .lost(Self.gone(session.name), Self.goneStream(session.name))
        case .full(let limit):
          return .refused(
            Self.unavailable("The log of session \"\(session.name)\" has \(limit), which is the limit. Reset it."))
        }
      }
    } catch {
      return error.hadNoEffect
        ? .refused(Self.failed(error)) : .lost(Self.failed(error), Self.broken("The session store failed meanwhile."))
    }
  }

  /// Waits for another replica's lease, which ends early once that replica knows. Returns the refusal if it is too late.
  func refusal(byLease milliseconds: Int, until deadline: UInt64) async -> Answer? {
    guard clock.now() < deadline, !Task.isCancelled else {
      return Self.unavailable("Another replica keeps the session's lease. Send the request again.")
    }
    try? await Task.sleep(for: .milliseconds(max(1, min(milliseconds, 20))))
    return nil
  }

  // MARK: Refusals

  static let startingReason = "This replica is starting."
  static let starting = unavailable(startingReason)

  static func gone(_ name: String) -> Answer {
    ErrorAnswer.make(
      status: 410,
      message:
        "There is no session \(SessionName.shown(name)) here: it was not begun, it has ended or expired, or the replica or the store that had it was restarted. Begin it, and send the header of the session with this request too: POST /__understudy/begin {\"session\": \"\(name)\", \"named\": true}",
      code: .unknownSession)
  }

  /// The answer to a request whose operation of the store failed.
  static func failed(_ problem: StoreProblem) -> Answer {
    if problem.hadNoEffect { return unavailable(problem.description) }
    return ErrorAnswer.make(
      status: 504,
      message:
        "It is unknown whether this request took effect, because the session store failed meanwhile. \(problem) When the store is back, read what it changes, or reset the session.",
      code: .sessionStore)
  }

  /// The refusal of a request that had no effect.
  static func unavailable(_ reason: String) -> Answer {
    ErrorAnswer.make(status: 503, message: "\(noEffect)\(reason)", code: .sessionStore)
  }

  private static let noEffect = "The session cannot be used now, and this request had no effect. "

  /// The reason of such a refusal.
  static func reason(of refusal: Answer) -> String {
    let problem = refusal.problem ?? ""
    return problem.hasPrefix(noEffect) ? String(problem.dropFirst(noEffect.count)) : problem
  }

  /// The last event of a session's streams, when this replica does not know the session's state any more.
  static func broken(_ reason: String, _ code: ErrorCode = .sessionStore) -> StreamEvent {
    let error = ErrorAnswer.error(
      message: "The subscription ends, because this replica does not know the state of its session. \(reason)",
      code: code)
    return .errors(JSON.array([error]).serialize())
  }

  static func goneStream(_ name: String) -> StreamEvent {
    broken(
      "There is no session \(SessionName.shown(name)) any more: it has ended or expired, or its store was restarted. Begin it again.",
      .unknownSession)
  }
}

extension Answer {
  /// Drops an answer that has no effect: its streams end, and its notification is not sent.
  func discard() {
    notification?.cancel()
    if case .events(let stream) = body { stream.feed.cancel() }
  }
}
