import OrderedJSON
import Synchronization
import Transports

/// A replayed WebSocket of a capture: its messages, under the ids of the current listener.
final class CapturedSocket: UpstreamSocket {
  let subprotocol: String?
  let messages: AsyncStream<UpstreamSocketMessage>
  private let says: AsyncStream<UpstreamSocketMessage>.Continuation
  /// The ids of operations, as they are started.
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

  /// Sends a message of the file under an id.
  func say(_ message: JSONObject, id: String) {
    var message = message
    message.members.removeAll { $0.name == "id" }
    message.members.insert(.init("id", .string(id)), at: 0)
    says.yield(.text(JSON.object(message).compactText))
  }
}
