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

extension ScriptedSource: EventSource {
  /// The list that the root has under the field's name.
  mutating func events(for field: FieldCall, of root: JSON) throws(FieldFailure) -> [JSON] {
    let arguments = field.arguments.members.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    calls.append("events of \(field.name)(\(arguments)) at \(field.responseKey)")
    guard let events = root[field.name]?.arrayValue else {
      throw FieldFailure(root[field.name]?["!"]?.stringValue ?? "There are no events of \"\(field.name)\".")
    }
    return events
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

/// Runs a query over JSON and collects the parts of the response in a spelling.
/// - Returns: the parts as text, and what the source was asked for, `|` where a part was complete.
func runInParts(
  _ query: String, _ sdl: String, _ format: IncrementalFormat, root: JSON = [:], variables: JSONObject = JSONObject(),
  limits: ExecutionLimits = .standard
) throws -> (parts: [String], calls: [String]) {
  let text = SourceText(query)
  let schema = try Schema(sdl: SourceText(sdl))
  var source = ScriptedSource(schema: schema)
  let request = ExecutionRequest(document: try parse(text), variables: variables, source: text)
  var parts: [String] = []
  var calls: [String] = []
  func note(_ part: JSON, _ all: [String]) {
    parts.append(part.compactText)
    calls += all.dropFirst(calls.count { $0 != "|" }) + ["|"]
  }
  let result = executeIncrementally(
    request, schema: schema, root: root, from: &source, delivery: format.delivery, limits: limits)
  switch result {
  case .whole(let whole): note(whole.response, source.calls)
  case .parts(let initial, var response):
    note(format.json(initial), source.calls)
    while let payload = response.next(from: &source) { note(format.json(payload), source.calls) }
  }
  return (parts, calls)
}
