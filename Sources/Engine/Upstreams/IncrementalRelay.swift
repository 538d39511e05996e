import EndpointConfiguration
import GraphQLExecution
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import Synchronization
import Transports

/// Relays one incremental answer (`@defer`, `@stream`) to a client, and records it when it is complete.
///
/// It continues if the client leaves: a mutation has taken effect, and later recordings need its answer.
final class IncrementalRelay: Sendable {
  let feed = QueueFeed()
  private let context: EngineContext
  private let exchange: RecordMode.UpstreamExchange
  private let inFlight: Endpoint.InFlightRequest
  private let captured: CapturedResponse
  private let state = Mutex(State())

  private struct State {
    /// The parts after the first one, with the time that each took.
    var rest: [(payload: JSON, wait: Int)] = []
    /// The decision about a mutation, which completes with its first part.
    var completed: Endpoint.SaveDecision?
    var bytes = 0
    var since: UInt64
    var isOver = false
    var obstacle: String?

    init(since: UInt64 = 0) { self.since = since }
  }

  init(
    _ first: JSON, status: Int, headers: HeaderList, inFlight: Endpoint.InFlightRequest,
    exchange: RecordMode.UpstreamExchange, context: EngineContext
  ) {
    self.context = context
    self.exchange = exchange
    self.inFlight = inFlight
    exchange.endpoint.firstResponse.note(first)
    let body = first.serialize()
    captured = CapturedResponse(status: status, headers: headers, body: body)
    let now = context.clock.now()
    // Before the client gets it: its next request may name ids that this part issues.
    let completed =
      inFlight.asked.kind == .mutation ? exchange.endpoint.complete(inFlight, .answered(captured), now: now) : nil
    state.withLock { state in
      state.since = now
      state.completed = completed
    }
    feed.push(.next(body))
  }

  /// Handles the next part or the end.
  func receive(_ result: UpstreamResult) {
    switch result {
    case .next(let payload): next(payload)
    case .complete: end(.complete, .complete)
    case .errors(let errors): end(.errors(errors), .errors(errors.serialize()))
    case .closed(let close): end(.closed(close), .close(close))
    case .lost:
      if context.configuration.readsCaptures, let title = exchange.subject.operation?.title {
        context.warn(
          "\(title): the file has only the first parts of this answer. It is recorded and replayed as broken off. Capture it again."
        )
      }
      end(.dropped, .drop)
    }
  }

  private func next(_ payload: JSON) {
    let bytes = payload.serialize()
    let now = context.clock.now()
    let limit = context.configuration.maximumRecordedBytes
    state.withLock { state in
      state.bytes += bytes.count
      if state.bytes > limit {
        state.obstacle = "the answer is larger than the limit of \(limit) bytes"
        state.rest = []
      } else {
        state.rest.append((payload, OpenStream.wait(state.since, now)))
      }
      state.since = now
    }
    feed.push(.next(bytes))
  }

  private func end(_ how: RecordedEvents.End, _ event: StreamEvent) {
    let now = context.clock.now()
    let wait = state.withLock { state -> Int? in
      defer { state.isOver = true }
      return state.isOver ? nil : OpenStream.wait(state.since, now)
    }
    guard let wait else { return }
    // Before the client gets the end: if the program is stopped next, the answer will be written.
    context.exchanges.handOver {
      _ = RecordMode(context: context)
        .save(kept(how, wait), line: exchange.line, status: captured.status, at: exchange.endpoint)
    }
    feed.push(event)
  }

  private func kept(_ how: RecordedEvents.End, _ wait: Int) -> Endpoint.SaveDecision {
    let (rest, completed, obstacle) = state.withLock { ($0.rest, $0.completed, $0.obstacle) }
    let kept = completed ?? exchange.endpoint.complete(inFlight, .answered(captured), now: context.clock.now())
    if exchange.subject.isForwarded { return .nothing(exchange.request.whyForwarded(context.configuration)) }
    guard case .save(var save) = kept else { return kept }
    if let obstacle { return .nothing(obstacle) }
    do {
      save.answer.response = try exchange.endpoint.response(
        ofParts: rest, after: save.answer.response, (how, wait), to: inFlight.asked)
      return exchange.endpoint.logged(again: save, of: inFlight)
    } catch {
      return .nothing("\(error)")
    }
  }
}

extension Endpoint {
  /// Returns the complete answer to an operation whose first part has completed.
  func response(
    ofParts rest: [(payload: JSON, wait: Int)], after first: RecordedResponse,
    _ end: (how: RecordedEvents.End, wait: Int),
    to asked: ResolvedRequest
  ) throws -> RecordedResponse {
    try state.withLock { state in
      let beginning = first.body.json ?? .null
      let values = state.clientValues(of: asked.session)
      var parts = IncrementalParts()
      parts.note(beginning)
      var events = [RecordedEvents.Event(payload: beginning)]
      for part in rest {
        let written = try redacted(part.payload, after: &parts, asked, &state.redactor)
        events.append(.init(payload: values?.recorded(written) ?? written, wait: part.wait))
      }
      let how = try redacted(end.how, after: &parts, asked, &state.redactor)
      let whole = RecordedResponse(
        status: first.status, headers: first.headers,
        body: .events(RecordedEvents(events: events, end: how, endWait: end.wait)))
      let renamed = state.renamed(whole, to: asked, hints: hints, rules: configuration.rules)
      return state.sessions.aliases(of: asked.session)?.rewritten(renamed) ?? renamed
    }
  }
}

extension IncrementalFormat {
  /// The format of an answer, by its media type and its first part.
  init(_ type: StreamMediaType?, first: JSON) {
    if case .multipart(_, _, let spec?)? = type, spec == "20220824" {
      self = .deferSpec20220824
    } else {
      self = first["pending"] == nil ? .deferSpec20220824 : .draft
    }
  }
}
