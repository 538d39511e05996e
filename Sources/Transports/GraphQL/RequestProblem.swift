package import OrderedJSON
import Recordings

/// The reason that a request is not a single GraphQL request, with its status and message.
package enum RequestProblem: Error, Hashable, Sendable {
  case methodNotAllowed(String)
  case emptyBody
  case notUTF8
  case charset(String)
  case mediaType(String)
  /// The body's content codings, in lower case.
  case contentCoding(String)
  case notJSON(JSONError, mediaType: String?)
  case notAnObject(String)
  case noQuery(found: [String])
  case noQueryParameter(found: [String])
  case wrongType(String, String, found: String)
  /// A member or parameter that should hold JSON text and does not.
  case textNotJSON(String, JSONError)
  /// An array in place of a single request.
  case batch
  case emptyBatch
  /// A batch item that is not an object; counted from 1.
  case batchItem(Int, found: String)
  case batchTooLarge(Int, limit: Int)
  /// The hash of a persisted query with unknown text.
  case persistedQueryNotFound(String)
  case persistedQueryMismatch
  case persistedQueryVersion
  /// The id of an unknown document, and the file in which to list its manifest.
  case unknownDocument(String, configuration: String)
  case upload
  /// A body of an HTTP exchange that can neither be read nor scanned; its media type and the request.
  case exchangeBody(String, path: String)
  /// An unusual method of an HTTP exchange.
  case exchangeMethod(String)

  /// Returns the HTTP status (GraphQL over HTTP, section 6.4; RFC 9110) for the response's media type.
  package func status(_ mediaType: String = MediaType.json) -> Int {
    switch self {
    case .methodNotAllowed: 405
    case .upload, .charset, .mediaType, .contentCoding, .exchangeBody: 415
    case .notJSON(_, let given?) where !DocumentKey.isUsual(mediaType: given): 415
    // Apollo's servers answer 200, because their clients ignore the body of other statuses.
    case .persistedQueryNotFound: 200
    case .unknownDocument: MediaType.requestErrorStatus(mediaType)
    case .notAnObject, .noQuery, .noQueryParameter, .wrongType, .textNotJSON:
      // The draft's newer status for JSON that is not a request; only for clients of the newer media type.
      mediaType == MediaType.graphQLResponse ? 422 : 400
    default: 400
    }
  }

  package var code: ErrorCode {
    switch self {
    case .methodNotAllowed: .methodNotAllowed
    case .batch, .upload, .exchangeMethod: .unsupported
    case .charset, .mediaType, .contentCoding, .exchangeBody: .unsupportedMediaType
    case .notJSON where status() == 415: .unsupportedMediaType
    case .persistedQueryNotFound: .persistedQueryNotFound
    case .unknownDocument: .unknownDocument
    default: .badRequest
    }
  }

  package var message: String {
    switch self {
    case .methodNotAllowed(let method):
      "GraphQL requests use POST or GET, not \(method)."
    case .emptyBody:
      "The request has no body. POST a JSON object such as {\"query\": \"{ __typename }\"}."
    case .notUTF8:
      "The body is not UTF-8 text. Send the GraphQL document as UTF-8."
    case .charset(let charset):
      "The body's charset is \(charset.prefix(60)). Send UTF-8: Content-Type: application/json."
    case .mediaType(let given):
      "A body of type \(given.prefix(100)) is not a GraphQL request. Send JSON with Content-Type: application/json\(curl(given))."
    case .contentCoding(let given):
      "The body's Content-Encoding is \(given.prefix(60)). Compressed request bodies are not supported. Send the body uncompressed, without Content-Encoding."
    case .notJSON(let error, let mediaType):
      "The body is not JSON: \(error).\(hint(mediaType))"
    case .notAnObject(let found):
      "The body is \(found), not a GraphQL request. POST a JSON object such as {\"query\": \"{ __typename }\"}."
    case .noQuery(let found):
      "The JSON body is not a GraphQL request: it has no \"query\"\(list(found, as: "member"))."
    case .noQueryParameter(let found):
      "The URL has no parameter \"query\"\(list(found, as: "parameter")). Send POST, or GET with ?query=…"
    case .wrongType(let member, let expected, let found):
      "\"\(member)\" must be \(expected), not \(found)."
    case .textNotJSON(let name, let error):
      "\"\(name)\" is a string that is not JSON: \(error). Send an object, or the JSON text of one."
    case .batch:
      "The body is an array: a batch of requests. Only a single request is accepted here."
    case .emptyBatch:
      "The body is an empty array: a batch of no requests. Send an object, or an array of objects."
    case .batchItem(let number, let found):
      "Item \(number) of the batch is \(found), not a GraphQL request. Each item is a JSON object such as {\"query\": \"{ __typename }\"}."
    case .batchTooLarge(let count, let limit):
      "The batch has \(count) requests, and the limit is \(limit). Send smaller batches, or start with --max-batch \(count)."
    // Apollo's messages, which clients compare.
    case .persistedQueryNotFound: "PersistedQueryNotFound"
    case .persistedQueryMismatch: "provided sha does not match query"
    case .persistedQueryVersion: "Unsupported persisted query version"
    case .unknownDocument(let id, let configuration):
      "The request names the document \"\(id.prefix(100))\" without its text, and no manifest has that id. Add the manifest that the client's build writes to \(configuration): persistedQueries: [manifest.json]"
    case .upload:
      "The body is multipart/form-data: a file upload. Send it with POST to the GraphQL URL of an endpoint."
    case .exchangeBody(let type, let path):
      "The body (\(type.isEmpty ? "without a Content-Type" : String(type.prefix(60)))) cannot be scanned for secrets, so the request is not recorded. To match it by its hash, add to endpoint.yaml: http: { paths: { \"\(path)\": { body: hash } } }"
    case .exchangeMethod(let method):
      "Requests with the method \(method.prefix(20)) are not recorded: only methods of capital letters are."
    }
  }

  private func hint(_ mediaType: String?) -> String {
    guard let mediaType, mediaType != "application/json" else { return "" }
    return " Its Content-Type is \(mediaType); send application/json."
  }

  private func curl(_ mediaType: String) -> String {
    mediaType == "application/x-www-form-urlencoded"
      ? " (curl -d sends \(mediaType) by default: add -H 'content-type: application/json')" : ""
  }

  private func list(_ names: [String], as kind: String) -> String {
    guard !names.isEmpty else { return "" }
    let shown = names.prefix(8).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    return " (its \(kind)s: \(shown)\(names.count > 8 ? ", …" : ""))"
  }
}
