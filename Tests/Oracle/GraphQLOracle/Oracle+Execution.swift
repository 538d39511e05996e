import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension Oracle {
  /// `execute`: an operation over `root`, plain JSON. Options: `variables`, `operationName`, `skipValidation`.
  mutating func execute(_ request: JSON) throws -> JSON {
    let schema = try schema(of: request)
    let query = try text("query", of: request)
    let document = try document("query", of: request)
    if request["skipValidation"]?.boolValue != true {
      let errors = schema.validate(document, source: query)
      if !errors.isEmpty { throw Failure("validate", errors) }
    }
    var source = JSONSource(schema: schema)
    let result = GraphQLExecution.execute(
      ExecutionRequest(
        document: document, operationName: request["operationName"]?.stringValue,
        variables: request["variables"]?.objectValue ?? JSONObject(), source: query),
      schema: schema, root: request["root"] ?? .null, from: &source)
    return ["result": result.response]
  }
}

/// Objects that are JSON, as the reference's default resolver takes them: a field is the member of its name, an
/// object's type its `__typename`.
struct JSONSource: FieldSource {
  let schema: Schema

  func resolve(_ field: FieldCall, of object: JSON) throws(FieldFailure) -> Resolved<JSON> {
    guard let value = object[field.name] else { return .null }
    return resolved(value, isComposite: schema.type(of: field.definition.type)?.isComposite ?? false)
  }

  private func resolved(_ value: JSON, isComposite: Bool) -> Resolved<JSON> {
    switch value {
    case .null: .null
    case .array(let items): .list(items.map { resolved($0, isComposite: isComposite) })
    case _ where isComposite: .object(value, typeName: value["__typename"]?.stringValue)
    default: .leaf(value)
    }
  }
}
