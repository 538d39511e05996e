package import OrderedJSON

/// A GraphQL request as GraphQL over HTTP defines it (section 5), whichever way it came.
package struct GraphQLRequest: Hashable, Sendable {
  /// The document's text.
  package var query: String
  package var operationName: String?
  /// An object, or null where none came.
  package var variables: JSON

  package init(query: String, operationName: String? = nil, variables: JSON = .null) {
    self.query = query
    self.operationName = operationName
    self.variables = variables
  }

  /// Reads a request: POST with a JSON body (whatever it calls itself) or with `application/graphql`, or GET with
  /// `?query=`.
  package init(decoding request: ClientRequest) throws(RequestProblem) {
    switch request.method {
    case "POST": try self.init(post: request)
    case "GET": try self.init(get: request.target)
    default: throw .methodNotAllowed(request.method)
    }
  }

  private init(post request: ClientRequest) throws(RequestProblem) {
    let mediaType = request.headers.mediaType
    if mediaType == "multipart/form-data" { throw .upload }
    guard !request.body.isEmpty else { throw .emptyBody }
    if mediaType == "application/graphql" {
      guard let query = String(validatingUTF8Bytes: request.body) else { throw .notUTF8 }
      self.init(query: query)
      return
    }
    let body: JSON
    do {
      body = try JSON.parse(request.body)
    } catch {
      throw .notJSON(error, mediaType: mediaType)
    }
    switch body {
    case .object(let members): try self.init(members: members)
    case .array: throw .batch
    default: throw .notAnObject(body.kindDescription)
    }
  }

  private init(members: JSONObject) throws(RequestProblem) {
    guard let query = members["query"], query != .null else {
      if members["extensions"]?["persistedQuery"] != nil || members["id"] != nil || members["documentId"] != nil {
        throw .persistedOnly
      }
      throw .noQuery(found: members.names)
    }
    guard case .string(let query) = query else { throw .wrongType("query", "a string", found: query.kindDescription) }
    self.query = query
    switch members["operationName"] {
    case nil, .null?: operationName = nil
    case .string(let name)?: operationName = name
    case let other?: throw .wrongType("operationName", "a string or null", found: other.kindDescription)
    }
    variables = try Self.variables(members["variables"])
  }

  private init(get target: RequestTarget) throws(RequestProblem) {
    let parameters = target.parameters
    func value(_ name: String) -> String? { parameters.last { $0.name == name }?.value }
    guard let query = value("query"), !query.isEmpty else {
      throw value("extensions") == nil ? .noQueryParameter(found: parameters.map(\.name)) : .persistedOnly
    }
    self.query = query
    operationName = value("operationName").flatMap { $0.isEmpty ? nil : $0 }
    variables = try Self.variables(value("variables").map { .string($0) })
  }

  /// Variables as an object; also as a string that holds JSON, as Graphcool's clients and GET send them.
  private static func variables(_ value: JSON?) throws(RequestProblem) -> JSON {
    switch value {
    case nil, .null?: return .null
    case .object?: return value ?? .null
    case .string("")?: return .null
    case .string(let text)?:
      let parsed: JSON
      do { parsed = try JSON.parse(Array(text.utf8)) } catch { throw .variablesNotJSON(error) }
      switch parsed {
      case .object, .null: return parsed
      default: throw .wrongType("variables", "an object", found: parsed.kindDescription)
      }
    case let other?: throw .wrongType("variables", "an object", found: other.kindDescription)
    }
  }
}

extension String {
  /// The text of bytes that are valid UTF-8, else nil.
  init?(validatingUTF8Bytes bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self = text
  }
}
