import EndpointConfiguration
import Fakes
import OrderedJSON
import Recordings
import Requests
import Transports

/// Applies a fault to one answer.
struct FaultedAnswer: Sendable {
  let context: EngineContext
  let endpoint: Endpoint
  let request: ClientRequest
  let due: DueFault
  let subject: FaultSubject

  private var fault: Fault { due.fault }

  // MARK: Replaced answers

  /// The answer that replaces an operation, which then does not run; nil if it runs.
  var replacement: Answer? {
    if fault.resets { return reset }
    if let status = fault.status { return finished(Self.answer(of: status, to: request, source: .fault)) }
    guard let error = fault.error, let key = subject.onlyField(failingWith: error) else { return nil }
    var answer = Answer(
      status: 200, headers: ["content-type": MediaType.negotiated(request.accept)],
      body: .bytes(JSON.object(["data": .object([.init(stringLiteral: key): .null])]).serialize()))
    answer.headers.set(AnswerSource.header, AnswerSource.fault.rawValue)
    spoil(&answer)
    return answer
  }

  private var reset: Answer {
    // Over a WebSocket, the operation's stream breaks, and the connection with it.
    if request.socket != nil { return named(broken, fault.text(latency: due.latency)) }
    let nothing = Answer(
      status: 500, headers: [AnswerSource.header: AnswerSource.fault.rawValue], body: .bytes([]))
    var answer = named(nothing, fault.text(latency: due.latency))
    var delivery = Delivery()
    delivery.resets = true
    answer.delivery = delivery
    return answer
  }

  /// An answer that ends the connection.
  private var broken: Answer {
    let feed = QueueFeed()
    feed.push(.drop)
    return Answer(
      status: 200, headers: [AnswerSource.header: AnswerSource.fault.rawValue],
      body: .events(EventStream(.subscription, feed)))
  }

  /// Returns an answer with a status, and with its body or an error.
  static func answer(of status: Fault.Status, to request: ClientRequest, source: AnswerSource) -> Answer {
    let origin = source == .override ? "Override" : "Injected fault (\(FaultHeader.name))"
    let message = status.body ?? "\(origin): status \(status.code)."
    var answer = ErrorAnswer.make(status: status.code, message: message, code: .fault, source: source)
    // A WebSocket has no status, and its messages are GraphQL.
    if let text = status.body, request.socket == nil {
      let isJSON = (try? JSON.parse(Array(text.utf8))) != nil
      answer.headers.set("content-type", isJSON ? MediaType.json : "text/plain; charset=utf-8")
      answer.body = .bytes(Array(text.utf8))
    }
    if [204, 205, 304].contains(status.code) { answer.body = .bytes([]) }
    if let retryAfter = status.retryAfter { answer.headers.set("retry-after", retryAfter) }
    return answer
  }

  // MARK: Changed answers

  /// Applies the fault to the usual answer.
  func spoil(_ answer: inout Answer) {
    var done = fault
    if let error = fault.error, !put(error, into: &answer) { done.error = nil }
    if let count = fault.cutsAfter {
      if case .events(let stream) = answer.body {
        answer.body = .events(EventStream(stream.kind, CutFeed(stream.feed, after: count)))
      } else {
        done.cutsAfter = nil
      }
    }
    answer = finished(answer, done)
  }

  /// Adds the header and the delivery of a fault, and keeps the answer out of tables.
  private func finished(_ answer: Answer, _ done: Fault? = nil) -> Answer {
    var done = done ?? fault
    var answer = answer
    var delivery = Delivery()
    delivery.truncatesAfter = done.truncatesAfter
    delivery.bytesPerSecond = done.bytesPerSecond
    if request.socket != nil {
      done.bytesPerSecond = nil
      // A message cannot be cut.
      if done.truncatesAfter != nil { answer = broken }
    } else if !delivery.isUsual {
      answer.delivery = delivery
    }
    return named(answer, done.text(latency: due.latency))
  }

  private func named(_ answer: Answer, _ text: String) -> Answer {
    var answer = answer
    answer.isRepeatable = false
    answer.validity = nil
    answer.number = nil
    if !text.isEmpty { answer.headers.set(FaultHeader.name, text) }
    return answer
  }

  /// Delays only the answer; the operation takes effect at once. The delay ends when the program does.
  func delayed(_ response: Response) -> Response {
    let milliseconds = due.latency ?? 0
    guard milliseconds > 0 else {
      // Only a server's task can break a connection or send slowly.
      guard case .now(let answer) = response, answer.delivery != nil else { return response }
      return .later { answer }
    }
    return .later {
      async let answer: Answer =
        switch response {
        case .now(let answer): answer
        case .later(let operation): await operation()
        }
      if let stopping = await context.exchanges.wait(milliseconds: milliseconds) { return named(stopping, "") }
      return await answer
    }
  }

  // MARK: Errors

  /// Returns false if the answer has no place for the error.
  private func put(_ error: Fault.FieldError, into answer: inout Answer) -> Bool {
    guard let asked = subject.asked else { return false }
    let schema = endpoint.world?.schema ?? endpoint.introspectedSchema()?.schema
    let places = ErrorPlaces(error, operation: asked.operation, schema: schema)
    switch answer.body {
    case .bytes(let bytes):
      var plain = bytes
      let codings = answer.headers.contentCodings
      if !codings.isEmpty {
        let coding = codings.joined(separator: ",")
        guard let decoded = try? context.upstream?.decode(bytes, coding: coding, limit: 64 << 20) else { return false }
        plain = decoded
      }
      guard let failed = places.failed(plain) else { return false }
      answer.headers.remove("content-encoding")
      answer.body = .bytes(failed)
      return true
    case .events(let stream):
      guard stream.kind == .subscription else { return false }
      answer.body = .events(EventStream(stream.kind, ChangedFeed(stream.feed) { places.failed($0) ?? $0 }))
      return true
    case .stream: return false
    }
  }
}
