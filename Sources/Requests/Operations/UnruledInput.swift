import OrderedJSON
package import Recordings
package import Transports

/// A part of a request that often affects answers, but that no rule names, so that requests that differ in it share their
/// recordings: a header that often identifies callers, or a language or a tenant, or a parameter of the URL that is not
/// GraphQL's.
package struct UnruledInput: Sendable {
  /// The name of the header in lower case, or of the parameter.
  package let name: String
  private let kind: Kind
  /// The operation whose requests may differ in it; nil for a header, of any operation.
  private let operation: String?
  /// The hash of the value, which is not kept.
  package let hash: ContentHash

  private enum Kind: String {
    case caller, header, parameter
  }

  /// The names of headers that identify callers, the most reliable first.
  private static let callerNames = [
    "x-api-key", "api-key", "x-auth-token", "x-access-token", "x-session-token", "x-session-id", "cookie",
  ]
  /// The names of headers that choose a language, a tenant or a region.
  private static let otherNames = [
    "x-tenant", "x-tenant-id", "x-organization-id", "x-org-id", "x-workspace-id", "x-store", "x-store-id", "x-region",
    "x-country", "x-currency", "x-market", "x-language", "x-locale", "accept-language",
  ]
  /// The names of all these headers.
  package static let names = callerNames + otherNames

  /// Finds the first such header, or else the first such parameter; nil if there is none. If `Authorization` or a rule's
  /// header identifies the caller, no other header that identifies callers matters.
  package init?(
    _ headers: HeaderList, besides counted: [RecordedResponse.Header], parameters: [(name: String, value: String)],
    of operation: String?, identity: IdentityRule, caller: Caller
  ) {
    func isRuled(_ name: String) -> Bool {
      identity.sources.contains { source in
        switch source {
        case .header(let ruled): ruled.equalsIgnoringASCIICase(name)
        case .cookie: name == "cookie"
        }
      }
    }
    for name in Self.callerNames where caller == .anonymous {
      guard let value = headers[first: name], !isRuled(name) else { continue }
      self.init(.caller, name, value)
      return
    }
    let parameter = parameters.first { name, value in
      let value = Array(value.utf8)
      // A time stamp or a random value avoids caches, or is for logs.
      return !GraphQLRequest.parameters.contains(name) && !Randomness.looksRandom(value)
        && value.count(where: \.isDigit) < 10
    }
    if let parameter {
      self.init(.parameter, parameter.name, parameter.value, of: operation)
      return
    }
    for name in Self.otherNames {
      // Of languages, the first: browsers differ in the others. Some clients always send an asterisk.
      guard let value = headers[first: name]?.prefix(while: { $0 != "," && $0 != ";" }), value != "*",
        !counted.contains(where: { $0.name == name }), !isRuled(name)
      else { continue }
      self.init(.header, name, value.lowercased())
      return
    }
    return nil
  }

  private init(_ kind: Kind, _ name: String, _ value: String, of operation: String? = nil) {
    (self.kind, self.name, self.operation) = (kind, name, operation)
    hash = ContentHash(of: Array(value.utf8))
  }

  /// The place at which two values are compared.
  package var place: String { "\(kind) \(operation ?? "") \(name)" }
  /// The hash of what probably identifies the caller.
  package var caller: ContentHash? { kind == .caller ? hash : nil }

  /// The advice to the user once two values came.
  package func advice(endpoint: String) -> String {
    switch kind {
    case .caller:
      let rule = name == "cookie" ? "cookie: [NAME]" : "header: [\(name)]"
      return
        "Requests to \(endpoint) had different values of the header \(name), which does not distinguish users, so all of them share their recordings. If it identifies the user, add it to \(endpoint)/\(EndpointFolder.configurationFileName): identity: { \(rule) }"
    case .header:
      return
        "Requests to \(endpoint) had different values of the header \(name), which makes no difference, so they share their recordings. If answers depend on it, add it to \(endpoint)/\(EndpointFolder.configurationFileName), and record again: operations: { \"*\": { headers: [\(name)] } }"
    case .parameter:
      return
        "Requests to \(endpoint) had different values of the URL parameter \(RecordingError.shown(.string(name))), which makes no difference, so they share their recordings. If answers depend on it, record an endpoint of its own for each value, with the parameter in its upstream URL, or send it as a header that a rule names: operations: { \"*\": { headers: [NAME] } }"
    }
  }
}
