import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension Oracle {
  /// `build`: the schema of `schema`, printed as the reference prints it, without applied directives.
  mutating func build(_ request: JSON) throws -> JSON {
    ["text": .string(try schema(of: request).printed(appliedDirectives: false))]
  }

  /// `clientSchema`: the schema of an `introspection`, printed.
  func clientSchema(_ request: JSON) throws -> JSON {
    guard let introspection = request["introspection"] else { throw Failure("\"introspection\" is missing") }
    do {
      return ["text": .string(try Schema(introspection: introspection).printed(appliedDirectives: false))]
    } catch {
      throw Failure("validateSchema", error.problems.map(\.graphQLError))
    }
  }

  /// `introspect`: the answer to the query that asks for everything, or to `query`.
  mutating func introspect(_ request: JSON) throws -> JSON {
    let schema = try schema(of: request)
    let query = SourceText(request["query"]?.stringValue ?? IntrospectionQuery.text)
    var source = JSONSource(schema: schema)
    let result = GraphQLExecution.execute(
      ExecutionRequest(document: try parse(query), source: query), schema: schema, root: .null, from: &source)
    guard result.errors.isEmpty else { throw Failure("execute", result.errors) }
    return ["data": result.data ?? .null]
  }

  /// `validate`: the errors of `query`. Options: `rules`, by the reference's names, and `maxErrors`.
  mutating func validate(_ request: JSON) throws -> JSON {
    let schema = try schema(of: request)
    let query = try text("query", of: request)
    let document = try document("query", of: request)
    let errors = schema.validate(
      document, source: query, rules: try rules(request["rules"]), maximumErrors: request["maxErrors"]?.intValue ?? 100)
    if !errors.isEmpty { throw Failure("validate", errors) }
    return [:]
  }

  private func rules(_ names: JSON?) throws -> [ValidationRule] {
    guard let names = names?.arrayValue else { return ValidationRule.specified }
    return try names.map { name in
      let wanted = name.stringValue ?? ""
      let all = ValidationRule.specified + ValidationRule.optional
      guard let rule = all.first(where: { [$0.name, $0.name + "Rule", $0.name + "CustomRule"].contains(wanted) }) else {
        throw Failure("unknown rule \"\(wanted)\"")
      }
      return rule
    }
  }

  /// `coerce`: the values of an operation's variables.
  mutating func coerce(_ request: JSON) throws -> JSON {
    let schema = try schema(of: request)
    let query = try text("query", of: request)
    let operation = try document("query", of: request).operation(named: request["operationName"]?.stringValue)
    do {
      let given = request["variables"]?.objectValue ?? JSONObject()
      return ["values": .object(try schema.coerceVariables(given, of: operation, source: query))]
    } catch {
      throw Failure("coerce", error.errors)
    }
  }
}
