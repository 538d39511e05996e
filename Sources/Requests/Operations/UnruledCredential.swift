import OrderedJSON
package import Recordings
package import Transports

/// A header that often identifies callers but that the `identity` rule does not name, so that they are not distinguished.
package struct UnruledCredential: Sendable {
  /// The name in lower case.
  package let header: String
  /// The hash of the value, which is not kept.
  package let hash: ContentHash

  /// The header names, the most reliable first.
  package static let names = [
    "x-api-key", "api-key", "x-auth-token", "x-access-token", "x-session-token", "x-session-id", "cookie",
  ]

  /// Finds the first such header; nil if there is none, or if `Authorization` or a rule's header identifies the caller.
  package init?(_ headers: HeaderList, identity: IdentityRule, caller: Caller) {
    guard caller == .anonymous else { return nil }
    for name in Self.names {
      guard let field = headers.fields.first(where: { $0.name.equalsIgnoringASCIICase(name) }) else { continue }
      let isRuled = identity.sources.contains { source in
        switch source {
        case .header(let ruled): ruled.equalsIgnoringASCIICase(name)
        case .cookie: name == "cookie"
        }
      }
      guard !isRuled else { continue }
      header = name
      hash = ContentHash(of: Array(field.value.utf8))
      return
    }
    return nil
  }

  /// The advice to the user once two callers came.
  package func advice(endpoint: String) -> String {
    let rule = header == "cookie" ? "cookie: [NAME]" : "header: [\(header)]"
    return
      "Requests to \(endpoint) had different values of the header \(header), which does not distinguish users, so all of them share their recordings. If it identifies the user, add it to \(endpoint)/\(EndpointFolder.configurationFileName): identity: { \(rule) }"
  }
}
