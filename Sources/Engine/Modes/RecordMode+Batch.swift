import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

extension RecordMode {
  /// Passes a batch on, and records its answers one by one. `sent` is the upstream of a batch that was sent already.
  func respond(
    to items: [ClientRequest], as request: ClientRequest, at endpoint: Endpoint, rest: String, session: String,
    through sent: (any Upstream)? = nil
  ) -> Response {
    let subjects = items.map { Subject($0, at: endpoint, session: session).asItem }
    for warning in subjects.flatMap({ $0.operation?.warnings ?? [] }) { context.warn(warning) }
    let batch = RecordedBatch(
      mode: self, request: request, items: items, subjects: subjects, endpoint: endpoint, rest: rest, session: session,
      sent: sent)
    return .later { await context.exchanges.run { await batch.exchange() } }
  }

  /// Passes a request on without recording it, for a reason.
  func pass(_ request: ClientRequest, to endpoint: Endpoint, rest: String, because reason: String) -> Response {
    .later { await exchange(request, .other(reason), at: endpoint, rest: rest) }
  }
}

extension RecordMode.Subject {
  /// The same subject as an item of a batch, which gets one result.
  fileprivate var asItem: RecordMode.Subject {
    switch self {
    case .operation(let asked) where asked.kind == .subscription: .other("a subscription in a batch")
    case .textWanted: .other("a persisted query of an unknown text")
    default: self
    }
  }
}

/// The upstream exchange of one batch.
private struct RecordedBatch: Sendable {
  let mode: RecordMode
  let request: ClientRequest
  let items: [ClientRequest]
  let subjects: [RecordMode.Subject]
  let endpoint: Endpoint
  let rest: String
  let session: String
  let sent: (any Upstream)?

  private var context: EngineContext { mode.context }
  private var now: UInt64 { context.clock.now() }

  func exchange() async -> Answer {
    let lines = zip(items, subjects).map {
      ExchangeLine(context: context, endpoint: endpoint, request: $0, subject: $1)
    }
    guard let upstream = sent ?? context.upstream, let url = endpoint.upstream else {
      let answer = mode.noUpstream(endpoint)
      for line in lines {
        line.reportUnanswered(answer.status, answer.problem ?? "", because: "the endpoint has no upstream")
      }
      return answer
    }
    let inFlight: Endpoint.InFlightBatch
    do {
      inFlight = try endpoint.begin(
        subjects.map(\.operation), session: session, now: now,
        isRecorded: subjects.allSatisfy(context.configuration.recordsSession))
    } catch {
      let answer = SessionProblem.answer(to: error).toldByExchange
      for line in lines { line.reportUnanswered(answer.status, answer.problem ?? "\(error)", because: "\(error)") }
      return answer
    }
    let outgoing = UpstreamRequest(
      method: request.method, url: url.appending(path: rest, query: request.target.query),
      headers: PassThrough.requestHeaders(
        request.headers, isRecordedRead: true, sessionHeader: context.configuration.sessionHeader),
      body: request.body)
    do {
      let response = try await upstream.send(outgoing)
      return try await mode.passOn(response, to: request) { body in
        record(response, body, inFlight, lines, upstream)
        await context.recorder.waitForRoom()
      } failing: { error in
        _ = failure(error, inFlight, lines, url)
      }
    } catch {
      return failure(error, inFlight, lines, url)
    }
  }

  /// Completes a batch that got no complete answer, and returns the error.
  private func failure(
    _ error: UpstreamError, _ inFlight: Endpoint.InFlightBatch, _ lines: [ExchangeLine], _ url: UpstreamURL
  ) -> Answer {
    let error = context.exchanges.cause(of: error)
    let failure = UpstreamFailure(error: error, url: url.shown)
    _ = endpoint.complete(inFlight, subjects.map { _ in error.outcome }, now: now)
    let reason = "\(url.shown): \(error.words)"
    for line in lines { line.reportUnanswered(failure.status, failure.message, because: reason) }
    return failure.answer
  }

