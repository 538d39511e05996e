package import EndpointConfiguration
import Fakes
import GraphQLExecution
package import GraphQLLanguage
package import OrderedJSON
import Recordings
import Requests
package import SchemaSources
import Synchronization
import Transports

extension Endpoint {
  /// The inferences from the schema for generated data, as text for users; empty without generated data.
  package var worldExplanation: String {
    world.map { "\(name)\n\(String(repeating: "=", count: name.count))\n\n\($0.explanation)" } ?? ""
  }

  /// A line about the recordings that the generated world knows; nil if it knows none.
  package var learnedSummary: String? { learned?.report.summary.map { "\(name): \($0)" } }

  /// Runs a valid operation in the session's generated world with `answer`. A mutation takes effect.
  ///
  /// - Returns: the result, its validity (nil for a mutation), and the notification of subscriptions about a mutation.
  /// - Throws: `SessionProblem` if the session is refused.
  func faked<Result: Sendable>(
    _ asked: ParsedRequest, in world: FakeWorld, session name: String, now: UInt64,
    _ answer: @Sendable (inout FakeSession) -> Result
  ) throws -> (result: Result, validity: AnswerValidity?, notification: Notification?) {
    let operation = asked.operation
    guard operation.kind == .mutation else {
      // A read does not block others: it uses a copy of the world.
      var (session, validity) = try state.withLock { state in
        try beginWorld(of: name, in: &state, now: now)
        return try state.sessions.with(name, now: now) { (world.session(after: $0.fake), AnswerValidity($0.stamp)) }
      }
      let known = session.lookedUpCount
      let result = answer(&session)
      if session.lookedUpCount != known {
        try state.withLock { state in
          try state.sessions.with(name, now: now) { $0.fake = world.session(after: $0.fake).remembering(session) }
        }
      }
      return (result, validity, nil)
    }
    // Without its variables, which may hold a password.
    let title = operation.name ?? "mutation"
    let (result, notification) = try changed(
      world, session: name, now: now, title: title, bytes: asked.request.variables.heldBytes,
      key: operation.key.hash, answer)
    return (result, nil, notification)
  }

  /// Changes a session's generated world with `change`, as a mutation does. The title appears in reports, and `bytes` is
  /// the size of its input. If it throws, it must have changed nothing.
  ///
  /// - Returns: the result, and the notification of subscriptions.
  func changed<Result: Sendable>(
    _ world: FakeWorld, session name: String, now: UInt64, title: String, bytes: Int, key: ContentHash,
    _ change: (inout FakeSession) throws -> Result
  ) throws -> (result: Result, notification: Notification?) {
    try state.withLock { state in
      try beginWorld(of: name, in: &state, now: now)
      return try state.sessions.with(name, now: now) { session in
        var fake = world.session(after: session.fake)
        let before = session.streams.count > 0 ? fake : nil
        // Removed during use, to avoid a copy.
        session.fake = nil
        defer { session.fake = fake }
        let result = try change(&fake)
        session.fakedMutations.note(title, bytes: bytes)
        session.stamp.move()
        let notification = before.flatMap { before in
          session.streams.notification(
            SessionEvent(mutation: key, state: "", change: FakeChange(before: before, after: fake)))
        }
        return (result, notification)
      }
    }
  }

  /// The result of subscribing to a generated world.
  enum Subscribed: Sendable {
    case refused(ExecutionResult)
    case stream(EventStream)
  }

  /// Opens a valid subscription to the session's generated world. `tick` is the interval of spontaneous events in
  /// milliseconds. Throws `SessionProblem` if the session is refused.
  func subscribed(
    _ asked: ParsedRequest, in world: FakeWorld, session name: String, now: UInt64, imageOrigin: String, tick: Int?,
    timer: any StreamTimer
  ) throws -> Subscribed {
    let operation = asked.operation
    return try state.withLock { state in
      try beginWorld(of: name, in: &state, now: now)
      return try state.sessions.with(name, now: now) { session in
        let opened = world.session(after: session.fake).subscribe(
          operation.document, source: operation.source, operationName: asked.request.operationName,
          variables: asked.request.variables.objectValue ?? JSONObject(), imageOrigin: imageOrigin)
        switch opened {
        case .refused(let result): return .refused(result)
        case .stream(let subscription):
          let ticking = tick.map { interval in
            FakeFeed.Ticking(interval: interval, timer: timer) { [weak self] in self?.fakeSession(name) }
          }
          let topic = FakeTopic(asked, imageOrigin: imageOrigin)
          return .stream(
            EventStream(.subscription, FakeFeed(subscription, topic, in: session.streams, ticking: ticking)))
        }
      }
    }
  }

