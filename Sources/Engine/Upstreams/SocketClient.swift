import OrderedJSON

/// The client's side of one WebSocket to the real endpoint, which carries many operations: what it says, and what comes
/// of what it hears. No socket and no thread.
struct SocketClient: Sendable {
  /// What is to be done.
  enum Step: Hashable, Sendable {
    case send(String)
    /// Tell the operation of this number.
    case tell(Int, UpstreamResult)
    /// Close the socket, with a status code.
    case close(UInt16)
  }

  let dialect: SocketDialect
  /// Whether the endpoint has taken the connection.
  private(set) var isAcknowledged = false
  private var isOver = false
  private var running: Set<Int> = []
  private var count = 0
  /// What was asked before the endpoint took the connection.
  private var waiting: [(number: Int, payload: JSON)] = []

  init(_ dialect: SocketDialect) { self.dialect = dialect }

  /// Whether an operation runs.
  var isBusy: Bool { !running.isEmpty }

  /// The socket is open.
  func begin(_ payload: JSON?) -> [Step] { [.send(dialect.initialisation(payload))] }

  /// Starts an operation: `query` and its like.
  mutating func start(_ payload: JSON) -> (number: Int, steps: [Step]) {
    count += 1
    guard !isOver else {
      return (count, [.tell(count, .lost(UpstreamError(.broken, "the WebSocket was closed")))])
    }
    running.insert(count)
    guard isAcknowledged else {
      waiting.append((count, payload))
      return (count, [])
    }
    return (count, [.send(dialect.start(id: "\(count)", payload))])
  }

  /// The client wants no more of an operation.
  mutating func stop(_ number: Int) -> [Step] {
    guard running.remove(number) != nil, !isOver else { return [] }
    if let place = waiting.firstIndex(where: { $0.number == number }) {
      waiting.remove(at: place)
      return []
    }
    return [.send(dialect.stop(id: "\(number)"))]
  }

  /// Nothing more is wanted.
  mutating func end() -> [Step] {
    guard !isOver else { return [] }
    isOver = true
    running = []
    waiting = []
    return (dialect.farewell.map { [.send($0)] } ?? []) + [.close(1000)]
  }

  mutating func received(_ text: String) -> [Step] {
    guard !isOver else { return [] }
    switch dialect.message(text) {
    case .alive: return []
    case .ping(let payload):
      var pong: [JSONObject.Member] = [.init("type", "pong")]
      if let payload { pong.append(.init("payload", payload)) }
      return [.send(JSON.object(JSONObject(pong)).compactText)]
    case .acknowledged:
      isAcknowledged = true
      defer { waiting = [] }
      return waiting.map { .send(dialect.start(id: "\($0.number)", $0.payload)) }
    case .refused(let reason):
      return lose(UpstreamError(.refused, "it refused the connection: \(reason)"), code: 1000)
    case .wrong(let what):
      return lose(UpstreamError(.unreadable, "it sent \(what), which is not of \(dialect.rawValue)"), code: 4400)
    case .result(let id, let result):
      guard let number = Int(id), running.contains(number) else { return [] }
      if result.isLast { running.remove(number) }
      return [.tell(number, result)]
    }
  }

  /// The endpoint has not taken the connection in time.
  mutating func acknowledgementTimePassed() -> [Step] {
    guard !isAcknowledged, !isOver else { return [] }
    return lose(UpstreamError(.timeout, "it did not acknowledge the WebSocket's connection_init"), code: 1000)
  }

  /// The socket is gone.
  mutating func closed(code: UInt16, reason: String) -> [Step] {
    guard !isOver else { return [] }
    let why = reason.isEmpty ? "" : ": \(reason)"
    // Without an acknowledgement nothing was ever asked: the endpoint has refused who asks, or what was offered.
    let error =
      isAcknowledged
      ? UpstreamError(.broken, "it closed the WebSocket (\(code)\(why))")
      : UpstreamError(.refused, "it refused the connection by closing the WebSocket (\(code)\(why))")
    return lose(error, code: nil)
  }

  private mutating func lose(_ error: UpstreamError, code: UInt16?) -> [Step] {
    isOver = true
    defer {
      running = []
      waiting = []
    }
    return running.sorted().map { .tell($0, .lost(error)) } + (code.map { [.close($0)] } ?? [])
  }
}
