import Requests
import Synchronization
import Transports

/// A conversation that does what its client tells it to: `close`, `drop`, `garble`, `flood <count> <bytes>`; anything
/// else is echoed. It notes what it was told.
final class EchoConversation: SocketConversation {
  private let state = Mutex(State())
  let subprotocol: String?

  private struct State {
    var wake: (@Sendable () -> Void)?
    var wantsWake = false
    var waiting: [SocketAction] = []
    var flood = (count: 0, bytes: [UInt8]())
    var notes: [String] = []
    var taken = 0
  }

  init(subprotocol: String?) { self.subprotocol = subprotocol }

  /// What happened, in order.
  var notes: [String] { state.withLock { $0.notes } }
  /// Returns when it has heard of the end: of a connection that breaks, its client can hear first.
  func hasClosed() async {
    while !notes.contains("closed") { try? await Task.sleep(for: .milliseconds(5)) }
  }

  /// How many actions were taken.
  var taken: Int { state.withLock { $0.taken } }

  func start(wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  func received(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    state.withLock { state in
      state.notes.append("text \(text.prefix(40))")
      switch words.first {
      case "close": state.waiting.append(.close(code: 4000, reason: "bye"))
      case "drop": state.waiting += [.send(Self.text("last")), .drop]
      case "garble": state.waiting.append(.send(SocketText(payload: [0xFF])))
      case "flood": state.flood = (Int(words[1]) ?? 0, [UInt8](repeating: UInt8(ascii: "x"), count: Int(words[2]) ?? 0))
      default: state.waiting.append(.send(Self.text(text)))
      }
    }
  }

  func receivedBinary() { note("binary") }
  func initTimePassed() { note("init time") }
  func heartbeat() { note("heartbeat") }
  func closed() {
    state.withLock { state in
      state.notes.append("closed")
      state.wake = nil
    }
  }

  func take(_ most: Int) -> [SocketAction] {
    state.withLock { state in
      var actions = Array(state.waiting.prefix(most))
      state.waiting.removeFirst(actions.count)
      while actions.count < most, state.flood.count > 0 {
        actions.append(.send(SocketText(payload: state.flood.bytes)))
        state.flood.count -= 1
      }
      state.taken += actions.count
      state.wantsWake = actions.count < most
      return actions
    }
  }

  /// Something happens by itself.
  func push(_ text: String) {
    let wake = state.withLock { state in
      state.waiting.append(.send(Self.text(text)))
      defer { state.wantsWake = false }
      return state.wantsWake ? state.wake : nil
    }
    wake?()
  }

  private func note(_ text: String) { state.withLock { $0.notes.append(text) } }

  private static func text(_ text: String) -> SocketText {
    let bytes = Array(text.utf8)
    return SocketText(head: Array(bytes.prefix(1)), payload: Array(bytes.dropFirst()))
  }
}

/// Opens WebSockets at `/ws`, and answers requests with their bodies.
final class SocketResponder: Responder {
  private let opened = Mutex<[EchoConversation]>([])

  var generation: Int { 0 }
  var conversations: [EchoConversation] { opened.withLock { $0 } }

  func respond(to request: ClientRequest) -> Response {
    let answer = Answer(status: 200, headers: ["content-type": "text/plain"], body: .bytes(request.body))
    guard request.target.path == "/later" else { return .now(answer) }
    return .later {
      try? await Task.sleep(for: .milliseconds(30))
      return answer
    }
  }

  func openSocket(_ request: ClientRequest) -> SocketOpening {
    guard request.target.path == "/ws" else {
      return .refused(ErrorAnswer.make(status: 404, message: "nothing here", code: .unknownEndpoint))
    }
    let conversation = EchoConversation(subprotocol: request.headers[first: "sec-websocket-protocol"])
    opened.withLock { $0.append(conversation) }
    return .accepted(conversation)
  }
}
