package import OrderedJSON

/// An answer of the upstream that is not a GraphQL response, for people.
package struct NotGraphQL: Sendable {
  package let status: Int
  private let mediaType: String
  /// The decoded body.
  private let body: [UInt8]
  private let json: JSON?

  package init(status: Int, mediaType: String, body: [UInt8], json: JSON?) {
    self.status = status
    self.mediaType = mediaType
    self.body = body
    self.json = json
  }

  /// Whether JSON is a GraphQL response (specification, section 7): an object with `data` that is an object, or with
  /// `errors` that each have a message.
  package static func isGraphQL(_ json: JSON?) -> Bool {
    guard case .object(let object)? = json else { return false }
    switch object["data"] {
    case .object?: return true
    // Without errors that is against the specification, but a server says so if nothing else stands beside it.
    case .null? where object.members.allSatisfy({ $0.name == "data" || $0.name == "extensions" }): return true
    default: break
    }
    guard case .array(let errors)? = object["errors"], !errors.isEmpty else { return false }
    return errors.allSatisfy { $0["message"]?.stringValue != nil }
  }

  /// What came, without a word of the body: `502 with text/html`.
  package var words: String {
    if body.isEmpty { return "\(status) without a body" }
    return "\(status) with \(mediaType.isEmpty ? "a body without a Content-Type" : mediaType)"
  }

  /// What happened, why, and what to do, where the upstream has not given a GraphQL response in this run yet.
  ///
  /// - Parameter redact: takes the secrets out of a text.
  /// - Returns: one line.
  package func failure(_ redact: (String) -> String) -> String {
    "the API answered \(excerpt(redact) ?? words), which is not GraphQL. \(advice)"
  }

  /// `404 {"detail":"Not Found"}`; nil for a body that is not JSON. Cut after the secrets are out: half of one is not
  /// recognized.
  private func excerpt(_ redact: (String) -> String) -> String? {
    guard let json else { return nil }
    let text = redact(json.brief(limit: 4_000))
    return "\(status) \(text.count > 120 ? "\(text.prefix(120))…" : text)"
  }

  /// Whether a server says that it got plain HTTP and expects TLS, in the words of nginx, Go and Apache.
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
      "The server expects TLS on this port: write https:// in the upstream URL instead of http://."
    case 401, 403:
      "The API wants credentials: have your client send them, for example in an Authorization header."
    case 407:
      "A proxy in between wants credentials, which Understudy cannot send: use an upstream URL that is reachable without the proxy."
    case 404, 405, 410: "Check the path of --upstream: many servers use /graphql."
    default: "Check that --upstream is the URL of the GraphQL endpoint: many servers use /graphql."
    }
  }
}
