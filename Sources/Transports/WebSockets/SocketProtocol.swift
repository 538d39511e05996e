package import OrderedJSON
package import Recordings

/// How one subprotocol says things: its messages read and written, and what it does to a client that breaks it.
package protocol SocketProtocol: Sendable {
  /// The subprotocol's name.
  var name: String { get }

  /// Understands a message whose `type` is known.
  func read(_ message: JSONObject, type: String) throws(SocketProblem) -> ClientMessage

  /// What is said to `connection_init`; the payload is the real endpoint's, nil where it had none.
  func acknowledgement(_ payload: JSON?) -> [SocketText]
  /// The real endpoint has refused the client by a message (`connection_error`), and will close its connection.
  func refusal(_ payload: JSON?) -> SocketProblem
  /// Whether operations may come before `connection_init` is answered, and wait for that.
  var mayPrecedeAcknowledgement: Bool { get }
  /// Says that the connection is alive; nil where the protocol has no word for it.
  var keepAlive: SocketText? { get }
  /// What answers a ping; nil where the protocol has none.
  func pong(_ payload: JSON?) -> SocketText?

  /// What stands before a result; behind it stands `SocketText.end`.
  func resultHead(id: String) -> [UInt8]
  /// An operation failed and is over; `errors` is a JSON array of GraphQL errors.
  func failure(_ errors: [UInt8], id: String) -> SocketText
  /// Whether the server's errors of a request that was not executed are a result, which keeps all of them.
  var sendsErrorsAsResult: Bool { get }
  /// An operation is over.
  func complete(id: String) -> SocketText
  /// Whether a client that stops an operation is told that it is over.
  var confirmsStop: Bool { get }

  /// The message is none of the protocol's; `detail` says why.
  func unreadable(_ detail: String) -> SocketProblem
  /// An operation came before `connection_init`.
  var early: SocketProblem { get }
  /// `connection_init` came a second time; nil where that is no problem.
  var repeated: SocketProblem? { get }
  /// An operation of the id runs already; nil where the new one takes its place.
  func taken(id: String) -> SocketProblem?
  /// `connection_init` did not come in time; nil where the protocol knows no such time.
  var late: SocketProblem? { get }
}

extension SocketText {
  /// What stands behind a payload that is a message's last member; made once.
  package static let end = [UInt8(ascii: "}")]
}

extension SocketProtocol {
  /// A message of the members given, in their order.
  package func message(_ members: (String, JSON)...) -> SocketText { message(members) }

  package func message(_ members: [(String, JSON)]) -> SocketText {
    let object = JSONObject(members.map { JSONObject.Member($0.0, $0.1) })
    return SocketText(payload: JSON.object(object).serialize())
  }

  /// A message that ends with a payload which is there as JSON text.
  package func message(_ members: (String, JSON)..., payload: [UInt8]) -> SocketText {
    SocketText(head: head(members), payload: payload, tail: SocketText.end)
  }

  /// `{"id":"1","type":"next","payload":`.
  package func head(_ members: [(String, JSON)]) -> [UInt8] {
    var head = JSON.object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) })).serialize()
    head.removeLast()
    return head + Array(",\"payload\":".utf8)
  }
}

/// What a client says, whichever the protocol.
package enum ClientMessage: Hashable, Sendable {
  /// `connection_init`, with the payload where it had one.
  case initialise(JSON?)
  case ping(JSON?)
  case pong
  /// An operation: `subscribe` or `start`.
  case subscribe(id: String, JSONObject)
  /// Wants no more of an operation.
  case stop(id: String)
  /// Wants the connection closed.
  case terminate
}

/// What becomes of a client that breaks a protocol: it is told, and mostly the connection is closed.
package struct SocketProblem: Error, Hashable, Sendable {
  package var says: SocketText?
  package var close: Close?

  package struct Close: Hashable, Sendable {
    package var code: UInt16
    package var reason: String
  }

  package init(says: SocketText) { self.says = says }

  package init(says: SocketText? = nil, code: UInt16, reason: String) {
    self.says = says
    close = Close(code: code, reason: reason)
  }

  /// What a server has to do.
  package var actions: [SocketAction] {
    (says.map { [.send($0)] } ?? []) + (close.map { [.closing($0.code, $0.reason)] } ?? [])
  }
}

extension SocketAction {
  package static func closing(_ close: SocketClose) -> SocketAction {
    close.code == SocketClose.withoutCode ? .close(code: nil, reason: "") : closing(close.code, close.reason)
  }

  /// Closes, with as much of the reason as a close frame has room for (RFC 6455, section 5.5).
  package static func closing(_ code: UInt16, _ reason: String) -> SocketAction {
    let limit = 123
    guard reason.utf8.count > limit else { return .close(code: code, reason: reason) }
    var cut = ""
    for character in reason.unicodeScalars {
      guard cut.utf8.count + UTF8.width(character) <= limit - "…".utf8.count else { break }
      cut.unicodeScalars.append(character)
    }
    return .close(code: code, reason: cut + "…")
  }
}
