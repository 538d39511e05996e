import OrderedJSON
package import Recordings

extension ExchangeContent {
  /// The reason why an answer cannot be recorded; nil if it can. `rule` is the rule for its path, `line` the request.
  package static func obstacle(
    toStoring body: [UInt8], mediaType: String, rule: ExchangeRules.Path?, line: String
  ) -> String? {
    guard !body.isEmpty, rule?.storesAnswer != true else { return nil }
    let isText = String(validating: body, as: UTF8.self) != nil
    let reason: String
    switch ExchangeContent(mediaType: mediaType) {
    case .media: return nil
    case .json, .text, .form:
      if isText { return nil }
      reason = "the answer (\(mediaType)) is not UTF-8"
    case .multipart, .other:
      if mediaType.isEmpty, (try? JSON.parse(body)) != nil { return nil }
      reason = "the answer is \(mediaType.isEmpty ? "without a Content-Type" : String(mediaType.prefix(60)))"
    }
    return
      "\(reason), and cannot be scanned for secrets. If it has none, add to endpoint.yaml: http: { paths: { \"\(line)\": { store: true } } }"
  }

  /// The warning that an answer depends on request headers that make no difference (`Vary`; RFC 9110, section 12.5.5);
  /// nil if there are none. `counted` are the headers that a rule names.
  package static func warning(ofVarying answer: HeaderList, counted: [String], line: String) -> String? {
    let names = answer[all: "vary"].flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces().lowercased() }
    let others = names.filter { !$0.isEmpty && !unimportant.contains($0) && !counted.contains($0) }
    guard !others.isEmpty else { return nil }
    let list = others.joined(separator: ", ")
    return
      "\(line) has different answers for different values of \(list), and replay does not distinguish them. To do so, add to endpoint.yaml: http: { paths: { \"\(line)\": { headers: [\(list)] } } }"
  }

  /// The names in `Vary` that need no rule: the coding, what identifies users, and what pages of other sites send.
  private static let unimportant: Set<String> = [
    "*", "accept-encoding", "authorization", "cookie", "origin", "access-control-request-method",
    "access-control-request-headers", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "user-agent",
  ]
}
