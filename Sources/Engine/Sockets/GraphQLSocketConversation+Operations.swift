import Requests
import Synchronization
import Transports

// Running operations. Mutations run one after the other.

extension GraphQLSocketConversation {
  func begin(_ request: Request) {
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
    case .now(let answer) where !answer.isStream: finish(request, with: SocketAnswer.feed(ofWhole: answer, in: words))
    case .now(let answer): run(request) { answer }
    case .later(let answer): run(request, answer)
    }
  }

  private func run(_ request: Request, _ answer: @escaping @Sendable () async -> Answer) {
    request.operation.awaits(Task { finish(request, with: await SocketAnswer.feed(of: answer(), in: words)) })
  }

  private func finish(_ request: Request, with feed: any EventFeed) {
    if request.operation.reads(feed) { isReady(request.operation) }
    passOn(request)
  }

  /// Ends the turn of a request, so that the next mutation can run.
  private func passOn(_ request: Request) {
    guard request.isMutation else { return }
    let next = state.withLock { state -> Request? in
      guard state.mutations.isEmpty else { return state.mutations.removeFirst() }
      state.isMutating = false
      return nil
    }
    if let next { run(next) }
  }

  func isReady(_ operation: SocketOperation) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isOver else { return nil }
      state.ready.append(operation)
      defer { state.wantsWake = false }
      return state.wantsWake ? state.wake : nil
    }
    wake?()
  }
}

extension Answer {
  fileprivate var isStream: Bool { if case .stream = body { true } else { false } }
}
