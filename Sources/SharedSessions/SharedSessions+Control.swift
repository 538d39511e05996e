import EndpointConfiguration
import Engine
package import OrderedJSON
import Recordings
package import Requests
import Transports

extension SharedSessions {
  package func refusal(ofSession name: String) async -> Answer? { await inTurn(of: name) { await upToDate($0) } }

  package func begin(_ name: String, data: JSONObject?, replaces: Bool) async -> SharedResult {
    await inTurn(of: name) { await begin($0, data: data, replaces: replaces) }
  }

  package func reset(_ name: String) async -> SharedResult {
    await inTurn(of: name) { session in
      // What was read earlier may be of an earlier log.
      if session.known.place == nil { session.known.beginning = .unknown }
      session.known.refused = nil
      let refusal = await upToDate(session)
      if let refusal, session.known.place != nil { return .refused(refusal) }
      switch session.known.beginning {
      case .none: return await begin(session, data: nil, replaces: true)
      // Also on a replica that disagrees with the log after its beginning.
      case .settings(let data): return await begin(session, data: data, replaces: true)
      case .unknown: return .refused(refusal ?? Self.gone(name))
      }
    }
  }

  private func begin(_ session: LocalSession, data: JSONObject?, replaces: Bool) async -> SharedResult {
    let name = session.name
    let deadline = clock.now() + Self.patience
    do throws(StoreProblem) {
      let entry = StoredEntry(token: token(), bytes: try seal.sealed(.begin(data: data), of: name))
      while true {
        await give(session)
        switch try await store.begin(name, with: entry, replaces: replaces) {
        case .begun(let log):
          if let refusal = await upToDate(session) {
            guard refusal.status == 503 else { return .refused(refusal) }
            return .refused(
              ErrorAnswer.make(
                status: 503,
                message:
                  "The session has begun, but this replica cannot use it now. Begin it again: {\"session\": \"\(name)\", \"named\": true, \"replace\": true}. \(Self.reason(of: refusal))",
                code: .sessionStore))
          }
          return .done(["token": .string(Self.token(name, log: log)), "session": .string(name), "listener": .int(0)])
        case .refused(let problem): return .refused(Self.failed(problem))
        case .exists:
          return .refused(
            ErrorAnswer.make(
              status: 409,
              message:
                "The session \(SessionName.shown(name)) is open. End it (POST /__understudy/end), or begin it again: {\"session\": \"\(name)\", \"named\": true, \"replace\": true}.",
              code: .badSession))
        case .leased(let milliseconds):
          if let refusal = await refusal(byLease: milliseconds, until: deadline) { return .refused(refusal) }
        }
      }
    } catch {
      return .refused(Self.failed(error))
    }
  }

  package func refresh(_ name: String) async -> SharedResult {
    await inTurn(of: name) { session in
      if let refusal = await upToDate(session) { return .refused(refusal) }
      guard let log = session.known.place?.log else { return .refused(Self.gone(name)) }
      return .done(["token": .string(Self.token(name, log: log)), "session": .string(name)])
    }
  }

  package func end(token: String, outcome: SessionOutcome) async -> SharedResult {
    guard let (name, log) = Self.session(of: token) else { return .refused(Self.badToken(token)) }
    return await inTurn(of: name) { session in
      if let refusal = await problem(of: session, log: log) { return .refused(refusal) }
      let misses = session.known.misses
      let deadline = clock.now() + Self.patience
      do throws(StoreProblem) {
        while true {
          await give(session)
          switch try await store.end(name, log: log) {
          case .ended, .unknown:
            await drop(session)
            return .done([
              "session": .string(name), "outcome": .string(outcome.rawValue), "misses": Self.json(misses),
              "recorded": .array([]), "unfinished": .int(0),
            ])
          case .leased(let milliseconds):
            if let refusal = await refusal(byLease: milliseconds, until: deadline) { return .refused(refusal) }
          }
        }
      } catch {
        return .refused(Self.failed(error))
      }
    }
  }

  package func misses(token: String) async -> SharedResult {
    guard let (name, log) = Self.session(of: token) else { return .refused(Self.badToken(token)) }
    return await inTurn(of: name) { session in
      if let refusal = await problem(of: session, log: log) { return .refused(refusal) }
      return .done([
        "session": .string(name), "token": .string(token), "misses": Self.json(session.known.misses),
      ])
    }
  }

  package func misses(session name: String) async -> SharedResult {
    await inTurn(of: name) { session in
      if let refusal = await upToDate(session) { return .refused(refusal) }
      return .done(["session": .string(name), "misses": Self.json(session.known.misses)])
    }
  }

  /// Brings a session up to date; nil if it still has the log, else the refusal.
  private func problem(of session: LocalSession, log: String) async -> Answer? {
    if let refusal = await upToDate(session) { return refusal }
    return session.known.place?.log == log ? nil : Self.begunAgain(session.name)
  }

  private static func json(_ misses: LocalSession.Misses) -> JSON {
    .array(
      misses.listed.map { miss in
        var members = miss["extensions"]?.objectValue ?? JSONObject()
        members["message"] = miss["message"]
        return .object(members)
      })
  }

  // MARK: Tokens

  /// The token of a session's log, which every replica knows: `3f-1:CartTests/a`.
  private static func token(_ name: String, log: String) -> String { "\(log):\(name)" }

  private static func session(of token: String) -> (name: String, log: String)? {
    guard let colon = token.firstIndex(of: ":") else { return nil }
    return (String(token[token.index(after: colon)...]), String(token[..<colon]))
  }

  private static func begunAgain(_ name: String) -> Answer {
    ErrorAnswer.make(
      status: 410,
      message:
        "The token is of an earlier session \(SessionName.shown(name)), which was begun again or reset since. Send the token that the last POST /__understudy/begin or reset returned.",
      code: .unknownSession)
  }

  private static func badToken(_ token: String) -> Answer {
    ErrorAnswer.make(
      status: 404,
      message:
        "There is no session with the token \(SessionName.shown(token)). Send the token that POST /__understudy/begin returned.",
      code: .unknownSession)
  }
}
