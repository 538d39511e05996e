import Engine
import OrderedJSON
import Synchronization
import Transports

/// A WebSocket of a capture, played again: the messages that came over it, under the ids of whoever listens now.
final class CapturedSocket: UpstreamSocket {
  let subprotocol: String?
  let messages: AsyncStream<UpstreamSocketMessage>
  private let says: AsyncStream<UpstreamSocketMessage>.Continuation
  /// The ids under which operations were started, as they come.
  let started: AsyncStream<String>
  private let starts: AsyncStream<String>.Continuation

  init(subprotocol: String) {
    self.subprotocol = subprotocol
    (messages, says) = AsyncStream.makeStream()
    (started, starts) = AsyncStream.makeStream()
  }

  func send(_ text: String) async throws(UpstreamError) {
    guard let json = try? JSON.parse(text: text), let type = json["type"]?.stringValue else { return }
    switch type {
    case "connection_init": says.yield(.text(#"{"type":"connection_ack"}"#))
    case "subscribe", "start": if let id = json["id"]?.stringValue { starts.yield(id) }
    default: break
    }
  }

  func close(code _: UInt16) async { says.finish() }

  /// Says a message of the file under an id.
  func say(_ message: JSONObject, id: String) {
    var message = message
    message.members.removeAll { $0.name == "id" }
    message.members.insert(.init("id", .string(id)), at: 0)
    says.yield(.text(JSON.object(message).compactText))
  }
}
