import OrderedJSON
import Recordings
import Transports

/// Recorded events as the body of an HTTP response, in their recorded format.
struct EncodedEvents {
  let bytes: [UInt8]
  /// The media type with which a client requests this format.
  let accept: String

  /// Encodes a response; nil for a single result, for events from a WebSocket, and for events without an end.
  init?(_ response: RecordedResponse) {
    guard case .events(let events) = response.body, events.end == .complete,
      let type = response.header("content-type")
    else { return nil }
    let media = type.prefix { $0 != ";" }.lowercased()
    let payloads = events.events.map(\.payload)
    if media == "text/event-stream" {
      let text = payloads.map { "event: next\ndata: \($0.compactText)\n\n" }.joined()
      bytes = Array("\(text)event: complete\ndata:\n\n".utf8)
      accept = "text/event-stream"
    } else if media.hasPrefix("multipart/") {
      let isSubscription = type.lowercased().contains("subscriptionspec")
      // A dash by default, by the draft of incremental delivery over HTTP.
      let boundary = HeaderParameters(type)["boundary"] ?? "-"
      let parts = payloads.map { payload in
        let part = isSubscription ? JSON.object(["payload": payload]) : payload
        return "\r\n--\(boundary)\r\nContent-Type: application/json\r\n\r\n\(part.compactText)"
      }
      bytes = Array("\(parts.joined())\r\n--\(boundary)--\r\n".utf8)
      accept = isSubscription ? "multipart/mixed;subscriptionSpec=1.0" : "multipart/mixed"
    } else {
      return nil
    }
  }
}
