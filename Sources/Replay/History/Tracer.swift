import GraphQLLanguage
package import OrderedJSON
import Recordings

/// Finds the ids and types in an operation and its answer, with or without a schema.
package struct Tracer: Sendable {
  let operation: StatedOperation
  let hints: any SchemaHints

  package init(_ operation: StatedOperation, hints: any SchemaHints = NoSchema()) {
    self.operation = operation
    self.hints = hints
  }

  /// Returns the trace of the request with one answer (`{"data": …}`). `body` is nil if the answer was not JSON, or if none
  /// came.
  package func trace(_ body: JSON?) -> Trace {
    if HTTPExchange.isOne(operation.operation) { return exchangeTrace(body) }
    let data = body?["data"]
    var trace = Trace()
    let rootType = operation.kind.rootType
    for root in operation.roots where root.name != "__typename" {
      var walk = AnswerWalk(operation: operation, hints: hints)
      walk.request(root, on: rootType)
      let requested = walk.ids
      if let value = data?[root.responseKey] { walk.answer(value, of: root, on: rootType) }
      trace.ids.formUnion(walk.ids)
      trace.types.formUnion(walk.types)
      trace.issued += walk.issued.filter { !requested.contains($0.id) }
      trace.chosen.formUnion(walk.chosen)
      trace.hasUntypedChoice = trace.hasUntypedChoice || walk.hasUntypedChoice
      trace.tellsValues = trace.tellsValues || walk.tellsValues
      trace.hasUnnamedRoot = trace.hasUnnamedRoot || walk.ids.isEmpty || walk.tellsOfNobody
      // `checkout` does not name its subject: it depends on everything before it.
      if operation.kind == .mutation, root.arguments.isEmpty { trace.hasUnnamedRoot = true }
      for (path, list) in walk.lists { trace.lists[path] = list }
      if operation.kind == .mutation {
        let given = operation.arguments(of: root).map(\.name)
        trace.types.formUnion(hints.typesChanged(byMutation: root.name, given: given))
      }
    }
    trace.issuesNumbers = operation.kind == .mutation && trace.issued.contains { $0.id.isNumbered }
    return trace
  }
}

/// Walks one root field's arguments and value, with its own stack, since the server decides how deep an answer is.
struct AnswerWalk {
  let operation: StatedOperation
  let hints: any SchemaHints
  var ids: Set<ObjectID> = []
  var types: Set<String> = []
  var lists: [String: Trace.Listed] = [:]
  var issued: [Trace.IssuedID] = []
  var chosen: Set<String> = []
  var hasUntypedChoice = false
  /// Indicates whether an unnamed object has values of its own: a cart's total.
  var tellsOfNobody = false
  var tellsValues = false
  /// The ids in arguments, of the root field and of those below it.
  private var requested: Set<ObjectID> = []
  /// The kinds of those, if they are collected.
  var requestedKinds: [ObjectID: [IDKind]]?

  private struct Node {
    var value: JSON
    var field: CollectedField
    var parent: String?
    /// The field whose object has it; nil at the root.
    var holder: String?
    var path: String
    /// The path of response keys without indices.
    var listPath: String
    /// The lists around the value.
    var lists: [String]
    /// Indicates whether the request or an object around it names its owner. A mutation's arguments name the objects
    /// that it changes, not those in its answer: `addToCart(productId:) { cart { total } }`.
    var isNamed: Bool
  }

  init(operation: StatedOperation, hints: any SchemaHints) {
    self.operation = operation
    self.hints = hints
  }

  /// Adds the ids of a field's arguments.
  mutating func request(_ field: CollectedField, on parent: String?) {
    let result = hints.type(of: field.name, on: parent)
    for argument in operation.arguments(of: field, on: parent, hints: hints) {
      let place = (name: argument.name, owner: String?.none, isID: argument.isID, type: argument.type)
      let values = argument.value.walk(at: place) { [hints] slot, place in
        guard let name = slot.name else { return place }
        let type = hints.type(of: name, on: place.type)
        return (name, owner: place.name, ObjectID.isName(name) || type == "ID", type)
      }
      for (value, place) in values where place.isID {
        guard let id = ObjectID(value) else { continue }
        ids.insert(id)
        requested.insert(id)
        if requestedKinds != nil {
          var kinds = [IDKind(argument: place.name, of: field.name, result: result, hints: hints)]
          if let owner = place.owner { kinds.append(IDKind(naming: owner, hints: hints)) }
          requestedKinds?[id, default: []] += kinds
        }
      }
    }
  }

