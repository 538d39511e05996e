package import OrderedJSON

/// An upstream answer that is not a GraphQL response, described for messages.
package struct NotGraphQL: Sendable {
  package let status: Int
  private let mediaType: String
  private let body: [UInt8]
  private let json: JSON?

  package init(status: Int, mediaType: String, body: [UInt8], json: JSON?) {
    self.status = status
    self.mediaType = mediaType
    self.body = body
    self.json = json
  }

  /// Indicates whether JSON is a GraphQL response (section 7): has an object in `data`, or `errors` with messages.
  package static func isGraphQL(_ json: JSON?) -> Bool {
    guard case .object(let object)? = json else { return false }
    switch object["data"] {
    case .object?: return true
    // The specification requires errors with null data, but some servers send it alone.
    case .null? where object.members.allSatisfy({ $0.name == "data" || $0.name == "extensions" }): return true
    default: break
    }
    guard case .array(let errors)? = object["errors"], !errors.isEmpty else { return false }
    return errors.allSatisfy { $0["message"]?.stringValue != nil }
  }

  /// The status and media type, without the body: `502 with text/html`.
  package var words: String {
    if body.isEmpty { return "\(status) without a body" }
    return "\(status) with \(mediaType.isEmpty ? "a body without a Content-Type" : mediaType)"
  }

  /// Describes what happened, why, and what to do, if the upstream has not returned a GraphQL response in this run.
  /// - Parameter redact: removes the secrets from a text.
  /// - Returns: one line.
  package func failure(_ redact: (String) -> String) -> String {
    "the API answered \(excerpt(redact) ?? words), which is not GraphQL. \(advice)"
  }

  /// Returns `404 {"detail":"Not Found"}`; nil if the body is not JSON. Redacts before cutting, to recognize secrets.
  private func excerpt(_ redact: (String) -> String) -> String? {
    guard let json else { return nil }
    let text = redact(json.brief(limit: 4_000))
    return "\(status) \(text.count > 120 ? "\(text.prefix(120))…" : text)"
  }

  /// True if the server says that it got plain HTTP and expects TLS, in the words of nginx, Go and Apache.
  private var wantsTLS: Bool {
    let text = String(decoding: body.prefix(2_000), as: UTF8.self).lowercased()
    return [
      "plain http request was sent to https port", "http request to an https server", "plain http to an ssl-enabled",
    ]
    .contains { text.contains($0) }
  }

  private var advice: String {
    switch status {
    case 400 where wantsTLS:
      "The server expects TLS on this port. Write https:// in the upstream URL instead of http://."
    case 401, 403:
      "The API requires credentials. Send them from your client, for example in an Authorization header."
    case 407:
      "A proxy in front of the API requires credentials, which Understudy cannot send. Use an upstream URL that is reachable without the proxy."
    case 404, 405, 410: "Check the path of --upstream. Many servers use /graphql."
    default: "Check that --upstream is the URL of the GraphQL endpoint. Many servers use /graphql."
    }
  }
}
