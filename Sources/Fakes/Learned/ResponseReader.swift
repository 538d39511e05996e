import FakeValues
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Reads a recorded response by executing its operation, with the response as the source. So aliases, fragments,
/// conditions, variables and types are read as everywhere else.
struct ResponseReader: FieldSource {
  typealias Object = Recorded

  private let plan: WorldPlan
  /// The paths at which an error explains a null.
  private let failed: Set<String>

  /// An object of the response with its node.
  struct Recorded {
    let json: JSONObject
    let node: RecordedNode
  }

  /// Returns the root of a response; nil if there is no data, or the operation cannot be executed.
  static func read(
    _ response: JSON, of document: Document, operationName: String?, variables: JSONObject, in plan: WorldPlan
  ) -> RecordedNode? {
    guard case .object(let data)? = response["data"],
      let operation = try? document.operation(named: operationName),
      let name = plan.schema.rootTypeName(of: operation.kind), let type = plan.plan(name)
    else { return nil }
    var reader = ResponseReader(plan: plan, failed: failures(response))
    let root = Recorded(json: data, node: RecordedNode(type))
    let request = ExecutionRequest(document: document, operationName: operationName, variables: variables)
    let result = execute(request, schema: plan.schema, root: root, from: &reader)
    return result.data == nil ? nil : root.node
  }

  mutating func resolve(_ call: FieldCall, of object: Recorded) throws(FieldFailure) -> Resolved<Recorded> {
    guard let field = plan.plan(of: call.definition), let json = object.json[call.responseKey] else { return .null }
    if json == .null, !failed.isEmpty, failed.contains(Self.text(call.path.map(\.pathText))) { return .null }
    if field.named.isLeaf {
      object.node.add(RecordedField(plan: field, arguments: call.arguments.thatCount, value: .leaf(json)))
      return Self.leaf(json)
    }
    let (value, resolved) = composite(json, field)
    object.node.add(RecordedField(plan: field, arguments: call.arguments.thatCount, value: value))
    return resolved
  }

  private static func leaf(_ json: JSON) -> Resolved<Recorded> {
    switch json {
    case .null: .null
    case .array(let items): .list(items.map(leaf))
    case .bool, .number, .string, .object: .leaf(json)
    }
  }

  private func composite(_ json: JSON, _ field: FieldPlan) -> (RecordedValue, Resolved<Recorded>) {
    switch json {
    case .array(let items):
      let both = items.map { composite($0, field) }
      return (.list(both.map(\.0)), .list(both.map(\.1)))
    case .object(let object):
      guard let type = type(of: object, field) else { return (.null, .null) }
      let node = RecordedNode(type)
      return (.object(node), .object(Recorded(json: object, node: node), typeName: type.type.name))
    case .null, .bool, .number, .string: return (.null, .null)
    }
  }

  /// Returns the type of an object: the field's, else the one in its `__typename`; nil if it has none.
  private func type(of object: JSONObject, _ field: FieldPlan) -> TypePlan? {
    if field.named.kind == .object { return plan.plan(field.named.name) }
    let possible = plan.schema.possibleTypes(of: field.named).map(\.name)
    if possible.count == 1 { return plan.plan(possible[0]) }
    if let said = object["__typename"]?.stringValue, possible.contains(said) { return plan.plan(said) }
    // `__typename` may have an alias.
    let named = object.members.lazy.compactMap(\.value.stringValue).first { possible.contains($0) }
    return named.flatMap { plan.plan($0) }
  }

  private static func failures(_ response: JSON) -> Set<String> {
    guard let errors = response["errors"]?.arrayValue, !errors.isEmpty else { return [] }
    var paths: Set<String> = []
    for error in errors {
      let path = error["path"]?.arrayValue?.map { $0.keyText ?? "" } ?? []
      // Null propagates up from the place of the error.
      for length in path.indices { paths.insert(text(Array(path[...length]))) }
    }
    return paths
  }

  private static func text(_ path: [String]) -> String { path.joined(separator: "\u{0}") }
}

extension GraphQLError.PathElement {
  fileprivate var pathText: String {
    switch self {
    case .key(let key): key
    case .index(let index): String(index)
    }
  }
}
