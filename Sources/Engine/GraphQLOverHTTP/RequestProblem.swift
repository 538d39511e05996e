package import OrderedJSON

/// Why a request is not one GraphQL request; each with its status and its sentence.
package enum RequestProblem: Error, Hashable, Sendable {
  case methodNotAllowed(String)
  case emptyBody
  case notUTF8
  case notJSON(JSONError, mediaType: String?)
  case notAnObject(String)
  case noQuery(found: [String])
  case noQueryParameter(found: [String])
  case wrongType(String, String, found: String)
  case variablesNotJSON(JSONError)
  case batch
  case persistedOnly
  case upload

  /// The HTTP status (GraphQL over HTTP, section 6.4.1; RFC 9110).
  package var status: Int {
    switch self {
    case .methodNotAllowed: 405
    case .upload: 415
    default: 400
    }
  }

  package var code: ErrorCode {
    switch self {
    case .methodNotAllowed: .methodNotAllowed
    case .batch, .persistedOnly, .upload: .unsupported
    default: .badRequest
    }
  }

  /// What was given, where, and what would be right.
  package var message: String {
    switch self {
    case .methodNotAllowed(let method):
      "GraphQL is asked by POST or GET, not by \(method)."
    case .emptyBody:
      "The request has no body. POST a JSON object such as {\"query\": \"{ __typename }\"}."
    case .notUTF8:
      "The body is not UTF-8 text. Send the GraphQL document as UTF-8."
    case .notJSON(let error, let mediaType):
      "The body is not JSON: \(error).\(hint(mediaType))"
    case .notAnObject(let found):
      "The body is \(found), not a GraphQL request. POST a JSON object such as {\"query\": \"{ __typename }\"}."
    case .noQuery(let found):
      "The JSON body is not a GraphQL request: it has no \"query\"\(list(found, as: "member"))."
    case .noQueryParameter(let found):
      "The URL has no parameter \"query\"\(list(found, as: "parameter")). Ask by POST, or by GET with ?query=…"
    case .wrongType(let member, let expected, let found):
      "\"\(member)\" must be \(expected), not \(found)."
    case .variablesNotJSON(let error):
      "\"variables\" is a string that is not JSON: \(error). Send an object, or the JSON text of one."
    case .batch:
      "The body is an array: a batch of requests. This version answers one request at a time; turn batching off in the client."
    case .persistedOnly:
      "The request names a persisted document and does not hold its text. This version needs the text in \"query\"; turn persisted queries off in the client."
    case .upload:
      "The body is multipart/form-data: a file upload. This version takes JSON bodies only."
    }
  }

  /// The whole answer.
  package var answer: Answer {
    var answer = ErrorAnswer.make(status: status, message: message, code: code)
    if case .methodNotAllowed = self { answer.headers.append("allow", "GET, POST") }
    return answer
  }

  private func hint(_ mediaType: String?) -> String {
    guard let mediaType, mediaType != "application/json" else { return "" }
    return " Its Content-Type is \(mediaType); send application/json."
  }

  private func list(_ names: [String], as kind: String) -> String {
    guard !names.isEmpty else { return "" }
    let shown = names.prefix(8).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    return " (its \(kind)s: \(shown)\(names.count > 8 ? ", …" : ""))"
  }
}
