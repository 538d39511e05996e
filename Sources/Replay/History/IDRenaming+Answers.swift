import OrderedJSON
import Recordings

// The ids in answers, whose kinds follow from the selected fields.

extension IDRenaming {
  private struct Node {
    var value: JSON
    var field: CollectedField
    var parent: String?
    /// The field whose object has it; nil at the root.
    var holder: String?
    var slots: [Int]
  }

  /// Walks with a stack of its own, since the server decides how deep an answer is.
  func rewritten(
    _ answer: JSON, to operation: StatedOperation, hints: any SchemaHints
  ) throws(Ambiguity) -> JSON {
    if HTTPExchange.isOne(operation.operation) { return rewritten(answer, toExchange: operation.variables) }
    guard case .object(let root) = answer else { return answer }
    var changes = JSONSlots()
    var pending: [Node] = []
    for (index, member) in root.members.enumerated() {
      guard member.name == "data", case .object(let data) = member.value else {
        try note(member.value, isID: false, Place(field: member.name), [index], hints: hints, in: &changes)
        continue
      }
      pending += nodes(data, operation.roots, on: operation.kind.rootType, in: nil, at: [index])
    }
    while let node = pending.popLast() {
      if node.field.sets.isEmpty {
        let isNamed =
          ObjectID.isName(node.field.name) || hints.keyFields(of: node.parent).contains(node.field.name)
        let isID = isNamed || hints.type(of: node.field.name, on: node.parent) == "ID"
        let isList = node.value.arrayValue != nil
        // `favorites: [ID!]` has no ids of its own object, and `product: ID!` of a review with an `id` is not that one.
        let isRole = !guessesRoles && isID && !isNamed && (isList || hints.type(of: "id", on: node.parent) != nil)
        let kind =
          isRole
          ? IDKind(naming: node.field.name, hints: hints)
          : IDKind(field: node.field.name, holder: node.holder, type: node.parent, hints: isID ? hints : NoSchema())
        let isUnknown = isRole ? !isKind(node.field.name, hints: hints) : !isID && (node.holder == nil || isList)
        if isUnknown, !ObjectID.isOfPages(node.field.name) { try requireNoID(in: node.value, name: node.field.name) }
        try note(
          node.value, isID: isID, Place(field: node.field.name, kind: kind), node.slots, hints: hints, in: &changes)
        continue
      }
      switch node.value {
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          var inner = node
          inner.value = element
          inner.slots.append(index)
          pending.append(inner)
        }
      case .object(let object):
        let fields = operation.fields(of: node.field.sets)
        let told = fields.first { $0.name == "__typename" }.flatMap { object[$0.responseKey]?.stringValue }
        let type = told ?? hints.type(of: node.field.name, on: node.parent)
        pending += nodes(object, fields, on: type, in: node.field.name, at: node.slots)
      default: break
      }
    }
    return changes.isEmpty ? answer : changes.applied(to: answer)
  }

  /// Throws for a value that may be an id although nothing shows it: `favorites: [Int!]`, or a mutation that answers
  /// with the bare id of a new object.
  private func requireNoID(in value: JSON, name: String) throws(Ambiguity) {
    for value in value.arrayValue ?? [value] {
      guard let id = ObjectID(value), id.text.utf8.count < Self.uniqueLength else { continue }
      guard kinds.allSatisfy({ ($0.ids.renamed[id] ?? id) == id }) else { throw Ambiguity(id: id, name: name) }
    }
  }

  private func nodes(
    _ object: JSONObject, _ fields: [CollectedField], on type: String?, in holder: String?, at slots: [Int]
  ) -> [Node] {
    let byKey = Dictionary(fields.map { ($0.responseKey, $0) }, uniquingKeysWith: { first, _ in first })
    return object.members.enumerated().compactMap { index, member in
      byKey[member.name].map {
        Node(value: member.value, field: $0, parent: type, holder: holder, slots: slots + [index])
      }
    }
  }
}
