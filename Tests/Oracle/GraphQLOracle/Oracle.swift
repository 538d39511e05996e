import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Answers the requests of the comparison with other GraphQL engines, one JSON object a line; see `../README.md`.
struct Oracle {
  /// Schemas by their text or file, since most requests ask about the one before.
  private var schemas: [String: SchemaInspection] = [:]

  /// What went wrong in an answer with `ok: false`.
  struct Failure: Error {
    /// Which step found it: `syntax`, `validate`, `validateSDL`, `validateSchema`, `exception`.
    var phase: String
    var errors: [GraphQLError]

    init(_ phase: String, _ errors: [GraphQLError]) {
      self.phase = phase
      self.errors = errors
    }

    init(_ message: String) { self.init("exception", [GraphQLError(message)]) }
  }

  /// Answers one request.
  /// - Parameter line: the request as JSON.
  /// - Returns: the answer as JSON, with the request's `id`.
  mutating func answer(_ line: String) -> String {
    var id = JSON.null
    var members: [JSONObject.Member]
    do {
      // One request may hold a schema of megabytes and documents nested as deep as anybody likes.
      let request = try JSON.parse(text: line, limits: JSONLimits(depth: 4_096, bytes: 256 << 20))
      id = request["id"] ?? .null
      let answer = try handle(request["op"]?.stringValue ?? "", request)
      let ok = answer["errors"] == nil
      members = [.init("id", id), .init("ok", .bool(ok))] + (answer.objectValue?.members ?? [])
    } catch let error as Failure {
      members = [
        .init("id", id), .init("ok", .bool(false)), .init("errors", error.errors.json),
        .init("phase", .string(error.phase)),
      ]
    } catch let error as SyntaxError {
      members = [
        .init("id", id), .init("ok", .bool(false)), .init("errors", [error.graphQLError].json),
        .init("phase", "syntax"),
      ]
    } catch {
      members = [
        .init("id", id), .init("ok", .bool(false)), .init("errors", [GraphQLError("\(error)")].json),
        .init("phase", "exception"),
      ]
    }
    return JSON.object(JSONObject(members)).compactText
  }

  private mutating func handle(_ operation: String, _ request: JSON) throws -> JSON {
    switch operation {
    case "info": return ["engine": "understudy"]
    case "lex": return try lex(request)
    case "parse": return try parseDocument(request)
    case "parseValue": return ["ast": try parseValue(text("source", of: request)).shape]
    case "parseConstValue": return ["ast": try parseConstValue(text("source", of: request)).shape]
    case "parseType": return ["ast": try parseType(text("source", of: request)).shape]
    case "print": return try printDocument(request)
    case "strip": return ["text": .string(try strippedOfIgnored(text("source", of: request)))]
    case "build": return try build(request)
    case "validateSDL": return try validateSDL(request)
    case "breaking": return try breaking(request)
    case "clientSchema": return try clientSchema(request)
    case "introspect": return try introspect(request)
    case "validate": return try validate(request)
    case "coerce": return try coerce(request)
    case "execute": return try execute(request)
    default: throw Failure("unknown op \"\(operation)\"")
    }
  }

  /// A member that must be a text, as a source.
  func text(_ key: String, of request: JSON) throws -> SourceText {
    guard let text = request[key]?.stringValue else { throw Failure("\"\(key)\" must be a string") }
    return SourceText(text)
  }

  /// The schema that a request gives as SDL in `key`, or as the path of a file in the same key with `File` behind;
  /// with `assumeValid` whatever is wrong in it, with `assumeValidTypes` if only the types do not go together.
  /// - Throws: what is wrong with it, as the reference reports it when it builds and then uses a schema.
  mutating func schema(_ key: String = "schema", of request: JSON) throws -> Schema {
    let inspection = try inspection(key, of: request)
    if request["assumeValid"]?.boolValue == true || request["assumeValidSDL"]?.boolValue == true,
      let schema = inspection.schema
    {
      return schema
    }
    let errors = inspection.findings.filter { !$0.isWarning }
    let ofText = errors.filter { if case .text = $0.check { true } else { false } }
    if !ofText.isEmpty { throw Failure("validateSDL", ofText.map(\.problem.graphQLError)) }
    if request["assumeValidTypes"]?.boolValue == true, let schema = inspection.schema { return schema }
    do {
      return try inspection.usable()
    } catch {
      throw Failure("validateSchema", error.problems.map(\.graphQLError))
    }
  }

  private mutating func inspection(_ key: String, of request: JSON) throws -> SchemaInspection {
    let path = request[key + "File"]?.stringValue
    let cacheKey = try path.map { "file \($0)" } ?? String(decoding: text(key, of: request).utf8, as: UTF8.self)
    if let known = schemas[cacheKey] { return known }
    let source = try path.map { SourceText(utf8: try bytes(ofFile: $0)) } ?? text(key, of: request)
    let inspection = SchemaInspection(document: try parse(source, limits: .schema), source: source)
    if schemas.count >= Self.mostSchemas { schemas = [:] }
    schemas[cacheKey] = inspection
    return inspection
  }

  private static let mostSchemas = 64
}

extension [GraphQLError] {
  var json: JSON { .array(map(\.responseEntry)) }
}
