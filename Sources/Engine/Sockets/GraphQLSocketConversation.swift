import OrderedJSON
import Synchronization

/// One client's GraphQL over a WebSocket: its operations, each answered as it would be over HTTP.
///
/// The words are the protocol's (`SocketWords`); what runs, and in which order results are taken, is decided here.
/// Operations take turns, so that none keeps another waiting; the mutations of a socket run one after the other, as they
/// came.
final class GraphQLSocketConversation: SocketConversation {
  /// The most operations that one socket runs at a time; one more is refused with an error.
  static let operationLimit = 100
  /// The most results of one operation before it is another's turn.
  private static let turn = 16

  private let words: any SocketWords
  private let handshake: ClientRequest
  private let answering: SocketAnswering
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var wake: (@Sendable () -> Void)?
    /// Whether the server took all there was and has to be woken.
    var wantsWake = false
    /// What the client said of itself; nil before `connection_init`.
    var origin: SocketOrigin?
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

  private struct Request {
    let operation: SocketOperation
    let request: ClientRequest
    let isMutation: Bool
  }

  init(
    _ words: any SocketWords, handshake: ClientRequest, limit: Int = operationLimit, answering: SocketAnswering
  ) {
    self.words = words
    self.handshake = handshake
    self.limit = limit
    self.answering = answering
  }

  var subprotocol: String? { words.name }

