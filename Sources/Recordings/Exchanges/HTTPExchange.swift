package import GraphQLLanguage
package import OrderedJSON

/// An HTTP request that is not GraphQL, as an operation, so that sessions, states, redaction and reports treat it as one.
///
/// `POST /login?next=home` with a JSON body is
/// `mutation HTTP_POST($path: [ID!]!, $query: JSON, $json: JSON) @http { POST(path: $path, query: $query, json: $json) }`.
package enum HTTPExchange {
  /// The directive of the operation, and the beginning of its name.
  private static let directive = "http"
  private static let prefix = "HTTP_"

  /// The methods that change nothing (RFC 9110, section 9.2.1). All others count as mutations.
  private static let safeMethods: Set<String> = ["GET", "HEAD", "OPTIONS"]

  /// The variables of the path and of the URL's parameters.
  package static let path = "path"
  package static let query = "query"

  /// The form of a request's body, which is the name of its variable.
  package enum Body: String, Sendable {
    case json
    /// The fields of a form, URL-encoded or multipart; a list for a repeated name.
    case form, parts
    case text
    /// A placeholder with the hash of the bytes, as of an uploaded file.
    case file
  }

  /// Indicates whether a method can be part of an operation: letters only.
  package static func isMethod(_ method: String) -> Bool {
    !method.isEmpty && method.utf8.count <= 20 && method.utf8.allSatisfy(\.isUpper)
  }

  /// Returns the operation's name: `HTTP_GET`, or `HTTP_GET_files` by a rule for a path.
  package static func name(_ method: String, rule: String? = nil) -> String {
    prefix + method + (rule.map { "_\($0)" } ?? "")
  }

  /// Returns the operation's text. `rule` is the name of the rule for its path. `host` is nil if it is that of the
  /// endpoint, and `body` without one. `changesNothing` is true if a rule says so of a method that is not safe.
  package static func document(
    _ method: String, rule: String? = nil, host: String? = nil, body: Body?, changesNothing: Bool = false
  ) -> String {
    let kind: OperationKind = safeMethods.contains(method) || changesNothing ? .query : .mutation
    let declared = body.map { ", $\($0.rawValue): JSON" } ?? ""
    let given = body.map { ", \($0.rawValue): $\($0.rawValue)" } ?? ""
    let place = host.map { "host: \"\($0)\", " } ?? ""
    return """
      \(kind.rawValue) \(name(method, rule: rule))($\(path): [ID!]!, $\(query): JSON\(declared)) @\(directive) {
        \(method)(\(place)\(path): $\(path), \(query): $\(query)\(given))
      }
      """
  }

  /// Indicates whether a name is that of an exchange. Clients of GraphQL may use it, so no answer depends on it.
  package static func isName(_ name: String?) -> Bool { name?.hasPrefix(prefix) == true }

  /// Indicates whether an operation is an exchange.
  package static func isOne(_ operation: OperationDefinition) -> Bool {
    operation.directives.contains { $0.name.text == directive }
      && isName(operation.name?.text)
  }

  /// Returns the method in a name; nil for the name of another operation.
  package static func method(of name: String?) -> String? {
    guard let name, isName(name) else { return nil }
    let method = name.dropFirst(prefix.count).prefix { $0 != "_" }
    return isMethod(String(method)) ? String(method) : nil
  }

  /// Returns the segments of the path; nil if the variables are not those of an exchange.
  package static func segments(of variables: JSONObject) -> [String]? {
    variables[path]?.arrayValue?.map { $0.stringValue ?? $0.compactText }
  }

  /// Returns the fields of a form, or of the URL's parameters, each value of a repeated name; nil for a name without `=`.
  package static func fields(_ form: JSON?) -> [(name: String, value: String?)] {
    (form?.objectValue?.members ?? []).flatMap { member in
      (member.value.arrayValue ?? [member.value]).map { value in
        (member.name, value == .null ? nil : value.stringValue ?? value.compactText)
      }
    }
  }

  /// Returns `GET /images/1.png?size=2`; nil for the name of another operation.
  package static func title(_ name: String?, _ variables: JSONObject) -> String? {
    guard let method = method(of: name), let target = target(variables, encoded: { $0 }) else { return nil }
    return "\(method) \(target)"
  }

  /// Returns the path with the parameters of a URL, with each part as `encoded` writes it; nil without a path.
  package static func target(_ variables: JSONObject, encoded: (String) -> String) -> String? {
    guard let segments = segments(of: variables) else { return nil }
    let path = segments.isEmpty ? "/" : segments.map { "/\(encoded($0))" }.joined()
    let parameters = fields(variables[query]).map { name, value in
      value.map { "\(encoded(name))=\(encoded($0))" } ?? encoded(name)
    }
    return parameters.isEmpty ? path : "\(path)?\(parameters.joined(separator: "&"))"
  }

  /// Returns the variables that `title` does not show.
  package static func untitled(_ name: String?, _ variables: JSONObject) -> JSONObject {
    guard title(name, variables) != nil else { return variables }
    return JSONObject(variables.members.filter { $0.name != path && $0.name != query })
  }
}
