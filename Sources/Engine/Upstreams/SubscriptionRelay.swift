import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Synchronization
import Transports

/// Relays one subscription from the upstream to a client, and records it meanwhile.
final class SubscriptionRelay: SessionStream {
  /// The feed that the client reads.
  let feed: QueueFeed
  private let context: EngineContext
  private let endpoint: Endpoint
  private let line: ExchangeLine
  private let title: String
  private let failed: @Sendable (UpstreamError) -> UpstreamFailure
  /// The recording's number; nil for a stream that is only passed on.
  private let number: Int?
  private let reasonNotKept: String
  private let lost = Lost()
  private let state = Mutex(State())

  private struct State {
    var isOver = false
    var stop: (@Sendable () -> Void)?
  }

  /// Begins the recording. Throws `SessionProblem` if its session is refused.
  init(_ exchange: RecordMode.UpstreamExchange, context: EngineContext) throws {
    self.context = context
    endpoint = exchange.endpoint
    line = exchange.line
    title = exchange.subject.operation?.title ?? "a subscription"
    failed = { UpstreamFailure(error: $0, url: exchange.url.shown) }
    reasonNotKept = exchange.subject.reasonNotKept ?? exchange.request.whyForwarded(context.configuration)
    let lost = lost
    let left = Left()
    feed = QueueFeed(cancelled: { left.report() })
    if case .operation(let asked) = exchange.subject {
      number = try endpoint.openStream(
        asked, now: context.clock.now(), isRecorded: context.configuration.recordsSession(of: exchange.subject)
      ) { [line, endpoint] kept in
        if let failure = lost.failure { return line.reportUnanswered(200, failure.message, because: failure.summary) }
        RecordMode(context: context).save(kept, line: line, at: endpoint)
      }
    } else {
      number = nil
    }
    left.body.withLock { $0 = { [weak self] in self?.clientLeft() } }
    exchange.request.openSession?.add(self)
  }

  /// The callback of the feed, which is created first.
  private final class Left: Sendable {
    let body = Mutex<(@Sendable () -> Void)?>(nil)

    func report() { body.withLock { $0 }?() }
  }

  /// The failure between this program and the upstream that ended the stream, if any.
  private final class Lost: Sendable {
    private let state = Mutex<UpstreamFailure?>(nil)

    var failure: UpstreamFailure? { state.withLock { $0 } }

    func note(_ failure: UpstreamFailure) { state.withLock { $0 = failure } }
  }

  /// Sets the function that stops the upstream. Calls it at once if the stream is over.
  func whenLeft(_ stop: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isOver { state.stop = stop }
      return state.isOver
    }
    if isLate { stop() }
  }

  func receive(_ result: UpstreamResult) { handle(result)?() }

  /// Handles a result of the upstream. Returns a function that sends the end to the client, if there is one to send.
  func handle(_ result: UpstreamResult) -> (@Sendable () -> Void)? {
    guard state.withLock({ !$0.isOver }) else { return nil }
    switch result {
    case .next(let payload):
      next(payload)
      return nil
    case .errors(let errors):
      endpoint.firstResponse.note(.object(["errors": errors]))
      return end(.errors(errors), sending: .errors(errors.serialize()))
    case .complete: return end(.complete, sending: .complete)
    case .closed(let close): return end(.closed(close), sending: .close(close))
    case .lost(let error) where error.reason == .broken && context.configuration.readsCaptures:
      context.warn(
        "\(title): the file does not contain the end of the stream. It is recorded as still open. If it should end, capture it again."
      )
      return end(.open, sending: .drop)
    case .lost(let error) where error.reason == .broken: return end(.dropped, sending: .drop)
    case .lost(let error):
      // This failure is not an answer of the upstream.
      let failure = failed(error)
      lost.note(failure)
      let errors = JSON.array([ErrorAnswer.error(message: failure.message, code: failure.code)])
      return end(nil, because: failure.summary, sending: .errors(errors.serialize()))
    }
  }

  private func next(_ payload: JSON) {
    endpoint.firstResponse.note(payload)
    let bytes = payload.serialize()
    if let number,
      let why = endpoint.note(
        payload, size: bytes.count, on: number, now: context.clock.now(),
        byteLimit: context.configuration.maximumRecordedBytes)
    {
      context.warn("\(title) is forwarded and not recorded: \(why). End the stream earlier, or correct its events.")
    }
    guard feed.push(.next(bytes)) else { return clientLeft() }
  }

  /// Handles a client that left, or reads nothing.
  private func clientLeft() { end(.open, sending: nil)?() }

  /// Ends the recording. Returns a function that notifies the client and the upstream; nil if it had ended before.
  private func end(
    _ how: RecordedEvents.End?, because reason: String = "", sending event: StreamEvent?
  ) -> (@Sendable () -> Void)? {
    let (isFirst, stop) = state.withLock { state in
      defer {
        state.isOver = true
        state.stop = nil
      }
      return (!state.isOver, state.stop)
    }
    guard isFirst else { return nil }
    // Before the client gets the end: its next action comes after this.
    if let number {
      context.exchanges.handOver {
        if let how {
          endpoint.endStream(number, how, now: context.clock.now())
        } else {
          endpoint.giveUpStream(number, reason)
        }
      }
    } else if let failure = lost.failure {
      line.reportUnanswered(200, failure.message, because: failure.summary)
    } else {
      line.report(200, .notRecorded(reasonNotKept))
    }
    return { [feed] in
      if let event { feed.push(event) }
      stop?()
    }
  }

  /// Ends the client's subscription because its session ends. It is recorded as a stream that is still open.
  func end(with last: StreamEvent) { end(.open, sending: last)?() }

  /// Drops the recording because the upstream's answer is not a stream, or because none came, for a reason.
  func abandon(because reason: String? = nil) {
    state.withLock { $0.isOver = true }
    if let number { endpoint.forgetStream(number, because: reason) }
  }
}
