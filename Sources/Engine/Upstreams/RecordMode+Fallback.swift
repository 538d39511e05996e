import OrderedJSON
import Recordings
import Requests
import Transports

extension RecordMode {
  /// The outcome of a subscription over another transport than its client's.
  private enum Attempt {
    case answer(Answer)
    /// Refused there, too, with this text.
    case refused(String)
  }

  /// Handles an answer to a subscription over HTTP that is not a stream, by trying other transports.
  ///
  /// If none works, the client gets the answer unchanged. Errors with a 2xx are then recorded, as over a WebSocket. A
  /// refusal is not, since the same subscription may work over another transport.
  func answerOrOtherWay(
    _ response: UpstreamResponse, _ inFlight: Endpoint.InFlightRequest, _ exchange: UpstreamExchange,
    _ route: SubscriptionRoute,
    _ relay: SubscriptionRelay
  ) async throws(UpstreamError) -> Answer {
    let body = try await response.collectBody(limit: context.configuration.maximumRecordedBytes)
    let json = (try? RecordingDecision.decoded(body, of: response, upstream: exchange.upstream)).flatMap {
      try? JSON.parse($0)
    }
    var said: String?
    if RecordingDecision.leavesOtherTransports(status: response.status, json),
      case .unknown(let format) = route.alternatives
    {
      let remembers = !RecordingDecision.isAboutWhoAsks(status: response.status)
      if let answer = await askForOtherStream(exchange, route, relay, format, remembers: remembers) { return answer }
      switch await askOverSocket(exchange, route, relay, format, remembers: remembers) {
      case .answer(let answer): return answer
      case .refused(let words): said = words
      }
    }
    relay.abandon()
    let isAnswer = reads(exchange) && RecordingDecision.isResult(status: response.status, json)
    guard RecordingDecision.refusesWay(status: response.status, json), !isAnswer else {
      if isAnswer, let said {
        context.warn(
          "\(exchange.subject.operation?.title ?? "A subscription") got errors over HTTP, which are recorded, and no answer over WebSocket (\(said)); \(advice(exchange))"
        )
      }
      await record(response, body, inFlight, exchange)
      return passed(response, body)
    }
    let endpoint = exchange.endpoint
    endpoint.firstResponse.note(json)
    if !endpoint.firstResponse.hasCome, (400..<500).contains(response.status) {
      let answer = NotGraphQL(
        status: response.status, mediaType: response.headers.mediaType ?? "", body: body, json: json)
      _ = endpoint.complete(inFlight, .passed(answer.words), now: context.clock.now())
      exchange.line.report(response.status, outcome(of: answer, exchange.subject, at: endpoint))
      return passed(response, body)
    }
    let reason = reason(response.status, route, overSocket: said ?? "", exchange)
    _ = exchange.endpoint.complete(inFlight, .passed(reason), now: context.clock.now())
    exchange.line.report(response.status, .notRecorded(reason))
    return passed(response, body)
  }

  /// True if the client accepts a stream. For others, a refusal is about the `Accept` of the request.
  private func reads(_ exchange: UpstreamExchange) -> Bool {
    exchange.request.socket != nil || StreamAccept(exchange.request).subscription != nil
  }

  private func reason(
    _ status: Int, _ route: SubscriptionRoute, overSocket words: String, _ exchange: UpstreamExchange
  ) -> String {
    let refusal = "the API refused a subscription over HTTP (status \(status))"
    return switch route.alternatives {
    case .said: "\(refusal), which \(exchange.endpoint.name)/endpoint.yaml configures"
    case .known: refusal
    case .unknown: "\(refusal), and over WebSocket (\(words)); \(advice(exchange))"
    case .none: "\(refusal), and no other transport is available; \(advice(exchange))"
    }
  }

  private func advice(_ exchange: UpstreamExchange) -> String {
    "if subscriptions have another URL, add it to \(exchange.endpoint.name)/endpoint.yaml: subscriptions: { url: wss://… }"
  }

  /// Subscribes over HTTP with the stream format that the client has not requested; nil if that is refused, too.
  private func askForOtherStream(
    _ exchange: UpstreamExchange, _ route: SubscriptionRoute, _ relay: SubscriptionRelay, _ format: StreamFormat,
    remembers: Bool
  ) async -> Answer? {
    var route = route
    route.accept = SubscriptionRoute.otherStream(than: format)
    guard let response = try? await exchange.upstream.send(outgoing(exchange, route)), response.isReadableStream,
      let type = StreamMediaType(response.headers)
    else { return nil }
    if remembers { exchange.endpoint.transports.note(.otherStream, for: format) }
    return stream(response, type, to: relay)
  }

  /// Subscribes over a WebSocket at the same URL.
  private func askOverSocket(
    _ exchange: UpstreamExchange, _ route: SubscriptionRoute, _ relay: SubscriptionRelay, _ format: StreamFormat,
    remembers: Bool
  ) async -> Attempt {
    guard let connection = connection(exchange, route.overSocket) else {
      return .refused("no connection can be opened")
    }
    defer { withExtendedLifetime(connection) {} }
    let line: SocketLine
    do { line = try await connection.line() } catch { return .refused(error.detail) }
    let first = SubscriptionProbe { relay.handle($0) }
    let number = line.start(payload(exchange)) { first.receive($0) }
    switch await first.verdict(context.timer, isAcknowledged: { line.isAcknowledged }) {
    case .refused(let words):
      line.stop(number)
      return .refused(words)
    case .goesOn:
      if remembers {
        exchange.endpoint.transports.note(.socket, for: format)
        context.warn(
          "\(exchange.endpoint.name) refuses subscriptions over HTTP and serves them over WebSocket. To use WebSocket at once, add this to \(exchange.endpoint.name)/endpoint.yaml: subscriptions: { protocol: graphql-transport-ws }"
        )
      }
      // Keeps the connection while the stream runs.
      relay.whenLeft { withExtendedLifetime(connection) { line.stop(number) } }
      return .answer(answer([:], EventStream(.subscription, relay.feed)))
    }
  }
}
