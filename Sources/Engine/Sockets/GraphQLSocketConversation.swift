import Requests
import Synchronization
import Transports

/// One client's GraphQL over a WebSocket. Each operation is answered as over HTTP.
///
/// `SocketProtocol` has the messages; this type decides what runs, and in which order results are taken. Operations
/// take turns, so that none blocks another. The mutations of a socket run in the order in which they came.
final class GraphQLSocketConversation: SocketConversation {
  /// The most operations that one socket runs at a time. One more is refused with an error.
  static let operationLimit = 100

  let words: any SocketProtocol
  let handshake: ClientRequest
  let answering: SocketAnswering
  let limit: Int
  let state = Mutex(State())

  struct State {
    var wake: (@Sendable () -> Void)?
    /// True if the server has taken everything, and must be woken.
    var wantsWake = false
    /// The client's `connection_init`; nil before it.
    var origin: SocketOrigin?
    /// True if `connection_init` was answered, so that operations may run.
    var isTaken = false
    /// The task that decides whether the client is accepted.
    var introduction: Task<Void, Never>?
    /// The requests that came before the client was accepted, in order.
    var early: [Request] = []
    var isOver = false
    /// The actions to take first.
    var said: [SocketAction] = []
    /// The running operations, by the bytes of their ids.
    var operations: [[UInt8]: SocketOperation] = [:]
    /// The operations that may have a result, in the order of their turns.
    var ready: [SocketOperation] = []
    var isMutating = false
    /// The mutations that wait for the running one.
    var mutations: [Request] = []

    /// Removes a stopped operation from those that wait.
    mutating func forget(_ operation: SocketOperation) {
      mutations.removeAll { $0.operation === operation }
      early.removeAll { $0.operation === operation }
    }
  }

  struct Request {
    let operation: SocketOperation
    let request: ClientRequest
    let isMutation: Bool
  }

  init(
    _ words: any SocketProtocol, handshake: ClientRequest, limit: Int = operationLimit, answering: SocketAnswering
  ) {
    self.words = words
    self.handshake = handshake
    self.limit = limit
    self.answering = answering
  }

  var subprotocol: String? { words.name }

  func start(wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  // MARK: Events of the server

  func initTimePassed() {
    guard begins(), let problem = words.late, state.withLock({ $0.origin == nil }) else { return }
    react(to: problem)
  }

  func heartbeat() {
    guard begins(), let sign = words.keepAlive, state.withLock({ $0.isTaken }) else { return }
    say(sign)
  }

  func closed() {
    end(saying: [])
    state.withLock { $0.said = [] }
  }

  /// False if the conversation is over. The server takes actions after each call, and needs no wake.
  func begins() -> Bool {
    state.withLock { state in
      state.wantsWake = false
      return !state.isOver
    }
  }

  // MARK: The end

  func say(_ text: SocketText) { state.withLock { $0.said.append(.send(text)) } }

  func react(to problem: SocketProblem) {
    guard problem.close == nil else { return end(saying: problem.actions) }
    state.withLock { $0.said += problem.actions }
  }

  /// Ends the conversation. Earlier messages are still sent.
  func end(saying last: [SocketAction]) {
    let (running, introduction) = state.withLock { state -> ([SocketOperation], Task<Void, Never>?) in
      guard !state.isOver else { return ([], nil) }
      state.isOver = true
      state.wake = nil
      state.said += last
      state.ready = []
      state.mutations = []
      state.early = []
      defer {
        state.operations = [:]
        state.introduction = nil
      }
      return (Array(state.operations.values), state.introduction)
    }
    introduction?.cancel()
    for operation in running { operation.cancel() }
  }
}
