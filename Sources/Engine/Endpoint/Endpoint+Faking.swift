import Fakes
import GraphQLExecution
import GraphQLLanguage
import OrderedJSON
import Synchronization

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
  ///   - imageOrigin: where the client reaches this program, for the URLs of images.
  /// - Returns: data and errors, and until when the same request has the same answer; nil for a mutation.
  /// - Throws: `SessionProblem` where the session cannot be had.
  func faked(
    _ asked: ParsedRequest, in world: FakeWorld, session name: String, now: UInt64, imageOrigin: String
  ) throws -> (result: ExecutionResult, validity: AnswerValidity?) {
    let operation = asked.operation
    func answer(_ session: inout FakeSession) -> ExecutionResult {
      session.answer(
        operation.document, source: operation.source, operationName: asked.request.operationName,
        variables: asked.request.variables.objectValue ?? JSONObject(), isValidated: true, imageOrigin: imageOrigin)
    }
    guard operation.kind == .mutation else {
      // A read does not hold up others: it looks at the world as it was when it came.
      var (session, validity) = try state.withLock { state in
        try state.sessions.with(name, now: now) { (world.session(after: $0.fake), AnswerValidity($0.stamp)) }
      }
      let known = session.metCount
      let result = answer(&session)
      if session.metCount != known {
        try state.withLock { state in
          try state.sessions.with(name, now: now) { $0.fake = world.session(after: $0.fake).remembering(session) }
        }
      }
      return (result, validity)
    }
    return try state.withLock { state in
      try state.sessions.with(name, now: now) { session in
        var fake = world.session(after: session.fake)
        // Taken out while it is used, so that it is not copied.
        session.fake = nil
        let result = answer(&fake)
        session.fake = fake
        // Without its variables: they may hold a password.
        session.fakedMutations.note(operation.name ?? "mutation")
        session.stamp.move()
        return (result, nil)
      }
    }
  }
}

/// The mutations that a session's faked world has seen: how many, and the last few.
struct FakedMutations: Sendable {
  private(set) var count = 0
  private(set) var last: [String] = []

  mutating func note(_ text: String) {
    count += 1
    last.append(String(text.prefix(200)))
    if last.count > 10 { last.removeFirst() }
  }
}
