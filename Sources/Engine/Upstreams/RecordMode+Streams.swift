import EndpointConfiguration
import GraphQLExecution
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

extension RecordMode {
  /// A request to the upstream, with the context of each step.
  struct UpstreamExchange: Sendable {
    let request: ClientRequest
    let subject: Subject
    let endpoint: Endpoint
    /// The path behind the endpoint's own.
    let rest: String
    let upstream: any Upstream
    let url: UpstreamURL
    let line: ExchangeLine
  }

  /// Subscribes at the upstream. Also sends operations over a WebSocket that cannot be parsed, which may be
  /// subscriptions.
  func subscribe(_ exchange: UpstreamExchange) async -> Answer {
    let relay: SubscriptionRelay
    do {
      relay = try SubscriptionRelay(exchange, context: context)
    } catch let problem as SessionProblem {
      let answer = problem.answer.toldByExchange
      exchange.line.reportUnanswered(answer.status, problem.message, because: problem.message)
      return answer
    } catch {
      return failure(UpstreamError(.broken, "\(error)"), exchange)
    }
    do throws(UpstreamError) {
      var route = SubscriptionRoute(exchange)
      if let connection = connection(exchange, route), let line = try await line(connection, route) {
        let number = line.start(payload(exchange)) { relay.handle($0) }
        // Keeps the connection while the stream runs.
        relay.whenLeft { withExtendedLifetime(connection) { line.stop(number) } }
        return answer([:], EventStream(.subscription, relay.feed))
      }
      if case .known(let format, .socket) = route.alternatives {
        // The WebSocket no longer exists.
        exchange.endpoint.transports.forget(format)
        route = SubscriptionRoute(exchange)
      }
      return try await subscribe(exchange, route, relay)
    } catch {
      relay.abandon(because: error.words)
      return failure(error, exchange)
    }
  }

  /// Subscribes over HTTP.
  private func subscribe(
    _ exchange: UpstreamExchange, _ route: SubscriptionRoute, _ relay: SubscriptionRelay
  ) async throws(UpstreamError) -> Answer {
    let inFlight = exchange.subject.operation.flatMap {
      try? exchange.endpoint.begin(
        $0, now: context.clock.now(), isRecorded: context.configuration.recordsSession(of: exchange.subject))
    }
    let response = try await exchange.upstream.send(outgoing(exchange, route))
    guard response.isReadableStream, let type = StreamMediaType(response.headers) else {
      if let inFlight { return try await answerOrOtherWay(response, inFlight, exchange, route, relay) }
      relay.abandon()
      return passedOn(response, exchange)
    }
    if case .unknown(let format) = route.alternatives { exchange.endpoint.transports.note(.requested, for: format) }
    return stream(response, type, to: relay)
  }

  /// The HTTP request of a subscription.
  func outgoing(_ exchange: UpstreamExchange, _ route: SubscriptionRoute) -> UpstreamRequest {
    var outgoing = outgoing(exchange, mayStream: true)
    outgoing.url = route.url
    if let accept = route.accept { outgoing.headers.set("accept", accept) }
    return outgoing
  }

  /// Answers with a subscription's stream, which is recorded as it arrives.
  func stream(_ response: UpstreamResponse, _ type: StreamMediaType, to relay: SubscriptionRelay) -> Answer {
    pump(response, ResultReader(type, isSubscription: true), to: relay)
    return answer(
      PassThrough.responseHeaders(response.headers, isWhole: true), EventStream(.subscription, relay.feed))
  }

  private func pump(_ response: UpstreamResponse, _ reader: ResultReader, to relay: SubscriptionRelay) {
    let isCapture = context.configuration.readsCaptures
    let task = Task { await response.read(reader, isCapture: isCapture) { relay.receive($0) } }
    relay.whenLeft { task.cancel() }
  }

  // MARK: One answer

  /// Sends a query or mutation from a WebSocket over the upstream's WebSocket; nil if HTTP must be used.
  func askOverSocket(_ exchange: UpstreamExchange, _ inFlight: Endpoint.InFlightRequest) async throws(UpstreamError)
    -> Answer?
  {
    guard exchange.request.socket != nil else { return nil }
    let route = SubscriptionRoute(exchange)
    guard !(route.fallsBack && exchange.endpoint.transports.takesSubscriptionsOnly),
      let connection = connection(exchange, route),
      let line = try await line(connection, route)
    else { return nil }
    let (results, continuation) = AsyncStream<UpstreamResult>.makeStream()
    let number = line.start(payload(exchange)) { result in
      continuation.yield(result)
      if result.isLast { continuation.finish() }
      return nil
    }
    continuation.onTermination = { _ in withExtendedLifetime(connection) { line.stop(number) } }
    return try await answer(results, type: nil, status: 200, headers: [:], inFlight, exchange)
  }

  /// Answers with a stream of a query or mutation: incremental parts, or a single answer.
  func answerStream(
    _ response: UpstreamResponse, _ type: StreamMediaType, _ inFlight: Endpoint.InFlightRequest,
    _ exchange: UpstreamExchange
  ) async throws(UpstreamError) -> Answer {
    let (results, continuation) = AsyncStream<UpstreamResult>.makeStream()
    let isCapture = context.configuration.readsCaptures
    Task {
      await response.read(ResultReader(type, isSubscription: false), isCapture: isCapture) { continuation.yield($0) }
      continuation.finish()
    }
    return try await answer(
      results, type: type, status: response.status, headers: response.headers, inFlight, exchange)
  }

