package import GraphQLLanguage
package import OrderedJSON

/// The name of a request in messages and reports.
package enum OperationTitle {
  /// Returns `query CountryDetail`, `query (anonymous)`, or `GET /images/1.png` for an HTTP exchange.
  package static func text(_ kind: OperationKind, _ name: String?, variables: JSONObject? = nil) -> String {
    HTTPExchange.title(name, variables ?? JSONObject()) ?? "\(kind.rawValue) \(name ?? "(anonymous)")"
  }
}
