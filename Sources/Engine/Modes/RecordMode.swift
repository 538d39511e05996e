import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

/// Passes requests on to the upstream, and records GraphQL operations.
struct RecordMode {
  let context: EngineContext

  /// Answers a request at an endpoint's GraphQL URL.
  func respond(to request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response {
    let subject = Subject(request, at: endpoint, session: session)
    if case .textWanted(let problem) = subject {
      let line = ExchangeLine(context: context, endpoint: endpoint, request: request, subject: subject)
      line.report(problem.status(), .notRecorded(subject.reasonNotKept ?? ""))
      return .now(problem.answer(to: request))
    }
    for warning in subject.operation?.warnings ?? [] { context.warn(warning) }
    return .later { await exchange(request, subject, at: endpoint, rest: rest) }
  }

  /// Passes on a request at another path below an endpoint, without recording it.
  func pass(_ request: ClientRequest, to endpoint: Endpoint, rest: String) -> Response {
    .later { await exchange(request, .elsewhere, at: endpoint, rest: rest) }
  }

  /// The content of a request: an operation that can be recorded, or something else.
  enum Subject: Sendable {
    case operation(ResolvedRequest)
    /// An operation that is passed on without recording (`--on-miss forward`, or between sessions).
    case forwarded(ResolvedRequest)
    case other(String)
    /// A request at a path outside the endpoint's GraphQL URL.
    case elsewhere
    /// A persisted query with an unknown text, which is requested from the client, so that it can be recorded.
    case textWanted(RequestProblem)

    init(_ request: ClientRequest, at endpoint: Endpoint, session: String) {
      do {
        let asked = try endpoint.asked(try endpoint.parsed(request), by: request, in: session)
        self = request.isOutsideSessions ? .forwarded(asked) : .operation(asked)
      } catch .request(.persistedQueryNotFound(let hash)) {
        self = .textWanted(.persistedQueryNotFound(hash))
      } catch {
        self = .other(error.reason)
      }
    }

    var operation: ResolvedRequest? {
      switch self {
      case .operation(let asked), .forwarded(let asked): asked
      case .other, .elsewhere, .textWanted: nil
      }
    }

    /// The reason why it is not recorded; nil if it can be.
    var reasonNotKept: String? {
      switch self {
      case .operation, .forwarded: nil
      case .other(let reason): reason
      case .elsewhere: "not the endpoint's GraphQL path; set the client's whole URL"
      case .textWanted: "the query of this persisted query id is unknown; the client sends it next"
      }
    }
  }

  /// Sends a request upstream, and records the answer. `sent` is the upstream of a request that was sent already.
  func exchange(
    _ request: ClientRequest, _ subject: Subject, at endpoint: Endpoint, rest: String,
    through sent: (any Upstream)? = nil
  ) async -> Answer {
    await context.exchanges.run { await ask(request, subject, at: endpoint, rest: rest, through: sent) }
  }

  private func ask(
    _ request: ClientRequest, _ subject: Subject, at endpoint: Endpoint, rest: String, through sent: (any Upstream)?
  ) async -> Answer {
    let line = ExchangeLine(context: context, endpoint: endpoint, request: request, subject: subject)
    guard let upstream = sent ?? context.upstream, let url = endpoint.upstream else {
      let answer = noUpstream(endpoint)
      line.reportUnanswered(answer.status, answer.problem ?? "", because: "the endpoint has no upstream")
      return answer
    }
    let exchange = UpstreamExchange(
      request: request, subject: subject, endpoint: endpoint, rest: rest, upstream: upstream, url: url, line: line)
    if subject.isSubscription || (subject.operation == nil && request.socket != nil) {
      return await subscribe(exchange)
    }
    let inFlight: Endpoint.InFlightRequest?
    do {
      inFlight = try subject.operation.map {
        try endpoint.begin($0, now: context.clock.now(), isRecorded: context.configuration.recordsSession(of: subject))
      }
    } catch let problem as SessionProblem {
      let answer = problem.answer.toldByExchange
      line.reportUnanswered(answer.status, problem.message, because: problem.message)
      return answer
    } catch {
      // Without its session, the request would be missing in a recording that seems complete.
      let answer = ErrorAnswer.make(status: 500, message: "\(error)", code: .unreadableRecording)
      line.reportUnanswered(answer.status, "\(error)", because: "its session cannot be recorded: \(error)")
      return answer
    }
    do {
      if let inFlight, let answer = try await askOverSocket(exchange, inFlight) { return answer }
      let response = try await upstream.send(outgoing(exchange, mayStream: subject.comesInParts))
      guard let inFlight else { return passedOn(response, exchange) }
      if response.isReadableStream, !subject.isExchange, let type = StreamMediaType(response.headers) {
        return try await answerStream(response, type, inFlight, exchange)
      }
      guard StreamMediaType(response.headers) == nil else {
        _ = endpoint.complete(inFlight, .passed("the answer is a stream"), now: context.clock.now())
        return passedOn(response, exchange)
      }
      return try await keep(response, inFlight, exchange)
    } catch {
      return failure(error, exchange, inFlight)
    }
  }

  /// The request to send upstream. A possible stream is requested uncompressed, so that it can be read as it arrives.
  func outgoing(_ exchange: UpstreamExchange, mayStream: Bool) -> UpstreamRequest {
    let sent = exchange.request.asSent
    var headers = PassThrough.requestHeaders(
      sent.headers, isRecordedRead: exchange.subject.operation.map { $0.kind != .mutation } ?? false,
      sessionHeader: context.configuration.sessionHeader)
    if mayStream { headers.set("accept-encoding", "identity") }
    return UpstreamRequest(
      method: exchange.request.method,
      url: exchange.request.exchange?.url(withQuery: exchange.request.target.query)
        ?? exchange.url.appending(path: exchange.rest, query: exchange.request.target.query),
      headers: headers,
      body: sent.body, isLong: mayStream, stream: exchange.request.stream)
  }

  /// Passes on the body as it arrives, without recording it.
  func passedOn(_ response: UpstreamResponse, _ exchange: UpstreamExchange) -> Answer {
    exchange.line.report(response.status, .notRecorded(exchange.subject.reasonNotKept ?? "the answer is a stream"))
    var answer = Answer(
      status: response.status, headers: PassThrough.responseHeaders(response.headers, isWhole: false),
      body: .stream(response.body))
    answer.isEndless = StreamMediaType(response.headers) != nil
    return answer
  }

  /// Answers with an error because the upstream gave no complete answer. Completes an operation in flight.
  func failure(
    _ error: UpstreamError, _ exchange: UpstreamExchange, _ inFlight: Endpoint.InFlightRequest? = nil
  ) -> Answer {
    let error = context.exchanges.cause(of: error)
    if let inFlight { _ = exchange.endpoint.complete(inFlight, error.outcome, now: context.clock.now()) }
    let failure = UpstreamFailure(error: error, url: exchange.url.shown)
    let reason = "\(exchange.url.shown): \(error.words)"
    exchange.line.reportUnanswered(failure.status, failure.message, because: reason)
    return failure.answer
  }

  /// Passes on the body, and records it if possible. The end of the answer waits while too many answers are unwritten.
  func keep(
    _ response: UpstreamResponse, _ inFlight: Endpoint.InFlightRequest, _ exchange: UpstreamExchange
  ) async throws(UpstreamError) -> Answer {
    try await passOn(response, to: exchange.request) { body in
      await record(response, body, inFlight, exchange)
    } failing: { error in
      _ = failure(error, exchange, inFlight)
    }
  }

  /// Decides whether a complete answer is recorded.
  func record(
    _ response: UpstreamResponse, _ body: [UInt8], _ inFlight: Endpoint.InFlightRequest, _ exchange: UpstreamExchange
  ) async {
    let (endpoint, line) = (exchange.endpoint, exchange.line)
    if !exchange.subject.isExchange { endpoint.firstResponse.note(body, of: response, upstream: exchange.upstream) }
    let recordsErrors = context.configuration.recordsErrors
    let judged =
      exchange.request.exchange.map {
        RecordingDecision(
          ofExchange: response, body: body, request: exchange.request, at: $0, kind: exchange.subject.operation?.kind,
          rules: endpoint.configuration.exchanges, recordsErrors: recordsErrors, upstream: exchange.upstream)
      }
      ?? RecordingDecision(
        response, body: body, request: exchange.request, kind: exchange.subject.operation?.kind,
        recordsErrors: recordsErrors, isKnown: endpoint.firstResponse.hasCome,
        upstream: exchange.upstream)
    switch judged {
    case .keep, .refused:
      if let warning = varying(response, exchange) { context.warn(warning) }
      if save(judged.outcome, of: inFlight, status: response.status, bytes: body.count, exchange) {
        await context.recorder.waitForRoom()
      }
    case .pass(let reason), .undecided(let reason):
      _ = endpoint.complete(inFlight, judged.outcome, now: context.clock.now())
      line.report(response.status, .notRecorded(reason))
    case .handshake(let reason):
      _ = endpoint.complete(inFlight, .notSent, now: context.clock.now())
      line.report(response.status, .notRecorded(reason), isPassedOnly: true)
    case .fail(let answer):
      _ = endpoint.complete(inFlight, judged.outcome, now: context.clock.now())
      line.report(response.status, outcome(of: answer, exchange.subject, at: endpoint))
    }
  }

  private func varying(_ response: UpstreamResponse, _ exchange: UpstreamExchange) -> String? {
    guard let place = exchange.request.exchange else { return nil }
    return ExchangeContent.warning(
      ofVarying: response.headers,
      counted: exchange.endpoint.configuration.rules.countedHeaders(of: exchange.subject.operation?.name),
      line: "\(exchange.request.method) \(place.path.prefix(100))")
  }

  /// The outcome of an exchange whose answer is not GraphQL.
  func outcome(of answer: NotGraphQL, _ subject: Subject, at endpoint: Endpoint) -> Exchange.Outcome {
    if subject.isForwarded { return .notRecorded(context.configuration.whyForwarded) }
    if context.configuration.readsCaptures { return .notRecorded("the answer is not GraphQL: \(answer.words)") }
    return .failed(answer.failure(endpoint.withoutSecrets))
  }

  /// Completes a request, and enqueues its answer for saving unless it is only passed on; true if enqueued. This
  /// precedes the client's answer: the next request may name ids that it issues.
  private func save(
    _ outcome: Endpoint.Outcome, of inFlight: Endpoint.InFlightRequest, status: Int, bytes: Int,
    _ exchange: UpstreamExchange
  ) -> Bool {
    var kept = exchange.endpoint.complete(inFlight, outcome, now: context.clock.now())
    if exchange.subject.isForwarded { kept = .nothing(exchange.request.whyForwarded(context.configuration)) }
    return save(kept, bytes: bytes, line: exchange.line, status: status, at: exchange.endpoint)
  }

  /// Writes an answer in the background, and reports it; true if enqueued. `bytes` is the size of its body, if known.
  @discardableResult
  func save(
    _ kept: Endpoint.SaveDecision, bytes: Int? = nil, line: ExchangeLine, status: Int = 200, at endpoint: Endpoint
  ) -> Bool {
    switch kept {
    case .nothing(let reason): line.report(status, .notRecorded(reason))
    case .contradicted(let reason): line.report(status, .failed(reason))
    case .save(let save):
      enqueue(save, bytes: bytes ?? save.answer.response.body.bytes.count, at: endpoint, line, status: status)
      return true
    }
    return false
  }

  /// Enqueues an answer for the recorder, which reports it when it is written. `bytes` is the size of its body.
  func enqueue(_ save: PendingSave, bytes: Int, at endpoint: Endpoint, _ line: ExchangeLine, status: Int) {
    let answered = line.showing(save).answered(status)
    if save.place == nil { endpoint.store?.note(save.answer.key.hash, unsaved: nil) }
    let work = Recorder.Work(endpoint: endpoint, save: save, bytes: bytes) { [context] outcome, advice in
      // A run uses the recordings that it writes or confirms.
      switch outcome {
      case .new(let file), .known(let file), .changed(let file): context.noteUse(of: file)
      case .notRecorded, .failed: break
      }
      answered.report(outcome, advice: advice)
    }
    context.recorder.enqueue(work)
  }

  /// The upstream's complete answer for the client.
  func passed(_ response: UpstreamResponse, _ body: [UInt8]) -> Answer {
    Answer(
      status: response.status, headers: PassThrough.responseHeaders(response.headers, isWhole: !body.isEmpty),
      body: .bytes(body))
  }

  func noUpstream(_ endpoint: Endpoint) -> Answer {
    ErrorAnswer.make(
      status: 502,
      message:
        "The endpoint \"\(endpoint.name)\" has no upstream.\nAdd it to \(endpoint.name)/endpoint.yaml, for example: upstream: \(UpstreamURL.example)\nOr start with, for example: --upstream \(UpstreamURL.example)",
      code: .upstreamUnreachable
    ).toldByExchange
  }
}

extension RecordMode.Subject {
  var isForwarded: Bool { if case .forwarded = self { true } else { false } }
  /// True if it is not meant to be recorded, which is not worth a report.
  var isPassedOnly: Bool {
    switch self {
    case .forwarded, .elsewhere, .textWanted: true
    case .operation, .other: false
    }
  }
  var isExchange: Bool { operation?.isExchange == true }
  var isSubscription: Bool { operation?.kind == .subscription }
  /// True if the operation requests an incremental answer.
  var comesInParts: Bool { operation?.key.document.mayComeInParts ?? false }
}

extension EngineConfiguration {
  /// True if the operation is recorded in its named session.
  func recordsSession(of subject: RecordMode.Subject) -> Bool {
    recordsNamedSessions && !subject.isForwarded && !keepsNothing
  }
}
