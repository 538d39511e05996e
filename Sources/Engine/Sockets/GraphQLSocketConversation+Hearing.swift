import OrderedJSON
import Requests
import Synchronization
import Transports

// Messages of the client.

extension GraphQLSocketConversation {
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

  private func read(_ text: String) throws(SocketProblem) -> ClientMessage {
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

  private func subscribe(_ id: String, _ payload: JSONObject) throws(SocketProblem) {
    let key = Array(id.utf8)
    let operation = SocketOperation(id: id, head: words.resultHead(id: id))
    let (begun, replaced) = try state.withLock { state throws(SocketProblem) -> (SocketOrigin?, SocketOperation?) in
      guard let origin = state.origin, state.isTaken || words.mayPrecedeAcknowledgement else { throw words.early }
      let former = state.operations[key]
      if former != nil, let problem = words.taken(id: id) { throw problem }
      guard former != nil || state.operations.count < limit else {
        state.said.append(.send(words.failure(tooMany, id: id)))
        return (nil, nil)
      }
      state.operations[key] = operation
      if let former { state.forget(former) }
      return (origin, former)
    }
    replaced?.cancel()
    guard let origin = begun else { return }
    var asked = ClientRequest(operation: payload, over: origin)
    answering.admit(&asked)
    let request = Request(operation: operation, request: asked, isMutation: answering.isMutation(asked))
    let waits = state.withLock { state in
      if !state.isTaken { state.early.append(request) }
      return !state.isTaken
    }
    if !waits { begin(request) }
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
      state.forget(operation)
      if words.confirmsStop { state.said.append(.send(words.complete(id: id))) }
      return operation
    }
    stopped?.cancel()
  }
}
