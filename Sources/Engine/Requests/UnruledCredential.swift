import OrderedJSON
import Recordings
import Transports

/// A header that often says who asks, and that no rule makes the identity: callers are not told apart by it.
struct UnruledCredential: Sendable {
  /// In lower case.
  let header: String
  /// Of the value, which is kept nowhere.
  let hash: ContentHash

  /// In the order of how surely they say who asks.
  private static let names = [
    "x-api-key", "api-key", "x-auth-token", "x-access-token", "x-session-token", "x-session-id", "cookie",
  ]

  /// The first such header of a request; nil where there is none, or where `Authorization` or a rule's header tells.
  init?(_ headers: HeaderList, identity: IdentityRule, caller: Caller) {
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

  /// What a user has to know once two callers came.
  func advice(endpoint: String) -> String {
    let rule = header == "cookie" ? "cookie: [NAME]" : "header: [\(header)]"
    return
      "Requests to \(endpoint) had different values of the header \(header), which does not distinguish users: two users count as one. If it identifies the user, add it to \(endpoint)/\(EndpointFolder.configurationFileName): identity: { \(rule) }"
  }
}
