import Engine
import OrderedJSON

/// The endpoint that a page of the explorer is about, and its schema.
struct ExplorerEndpoint {
  let endpoint: Endpoint
  /// The schema in use: that of the file, else of a recorded introspection; nil if there is neither.
  let told: IntrospectedSchema?

  /// Finds the endpoint of this name. Reads recordings if it has no schema file.
  init(_ name: String, of engine: Engine) throws(DashboardProblem) {
    endpoint = try engine.endpoint(ofPage: name)
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

extension JSON {
  /// Returns the member `document` of a request's body.
  func document(example: String) throws(DashboardProblem) -> String {
    guard let document = self["document"]?.stringValue else {
      throw DashboardProblem(
        400, "The body needs \"document\", a string. Send an object such as \(example).")
    }
    return document
  }
}
