package import OrderedJSON
package import Recordings

/// The place of an HTTP request that is not GraphQL.
package struct ExchangePlace: Hashable, Sendable {
  /// The percent-encoded path at its server.
  package let path: String
  /// The host, if it is not that of the endpoint.
  package let host: String?
  /// The URL to send it to, without the query; nil if no upstream is known.
  package let url: String?

  package init(path: String, host: String? = nil, url: String?) {
    self.path = path
    self.host = host
    self.url = url
  }

  /// The URL with a query; nil if no upstream is known.
  package func url(withQuery query: String?) -> String? { url.map { $0 + (query.map { "?\($0)" } ?? "") } }
}

extension HTTPRequest {
  /// Returns this request, which is not GraphQL, as an operation with variables (`HTTPExchange`). `json` is its body, if it
  /// was parsed.
  ///
  /// - Throws: if its body can neither be read nor scanned for secrets.
  package func exchange(
    at place: ExchangePlace, rules: ExchangeRules, json: JSON? = nil
  ) throws(RequestProblem) -> GraphQLRequest {
    guard HTTPExchange.isMethod(method) else { throw .exchangeMethod(method) }
    let rule = rules.rule(for: method, place.path)
    let body = try exchangeBody(json, hashes: rule?.hashesBody == true, path: place.path)
    var variables: JSONObject = [HTTPExchange.path: .array(Self.segments(of: place.path))]
    if let query = target.query, !query.isEmpty {
      variables[HTTPExchange.query] = .object(Self.fields(query))
    }
    if let body { variables[body.kind.rawValue] = body.value }
    let text = HTTPExchange.document(
      method, rule: rule?.name, host: place.host, body: body?.kind, changesNothing: rule?.changesNothing == true)
    return GraphQLRequest(query: text, variables: .object(variables))
  }

  /// Decodes a part of a URL or a form. One that is not UTF-8 is written byte by byte, so that no two are the same.
  private static func decoded(_ part: Substring, plusIsSpace: Bool) -> String {
    let spaced = plusIsSpace ? String(part.replacing("+", with: " ")) : String(part)
    let bytes = PercentEncoding.decoded(Array(spaced.utf8))
    return String(validating: bytes, as: UTF8.self)
      ?? "understudy-bytes \(String(decoding: PercentEncoding.encoded(bytes), as: UTF8.self))"
  }

  /// The decoded segments of a path.
  private static func segments(of path: String) -> [JSON] {
    guard path != "/", !path.isEmpty else { return [] }
    return path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      .string(decoded($0, plusIsSpace: false))
    }
  }

  /// The fields of a URL-encoded form: null for a name without `=`, and a list for a repeated name.
  private static func fields(_ text: String) -> JSONObject {
    var fields = FormFields()
    for pair in text.split(separator: "&") {
      let name = pair.prefix { $0 != "=" }
      let value = name.endIndex == pair.endIndex ? nil : decoded(pair[name.endIndex...].dropFirst(), plusIsSpace: true)
      fields.add(decoded(name, plusIsSpace: true), value.map { .string($0) } ?? .null)
    }
    return fields.object
  }

  private func exchangeBody(
    _ json: JSON?, hashes: Bool, path: String
  ) throws(RequestProblem) -> (kind: HTTPExchange.Body, value: JSON)? {
    guard !body.isEmpty else { return nil }
    if let problem = RequestMediaType.contentCodingProblem(with: self) { throw problem }
    let type = headers.mediaType ?? ""
    let text = String(validating: body, as: UTF8.self)
    switch ExchangeContent(mediaType: type) {
    case .json:
      if let json = json ?? (try? JSON.parse(body)) { return (.json, json) }
      if let text { return (.text, .string(text)) }
    case .form:
      if let text { return (.form, .object(Self.fields(text))) }
    case .multipart:
      if let parts = ExchangeForm.parts(of: body, contentType: headers[first: "content-type"] ?? "") {
        return (.parts, .object(parts))
      }
    case .text:
      if let text { return (.text, .string(text)) }
    case .media: return (.file, .string(Self.placeholder(of: body, type)))
    case .other:
      if type.isEmpty, let json = json ?? (try? JSON.parse(body)) { return (.json, json) }
    }
    guard hashes else { throw .exchangeBody(type, path: "\(method) \(path.prefix(100))") }
    return (.file, .string(Self.placeholder(of: body, type)))
  }

  private static func placeholder(of body: [UInt8], _ type: String) -> String {
    var hasher = FileHasher()
    body.withUnsafeBytes { hasher.update($0) }
    return hasher.file(mediaType: type.isEmpty ? nil : type).standIn
  }
}

/// Collects the fields of a form.
struct FormFields {
  private(set) var object = JSONObject()

  mutating func add(_ name: String, _ value: JSON) {
    switch object[name] {
    case nil: object[name] = value
    case .array(let values)?: object[name] = .array(values + [value])
    case let first?: object[name] = .array([first, value])
    }
  }
}
