import Fakes
import GraphQLExecution
import GraphQLLanguage
import OrderedJSON
import Recordings
import SchemaSources
import Synchronization
import Transports

extension Endpoint {
  /// What was inferred from the schema for fakes, for a person to read; empty where nothing is made up.
  package var worldExplanation: String {
    world.map { "\(name)\n\(String(repeating: "=", count: name.count))\n\n\($0.explanation)" } ?? ""
  }

  /// What the faked world knows from recordings, in a line; nil where it knows nothing.
  package var learnedSummary: String? { learned?.report.summary.map { "\(name): \($0)" } }

  /// What the session's faked world answers to a valid operation; a mutation then has been made.
  ///
  /// - Parameters:
  ///   - asked: the operation.
  ///   - world: the endpoint's.
  ///   - name: the session's.
  ///   - now: of the engine's clock, in nanoseconds.
  ///   - answer: answers the operation in a session of the world.
  /// - Returns: what `answer` returned, until when the same request has the same answer (nil for a mutation), and what
  ///   the session's subscriptions are told of a mutation.
  /// - Throws: `SessionProblem` where the session cannot be had.
  func faked<Result: Sendable>(
    _ asked: ParsedRequest, in world: FakeWorld, session name: String, now: UInt64,
    _ answer: @Sendable (inout FakeSession) -> Result
  ) throws -> (result: Result, validity: AnswerValidity?, notification: Notification?) {
    let operation = asked.operation
    guard operation.kind == .mutation else {
      // A read does not hold up others: it looks at the world as it was when it came.
      var (session, validity) = try state.withLock { state in
        try state.sessions.with(name, now: now) { (world.session(after: $0.fake), AnswerValidity($0.stamp)) }
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
    return try state.withLock { state in
      try state.sessions.with(name, now: now) { session in
        var fake = world.session(after: session.fake)
        // Taken out while it is used, so that it is not copied.
        session.fake = nil
        let before = session.streams.count > 0 ? fake : nil
        let result = answer(&fake)
        session.fake = fake
        // Without its variables: they may hold a password.
        session.fakedMutations.note(operation.name ?? "mutation", bytes: asked.request.variables.heldBytes)
        session.stamp.move()
        let notification = before.flatMap { before in
          session.streams.notification(
            SessionEvent(
              mutation: operation.key.hash, state: "", change: FakeChange(before: before, after: fake)))
        }
        return (result, nil, notification)
      }
    }
  }

  /// What subscribing to a faked world gave.
  enum Subscribed: Sendable {
    case refused(ExecutionResult)
    case stream(EventStream)
  }

  /// Opens a valid subscription to the session's faked world.
  ///
  /// - Parameters: as of `faked`; `tick` is the time from one event that comes by itself to the next, in milliseconds,
  ///   nil for none.
  /// - Throws: `SessionProblem` where the session cannot be had.
  func subscribed(
    _ asked: ParsedRequest, in world: FakeWorld, session name: String, now: UInt64, imageOrigin: String, tick: Int?,
    timer: any StreamTimer
  ) throws -> Subscribed {
    let operation = asked.operation
    return try state.withLock { state in
      try state.sessions.with(name, now: now) { session in
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

  /// A session's faked world as it is now; nil where there is no such session.
  private func fakeSession(_ name: String) -> FakeSession? {
    guard let world else { return nil }
    return state.withLock { state in state.sessions[name].map { world.session(after: $0.fake) } }
  }
}