  /// Adds the ids and types of a field's value, and the ids of the arguments of the fields below it.
  mutating func answer(_ value: JSON, of field: CollectedField, on parent: String?) {
    var pending = [
      Node(
        value: value, field: field, parent: parent, path: field.name, listPath: field.responseKey, lists: [],
        isNamed: operation.kind != .mutation && !requested.isEmpty)
    ]
    while let node = pending.popLast() {
      if node.field.sets.isEmpty {
        leaf(node)
        continue
      }
      switch node.value {
      case .array(let elements):
        if lists[node.listPath] == nil { lists[node.listPath] = Trace.Listed() }
        for (index, element) in elements.enumerated().reversed() {
          var inner = node
          inner.value = element
          inner.path = "\(node.path)[\(index)]"
          if inner.lists.last != node.listPath { inner.lists.append(node.listPath) }
          pending.append(inner)
        }
      case .object(let object): pending += members(of: object, node).reversed()
      default: break
      }
    }
  }

  private mutating func leaf(_ node: Node) {
    if !tellsValues, node.field.name != "__typename" {
      switch node.value {
      case .number, .array: tellsValues = true
      case .string(let text): tellsValues = !Caller.isIssued(text)
      case .null, .bool, .object: break
      }
    }
    guard ObjectID.isName(node.field.name) || hints.keyFields(of: node.parent).contains(node.field.name) else { return }
    if case .array(let elements) = node.value {
      for (index, element) in elements.enumerated() { found(element, "\(node.path)[\(index)]", node) }
    } else {
      found(node.value, node.path, node)
    }
  }

  private mutating func found(_ value: JSON, _ path: String, _ node: Node) {
    guard let id = ObjectID(value) else { return }
    ids.insert(id)
    let kind = IDKind(field: node.field.name, holder: node.holder, type: node.parent, hints: hints)
    issued.append(Trace.IssuedID(id: id, path: path, kind: kind, isNumber: value.numberValue != nil))
  }

  private mutating func members(of object: JSONObject, _ node: Node) -> [Node] {
    let fields = operation.fields(of: node.field.sets)
    let told = fields.first { $0.name == "__typename" }.flatMap { object[$0.responseKey]?.stringValue }
    let type = told ?? hints.type(of: node.field.name, on: node.parent)
    // A declared interface includes all its objects, and a mutation names one of these.
    let objectTypes = type.map { hints.objectTypes(of: $0) } ?? []
    let keys = hints.keyFields(of: type)
    var ownID: ObjectID?
    var hasOwnLeaves = false
    var isPage = false
    var nodes: [Node] = []
    for field in fields where field.name != "__typename" {
      if !field.arguments.isEmpty { request(field, on: type) }
      guard let value = object[field.responseKey] else { continue }
      if field.sets.isEmpty,
        field.name == "id" || field.name == "_id" || field.name == "uuid" || keys.contains(field.name),
        let id = ObjectID(value)
      {
        ownID = id
      } else if field.sets.isEmpty, ObjectID.isOfPages(field.name) {
        isPage = true
      } else if field.sets.isEmpty {
        // A message belongs to the request; a number may belong to anything that it changes.
        if operation.kind != .mutation || value.numberValue != nil { hasOwnLeaves = true }
      }
      nodes.append(
        Node(
          value: value, field: field, parent: type, holder: node.field.name, path: "\(node.path).\(field.name)",
          listPath: "\(node.listPath).\(field.responseKey)", lists: node.lists, isNamed: node.isNamed))
    }
    for index in nodes.indices where ownID != nil { nodes[index].isNamed = true }
    if hasOwnLeaves, ownID == nil, !node.isNamed, node.lists.isEmpty { tellsOfNobody = true }
    if let type, case let items = hints.itemTypes(ofPage: type), !items.isEmpty {
      lists[node.listPath, default: Trace.Listed()].types.formUnion(items)
    } else if isPage, ownID == nil, !nodes.contains(where: { $0.value.arrayValue != nil && !$0.field.sets.isEmpty }) {
      // A count or a cursor of a list whose items were not selected.
      lists[node.listPath, default: Trace.Listed()].hasUntyped = true
    }
    // The type of a wrapper (`TripUpdateResponse`) does not show what changed, so only objects with an id are added.
    if ownID != nil { types.formUnion(objectTypes) }
    if node.lists.isEmpty, let ownID { choose(ownID, objectTypes, isRoot: node.path == node.field.name) }
    for path in node.lists {
      if objectTypes.isEmpty { lists[path]?.hasUntyped = true } else { lists[path]?.types.formUnion(objectTypes) }
    }
    return nodes
  }

  /// Adds the types of a single object if the server chose it, that is, if the request does not name it.
  private mutating func choose(_ id: ObjectID, _ types: [String], isRoot: Bool) {
    guard !requested.contains(id) else { return }
    // A new object takes no other's place; but the next number goes to the next object of any type.
    if operation.kind == .mutation, !id.isNumbered { return }
    chosen.formUnion(types)
    if types.isEmpty, isRoot { hasUntypedChoice = true }
  }
}
