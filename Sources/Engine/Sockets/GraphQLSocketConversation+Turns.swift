import Recordings
import Synchronization
import Transports

// Actions for the server: first the messages of the conversation, then the results of the operations, in turns.

extension GraphQLSocketConversation {
  /// The most results of one operation in a turn.
  private static let turn = 16

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
      case .close(let close):
        end(saying: [])
        return actions.append(.closing(close))
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
}