  private func answer(
    _ results: AsyncStream<UpstreamResult>, type: StreamMediaType?, status: Int, headers: HeaderList,
    _ inFlight: Endpoint.InFlightRequest, _ exchange: UpstreamExchange
  ) async throws(UpstreamError) -> Answer {
    var rest = results.makeAsyncIterator()
    switch await rest.next() {
    case .next(let first)? where first["hasNext"] != nil:
      let relay = IncrementalRelay(
        first, status: status, headers: headers, inFlight: inFlight, exchange: exchange, context: context)
      let format = IncrementalFormat(type, first: first)
      Task { for await result in results { relay.receive(result) } }
      return answer(
        PassThrough.responseHeaders(headers, isWhole: true), EventStream(.incremental(format), relay.feed),
        status: status)
    case .next(let result)?: return try await keep(Self.plain(result, status, headers), inFlight, exchange)
    case .errors(let errors)?:
      if type == nil, let answer = try await self.answer(toRefusal: errors, inFlight, exchange) { return answer }
      var answer = try await keep(Self.plain(.object(["errors": errors]), status, headers), inFlight, exchange)
      answer.isErrorMessage = type == nil
      return answer
    case .closed(let close)?:
      // Closes the client's connection, too, since there is no answer.
      let reason = "the API closed the WebSocket (\(close.shown)) before it answered"
      _ = exchange.endpoint.complete(inFlight, .undecided(reason), now: context.clock.now())
      exchange.line.report(502, .notRecorded(reason))
      return answer([:], EventStream(.subscription, FixedFeed([.close(close)])))
    case .lost(let error)?: throw error
    case .complete?, nil: throw UpstreamError(.unreadable, "the operation ended without a result")
    }
  }

  /// A single result as an answer, with the headers of its stream, such as cookies.
  private static func plain(_ json: JSON, _ status: Int, _ headers: HeaderList) -> UpstreamResponse {
    var response = UpstreamResponse(status: status, headers: headers, body: WholeBody(bytes: json.serialize()))
    response.headers.set("content-type", MediaType.json)
    response.headers.remove("content-encoding")
    response.isOverHTTP = status != 200 || headers[first: "set-cookie"] != nil
    return response
  }

  // MARK: Transports

  func connection(_ exchange: UpstreamExchange, _ route: SubscriptionRoute) -> UpstreamConnection? {
    UpstreamConnection.of(exchange, route, sessionHeader: context.configuration.sessionHeader)
  }

  /// The open WebSocket; nil if there is none, and HTTP can be used.
  private func line(
    _ connection: UpstreamConnection, _ route: SubscriptionRoute
  ) async throws(UpstreamError) -> SocketLine? {
    do {
      return try await connection.line()
    } catch {
      guard route.fallsBack else { throw error }
      return nil
    }
  }

  /// The payload for a WebSocket: the client's own body, or an equivalent object for a GET request.
  func payload(_ exchange: UpstreamExchange) -> JSON {
    if exchange.request.method == "POST", case .object(var members)? = try? JSON.parse(exchange.request.body) {
      // The upstream may not know a persisted document.
      if members["query"] == nil { members["query"] = exchange.subject.operation.map { .string($0.request.query) } }
      return .object(members)
    }
    guard let asked = exchange.subject.operation?.request else { return .object([:]) }
    var members: [JSONObject.Member] = [.init("query", .string(asked.query))]
    if let name = asked.operationName { members.append(.init("operationName", .string(name))) }
    if asked.variables != .null { members.append(.init("variables", asked.variables)) }
    return .object(JSONObject(members))
  }

  func answer(_ headers: HeaderList, _ events: EventStream, status: Int = 200) -> Answer {
    var headers = headers
    for name in ["content-type", "content-encoding", "content-length"] { headers.remove(name) }
    headers.set(AnswerSource.header, AnswerSource.upstream.rawValue)
    return Answer(status: status, headers: headers, body: .events(events))
  }
}

extension UpstreamResponse {
  /// True if the body is a stream that can be read as it arrives: below status 500, and not compressed.
  var isReadableStream: Bool {
    status < 500 && StreamMediaType(headers) != nil && headers.contentCodings.isEmpty
  }

  /// Reads results to the end; a break is the last one. The end of a capture's body may not be that of the operation.
  fileprivate func read(_ reader: ResultReader, isCapture: Bool, _ deliver: (UpstreamResult) -> Void) async {
    var reader = reader
    do {
      for try await chunk in body {
        for result in try reader.take(chunk) { deliver(result) }
        if reader.isOver { return }
      }
      for result in isCapture ? reader.breakOff() : try reader.finish() { deliver(result) }
    } catch {
      deliver(.lost(UpstreamError(breakingOff: error)))
    }
  }
}

/// A body that is there already.
struct WholeBody: AsyncSequence, Sendable {
  let bytes: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: [UInt8]?

    mutating func next() async throws -> [UInt8]? {
      defer { rest = nil }
      return rest
    }
  }
}
