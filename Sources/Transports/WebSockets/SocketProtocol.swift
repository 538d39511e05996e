package import OrderedJSON
package import Recordings

/// A subprotocol on the server side: its message formats and its handling of violations.
package protocol SocketProtocol: Sendable {
  var name: String { get }

  /// Reads a message of a known `type`.
  func read(_ message: JSONObject, type: String) throws(SocketProblem) -> ClientMessage

  /// Returns the answer to `connection_init`, with the upstream's payload if it had one.
  func acknowledgement(_ payload: JSON?) -> [SocketText]
  /// Returns the reaction to a `connection_error` of the upstream, which will close its connection.
  func refusal(_ payload: JSON?) -> SocketProblem
  /// True if operations may arrive before `connection_init` is answered; they wait.
  var mayPrecedeAcknowledgement: Bool { get }
  /// The heartbeat message; nil if the protocol has none.
  var keepAlive: SocketText? { get }
  /// Returns the answer to a ping; nil if the protocol has none.
  func pong(_ payload: JSON?) -> SocketText?

  /// Returns the bytes before a result; `SocketText.end` follows it.
  func resultHead(id: String) -> [UInt8]
  /// Returns the message that ends a failed operation; `errors` is a JSON array of GraphQL errors.
  func failure(_ errors: [UInt8], id: String) -> SocketText
  /// True if the errors of a request that was not executed are sent as a result, which keeps all of them.
  var sendsErrorsAsResult: Bool { get }
  func complete(id: String) -> SocketText
  var confirmsStop: Bool { get }

  /// The reaction to a malformed message; `detail` is the reason.
  func unreadable(_ detail: String) -> SocketProblem
  /// The reaction to an operation before `connection_init`.
  var early: SocketProblem { get }
  /// The reaction to a second `connection_init`; nil if it is allowed.
  var repeated: SocketProblem? { get }
  /// The reaction to an id in use; nil if the new operation replaces the old one.
  func taken(id: String) -> SocketProblem?
  /// The reaction to a missing `connection_init`; nil if the protocol has no time limit.
  var late: SocketProblem? { get }
}

extension SocketText {
  /// The bytes after a payload that is the last member of its message.
  package static let end = [UInt8(ascii: "}")]
}

extension SocketProtocol {
  package func message(_ members: (String, JSON)...) -> SocketText { message(members) }

  package func message(_ members: [(String, JSON)]) -> SocketText {
    let object = JSONObject(members.map { JSONObject.Member($0.0, $0.1) })
    return SocketText(payload: JSON.object(object).serialize())
  }

  /// Returns a message that ends with a payload in JSON text.
  package func message(_ members: (String, JSON)..., payload: [UInt8]) -> SocketText {
    SocketText(head: head(members), payload: payload, tail: SocketText.end)
  }

  /// Returns `{"id":"1","type":"next","payload":`.
  package func head(_ members: [(String, JSON)]) -> [UInt8] {
    var head = JSON.object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) })).serialize()
    head.removeLast()
    return head + Array(",\"payload\":".utf8)
  }
}

/// A client's message, independent of the protocol.
package enum ClientMessage: Hashable, Sendable {
  /// `connection_init`, with its payload if it has one.
  case initialise(JSON?)
  case ping(JSON?)
  case pong
  /// An operation: `subscribe` or `start`.
  case subscribe(id: String, JSONObject)
  case stop(id: String)
  case terminate
}

/// The reaction to a violation: a message, and usually the end of the connection.
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

  package var actions: [SocketAction] {
    (says.map { [.send($0)] } ?? []) + (close.map { [.closing($0.code, $0.reason)] } ?? [])
  }
}

extension SocketAction {
  package static func closing(_ close: SocketClose) -> SocketAction {
    close.code == SocketClose.withoutCode ? .close(code: nil, reason: "") : closing(close.code, close.reason)
  }

  /// Closes with as much of the reason as fits a close frame (RFC 6455, section 5.5).
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
