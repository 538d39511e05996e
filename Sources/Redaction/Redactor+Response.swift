import GraphQLLanguage
import OrderedJSON
package import Recordings

extension Redactor {
  /// Redacts an answer and learns what it issues.
  ///
  /// - Parameters:
  ///   - response: the answer, its body decoded.
  ///   - setCookies: the values of its `Set-Cookie` headers, in order. The result keeps those that identify a user.
  ///   - date: the value of its `Date` header, which decides whether a cookie's `Expires` is past.
  ///   - request: the redacted request.
  ///   - session: the number of the session. Secrets that two sessions each get first at one place share a placeholder,
  ///     as in two runs, because the sessions do the same and the endpoint generates new tokens.
  /// - Returns: the answer to store.
  /// - Throws: if the body is not JSON, unless it is empty or a rule allows text, because its secrets cannot be found.
  package mutating func response(
    _ response: RecordedResponse, setCookies: [String] = [], date: String? = nil, to request: RedactedRequest,
    session: Int? = nil
  ) throws(RedactionRefusal) -> RecordedResponse {
    let side = Side(request: request, isResponse: true, session: session)
    // First, so that the body gets the same placeholder for the same secret.
    let cookies = redacted(setCookies: setCookies, date: date, side)
    let body: RecordedBody
    var parts = IncrementalParts()
    switch response.body {
    case .json(let json): body = .json(redacted(json, side, &parts))
    case .text(let text): body = .text(try redacted(text: text, response, side))
    case .events(let events): body = .events(redacted(events, side))
    // Only media are recorded, and what a rule allows.
    case .file: body = response.body
    case .bytes(let bytes):
      guard bytes.isEmpty else {
        throw RedactionRefusal(operation: side.operation, body: Self.kind(of: response) ?? "no text", isText: false)
      }
      body = response.body
    }
    var headers = response.headers.map {
      RecordedResponse.Header(name: $0.name, value: value(of: $0, side))
    }
    if let header = RecordedResponse.Header(setCookies: cookies) { headers.append(header) }
    let redacted = RecordedResponse(status: response.status, headers: headers, body: body)
    adopt(redacted, to: request)
    return redacted
  }

  /// The value of a header, which its name may make a secret.
  private mutating func value(of header: RecordedResponse.Header, _ side: Side) -> String {
    let bytes = Array(header.value.utf8)
    let isSecret = SecretName.makesSecret(Array(bytes[CredentialScheme.core(of: bytes)]), named: header.name)
    guard isSecret else { return inText(header.value, header.name, side) }
    return redacted(
      header.value, isSecret: true, keeps: false, name: header.name, path: [.name(header.name)], side: side)
  }

  private mutating func redacted(
    text: String, _ response: RecordedResponse, _ side: Side
  ) throws(RedactionRefusal) -> String {
    if text.utf8.allSatisfy({ $0 <= 0x20 }) { return text }
    // A tree that repeats a name is stored as text, but is JSON nevertheless.
    if let json = try? JSON.parse(text: text), json.arrayValue != nil || json.objectValue != nil {
      var parts = IncrementalParts()
      let redacted = redacted(json, side, &parts)
      return redacted == json ? text : redacted.compactText
    }
    guard HTTPExchange.isOne(side.request.operation) || rules.text.covers(side.operation) else {
      throw RedactionRefusal(operation: side.operation, body: Self.kind(of: response) ?? "text", isText: true)
    }
    return inText(text, "text", side)
  }

  /// Redacts a text by the form of secrets, by the names before them, and by the known secrets.
  mutating func inText(_ text: String, _ name: String, _ side: Side) -> String {
    let path: [JSONPath.Step] = [.name(name)]
    let result = redacted(text, isSecret: false, keeps: false, name: name, path: path, side: side, nesting: 9)
    return secrets.replacing(in: Array(result.utf8))?.text ?? result
  }

  private static func kind(of response: RecordedResponse) -> String? {
    response.header("content-type").map { type in
      String(type.prefix { $0 != ";" }.prefix(60))
    }
  }
}
