import Synchronization
import Transports

/// One client's GraphQL over a WebSocket: its operations, each answered as it would be over HTTP.
///
/// The words are the protocol's (`SocketProtocol`); what runs, and in which order results are taken, is decided here.
/// Operations take turns, so that none keeps another waiting; the mutations of a socket run one after the other, as they
/// came.
final class GraphQLSocketConversation: SocketConversation {
  /// The most operations that one socket runs at a time; one more is refused with an error.
  static let operationLimit = 100

  let words: any SocketProtocol
  let handshake: ClientRequest
  let answering: SocketAnswering
  let limit: Int
  let state = Mutex(State())

  struct State {
    var wake: (@Sendable () -> Void)?
    /// Whether the server took all there was and has to be woken.
    var wantsWake = false
    /// What the client said of itself; nil before `connection_init`.
    var origin: SocketOrigin?
    /// Whether `connection_init` was answered: operations may run.
    var isTaken = false
    /// What finds out whether the client is taken.
    var introduction: Task<Void, Never>?
    /// What came before the client was taken, in order.
    var early: [Request] = []
    var isOver = false
    /// What is to be done before anything else.
    var said: [SocketAction] = []
    /// By the bytes of their ids.
    var operations: [[UInt8]: SocketOperation] = [:]
    /// Those that may have a result, in the order of their turns.
    var ready: [SocketOperation] = []
    var isMutating = false
    /// The mutations that wait for the one that runs.
    var mutations: [Request] = []
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

  // MARK: What the server says

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

  /// Whether there is still something to talk about. The server takes after each message, and is not woken for it.
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

  /// Nothing is heard any more; what has been said before is still sent.
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
