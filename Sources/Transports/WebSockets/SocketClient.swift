import OrderedJSON
import Recordings

/// The client side of an upstream WebSocket with many operations, as a state machine without a socket or thread.
struct SocketClient: Sendable {
  /// An action for the caller.
  enum Step: Hashable, Sendable {
    case send(String)
    /// Deliver the result to the operation with this number.
    case deliver(Int, UpstreamResult)
    /// Deliver the answer to `connection_init`.
    case answer(ConnectionAnswer)
    case close(UInt16)
  }

  let dialect: SocketDialect
  private var phase = Phase.asking
  private var running: Set<Int> = []
  private var count = 0
  /// Operations started before the upstream accepted the connection.
  private var waiting: [(number: Int, payload: JSON)] = []

  private enum Phase {
    /// The upstream has not answered `connection_init`.
    case asking
    case taken
    /// The upstream rejected it (`connection_error`) and will close the socket.
    case refused
    case over
  }

  init(_ dialect: SocketDialect) { self.dialect = dialect }

  /// True once the upstream has accepted the connection.
  var isAcknowledged: Bool { phase == .taken }

  var isBusy: Bool { !running.isEmpty }

  /// Begins after the socket has opened.
  func begin(_ payload: JSON?) -> [Step] { [.send(dialect.initialisation(payload))] }

  /// Starts an operation with a payload such as `query`.
  mutating func start(_ payload: JSON) -> (number: Int, steps: [Step]) {
    count += 1
    switch phase {
    case .asking:
      running.insert(count)
      waiting.append((count, payload))
      return (count, [])
    case .taken:
      running.insert(count)
      return (count, [.send(dialect.start(id: "\(count)", payload))])
    case .refused, .over:
      return (count, [.deliver(count, .lost(UpstreamError(.broken, "the WebSocket was closed")))])
    }
  }

  /// Stops an operation that the client no longer needs.
  mutating func stop(_ number: Int) -> [Step] {
    guard running.remove(number) != nil else { return [] }
    if let place = waiting.firstIndex(where: { $0.number == number }) {
      waiting.remove(at: place)
      return []
    }
    return [.send(dialect.stop(id: "\(number)"))]
  }

  mutating func end() -> [Step] {
    guard phase != .over else { return [] }
    phase = .over
    running = []
    waiting = []
    return (dialect.farewell.map { [.send($0)] } ?? []) + [.close(1000)]
  }

  mutating func received(_ text: String) -> [Step] {
    guard phase == .asking || phase == .taken else { return [] }
    switch dialect.message(text) {
    case .alive: return []
    case .ping(let payload):
      var pong: [JSONObject.Member] = [.init("type", "pong")]
      if let payload { pong.append(.init("payload", payload)) }
      return [.send(JSON.object(JSONObject(pong)).compactText)]
    case .acknowledged(let payload): return acknowledged(payload)
    case .refused(let payload):
      let why = payload?["message"]?.stringValue ?? "connection_error without a message"
      let error = UpstreamError(.refused, "it refused the connection: \(why)")
      guard phase == .asking else { return fail(error, code: 1000) }
      phase = .refused
      return [.answer(.refused(payload))] + lose(.lost(error))
    case .wrong(let what):
      return fail(UpstreamError(.unreadable, "it sent \(what), which \(dialect.rawValue) does not allow"), code: 4400)
    case .result(let id, let result):
      guard let number = Int(id), running.contains(number) else { return [] }
      if result.isLast { running.remove(number) }
      return [.deliver(number, result)]
    }
  }

  private mutating func acknowledged(_ payload: JSON?) -> [Step] {
    guard phase == .asking else { return [] }
    phase = .taken
    defer { waiting = [] }
    return [.answer(.taken(payload))] + waiting.map { .send(dialect.start(id: "\($0.number)", $0.payload)) }
  }

  /// Fails a connection that the upstream has not accepted in time, or has rejected and not closed.
  mutating func acknowledgementTimePassed() -> [Step] {
    switch phase {
    case .asking:
      return fail(UpstreamError(.timeout, "it did not acknowledge the WebSocket's connection_init"), code: 1000)
    case .refused:
      phase = .over
      return [
        .answer(.failed(UpstreamError(.timeout, "it did not close the WebSocket after refusing it"))), .close(1000),
      ]
    case .taken, .over: return []
    }
  }

  mutating func closed(code: UInt16, reason: String) -> [Step] {
    let former = phase
    phase = .over
    let close = SocketClose(code: code, reason: reason)
    let why = reason.isEmpty ? "" : ": \(reason)"
    switch former {
    case .over: return []
    case .refused: return [.answer(.closed(close))]
    case .taken:
      let broken = UpstreamError(.broken, "it closed the WebSocket (\(code)\(why))")
      return lose(close.map { .closed($0) } ?? .lost(broken))
    case .asking:
      // Closing before any operation was sent means that the upstream rejected the client or its payload.
      let refused = UpstreamError(.refused, "it refused the connection by closing the WebSocket (\(code)\(why))")
      return [.answer(.closed(close))] + lose(.lost(refused))
    }
  }

  /// Closes a connection that cannot be used.
  private mutating func fail(_ error: UpstreamError, code: UInt16) -> [Step] {
    let answer: [Step] = phase == .asking ? [.answer(.failed(error))] : []
    phase = .over
    return answer + lose(.lost(error)) + [.close(code)]
  }

  private mutating func lose(_ result: UpstreamResult) -> [Step] {
    defer {
      running = []
      waiting = []
    }
    return running.sorted().map { .deliver($0, result) }
  }
}
