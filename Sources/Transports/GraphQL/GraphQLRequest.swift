package import OrderedJSON

/// A GraphQL request (GraphQL over HTTP, section 5), independent of its transport.
package struct GraphQLRequest: Hashable, Sendable {
  package var query: String
  package var operationName: String?
  /// An object, or null if absent.
  package var variables: JSON
  /// The way the request identified its document.
  package var naming = DocumentNaming.text

  package init(query: String, operationName: String? = nil, variables: JSON = .null) {
    self.query = query
    self.operationName = operationName
    self.variables = variables
  }

  /// Reads a request: POST with a JSON body of any media type, POST with `application/graphql`, or GET with `?query=`.
  /// `json` is the body, if it was parsed.
  /// - Throws: the problem if it is not a GraphQL request or its document is unknown.
  package init(
    decoding request: HTTPRequest, json: JSON? = nil, documents: some DocumentTexts = NoDocumentTexts()
  ) throws(RequestProblem) {
    switch request.method {
    case "POST": try self.init(post: request, json, documents)
    case "GET": try self.init(get: request.target, documents)
    default: throw .methodNotAllowed(request.method)
    }
  }

  private init(post request: HTTPRequest, _ json: JSON?, _ documents: some DocumentTexts) throws(RequestProblem) {
    let mediaType = request.headers.mediaType
    if mediaType == "multipart/form-data" { throw .upload }
    if let charset = RequestMediaType.foreignCharset(request.headers) { throw .charset(charset) }
    guard !request.body.isEmpty else { throw .emptyBody }
    if mediaType == "application/graphql" {
      guard let query = String(validatingUTF8Bytes: request.body) else { throw .notUTF8 }
      // express-graphql and others take the rest from the URL.
      let rest = try Self.members(of: request.target).members.filter { $0.name != "query" }
      try self.init(members: JSONObject([.init("query", .string(query))] + rest), documents: documents)
      return
    }
    let body = if let json { json } else { try Self.parsed(request.body, mediaType) }
    switch body {
    case .object(let members): try self.init(members: members, documents: documents)
    case .array: throw .batch
    default: throw .notAnObject(body.kindDescription)
    }
  }

  private static func parsed(_ body: [UInt8], _ mediaType: String?) throws(RequestProblem) -> JSON {
    do { return try JSON.parse(body) } catch { throw .notJSON(error, mediaType: mediaType) }
  }

  package init(
    members: JSONObject, documents: some DocumentTexts = NoDocumentTexts()
  ) throws(RequestProblem) {
    let extensions = try Self.extensions(members["extensions"])
    var text: String?
    switch members["query"] {
    case nil, .null?: break
    case .string(let query)?: text = query
    case let other?: throw .wrongType("query", "a string", found: other.kindDescription)
    }
    if let persisted = try PersistedQuery(extensions) {
      (query, naming) = try persisted.document(text, documents)
    } else if let text {
      query = text
    } else if let named = try NamedDocument(members, extensions: extensions) {
      (query, naming) = try named.document(documents)
    } else {
      throw .noQuery(found: members.names)
    }
    switch members["operationName"] {
    case nil, .null?, .string("")?: operationName = nil
    case .string(let name)?: operationName = name
    case let other?: throw .wrongType("operationName", "a string or null", found: other.kindDescription)
    }
    variables = try Self.variables(members["variables"])
  }

  private init(get target: RequestTarget, _ documents: some DocumentTexts) throws(RequestProblem) {
    let members = try Self.members(of: target)
    do {
      try self.init(members: members, documents: documents)
    } catch .noQuery {
      throw .noQueryParameter(found: target.parameters.map(\.name))
    }
  }

  /// The parameters of a URL that are parts of a request.
  package static let parameters = ["query", "operationName", "variables", "extensions"] + NamedDocument.members

  /// Reads the parameters of a URL. Empty ones count as absent.
  private static func members(of target: RequestTarget) throws(RequestProblem) -> JSONObject {
    let parameters = target.parameters
    var members = JSONObject()
    for name in Self.parameters {
      guard let value = parameters.last(where: { $0.name == name })?.value, !value.isEmpty else { continue }
      members.members.append(.init(name, name == "extensions" ? try extensions(text: value) : .string(value)))
    }
    return members
  }

  /// Reads variables from an object, or from JSON text as sent by Graphcool's clients and GET.
  private static func variables(_ value: JSON?) throws(RequestProblem) -> JSON {
    switch value {
    case nil, .null?: return .null
    case .object?: return value ?? .null
    case .string("")?: return .null
    case .string(let text)?:
      let parsed: JSON
      do { parsed = try JSON.parse(Array(text.utf8)) } catch { throw .textNotJSON("variables", error) }
      switch parsed {
      case .object, .null: return parsed
      default: throw .wrongType("variables", "an object", found: parsed.kindDescription)
      }
    case let other?: throw .wrongType("variables", "an object", found: other.kindDescription)
    }
  }

  private static func extensions(_ value: JSON?) throws(RequestProblem) -> JSONObject? {
    switch value {
    case nil, .null?: nil
    case .object(let members)?: members
    case let other?: throw .wrongType("extensions", "an object", found: other.kindDescription)
    }
  }

  private static func extensions(text: String) throws(RequestProblem) -> JSON {
    do { return try JSON.parse(Array(text.utf8)) } catch { throw .textNotJSON("extensions", error) }
  }
}

extension String {
  /// Returns the text of valid UTF-8, else nil.
  package init?(validatingUTF8Bytes bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self = text
  }
}
