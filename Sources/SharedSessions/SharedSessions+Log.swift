import EndpointConfiguration
import Engine
import OrderedJSON
import Recordings
import Requests
import Transports

extension SharedSessions {
  /// Applies what other replicas have appended, unless this replica has the session's lease. Returns the refusal if that
  /// is impossible. `hasEnded` is true if a client has ended the session, so that its streams need no error.
  func upToDate(_ session: LocalSession, hasEnded: Bool = false) async -> Answer? {
    session.known.lastUse = clock.now()
    if session.known.place != nil, session.known.lease?.isHeld == true { return nil }
    session.known.lease = nil
    do throws(StoreProblem) {
      while true {
        // Not from the beginning again, if this replica has just disagreed with the log.
        if let refused = session.known.refused, clock.now() > refused.end { session.known.refused = nil }
        let known = session.known.place ?? session.known.refused?.place
        switch try await store.read(session.name, after: known) {
        case .unknown:
          await drop(session, ending: hasEnded ? .complete : Self.goneStream(session.name))
          session.known.beginning = .none
          return Self.gone(session.name)
        case .isCut:
          await drop(session, ending: Self.broken("The store has lost a part of it. Begin it again.", .droppedSession))
          return ErrorAnswer.make(
            status: 410,
            message:
              "The store has lost a part of session \(SessionName.shown(session.name)), so its state is unknown. Begin it again: POST /__understudy/begin {\"session\": \"\(session.name)\", \"named\": true, \"replace\": true}",
            code: .droppedSession)
        case .entries(let entries, let place, let isWhole, let lease):
          if session.known.place == nil, let refused = session.known.refused {
            if place.log == refused.place.log {
              if let lease { await store.give(lease, of: session.name) }
              return Self.unavailable(refused.reason)
            }
            session.known.refused = nil
          }
          if session.known.place?.log != place.log || session.known.place?.count != place.count {
            let isLost = session.known.place.map { $0.era != place.era } ?? false
            await drop(session, ending: isLost ? Self.goneStream(session.name) : .complete)
            guard place.count == 0 else { continue }
          }
          session.known.place = place
          for entry in entries {
            if let reason = await apply(entry, to: session) {
              let (beginning, disagreed) = (session.known.beginning, session.known.place)
              await drop(session, ending: Self.broken(reason))
              // Its beginning was read, so it can be reset.
              session.known.beginning = beginning
              session.known.refused = disagreed.map { ($0, reason, clock.now() + Self.patience) }
              if let lease { await store.give(lease, of: session.name) }
              return Self.unavailable(reason)
            }
            session.known.place?.count += 1
          }
          guard isWhole else { continue }
          session.known.lease = lease
          return nil
        }
      }
    } catch {
      return Self.unavailable("\(error)")
    }
  }

  /// Applies an entry of a session's log. Returns the reason if that is impossible.
  private func apply(_ stored: StoredEntry, to session: LocalSession) async -> String? {
    guard let engine, let unreported else { return Self.startingReason }
    guard let entry = seal.opened(stored.bytes, of: session.name) else {
      return
        "An entry of its log cannot be read here: it was written with another password, by another version of Understudy, or with other options, another endpoint.yaml or another schema. Give all replicas the same, restart them, and begin the session again."
    }
    switch entry {
    case .begin(let data):
      session.known.beginning = .settings(data)
      do throws(DataSettingProblem) {
        guard data == nil || engine.endpoints.allSatisfy(\.hasRoomForData) else {
          throw DataSettingProblem(Endpoint.noRoomForData)
        }
        engine.startShared(
          session: session.name,
          data: try data.map { data throws(DataSettingProblem) in
            try FakeConfiguration(settings: data)
          })
      } catch {
        return "\(error)"
      }
      return nil
    case .request(let sent):
      guard let endpoint = engine.endpoint(sent.endpoint) else {
        return disagreement(session, "has no endpoint \"\(sent.endpoint)\"")
      }
      if let document = sent.document { endpoint.documents.learn(document.text, hash: document.hash) }
      var answer = await unreported.repeated(
        sent.request, at: endpoint, path: sent.path, session: session.name)
      let result = SentRequest.result(of: answer)
      if let miss = sent.miss, let result { session.known.misses.note(miss, result: result) }
      guard result == sent.result else {
        // Streams must not get the event of a wrong answer.
        answer.discard()
        return disagreement(session, "answers request \(session.known.place?.count ?? 0) of the session differently")
      }
      if case .events(let stream) = answer.body { stream.feed.cancel() }
      answer.notification = nil
      return nil
    }
  }

  private func disagreement(_ session: LocalSession, _ difference: String) -> String {
    "This replica \(difference) than another replica, so its answers may be wrong. Give all replicas the same version of Understudy, the same recordings, schemas and options, and reset session \(SessionName.shown(session.name))."
  }
}
