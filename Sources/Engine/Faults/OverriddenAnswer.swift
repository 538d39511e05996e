import EndpointConfiguration
import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings
import Requests
import Transports

/// Answers a request from an override, which the user posted to the control API or wrote in `endpoint.yaml`.
///
/// The operation then has no effect anywhere: a mutation does not change its session, and the API is not called.
struct OverriddenAnswer {
  let context: EngineContext
  let endpoint: Endpoint
  let session: String
  let start: String?
  let sharing: (any SessionSharing)?
  let subject: FaultSubject

  /// Returns the answer of the override that is due, else that of `usual`.
  func answer(
    _ request: ClientRequest, posted: [FaultTable.Entry], _ usual: (ClientRequest) -> Response
  ) -> Response {
    let file = endpoint.configuration.answers.enumerated().map {
      (FaultCounts.Source.answerOfFile($0.offset), $0.element)
    }
    guard !posted.isEmpty || !file.isEmpty, let asked = subject.asked else { return usual(request) }
    let rules = (inOrder(posted.map { (.call($0.number), $0.rule) }) + inOrder(file)).filter {
      subject.isMeant(by: $0.1)
    }
    guard !rules.isEmpty else { return usual(request) }
    guard let due = endpoint.dueFault(rules, session: session, start: start, now: context.clock.now()) else {
      return usual(request).unrepeatable
    }
    // A recorded schema is read from disk.
    let answer = Response.besides(session, sharing) {
      endpoint.order.later(session, changes: asked.operation.kind == .mutation) {
        var answer = made(due.fault, asked, request)
        answer.use =
          answer.problem == nil
          ? context.useLog.note(.override, asked.operation, session: session, at: endpoint.name) : nil
        return .now(answer)
      }
    }
    return FaultedAnswer(context: context, endpoint: endpoint, request: request, due: due, subject: subject)
      .delayed(answer)
  }

  /// Overrides with `times` come first, in their order. Of the others, the newest comes first.
  private func inOrder(_ rules: [(FaultCounts.Source, FaultRule)]) -> [(FaultCounts.Source, FaultRule)] {
    rules.filter { $0.1.times != nil } + rules.filter { $0.1.times == nil }.reversed()
  }

  private func made(_ fault: Fault, _ asked: ParsedRequest, _ request: ClientRequest) -> Answer {
    if let problem = RequestMediaType.problem(with: request.http) { return problem.answer(to: request) }
    do {
      _ = try endpoint.parsedToAnswer(request)
    } catch {
      return error.answer(to: request)
    }
    let operation = asked.operation
    if operation.kind == .subscription, let refusal = StreamAccept(request).refusal { return refusal }
    guard operation.kind == .subscription || MediaType.isAcceptable(request.accept) else {
      return MediaType.notAcceptable(request)
    }
    let schema = endpoint.world?.schema ?? endpoint.introspectedSchema()?.schema
    // An override must not hide a request that the API would refuse.
    if let schema, let refusal = refusal(asked, request, schema) { return refusal }
    if fault.answer == nil, let status = fault.status {
      return FaultedAnswer.answer(of: status, to: request, source: .override)
    }
    let given = fault.answer ?? Fault.GivenAnswer()
    var check = OverrideCheck(operation, variables: asked.request.variables.objectValue, schema: schema)
    let response = check.completed(given)
    guard check.problems.isEmpty else {
      return ErrorAnswer.make(
        status: 500,
        message:
          "The override for \(operation.title()) does not match the request: \(check.problems.joined(separator: " ")) Correct the override: its data must have exactly the fields that the operation selects.",
        code: .badOverride)
    }
    let headers: HeaderList = [AnswerSource.header: AnswerSource.override.rawValue]
    if operation.kind == .subscription {
      let feed = QueueFeed()
      feed.push(.next(response.serialize()))
      feed.push(.complete)
      return Answer(status: 200, headers: headers, body: .events(EventStream(.subscription, feed)))
    }
    var answer = Answer(
      status: fault.status?.code ?? 200, headers: headers, body: .bytes(response.serialize()))
    answer.headers.set("content-type", MediaType.negotiated(request.accept))
    if let retryAfter = fault.status?.retryAfter { answer.headers.set("retry-after", retryAfter) }
    answer.hasErrors = !given.errors.isEmpty
    return answer
  }

  private func refusal(_ asked: ParsedRequest, _ request: ClientRequest, _ schema: Schema) -> Answer? {
    let operation = asked.operation
    var problems = endpoint.problems(with: operation, in: schema, context).errors
    var code = ErrorCode.validationFailed
    if problems.isEmpty {
      do throws(RequestErrors) {
        _ = try schema.coerceVariables(
          asked.request.variables.objectValue ?? JSONObject(), of: operation.canonical.operation)
      } catch {
        problems = error.errors
        code = .badUserInput
      }
    }
    guard !problems.isEmpty else { return nil }
    return ErrorAnswer.refusal(problems, code: code, MediaType.negotiated(request.accept))
  }
}
