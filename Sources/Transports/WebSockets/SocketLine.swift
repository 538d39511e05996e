package import OrderedJSON
import Synchronization

/// An open upstream WebSocket with its operations.
package final class SocketLine: Sendable {
  private let socket: any UpstreamSocket
  private let outbox: AsyncStream<Outgoing>.Continuation
  private let state: Mutex<State>

  fileprivate struct State {
    var client: SocketClient
    var listeners: [Int: Listener] = [:]
    var isOver = false
    var answers: [ConnectionAnswer] = []
    var waiting: [AsyncStream<ConnectionAnswer>.Continuation] = []
  }

  /// Receives a result.
  /// - Returns: an action to run after all operations that a message affects have received their results, so that one
  ///   of them cannot make the client leave before the others have received theirs.
  package typealias Listener = @Sendable (UpstreamResult) -> (@Sendable () -> Void)?

  private enum Outgoing: Sendable {
    case text(String)
    case close(UInt16)
  }

  /// The time limit for answering `connection_init`, in seconds.
  private static let patience = 30

  package init(_ socket: any UpstreamSocket, _ dialect: SocketDialect, _ initPayload: JSON?) {
    self.socket = socket
    let (stream, outbox) = AsyncStream<Outgoing>.makeStream()
    self.outbox = outbox
    state = Mutex(State(client: SocketClient(dialect)))
    // A single writer keeps the messages in order.
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

  /// True if no more operations can start.
  package var isOver: Bool { state.withLock { $0.isOver } }

  /// True once the upstream has accepted the connection.
  package var isAcknowledged: Bool { state.withLock { $0.client.isAcknowledged } }

  /// All answers to `connection_init`, including past ones.
  package var connectionAnswers: AsyncStream<ConnectionAnswer> {
    let (stream, continuation) = AsyncStream<ConnectionAnswer>.makeStream()
    state.withLock { state in
      for answer in state.answers { continuation.yield(answer) }
      guard !state.isOver, state.answers.last?.isLast != true else { return continuation.finish() }
      state.waiting.append(continuation)
    }
    return stream
  }

  /// Starts an operation. `listener` receives the results up to the last one, from one thread at a time.
  /// - Returns: the operation's number.
  package func start(_ payload: JSON, _ listener: @escaping Listener) -> Int {
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

  package func stop(_ number: Int) {
    advance {
      $0.stop(number)
    } before: {
      $0.listeners[number] = nil
    }
  }

  package func close() { advance(isOver: true) { $0.end() } }

  /// Takes a step of the protocol. Messages are queued under the lock; listeners are called outside of it.
  private func advance(
    isOver: Bool = false, _ step: (inout SocketClient) -> [SocketClient.Step], before: (inout State) -> Void = { _ in }
  ) {
    let told = state.withLock { state -> [(Listener, UpstreamResult)] in
      var told: [(Listener, UpstreamResult)] = []
      let steps = step(&state.client)
      before(&state)
      if isOver { state.isOver = true }
      for step in steps {
        switch step {
        case .send(let text): outbox.yield(.text(text))
        case .close(let code):
          state.isOver = true
          outbox.yield(.close(code))
        case .answer(let answer): state.note(answer)
        case .deliver(let number, let result):
          guard let listener = state.listeners[number] else { continue }
          if result.isLast { state.listeners[number] = nil }
          told.append((listener, result))
        }
      }
      if state.isOver {
        outbox.finish()
        state.note(nil)
      }
      return told
    }
    let rest = told.compactMap { listener, result in listener(result) }
    for act in rest { act() }
  }
}

extension SocketLine.State {
  /// Passes on an answer to those that wait; nil ends the wait.
  fileprivate mutating func note(_ answer: ConnectionAnswer?) {
    for continuation in waiting {
      if let answer { continuation.yield(answer) }
      if answer?.isLast != false { continuation.finish() }
    }
    if let answer { answers.append(answer) }
    if answer?.isLast != false { waiting = [] }
  }
}
