import OrderedJSON
import Recordings
import Requests
import Synchronization
import Transports

// `connection_init`, by which the client is accepted or refused.

extension GraphQLSocketConversation {
  func initialise(_ payload: JSON?) throws(SocketProblem) {
    let origin = SocketOrigin(subprotocol: words.name, handshake: handshake, initPayload: payload)
    let asked = answering.introduce
    try state.withLock { state throws(SocketProblem) in
      if state.origin != nil, let problem = words.repeated { throw problem }
      state.origin = origin
      state.isTaken = asked == nil
      if state.isTaken { state.said += words.acknowledgement(nil).map { .send($0) } }
    }
    guard let asked else { return }
    let task = Task { await asked(origin) { [weak self] in self?.endpoint(says: $0, to: origin) } }
    let former = state.withLock { state -> Task<Void, Never>? in
      guard !state.isOver else { return task }
      defer { state.introduction = task }
      return state.introduction
    }
    former?.cancel()
  }

  /// Handles the upstream's answer to a client's `connection_init`, unless the client has sent another one since.
  private func endpoint(says answer: ConnectionAnswer, to origin: SocketOrigin) {
    guard state.withLock({ $0.origin === origin && !$0.isTaken && !$0.isOver }) else { return }
    // The last message releases the callback.
    let wake = state.withLock { $0.wake }
    switch answer {
    case .taken(let payload): take(payload)
    case .refused(let payload): react(to: words.refusal(payload))
    case .closed(let close): end(saying: [close.map { .closing($0) } ?? .drop])
    case .failed(let error): end(saying: [.closing(1011, "The upstream cannot be reached: \(error.detail)")])
    }
    let isWaiting = state.withLock { state in
      defer { state.wantsWake = false }
      return state.wantsWake
    }
    if isWaiting { wake?() }
  }

  /// Accepts the client. Its early operations are answered before any later ones.
  private func take(_ payload: JSON?) {
    state.withLock { $0.said += words.acknowledgement(payload).map { .send($0) } }
    while let request = nextEarly() { begin(request) }
  }

  private func nextEarly() -> Request? {
    state.withLock { state in
      guard state.early.isEmpty else { return state.early.removeFirst() }
      state.isTaken = true
      return nil
    }
  }
}
