import OrderedJSON
import Recordings

/// Recorded events as the body of an HTTP response, in the spelling in which they came.
struct EncodedEvents {
  let bytes: [UInt8]
  /// The media type that a client asks for to get them so.
  let accept: String

  /// Nil for a response of one result, for events that came over a WebSocket, and for those that did not come to an end.
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
      let boundary = Self.boundary(type)
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

  /// The parameter of a media type; a dash where it has none, by the draft of incremental delivery over HTTP.
  private static func boundary(_ type: String) -> String {
    for parameter in type.split(separator: ";").dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
      if pair.count == 2, pair[0].lowercased() == "boundary" { return pair[1] }
    }
    return "-"
  }
}
