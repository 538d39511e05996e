import Fakes
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings
import Requests
import Transports

/// Answers requests with data generated from a schema.
struct FakeMode {
  let context: EngineContext

  /// Answers off the event loop, since the time that an operation takes is unknown before it runs.
  func respond(to request: ClientRequest, at endpoint: Endpoint, session: String) -> Response {
    if let problem = RequestMediaType.problem(with: request.http) { return .now(problem.answer(to: request)) }
    guard MediaType.isAcceptable(request.accept) else { return .now(MediaType.notAcceptable(request)) }
    let asked: ParsedRequest
    do {
      asked = try endpoint.parsedToAnswer(request)
    } catch {
      return .now(error.answer(to: request))
    }
    return endpoint.order.later(session, changes: asked.operation.kind == .mutation) {
      // A world that learns from recordings is generated when it is first used.
      do {
        guard let world = try endpoint.world(for: request, session: session) else {
          return .now(
            ErrorAnswer.make(
              status: 500, message: "There is no schema for endpoint \"\(endpoint.name)\".", code: .unknownEndpoint))
        }
        return .now(answer(request, asked, in: world, at: endpoint, session: session))
      } catch {
        return .now(Self.refused(error))
      }
    }
  }

  /// The answer to a request for data that cannot be generated.
  static func refused(_ problem: any Error) -> Answer {
    ErrorAnswer.make(status: 400, message: "\(problem)", code: .badRequest)
  }

  /// Answers a parsed request.
  func answer(
    _ request: ClientRequest, _ asked: ParsedRequest, in world: FakeWorld, at endpoint: Endpoint, session: String
  ) -> Answer {
    var answer = made(request, asked, in: world, at: endpoint, session: session)
    // Refused requests do not count as generated answers.
    guard answer.problem == nil else { return answer }
    answer.use = context.useLog.note(.fake, asked.operation, session: session, at: endpoint.name)
    return answer
  }

  private func made(
    _ request: ClientRequest, _ asked: ParsedRequest, in world: FakeWorld, at endpoint: Endpoint, session: String
  ) -> Answer {
    let mediaType = MediaType.negotiated(request.accept)
    let operation = asked.operation
    let schema = operation.isIncremental ? world.incrementalSchema : world.schema
    let problems = endpoint.problems(with: operation, in: schema, context)
    if let warning = problems.warning { context.warn(warning) }
    guard problems.errors.isEmpty else { return refusal(problems.errors, code: .validationFailed, mediaType) }
    if operation.kind == .subscription {
      warnOfUnknown(operation, in: world, at: endpoint)
      return subscribed(request, asked, in: world, at: endpoint, session: session)
    }
    do {
      let format = operation.isIncremental ? StreamAccept(request).incrementalFormat : nil
      let (made, validity, notification) = try endpoint.faked(
        asked, in: world, session: session, now: context.clock.now()
      ) {
        (delivery: delivery(of: asked, to: request, in: &$0, format), unread: $0.unreadArguments)
      }
      warnOfUnread(made.unread, at: endpoint)
      if operation.kind == .mutation { warnOfUnknown(operation, in: world, at: endpoint) }
      var answer = answer(made.delivery, format, mediaType)
      answer.isRepeatable = answer.isRepeatable && validity != nil
      answer.validity = validity
      answer.notification = notification
      return answer
    } catch {
      return SessionProblem.answer(to: error)
    }
  }

  /// Warns of arguments that have no effect, once for each.
  private func warnOfUnread(_ arguments: [UnreadArgument], at endpoint: Endpoint) {
    for argument in arguments { context.warn(argument.warning(of: endpoint.name, file: configuration(of: endpoint))) }
  }

  private func configuration(of endpoint: Endpoint) -> String {
    "\(endpoint.name)/\(EndpointFolder.configurationFileName)"
  }

  /// Warns of mutations that change nothing, and of subscriptions without events, once for each root field.
  private func warnOfUnknown(_ operation: PreparedOperation, in world: FakeWorld, at endpoint: Endpoint) {
    for case .field(let field) in operation.canonical.operation.selectionSet.selections {
      if operation.kind == .subscription, context.configuration.fakeTick == nil,
        let rule = world.advice(onSilent: field.name.text)
      {
        context.warn(
          "No mutation causes an event of the subscription \(field.name.text) of \(endpoint.name), so a client may wait for its events forever. Send events with --tick 2s, an option of understudy fake and of exec --mode fake\(rule)"
        )
      }
      guard operation.kind == .mutation else { continue }
      let warning = world.warning(
        onMutation: field.name.text, operation.title(), of: endpoint.name, file: configuration(of: endpoint))
      if let warning { context.warn(warning) }
    }
  }

  private func delivery(
    of asked: ParsedRequest, to request: ClientRequest, in session: inout FakeSession, _ format: IncrementalFormat?
  ) -> FakeDelivery {
    let operation = asked.operation
    let variables = asked.request.variables.objectValue ?? JSONObject()
    guard let format else {
      return .whole(
        session.answer(
          operation.document, source: operation.source, operationName: asked.request.operationName,
          variables: variables, isValidated: true, imageOrigin: imageOrigin(request)))
    }
    return session.answerIncrementally(
      operation.document, source: operation.source, operationName: asked.request.operationName, variables: variables,
      format: format, imageOrigin: imageOrigin(request))
  }

  private func answer(_ delivery: FakeDelivery, _ format: IncrementalFormat?, _ mediaType: String) -> Answer {
    switch delivery {
    case .whole(let result):
      // Without `data` nothing was executed: a valid operation may still have invalid variables.
      guard result.data != nil else { return refusal(result.errors, code: .badUserInput, mediaType) }
      var answer = Answer(
        status: 200, headers: ["content-type": mediaType, AnswerSource.header: AnswerSource.fake.rawValue],
        body: .bytes(result.response.serialize()), isRepeatable: true)
      answer.hasErrors = !result.errors.isEmpty
      answer.isForAnyFormat = result.errors.isEmpty
      return answer
    case .parts(let first, let parts):
      let stream = EventStream(.incremental(format ?? .draft), FakePartsFeed(first, parts), beginsAtOnce: true)
      return Answer(status: 200, headers: [AnswerSource.header: AnswerSource.fake.rawValue], body: .events(stream))
    }
  }

  /// Opens a valid subscription.
  private func subscribed(
    _ request: ClientRequest, _ asked: ParsedRequest, in world: FakeWorld, at endpoint: Endpoint, session: String
  ) -> Answer {
    if let refusal = StreamAccept(request).refusal { return refusal }
    do {
      let subscribed = try endpoint.subscribed(
        asked, in: world, session: session, now: context.clock.now(), imageOrigin: imageOrigin(request),
        tick: context.configuration.fakeTick, timer: context.timer)
      switch subscribed {
      case .refused(let result):
        return refusal(result.errors, code: .badUserInput, MediaType.negotiated(request.accept))
      case .stream(let stream):
        return Answer(
          status: 200, headers: [AnswerSource.header: AnswerSource.fake.rawValue], body: .events(stream))
      }
    } catch {
      return SessionProblem.answer(to: error)
    }
  }

  /// The origin of this program in the client's `Host`, from which images are served.
  private func imageOrigin(_ request: ClientRequest) -> String {
    guard let host = request.headers[first: "host"], !host.isEmpty else { return FakeSession.usualOrigin }
    return "\(context.configuration.scheme)://\(host)"
  }

  private func refusal(_ problems: [GraphQLError], code: ErrorCode, _ mediaType: String) -> Answer {
    ErrorAnswer.refusal(problems, code: code, source: .fake, mediaType)
  }
}
