import GraphQLLanguage
import GraphQLSchema

/// The selections of an operation at a place in its answer: required members, and types if there is a schema.
struct AnswerFields {
  /// A selection of a key.
  private struct Node {
    let field: Field
    /// The type of the selection: that of the innermost fragment, or else of the place.
    let parent: SchemaType?
    /// True if only objects of some types may have it.
    let isConditional: Bool
  }

  private let schema: Schema?
  private let fragments: [String: FragmentDefinition]
  /// The type of the place, if there is a schema.
  let type: SchemaType?
  private var nodes: [String: [Node]] = [:]
  /// The keys in source order.
  private(set) var keys: [String] = []
  private var hasConditions = false

  init(of operation: OperationDefinition, in document: Document, schema: Schema?) {
    self.init([operation.selectionSet], on: schema?.rootType(of: operation.kind), document.fragmentsByName, schema)
  }

  private init(
    _ sets: [SelectionSet], on type: SchemaType?, _ fragments: [String: FragmentDefinition], _ schema: Schema?
  ) {
    (self.schema, self.fragments, self.type) = (schema, fragments, type)
    var visited: Set<String> = []
    var open = sets.reversed().map { (set: $0, parent: type, isConditional: false) }
    while let (set, parent, isConditional) = open.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          let key = field.responseKey
          if nodes[key] == nil { keys.append(key) }
          nodes[key, default: []].append(Node(field: field, parent: parent, isConditional: isConditional))
        case .inlineFragment(let fragment):
          guard let name = fragment.typeCondition?.name.text else {
            open.append((fragment.selectionSet, parent, isConditional))
            continue
          }
          open.append((fragment.selectionSet, schema?.type(named: name), true))
        case .fragmentSpread(let spread):
          let name = spread.name.text
          guard visited.insert(name).inserted, let fragment = fragments[name] else { continue }
          open.append((fragment.selectionSet, schema?.type(named: fragment.typeCondition.name.text), true))
        }
      }
    }
    hasConditions = nodes.values.contains { $0.contains(where: \.isConditional) }
  }

  /// True if objects of several types, with different members, may occur here.
  var maybeOfSeveralTypes: Bool { type?.isAbstract ?? hasConditions }

  /// Indicates whether objects of every type have a key.
  func isUnconditional(_ key: String) -> Bool { nodes[key]?.contains { !$0.isConditional } ?? false }

  /// Returns the selections below a key; nil for a scalar, or a key that is not selected.
  func below(_ key: String) -> AnswerFields? {
    guard let nodes = nodes[key] else { return nil }
    let sets = nodes.compactMap(\.field.selectionSet)
    guard !sets.isEmpty else { return nil }
    let types = nodes.map { node in
      node.parent.flatMap { schema?.field(named: node.field.name.text, of: $0) }.flatMap { schema?.type(of: $0.type) }
    }
    // If the fragments of two types have different types under one key, the type is unknown.
    let type = types.dropFirst().allSatisfy { $0?.name == types[0]?.name } ? types[0] : nil
    return AnswerFields(sets, on: type, fragments, schema)
  }

  /// Returns all paths from the root of an answer to a field of a type, as far as the schema makes them certain. With
  /// `untyped`, only those to objects that do not show their type.
  func paths(to field: String, of type: String, untyped: Bool = false) -> [[String]] {
    var found: [[String]] = []
    var open: [(fields: AnswerFields, path: [String])] = [(self, ["data"])]
    while let (fields, path) = open.popLast(), found.count < Self.mostPaths {
      for key in fields.keys {
        if key == field, fields.owner(of: key) == type,
          !untyped || (path.count > 1 && !fields.keys.contains(SchemaField.typename.name))
        {
          found.append(path + [key])
        } else if open.count < Self.mostPaths, let below = fields.below(key) {
          open.append((below, path + [key]))
        }
      }
    }
    return found
  }

  /// A limit, because fragments that spread each other repeatedly have exponentially many paths.
  private static let mostPaths = 10_000

  /// Returns the only object type whose field the key can be; nil if it is unknown.
  private func owner(of key: String) -> String? {
    if let type, type.kind == .object { return type.name }
    let parents = Set(nodes[key, default: []].map { $0.parent?.kind == .object ? $0.parent?.name : nil })
    return parents.count == 1 ? parents.first.flatMap { $0 } : nil
  }
}
