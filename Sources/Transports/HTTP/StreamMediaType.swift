import GraphQLExecution
import OrderedJSON

/// The media type of a response with many results, including its parameters.
package enum StreamMediaType: Hashable, Sendable {
  /// `text/event-stream`: GraphQL over SSE.
  case events
  /// `multipart/mixed` and related types. `subscriptionSpec` is Apollo's protocol for subscriptions over HTTP.
  case multipart(boundary: String, isSubscription: Bool, deferSpec: String?)

  /// The `Accept` of a client that reads any stream, and plain JSON for errors.
  package static let accepted =
    "text/event-stream, multipart/mixed;subscriptionSpec=1.0, application/graphql-response+json, application/json"

  /// Returns nil for a body with a single document.
  package init?(_ headers: HeaderList) {
    guard let value = headers[first: "content-type"] else { return nil }
    let type = headers.mediaType ?? ""
    if type == "text/event-stream" {
      self = .events
    } else if type.hasPrefix("multipart/") {
      let parameters = Self.parameters(value)
      // The default of the draft for incremental delivery over HTTP.
      self = .multipart(
        boundary: parameters["boundary"] ?? "-", isSubscription: parameters["subscriptionspec"] != nil,
        deferSpec: parameters["deferspec"])
    } else {
      return nil
    }
  }

  /// Returns the parameters of a media type: lowercase names, values without quotation marks (RFC 9110, section 5.6.6).
  package static func parameters(_ value: String) -> [String: String] {
    var rest = Array(value.utf8)[...]
    var found: [String: String] = [:]
    while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
      rest = rest[rest.index(after: semicolon)...]
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest[name.endIndex...]
      guard rest.popFirst() == UInt8(ascii: "=") else { continue }
      let key = String(decoding: name, as: UTF8.self).trimmingSpaces().lowercased()
      let text = rest.first == UInt8(ascii: "\"") ? quoted(&rest) : token(&rest)
      if found[key] == nil { found[key] = text }
    }
    return found
  }

  private static func token(_ rest: inout ArraySlice<UInt8>) -> String {
    let value = rest.prefix { $0 != UInt8(ascii: ";") }
    rest = rest[value.endIndex...]
    return String(decoding: value, as: UTF8.self).trimmingSpaces()
  }

  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String {
    var value: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let next = rest.popFirst() { value.append(next) } else { value.append(byte) }
    }
    return String(decoding: value, as: UTF8.self)
  }
}