  func start(wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  // MARK: What the client says

  func received(_ text: String) {
    guard begins() else { return }
    do throws(SocketProblem) {
      switch try read(text) {
      case .initialise(let payload): try initialise(payload)
      case .ping(let payload): if let pong = words.pong(payload) { say(pong) }
      case .pong: break
      case .subscribe(let id, let payload): try subscribe(id, payload)
      case .stop(let id): stop(id)
      case .terminate: end(saying: [.close(code: 1000, reason: "")])
      }
    } catch {
      react(to: error)
    }
  }

  func receivedBinary() {
    guard begins() else { return }
    react(to: words.unreadable("Message is expected to be text, but got binary"))
  }

  func initTimePassed() {
    guard begins(), let problem = words.late, state.withLock({ $0.origin == nil }) else { return }
    react(to: problem)
  }

  func heartbeat() {
    guard begins(), let sign = words.keepAlive, state.withLock({ $0.origin != nil }) else { return }
    say(sign)
  }

  func closed() {
    end(saying: [])
    state.withLock { $0.said = [] }
  }

  /// Whether there is still something to talk about. The server takes after each message, and is not woken for it.
  private func begins() -> Bool {
    state.withLock { state in
      state.wantsWake = false
      return !state.isOver
    }
  }

  private func read(_ text: String) throws(SocketProblem) -> ClientWord {
    let message: JSON
    do {
      message = try JSON.parse(text: text)
    } catch {
      throw words.unreadable("Message is not JSON: \(error)")
    }
    guard case .object(let members) = message else {
      throw words.unreadable("Message is expected to be an object, but got \(MessageMembers.kind(message))")
    }
    switch members["type"] {
    case .string(let type)? where !type.isEmpty: return try words.read(members, type: type)
    case nil, .null?, .string?: throw words.unreadable("Message is missing the 'type' property")
    case let other?:
      throw words.unreadable(
        "Message expects the 'type' property to be a string, but got \(MessageMembers.kind(other))")
    }
  }

  private func initialise(_ payload: JSON?) throws(SocketProblem) {
    let origin = SocketOrigin(subprotocol: words.name, handshake: handshake, initPayload: payload)
    let problem = state.withLock { state -> SocketProblem? in
      if state.origin != nil, let problem = words.repeated { return problem }
      state.origin = origin
      state.said += words.acknowledgement.map { .send($0) }
      return nil
    }
    if let problem { throw problem }
  }

  private func subscribe(_ id: String, _ payload: JSONObject) throws(SocketProblem) {
    let key = Array(id.utf8)
    let operation = SocketOperation(id: id, head: words.resultHead(id: id))
    let (begun, replaced) = try state.withLock { state throws(SocketProblem) -> (SocketOrigin?, SocketOperation?) in
      guard let origin = state.origin else { throw words.early }
      let former = state.operations[key]
      if former != nil, let problem = words.taken(id: id) { throw problem }
      guard former != nil || state.operations.count < limit else {
        state.said.append(.send(words.failure(tooMany, id: id)))
        return (nil, nil)
      }
      state.operations[key] = operation
      return (origin, former)
    }
    replaced?.cancel()
    guard let origin = begun else { return }
    let request = ClientRequest(operation: payload, over: origin)
    begin(Request(operation: operation, request: request, isMutation: answering.isMutation(request)))
  }

  private var tooMany: [UInt8] {
    let message =
      "All \(limit) operations that one WebSocket may run at a time are running. Complete some, or open another."
    return JSON.array([ErrorAnswer.error(message: message, code: .tooManyOperations)]).serialize()
  }

  private func stop(_ id: String) {
    let key = Array(id.utf8)
    let stopped = state.withLock { state -> SocketOperation? in
      guard let operation = state.operations.removeValue(forKey: key) else { return nil }
      if words.confirmsStop { state.said.append(.send(words.complete(id: id))) }
      return operation
    }
    stopped?.cancel()
  }

  // MARK: What runs

  private func begin(_ request: Request) {
    let mustWait = state.withLock { state in
      guard request.isMutation else { return false }
      if state.isMutating { state.mutations.append(request) }
      defer { state.isMutating = true }
      return state.isMutating
    }
    if !mustWait { run(request) }
  }

  private func run(_ request: Request) {
    guard request.operation.isWanted else { return passOn(request) }
    switch answering.answer(request.request) {
    case .now(let answer) where !answer.isStream: finish(request, with: SocketAnswer.feed(ofWhole: answer))
    case .now(let answer): run(request) { answer }
    case .later(let answer): run(request, answer)
    }
  }

  private func run(_ request: Request, _ answer: @escaping @Sendable () async -> Answer) {
    request.operation.awaits(Task { finish(request, with: await SocketAnswer.feed(of: answer())) })
  }

  private func finish(_ request: Request, with feed: any EventFeed) {
    if request.operation.reads(feed) { isReady(request.operation) }
    passOn(request)
  }

  /// A request is done: the next mutation may run.
  private func passOn(_ request: Request) {
    guard request.isMutation else { return }
    let next = state.withLock { state -> Request? in
      guard state.mutations.isEmpty else { return state.mutations.removeFirst() }
      state.isMutating = false
      return nil
    }
    if let next { run(next) }
  }

  private func isReady(_ operation: SocketOperation) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isOver else { return nil }
      state.ready.append(operation)
      defer { state.wantsWake = false }
      return state.wantsWake ? state.wake : nil
    }
    wake?()
  }

  // MARK: What the server does

  func take(_ most: Int) -> [SocketAction] {
    var actions: [SocketAction] = []
    while actions.count < most {
      let (said, operation) = next(most - actions.count)
      actions += said
      if let operation {
        take(from: operation, most - actions.count, into: &actions)
      } else if said.isEmpty {
        break
      }
    }
    return actions
  }

  private func next(_ most: Int) -> (said: [SocketAction], operation: SocketOperation?) {
    state.withLock { state in
      if !state.said.isEmpty {
        defer { state.said.removeFirst(min(most, state.said.count)) }
        return (Array(state.said.prefix(most)), nil)
      }
      guard !state.ready.isEmpty else {
        state.wantsWake = true
        return ([], nil)
      }
      return ([], state.ready.removeFirst())
    }
  }

  private func take(from operation: SocketOperation, _ most: Int, into actions: inout [SocketAction]) {
    guard let feed = operation.feed else { return }
    let share = min(most, Self.turn)
    let events = feed.take(share)
    for event in events {
      switch event {
      case .next(let payload):
        actions.append(.send(SocketText(head: operation.head, payload: payload, tail: SocketText.end)))
      case .errors(let errors): actions.append(.send(words.failure(errors, id: operation.id)))
      case .complete: actions.append(.send(words.complete(id: operation.id)))
      case .drop:
        end(saying: [])
        return actions.append(.drop)
      }
    }
    if events.last?.isLast == true {
      forget(operation)
    } else if events.count == share {
      state.withLock { if !$0.isOver { $0.ready.append(operation) } }
    } else {
      feed.whenReady { [weak self] in self?.isReady(operation) }
    }
  }

  private func forget(_ operation: SocketOperation) {
    operation.finish()
    let key = Array(operation.id.utf8)
    state.withLock { if $0.operations[key] === operation { $0.operations[key] = nil } }
  }

  // MARK: The end

  private func say(_ text: SocketText) { state.withLock { $0.said.append(.send(text)) } }

  private func react(to problem: SocketProblem) {
    guard problem.close == nil else { return end(saying: problem.actions) }
    state.withLock { $0.said += problem.actions }
  }

  /// Nothing is heard any more; what has been said before is still sent.
  private func end(saying last: [SocketAction]) {
    let running = state.withLock { state -> [SocketOperation] in
      guard !state.isOver else { return [] }
      state.isOver = true
      state.wake = nil
      state.said += last
      state.ready = []
      state.mutations = []
      defer { state.operations = [:] }
      return Array(state.operations.values)
    }
    for operation in running { operation.cancel() }
  }
}

/// What a conversation asks of the engine.
struct SocketAnswering: Sendable {
  let answer: @Sendable (ClientRequest) -> Response
  let isMutation: @Sendable (ClientRequest) -> Bool
}

extension Answer {
  fileprivate var isStream: Bool { if case .stream = body { true } else { false } }
}
