import Engine
import GraphQLLanguage
import OrderedJSON
import Requests
import Transports

/// The endpoint that a page of the explorer is about, and its schema.
struct ExplorerEndpoint {
  let endpoint: Endpoint
  /// The schema in use: that of the file, else of a recorded introspection; nil if there is neither.
  let told: ToldSchema?

  /// Finds the endpoint of this name. Reads recordings if it has no schema file.
  init(_ name: String, of engine: Engine) throws(ExplorerProblem) {
    guard let endpoint = engine.endpoints.first(where: { $0.name == name }) else {
      let names = engine.endpointNames
      let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
      let shown = String(name.prefix(100))
      throw ExplorerProblem(
        status: 404, code: .unknownEndpoint,
        "There is no endpoint \"\(shown)\".\(didYouMean(suggestionList(shown, names))) There are: \(known).")
    }
    self.endpoint = endpoint
    told = endpoint.introspectedSchema()
  }

  /// The source of the schema: its file, or the words for a recorded introspection.
  var source: String { endpoint.schemaFile ?? "recorded introspection" }

  /// The advice for an endpoint without a schema.
  var hint: String {
    let example = endpoint.knowsUpstream ? "" : ", for example"
    return "\(endpoint.name) has no schema. Fetch it\(example): \(endpoint.schemaCommand)"
  }
}

/// The reason why the explorer refuses a request.
struct ExplorerProblem: Error, Hashable, Sendable {
  let status: Int
  let code: ErrorCode
  let message: String

  init(status: Int = 400, code: ErrorCode = .badRequest, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  var answer: Answer { ErrorAnswer.make(status: status, message: message, code: code) }

  /// Returns the member `document` of a request's body.
  static func document(of body: JSON, example: String) throws(ExplorerProblem) -> String {
    guard let document = body["document"]?.stringValue else {
      throw ExplorerProblem("The body needs \"document\", a string. Send an object such as \(example).")
    }
    return document
  }
}
