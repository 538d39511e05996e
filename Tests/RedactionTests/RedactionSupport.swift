import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport

@testable import Recordings
@testable import Redaction

/// An endpoint while it is recorded, or replayed, for tests.
struct Exchange {
  var redactor: Redactor

  init(
    rules: [String] = [], text: RedactionRules.TextAllowance = .nobody, identity: IdentityRule = IdentityRule(),
    endpoint: String = "example", salt: UInt8 = 1
  ) throws {
    let parsed = try rules.map { RedactionRule(try RedactionRule.Target($0)) }
    redactor = Redactor(
      endpoint: endpoint, salt: try Self.salt(salt), rules: RedactionRules(parsed, text: text), identity: identity)
  }

  static func salt(_ byte: UInt8) throws -> RedactionSalt {
    try RedactionSalt(fileContent: Array("000102030405060708090a0b0c0d0e0\(byte % 10)\n".utf8), path: "redaction-salt")
  }

  /// One request and its answer, as a recorder has them.
  mutating func record(
    _ text: String, _ variables: JSONObject = [:], authorization: String? = nil, session: Int? = nil, answer: JSON
  ) throws -> (request: RedactedRequest, body: JSON) {
    let request = try send(text, variables, authorization: authorization, session: session)
    let response = RecordedResponse(status: 200, headers: [], body: .json(answer))
    return (request, try redactor.response(response, to: request).body.json ?? .null)
  }

  mutating func send(
    _ text: String, _ variables: JSONObject = [:], authorization: String? = nil, cookie: String? = nil,
    session: Int? = nil
  ) throws -> RedactedRequest {
    var headers = authorization.map { [(name: "Authorization", value: $0)] } ?? []
    if let cookie { headers.append((name: "Cookie", value: cookie)) }
    let scope = session.map { CredentialScope(session: $0) }
    let caller = try redactor.caller(headers: headers, session: scope)
    return try redactor.request(
      try parse(SourceText(text)), operationName: nil, variables: variables, caller: caller, session: scope)
  }
}

/// A JSON Web Token that a test suite signs by itself.
func signedToken(
  _ subject: String?, issuer: String = "https://id.example", issued: Int = 0, expires: Int = 4_000_000_000
) -> String {
  var claims: JSONObject = [
    "iss": .string(issuer), "iat": .number(JSONNumber(issued)), "exp": .number(JSONNumber(expires)),
  ]
  if let subject { claims["sub"] = .string(subject) }
  func part(_ json: JSON) -> String { Base64.encodeForURL(json.serialize()).text }
  return [part(["alg": "HS256", "typ": "JWT"]), part(.object(claims)), "c2lnbmF0dXJlLW9mLSd0b2tlbg"].joined(
    separator: ".")
}

extension RedactedRequest {
  /// All of it that could be written.
  var written: String {
    "\(document.printed())\n\(JSON.object(variables).compactText)\n\(caller)\n\(VariablesBrief.text(variables))"
  }

  /// The key that it is recorded under, but for the caller.
  func key(_ endpoint: String = "example") throws -> String {
    let canonical = try CanonicalOperation(of: document, operationName: operation.name?.text)
    let document = DocumentKey(endpoint: endpoint, operation: canonical)
    return document.key(variables: variables, identity: .anonymous).hash.hex + caller.description
  }
}