  /// Passes the items of the upstream's answer to the recorder.
  private func record(
    _ response: UpstreamResponse, _ body: [UInt8], _ inFlight: Endpoint.InFlightBatch, _ lines: [ExchangeLine],
    _ upstream: any Upstream
  ) {
    let decisions: [RecordingDecision]
    do throws(Unsplit) {
      decisions = try split(response, body, upstream)
    } catch {
      _ = endpoint.complete(inFlight, subjects.map { _ in error.outcome }, now: now)
      for (line, subject) in zip(lines, subjects) {
        line.report(
          response.status,
          error.answer.map { mode.outcome(of: $0, subject, at: endpoint) } ?? .notRecorded(error.reason))
      }
      return
    }
    let kept = endpoint.complete(inFlight, decisions.map(\.outcome), now: now)
    for (place, line) in lines.enumerated() {
      switch kept[place] {
      case .save where subjects[place].isForwarded:
        line.report(response.status, .notRecorded(request.whyForwarded(context.configuration)))
      case .save(let save):
        let bytes = body.count / items.count
        mode.enqueue(save, bytes: bytes, at: endpoint, line, status: response.status)
      case .contradicted(let reason): line.report(response.status, .failed(reason))
      case .nothing(let reason):
        if case .fail(let answer) = decisions[place], subjects[place].operation != nil {
          line.report(response.status, mode.outcome(of: answer, subjects[place], at: endpoint))
          continue
        }
        let known = subjects[place].reasonNotKept ?? decisions[place].reasonNotKept
        line.report(
          response.status, .notRecorded(known ?? reason), isPassedOnly: decisions[place].isHandshake)
      }
    }
  }

  /// The answer to a batch is not a list of answers.
  private struct Unsplit: Error {
    let reason: String
    let outcome: Endpoint.Outcome
    /// Set if it is not GraphQL, and the upstream has not given a GraphQL response in this run.
    var answer: NotGraphQL?

    init(_ reason: String, _ outcome: Endpoint.Outcome? = nil, _ answer: NotGraphQL? = nil) {
      self.reason = reason
      self.outcome = outcome ?? .passed(reason)
      self.answer = answer
    }
  }

  /// Decides about each item's answer.
  private func split(
    _ response: UpstreamResponse, _ body: [UInt8], _ upstream: any Upstream
  ) throws(Unsplit) -> [RecordingDecision] {
    endpoint.firstResponse.note(body, of: response, upstream: upstream)
    func judge(
      _ response: UpstreamResponse, _ body: [UInt8], _ request: ClientRequest, _ subject: RecordMode.Subject? = nil
    ) -> RecordingDecision {
      RecordingDecision(
        response, body: body, request: request, kind: subject?.operation?.kind,
        recordsErrors: context.configuration.recordsErrors, isKnown: endpoint.firstResponse.hasCome, upstream: upstream)
    }
    let decoded: [UInt8]
    do { decoded = try RecordingDecision.decoded(body, of: response, upstream: upstream) } catch {
      throw Unsplit(error.detail, RecordingDecision.isUndecided(response.status) ? .undecided(error.detail) : nil)
    }
    let json = try? JSON.parse(decoded)
    guard case .array(let answers)? = json else {
      let judged = judge(response, body, request)
      switch judged {
      case .fail(let answer): throw Unsplit(answer.words, judged.outcome, answer)
      case .undecided(let reason): throw Unsplit(reason, judged.outcome)
      case .keep, .pass, .handshake, .refused: break
      }
      let reason = "the answer to a batch is not an array"
      throw Unsplit(
        reason, RecordingDecision.refusesExecution(status: response.status, json) ? .refused(nil, reason) : nil)
    }
    guard answers.count == items.count else {
      throw Unsplit("the answer to a batch of \(items.count) has \(answers.count) items")
    }
    var single = response
    single.headers.remove("content-encoding")
    single.headers.remove("content-length")
    return zip(answers, zip(items, subjects)).map { judge(single, $0.serialize(), $1.0, $1.1) }
  }
}

extension RecordingDecision {
  fileprivate var reasonNotKept: String? {
    switch self {
    case .keep, .refused(_?, _): nil
    case .pass(let reason), .handshake(let reason), .undecided(let reason), .refused(nil, let reason): reason
    case .fail(let answer): answer.words
    }
  }
}
