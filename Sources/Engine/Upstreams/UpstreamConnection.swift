import OrderedJSON
import Synchronization

/// A WebSocket to the real endpoint for one client's connection: opened when it is first needed, and again where the
/// endpoint has closed it since; closed when nobody holds this any more.
final class UpstreamConnection: Sendable {
  typealias Listener = @Sendable (UpstreamResult) -> Void

  private let upstream: any Upstream
  private let request: UpstreamRequest
  private let offers: [String]
  private let initPayload: JSON?
  private let state = Mutex(State())

  private struct State {
    var opening: Task<Opened, Never>?
    var line: SocketLine?
  }

  private typealias Opened = Result<SocketLine, UpstreamError>

  /// - Parameters:
  ///   - upstream: where sockets come from.
  ///   - request: what is asked for a socket: its URL and header fields.
  ///   - dialect: the subprotocol that is offered first.
  ///   - initPayload: of `connection_init`, as the client's.
  init(_ upstream: any Upstream, _ request: UpstreamRequest, dialect: SocketDialect, initPayload: JSON?) {
    self.upstream = upstream
    self.request = request
    offers = dialect.offers
    self.initPayload = initPayload
  }

  deinit { state.withLock { $0.line }?.close() }

  /// The open socket.
  ///
  /// - Throws: why there is none: the endpoint knows no WebSockets, or none of these subprotocols.
  func line() async throws(UpstreamError) -> SocketLine {
    let opening = state.withLock { state -> Task<Opened, Never> in
      if let opening = state.opening, state.line?.isOver != true { return opening }
      let opening = Task { [weak self, upstream, request, offers, initPayload] in
        let opened = await Self.open(upstream, request, offers, initPayload)
        if case .success(let line) = opened { self?.keep(line) ?? line.close() }
        return opened
      }
      state.opening = opening
      state.line = nil
      return opening
    }
    let opened = await opening.value(
      orIfCancelled: .failure(UpstreamError(.broken, "nobody waits for its WebSocket any more")))
    return try opened.get()
  }

  /// Holds an open socket. One that was refused stays so: the client's other operations go the other way at once.
  private func keep(_ line: SocketLine) { state.withLock { $0.line = line } }

  private static func open(
    _ upstream: any Upstream, _ request: UpstreamRequest, _ offers: [String], _ initPayload: JSON?
  ) async -> Opened {
    do {
      let socket = try await upstream.openSocket(request, subprotocols: offers)
      guard let dialect = socket.subprotocol.flatMap({ SocketDialect(rawValue: $0) }) else {
        await socket.close(code: 1002)
        return .failure(UpstreamError(.unreadable, "its WebSocket speaks none of \(offers.joined(separator: ", "))"))
      }
      return .success(SocketLine(socket, dialect, initPayload))
    } catch {
      return .failure(error)
    }
  }
}

/// One open WebSocket of the real endpoint, with the operations on it.
final class SocketLine: Sendable {
  private let socket: any UpstreamSocket
  private let outbox: AsyncStream<Outgoing>.Continuation
  private let state: Mutex<State>

  private struct State {
    var client: SocketClient
    var listeners: [Int: UpstreamConnection.Listener] = [:]
    var isOver = false
  }

  private enum Outgoing: Sendable {
    case text(String)
    case close(UInt16)
  }

  /// How long the endpoint may take to acknowledge `connection_init`, in seconds.
  private static let patience = 30

  init(_ socket: any UpstreamSocket, _ dialect: SocketDialect, _ initPayload: JSON?) {
    self.socket = socket
    let (stream, outbox) = AsyncStream<Outgoing>.makeStream()
    self.outbox = outbox
    state = Mutex(State(client: SocketClient(dialect)))
    // One writer, so that what is said keeps its order.
    Task {
      for await outgoing in stream {
        switch outgoing {
        case .text(let text): try? await socket.send(text)
        case .close(let code): await socket.close(code: code)
        }
      }
    }
    Task { [weak self] in
      for await message in socket.messages {
        guard let self else { return }
        switch message {
        case .text(let text): advance { $0.received(text) }
        case .closed(let code, let reason): advance(isOver: true) { $0.closed(code: code, reason: reason) }
        }
      }
      self?.advance(isOver: true) { $0.closed(code: 1006, reason: "") }
    }
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(Self.patience))
      self?.advance { $0.acknowledgementTimePassed() }
    }
    advance { $0.begin(initPayload) }
  }

  /// Whether nothing can be asked over it any more.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Whether the endpoint has taken the connection.
  var isAcknowledged: Bool { state.withLock { $0.client.isAcknowledged } }

  /// Starts an operation.
  ///
  /// - Parameters:
  ///   - payload: what is asked: `query` and its like.
  ///   - listener: is told what comes, from one thread at a time, until something comes that is the last.
  /// - Returns: its number.
  func start(_ payload: JSON, _ listener: @escaping UpstreamConnection.Listener) -> Int {
    var number = 0
    advance { client in
      let started = client.start(payload)
      number = started.number
      return started.steps
    } before: { state in
      state.listeners[number] = listener
    }
    return number
  }

  func stop(_ number: Int) {
    advance {
      $0.stop(number)
    } before: {
      $0.listeners[number] = nil
    }
  }

  func close() { advance(isOver: true) { $0.end() } }

  /// Takes a step of the protocol. What is to be sent gets its place under the lock; listeners are told outside of it.
  private func advance(
    isOver: Bool = false, _ step: (inout SocketClient) -> [SocketClient.Step], before: (inout State) -> Void = { _ in }
  ) {
    let told = state.withLock { state -> [(UpstreamConnection.Listener, UpstreamResult)] in
      var told: [(UpstreamConnection.Listener, UpstreamResult)] = []
      let steps = step(&state.client)
      before(&state)
      if isOver { state.isOver = true }
      for step in steps {
        switch step {
        case .send(let text): outbox.yield(.text(text))
        case .close(let code):
          state.isOver = true
          outbox.yield(.close(code))
        case .tell(let number, let result):
          guard let listener = state.listeners[number] else { continue }
          if result.isLast { state.listeners[number] = nil }
          told.append((listener, result))
        }
      }
      if state.isOver { outbox.finish() }
      return told
    }
    for (listener, result) in told { listener(result) }
  }
}
