import GraphQLLanguage
import GraphQLSchema

/// What an operation asks for at a place in its answer: tells which members the objects there must have, and of what
/// type they are where a schema tells it.
struct AnswerFields {
  /// One selection of a key.
  private struct Node {
    let field: Field
    /// The type to which the selection belongs: that of the innermost fragment, else of the place.
    let parent: SchemaType?
    /// Whether only objects of some types may have it.
    let isConditional: Bool
  }

  private let schema: Schema?
  private let fragments: [String: FragmentDefinition]
  /// The type that the schema has for the place.
  let type: SchemaType?
  private var nodes: [String: [Node]] = [:]
  /// The keys in the order of the document.
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

  /// Whether objects of several types may stand here, which need not have the same members.
  var maybeOfSeveralTypes: Bool { type?.isAbstract ?? hasConditions }

  /// Whether every object here has a key, of whatever type it is.
  func isUnconditional(_ key: String) -> Bool { nodes[key]?.contains { !$0.isConditional } ?? false }

  /// The place below a key; nil where nothing is selected: in a scalar, or where the operation does not ask for the key.
  func below(_ key: String) -> AnswerFields? {
    guard let nodes = nodes[key] else { return nil }
    let sets = nodes.compactMap(\.field.selectionSet)
    guard !sets.isEmpty else { return nil }
    let types = nodes.map { node in
      node.parent.flatMap { schema?.field(named: node.field.name.text, of: $0) }.flatMap { schema?.type(of: $0.type) }
    }
    // Where fragments of two types have other types under one key it is not known which of them is meant.
    let type = types.dropFirst().allSatisfy { $0?.name == types[0]?.name } ? types[0] : nil
    return AnswerFields(sets, on: type, fragments, schema)
  }

  /// The ways from the root of an answer to all places of a field of a type that a schema finds for sure.
  func ways(to field: String, of type: String) -> [[String]] {
    var found: [[String]] = []
    var open: [(fields: AnswerFields, way: [String])] = [(self, ["data"])]
    while let (fields, way) = open.popLast(), found.count < Self.mostWays {
      for key in fields.keys {
        if key == field, fields.owner(of: key) == type {
          found.append(way + [key])
        } else if open.count < Self.mostWays, let below = fields.below(key) {
          open.append((below, way + [key]))
        }
      }
    }
    return found
  }

  /// Fragments that spread each other often make more ways than an answer needs.
  private static let mostWays = 10_000

  /// The one object type of which a key's field can be here; nil where it is not known.
  private func owner(of key: String) -> String? {
    if let type, type.kind == .object { return type.name }
    let parents = Set(nodes[key, default: []].map { $0.parent?.kind == .object ? $0.parent?.name : nil })
    return parents.count == 1 ? parents.first.flatMap { $0 } : nil
  }
}
