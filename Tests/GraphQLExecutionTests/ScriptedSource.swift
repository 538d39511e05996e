import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

/// A source whose objects are JSON: a field is the member of its name, an object's type its `__typename`.
///
/// `{"!": "text"}` fails with the text. The source keeps what it was asked for.
struct ScriptedSource: FieldSource {
  let schema: Schema
  /// The fields that were asked for, in order: `Query.country(code: "CA") at country`.
  private(set) var calls: [String] = []

  init(schema: Schema) { self.schema = schema }

  mutating func resolve(_ field: FieldCall, of object: JSON) throws(FieldFailure) -> Resolved<JSON> {
    let arguments = field.arguments.members.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    let path = field.path.map { element in
      switch element {
      case .key(let key): key
      case .index(let index): "\(index)"
      }
    }.joined(separator: ".")
    let call = "\(field.parentType.name).\(field.name)" + (arguments.isEmpty ? "" : "(\(arguments))")
    calls.append("\(call) at \(path)")
    guard let value = object[field.name] else { return .null }
    if let message = value["!"]?.stringValue { throw FieldFailure(message) }
    return resolved(value, isComposite: schema.type(of: field.definition.type)?.isComposite ?? false)
  }

  private func resolved(_ value: JSON, isComposite: Bool) -> Resolved<JSON> {
    if let message = value["!"]?.stringValue { return .failure(FieldFailure(message)) }
    switch value {
    case .null: return .null
    case .array(let items): return .list(items.map { resolved($0, isComposite: isComposite) })
    case .object where isComposite: return .object(value, typeName: value["__typename"]?.stringValue)
    default: return .leaf(value)
    }
  }
}

/// Runs a query over JSON.
/// - Returns: the response as text, and what the source was asked for.
func run(
  _ query: String, _ sdl: String, root: JSON = [:], variables: JSONObject = JSONObject(), operation: String? = nil,
  limits: ExecutionLimits = .standard
) throws -> (response: String, calls: [String]) {
  let text = SourceText(query)
  let schema = try Schema(sdl: SourceText(sdl))
  var source = ScriptedSource(schema: schema)
  let request = ExecutionRequest(
    document: try parse(text), operationName: operation, variables: variables, source: text)
  let result = execute(request, schema: schema, root: root, from: &source, limits: limits)
  return (result.response.compactText, source.calls)
}
