package import GraphQLLanguage
package import OrderedJSON

/// The name of a request in messages and reports.
package enum OperationTitle {
  /// Returns `query CountryDetail`, `query (anonymous)`, or `GET /images/1.png` for an HTTP exchange.
  package static func text(_ kind: OperationKind, _ name: String?, variables: JSONObject? = nil) -> String {
    HTTPExchange.title(name, variables ?? JSONObject()) ?? "\(kind.rawValue) \(name ?? "(anonymous)")"
  }

  /// Returns the same, followed by the beginning of the variables: `query CountryDetail {"code":"CA"}`.
  package static func text(
    _ kind: OperationKind, _ name: String?, variables: JSONObject?, limit: Int
  ) -> String {
    let rest = HTTPExchange.untitled(name, variables ?? JSONObject())
    return text(kind, name, variables: variables) + (rest.isEmpty ? "" : " \(JSON.object(rest).brief(limit: limit))")
  }
}
