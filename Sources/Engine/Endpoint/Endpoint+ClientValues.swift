import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import Synchronization

// Values that a client generates at every run: their recorded counterparts, and the rules that a miss proposes.

extension Endpoint {
  /// Notes the recorded values for the random values of a request.
  func noteClientValues(_ asked: ResolvedRequest, recorded: JSONObject?, in session: inout Session) {
    guard let recorded, hasRandomValues(asked.key) else { return }
    session.clientValues.note(recorded: recorded, redacted: asked.redacted.variables)
    func isEchoed(_ path: JSONPath) -> Bool {
      configuration.rules.placeholders(in: asked.key.variables, of: asked.name).contains {
        $0.isEchoed && $0.path == path
      }
    }
    if session.clientValues.note(recorded: recorded, sent: asked.sent, isEchoed: isEchoed) { session.stamp.move() }
  }

  /// True if a rule matches a request by less than the values of its variables.
  func hasRandomValues(_ key: OperationKey) -> Bool {
    !configuration.rules.placeholders(in: key.variables, of: key.document.name).isEmpty
  }

  /// The rules for `endpoint.yaml` with which the session's own recording would answer a missed request; nil unless it
  /// differs from exactly one request that was not served yet, and only in values of variables. If these do not look
  /// random, the user must know whether the client generates them. `setups` are the ids that setups issued: the client
  /// generates none of them.
  func clientValueAdvice(_ asked: ResolvedRequest, setups: Set<ObjectID>) -> ClientValueAdvice? {
    guard let store, let operation = asked.name, SessionName.isNamed(asked.session) else { return nil }
    return state.withLock { state in
      guard let recorded = state.recordedSessions[asked.sessionName]?.recorded,
        let session = state.sessions[asked.session]
      else { return nil }
      let found = recorded.candidates(for: asked.key, served: session.served)
      // A request that was recorded several times is one.
      guard Set(found.map(\.0.key.hash)).count == 1, let (request, values, looksRandom) = found.first,
        isUnredacted(values.filter(\.looksRandom), asked),
        !values.contains(where: { recorded.isIssued($0, before: request) }),
        !values.flatMap(\.pairs).contains(where: { ObjectID(.string($0.sent)).map(setups.contains) ?? false }),
        // A rule for paths would hold for all paths of the method.
        !asked.isExchange || !values.contains(where: { $0.path.first == HTTPExchange.path }),
        let lines = recorded.rules(
          for: values, of: request, operation,
          besides: configuration.rules.operations.first { $0.operation == operation }?.variables ?? [])
      else { return nil }
      // An earlier miss of the session with the same value has the same cause.
      let parts = Set(values.flatMap(\.pairs).map(\.sent))
      guard !parts.isSubset(of: session.advised) else { return nil }
      state.sessions.update(asked.session) { $0.advise(parts) }
      return ClientValueAdvice(
        folder: store.path, lines: lines, looksRandom: looksRandom,
        hasOperations: !configuration.rules.operations.isEmpty,
        hasUnnamedRecordings: (try? store.folder(of: asked.key.document)).flatMap { $0 }
          .map { !store.files(inFolder: $0).isEmpty } ?? false)
    }
  }

  /// The id in a missed request among those of setups, if possible one that differs; nil without one.
  func setupID(in asked: ResolvedRequest, _ differences: [Difference], among setups: Set<ObjectID>) -> String? {
    let found = asked.stated.ids(among: setups)
    return (found.first { id in differences.contains { $0.asks(for: id) } } ?? found.first)?.text
  }

  /// The ids that the setups around a session issued.
  func setupIDs(around session: String) -> Set<ObjectID> {
    let entries = state.withLock { state in
      (state.scopesAround[session] ?? []).flatMap { state.sessions[$0]?.history.entries ?? [] }
    }
    return Set(entries.compactMap(\.trace).flatMap(\.issued).map(\.id))
  }

  /// True if the client sent the values as they are compared, not secrets, which only have placeholders.
  private func isUnredacted(_ values: [ClientValue], _ asked: ResolvedRequest) -> Bool {
    let sent = JSON.object(asked.sent)
    return values.allSatisfy { value in value.pairs.allSatisfy { ClientValues.contains(sent, part: $0.sent) } }
  }
}

extension SessionAttempt {
  /// The variables of a request in the recording to be replaced; nil if no rule has changed them.
  func previousVariables(of key: OperationKey, in state: String) -> JSONObject? {
    previous?.sent(at: SequencePlace(key: key.hash, state: state), given: 0)
  }
}