  // MARK: Settings

  /// Returns the world for a request, with the settings of its session and its own; nil if this run generates nothing.
  ///
  /// - Throws: `DataSettingProblem` or `ConfigurationError` for settings that do not fit the schema.
  func world(for request: ClientRequest, session: String) throws -> FakeWorld? {
    let requested = try request.requestedData()
    return try world(of: session, requested)
  }

  func world(of session: String, _ requested: FakeConfiguration? = nil) throws -> FakeWorld? {
    guard let variants = watchedSchema.current.variants else { return world }
    guard let settings = state.withLock({ $0.dataSettings(of: session) }) else {
      return try requested.map { try variants.world($0) } ?? world
    }
    return try variants.world(requested.map { settings.overridden(by: $0) } ?? settings)
  }

  /// Returns the generated answer to the query of a fixture; nil if this run generates nothing.
  ///
  /// - Throws: `ConfigurationError` for a query that is invalid, or has variables.
  package func generatedAnswer(toFixture query: SourceText) throws(ConfigurationError) -> JSON? {
    guard let world else { return nil }
    let document = try FixtureFiles.query(query, world.schema)
    return world.answer(document, source: query, isValidated: true).response
  }

  /// Returns the settings that concern this endpoint, after a check that its data can be generated with them. If it is
  /// the only endpoint, all do.
  func checked(_ settings: FakeConfiguration, isOnly: Bool) throws(ConfigurationError) -> FakeConfiguration {
    guard hasRoomForData else { throw ConfigurationError(Self.noRoomForData) }
    guard let variants = watchedSchema.current.variants else { return isOnly ? settings : FakeConfiguration() }
    let own = isOnly ? settings : variants.concerning(settings)
    _ = try variants.world(own)
    return own
  }

  /// True if another session can begin with settings. Some 2,000 more would fit, which may be about to begin.
  package var hasRoomForData: Bool { state.withLock { $0.dataSettings.bytes + 1 << 20 < $0.dataSettings.byteLimit } }

  package static let noRoomForData =
    "The sessions with settings of generated data take 64 MiB, which is the limit. End sessions that are finished."

  // MARK: Scopes

  /// Begins a session inside scopes, outermost first, such as the set-up of a test file: its generated world begins with
  /// their objects, and its client may send their random values. `data` has the settings of its generated data.
  package func begin(session place: String, in scopes: [String], data: FakeConfiguration? = nil) {
    let own = data.flatMap { watchedSchema.current.variants?.concerning($0) }
    state.withLock { state in
      state.scopesAround[place] = scopes.isEmpty ? nil : scopes
      state.dataSettings.remove(place)
      if let own { state.dataSettings.keep(own, for: place, bytes: place.utf8.count + own.heldBytes) }
    }
  }

  /// Adds a scope around a session.
  func enter(_ place: String, around scope: String) {
    guard place != scope else { return }
    state.withLock { state in
      state.scopesAround[place, default: []].append(scope)
      // Answers so far do not have the random values of the scope.
      state.sessions.update(place) { $0.stamp.move() }
    }
  }

  /// Gives a session without a generated world that of the innermost scope that has one.
  private func beginWorld(of place: String, in state: inout EndpointState, now: UInt64) throws {
    guard let scopes = state.scopesAround[place], state.sessions[place]?.fake == nil,
      let found = scopes.compactMap({ state.sessions[$0]?.fake }).last
    else { return }
    try state.sessions.with(place, now: now) { $0.fake = found }
  }

  /// A session's current generated world; nil if there is no such session.
  private func fakeSession(_ name: String) -> FakeSession? {
    guard let world = try? world(of: name) else { return nil }
    return state.withLock { state in state.sessions[name].map { world.session(after: $0.fake) } }
  }
}
