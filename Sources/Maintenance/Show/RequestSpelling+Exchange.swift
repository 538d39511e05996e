import OrderedJSON
import Recordings

extension RequestSpelling {
  /// Returns the method, the URL below the endpoint's, and the options of the body of an HTTP exchange; nil for GraphQL.
  static func exchange(
    _ name: String?, _ variables: JSONObject
  ) -> (method: String, path: String, body: [String], mediaType: String?)? {
    guard let title = HTTPExchange.title(name, variables) else { return nil }
    let method = String(title.prefix { $0 != " " })
    let segments = variables[HTTPExchange.path]?.arrayValue ?? []
    var path = segments.map { "/\(encoded($0.stringValue ?? $0.compactText))" }.joined()
    if path.isEmpty { path = "/" }
    let parameters = fields(variables[HTTPExchange.query]).map { name, value in
      value.map { "\(encoded(name))=\(encoded($0))" } ?? encoded(name)
    }
    if !parameters.isEmpty { path += "?\(parameters.joined(separator: "&"))" }
    if let json = variables[HTTPExchange.Body.json.rawValue] {
      return (method, path, ["--data-raw \(quoted(json.compactText))"], "application/json")
    }
    if let text = variables[HTTPExchange.Body.text.rawValue]?.stringValue {
      return (method, path, ["--data-raw \(quoted(text))"], "text/plain")
    }
    let form = fields(variables[HTTPExchange.Body.form.rawValue]).map { "\($0)=\($1 ?? "")" }
    let parts = fields(variables[HTTPExchange.Body.parts.rawValue]).map { "\($0)=\($1 ?? "")" }
    let body = form.map { "--data-urlencode \(quoted($0))" } + parts.map { "--form-string \(quoted($0))" }
    return (method, path, body, nil)
  }

  private static func fields(_ value: JSON?) -> [(name: String, value: String?)] {
    (value?.objectValue?.members ?? []).flatMap { member in
      (member.value.arrayValue ?? [member.value]).map { value in
        (member.name, value == .null ? nil : value.stringValue ?? value.compactText)
      }
    }
  }

  private static func encoded(_ text: String) -> String {
    String(decoding: PercentEncoding.encoded(Array(text.utf8)), as: UTF8.self)
  }
}
