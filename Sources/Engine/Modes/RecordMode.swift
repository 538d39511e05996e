import GraphQLLanguage
import OrderedJSON
import Recordings

/// Passes requests on to the real endpoint, and keeps what is GraphQL.
struct RecordMode {
  let engine: Engine

  /// A request at an endpoint's GraphQL URL.
  func respond(to request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response {
    let subject = Subject(request, at: endpoint, session: session)
    if case .textWanted(let problem) = subject {
      let line = ExchangeLine(engine: engine, endpoint: endpoint, request: request, subject: subject)
      line.report(problem.status(), .notRecorded(subject.reasonNotKept ?? ""))
      return .now(problem.answer(to: request))
    }
    if let advice = subject.operation?.advice { engine.warn(advice) }
    return .later { await exchange(request, subject, at: endpoint, rest: rest) }
  }

  /// A request at another path below an endpoint: passed on, never kept.
  func pass(_ request: ClientRequest, to endpoint: Endpoint, rest: String) -> Response {
    .later { await exchange(request, .elsewhere, at: endpoint, rest: rest) }
  }

  /// What a request is about: an operation that can be kept, or something else and why.
  enum Subject: Sendable {
    case operation(AskedRequest)
    /// An operation that is passed on and not kept (`--on-miss forward`, or one that came between sessions).
    case forwarded(AskedRequest)
    case other(String)
    /// A request at another path than the endpoint's own, which is none.
    case elsewhere
    /// A persisted query whose text is not known: the client is asked for it, so that there is something to keep.
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

    var operation: AskedRequest? {
      switch self {
      case .operation(let asked), .forwarded(let asked): asked
      case .other, .elsewhere, .textWanted: nil
      }
    }

    /// Why it is passed on and not kept; nil where it can be kept.
    var reasonNotKept: String? {
      switch self {
      case .operation, .forwarded: nil
      case .other(let reason): reason
      case .elsewhere: "not the endpoint's GraphQL path"
      case .textWanted: "the text of a persisted query is not known; the client is asked for it"
      }
    }
  }

  /// One exchange with the real endpoint: asks it, answers the client, and hands the rest to the recorder. `sent` is the
  /// way to it of a request that has been sent already.
  func exchange(
    _ request: ClientRequest, _ subject: Subject, at endpoint: Endpoint, rest: String,
    through sent: (any Upstream)? = nil
  ) async -> Answer {
    await engine.exchanges.run { await ask(request, subject, at: endpoint, rest: rest, through: sent) }
  }

  private func ask(
    _ request: ClientRequest, _ subject: Subject, at endpoint: Endpoint, rest: String, through sent: (any Upstream)?
  ) async -> Answer {
    let line = ExchangeLine(engine: engine, endpoint: endpoint, request: request, subject: subject)
    guard let upstream = sent ?? engine.upstream, let url = endpoint.upstream else {
      let answer = noUpstream(endpoint)
      line.reportUnanswered(answer.status, answer.problem ?? "", because: "no upstream is known")
      return answer
    }
    let errand = Errand(
      request: request, subject: subject, endpoint: endpoint, rest: rest, upstream: upstream, url: url, line: line)
    if subject.isSubscription || (subject.operation == nil && request.socket != nil) { return await subscribe(errand) }
    let flight: Endpoint.Flight?
    do {
      flight = try subject.operation.map {
        try endpoint.takeOff($0, now: engine.clock.now(), isRecorded: engine.configuration.recordsSession(of: subject))
      }
    } catch let problem as SessionProblem {
      let answer = problem.answer.toldByExchange
      line.reportUnanswered(answer.status, problem.message, because: problem.message)
      return answer
    } catch {
      flight = nil
    }
    do {
      if let flight, let answer = try await askOverSocket(errand, flight) { return answer }
      let response = try await upstream.send(outgoing(errand, mayStream: subject.comesInParts))
      guard let flight else { return passedOn(response, errand) }
      if response.isReadableStream, let type = StreamMediaType(response.headers) {
        return try await answerStream(response, type, flight, errand)
      }
      guard StreamMediaType(response.headers) == nil else {
        _ = endpoint.land(flight, .passed("the answer is a stream"), now: engine.clock.now())
        return passedOn(response, errand)
      }
      return try await keep(response, flight, errand)
    } catch {
      let error = engine.exchanges.cause(of: error)
      if let flight { _ = endpoint.land(flight, error.landing, now: engine.clock.now()) }
      return failure(error, errand)
    }
  }

  /// The request as it goes out. What may be answered by a stream is asked for uncompressed: it is read as it comes.
  func outgoing(_ errand: Errand, mayStream: Bool) -> UpstreamRequest {
    let sent = errand.request.asSent
    var headers = PassThrough.requestHeaders(
      sent.headers, isRecorded: errand.subject.operation != nil, sessionHeader: engine.configuration.sessionHeader)
    if mayStream { headers.set("accept-encoding", "identity") }
    return UpstreamRequest(
      method: errand.request.method,
      url: errand.url.appending(path: errand.rest, query: errand.request.target.query), headers: headers,
      body: sent.body, isLong: mayStream, stream: errand.request.stream)
  }

  /// Answers with the body as it comes, kept by nobody.
  func passedOn(_ response: UpstreamResponse, _ errand: Errand) -> Answer {
    errand.line.report(response.status, .notRecorded(errand.subject.reasonNotKept ?? "the answer is a stream"))
    var answer = Answer(
      status: response.status, headers: PassThrough.responseHeaders(response.headers, isWhole: false),
      body: .stream(response.body))
    answer.isEndless = StreamMediaType(response.headers) != nil
    return answer
  }

  /// Answers that the endpoint gave no answer.
  func failure(_ error: UpstreamError, _ errand: Errand) -> Answer {
    let error = engine.exchanges.cause(of: error)
    let failure = UpstreamFailure(error: error, url: errand.url)
    let reason = "\(errand.url.shown): \(error.detail)"
    // Who has left is told nothing.
    guard !Task.isCancelled else {
      errand.line.report(failure.status, .notRecorded(reason))
      return failure.answer
    }
    errand.line.reportUnanswered(failure.status, failure.message, because: reason)
    return failure.answer
  }

  /// Answers with the whole body, and keeps what is worth it.
  func keep(
    _ response: UpstreamResponse, _ flight: Endpoint.Flight, _ errand: Errand
  ) async throws(UpstreamError) -> Answer {
    let (endpoint, line) = (errand.endpoint, errand.line)
    let body = try await response.collectBody(limit: engine.configuration.maximumRecordedBytes)
    endpoint.firstResponse.note(body, of: response, upstream: errand.upstream)
    let judged = Judgement(
      response, body: body, request: errand.request, kind: errand.subject.operation?.kind,
      recordsErrors: engine.configuration.recordsErrors, isKnown: endpoint.firstResponse.hasCome,
      upstream: errand.upstream)
    switch judged {
    case .keep, .refused: save(judged.landing, of: flight, status: response.status, errand)
    case .pass(let reason), .undecided(let reason):
      _ = endpoint.land(flight, judged.landing, now: engine.clock.now())
      line.report(response.status, .notRecorded(reason))
    case .handshake(let reason):
      _ = endpoint.land(flight, .notSent, now: engine.clock.now())
      line.report(response.status, .notRecorded(reason), isPassedOnly: true)
    case .fail(let answer):
      _ = endpoint.land(flight, judged.landing, now: engine.clock.now())
      line.report(response.status, outcome(of: answer, errand.subject, at: endpoint))
    }
    return passed(response, body)
  }

  /// The outcome of an exchange whose answer is not GraphQL.
  func outcome(of answer: NotGraphQL, _ subject: Subject, at endpoint: Endpoint) -> Exchange.Outcome {
    if subject.isForwarded { return .notRecorded(engine.configuration.whyForwarded) }
    if engine.configuration.readsCaptures { return .notRecorded("the answer is not GraphQL: \(answer.words)") }
    return .failed(answer.failure(endpoint.withoutSecrets))
  }

  /// Lands a flight and has saved what is worth it, unless it is only passed on. Before the client is told: its next
  /// request may name what this answer hands out.
  private func save(_ landing: Endpoint.Landing, of flight: Endpoint.Flight, status: Int, _ errand: Errand) {
    var kept = errand.endpoint.land(flight, landing, now: engine.clock.now())
    if errand.subject.isForwarded { kept = .nothing(errand.request.whyForwarded(engine.configuration)) }
    engine.save(kept, line: errand.line, status: status, at: errand.endpoint)
  }

  /// Hands an answer to the recorder, which tells of it when it is written.
  func enqueue(_ save: PendingSave, at endpoint: Endpoint, _ line: ExchangeLine, status: Int) {
    let answered = line.answered(status)
    if save.place == nil { endpoint.store?.note(save.key.hash, unsaved: nil) }
    engine.recorder.enqueue(save, at: endpoint) { [engine] outcome, advice in
      // What a run has written or found again, it has used.
      switch outcome {
      case .new(let file), .known(let file), .changed(let file): engine.log.noteUse(of: file)
      case .notRecorded, .failed: break
      }
      answered.report(outcome, advice: advice)
    }
  }

  /// The endpoint's answer for the client, whole.
  func passed(_ response: UpstreamResponse, _ body: [UInt8]) -> Answer {
    Answer(
      status: response.status, headers: PassThrough.responseHeaders(response.headers, isWhole: true),
      body: .bytes(body))
  }

  func noUpstream(_ endpoint: Endpoint) -> Answer {
    ErrorAnswer.make(
      status: 502,
      message:
        "The endpoint \"\(endpoint.name)\" has no upstream. Name it in \(endpoint.name)/endpoint.yaml, for example: upstream: \(UpstreamURL.example). Or start with, for example: --upstream \(UpstreamURL.example)",
      code: .upstreamUnreachable
    ).toldByExchange
  }
}

extension RecordMode.Subject {
  var isForwarded: Bool { if case .forwarded = self { true } else { false } }
  /// Whether nothing is to be kept of it, and it is nothing to tell of.
  var isPassedOnly: Bool {
    switch self {
    case .forwarded, .elsewhere, .textWanted: true
    case .operation, .other: false
    }
  }
  var isSubscription: Bool { operation?.kind == .subscription }
  /// Whether the operation asks for its answer in parts.
  var comesInParts: Bool { operation?.key.document.mayComeInParts ?? false }
}
