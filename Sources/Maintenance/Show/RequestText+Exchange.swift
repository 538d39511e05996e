import OrderedJSON
import Recordings

extension RequestText {
  /// Returns the method, the URL below the endpoint's, and the options of the body of an HTTP exchange; nil for GraphQL.
  static func exchange(
    _ name: String?, _ variables: JSONObject
  ) -> (method: String, path: String, body: [String], mediaType: String?)? {
    guard let method = HTTPExchange.method(of: name),
      let path = HTTPExchange.target(
        variables, encoded: { String(decoding: PercentEncoding.encoded(Array($0.utf8)), as: UTF8.self) })
    else { return nil }
    if let json = variables[HTTPExchange.Body.json.rawValue] {
      return (method, path, ["--data-raw \(quoted(json.compactText))"], "application/json")
    }
    if let text = variables[HTTPExchange.Body.text.rawValue]?.stringValue {
      return (method, path, ["--data-raw \(quoted(text))"], "text/plain")
    }
    let form = HTTPExchange.fields(variables[HTTPExchange.Body.form.rawValue]).map { "\($0)=\($1 ?? "")" }
    let parts = HTTPExchange.fields(variables[HTTPExchange.Body.parts.rawValue]).map { "\($0)=\($1 ?? "")" }
    let body = form.map { "--data-urlencode \(quoted($0))" } + parts.map { "--form-string \(quoted($0))" }
    return (method, path, body, nil)
  }
}
