package import GraphQLLanguage
import OrderedJSON
package import Recordings

/// The names in recordings, which tell if a name in rules may be misspelled.
package struct RecordedNames {
  private var operations: [String] = []
  private var mutations: [String] = []
  /// The names of fields of any type: recordings without a schema do not have the types.
  private var fields: Set<String> = []
  /// The response keys by operation: the paths to leaves, and the paths to objects with a dot at the end.
  private var paths: [String: Set<String>] = [:]
  /// True if not all paths are known.
  private var hasLongSelection = false
  private var variables: [String: Set<String>] = [:]

  package init() {}

  /// Adds the names in a recorded operation.
  package mutating func add(_ document: Document) {
    for operation in document.operations {
      let name = operation.name?.text ?? ""
      if !name.isEmpty { operations.append(name) }
      variables[name, default: []].formUnion(operation.variables.map(\.name.text))
      let selected = ResponsePaths(operation.selectionSet, fragments: document.fragmentsByName)
      paths[name, default: []].formUnion(selected.found)
      if !selected.isWhole { hasLongSelection = true }
      guard operation.kind == .mutation else { continue }
      // Without variables, their `@skip` and `@include` leave no field out.
      mutations +=
        StatedOperation(
          operation: operation, fragments: document.fragmentsByName, variables: [:], identity: .anonymous
        ).effectNames
    }
    fields.formUnion(document.fieldNames)
  }

  /// Returns notes for the mentioned names that nothing recorded has, in the same order. Of a coordinate, only the
  /// field's name must be recorded: its type may be selected through an interface.
  package func neverRecorded(_ mentions: [RuleMention]) -> [RuleFinding] {
    mentions.compactMap { mention in
      let (name, known): (String, [String])
      switch mention.subject {
      case .operation(let operation): (name, known) = (operation, operations + mutations)
      case .mutation(let mutation): (name, known) = (mutation, mutations)
      case .field(_, let field, _):
        // Rules for redaction and keys may precede recordings, and so may all rules before the first recording.
        guard mention.isOfAnswers, !fields.isEmpty else { return nil }
        (name, known) = (field, fields.sorted())
      case .type: return nil
      case .data(let path, let operation):
        let known = paths.filter { operation == nil || $0.key == operation }
        // An operation that is not recorded is reported by its name.
        if known.isEmpty || hasLongSelection || known.values.contains(where: { Self.leads(to: path, $0) }) {
          return nil
        }
        let all = known.values.joined().map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.sorted()
        let similar = suggestionList(path.joined(separator: "."), all).prefix(1)
        return .neverRecorded(mention, suggestions: similar.map { "data.\($0)" })
      case .variable(let variable, let operation):
        let all = variables.filter { operation == nil || $0.key == operation }
        guard !all.isEmpty else { return nil }
        (name, known) = (variable, all.values.reduce(into: Set()) { $0.formUnion($1) }.sorted())
      }
      if known.contains(where: { $0.hasSameScalars(as: name) }) { return nil }
      return .neverRecorded(mention, suggestions: suggestionList(name, known))
    }
  }

  /// Indicates whether a path leads to a field, or into the JSON of a leaf.
  private static func leads(to path: [String], _ known: Set<String>) -> Bool {
    var prefix = ""
    for name in path {
      prefix += name
      if known.contains(prefix) { return true }
      prefix += "."
    }
    return known.contains(prefix)
  }
}

/// The paths of the response keys in a selection.
private struct ResponsePaths {
  /// The most selections that are followed. A path that leads further is not reported.
  static let limit = 20_000

  private(set) var found: Set<String> = []
  private(set) var isWhole = true

  init(_ set: SelectionSet, fragments: [String: FragmentDefinition]) {
    // A stack of its own: a chain of fragments may be as long as the document.
    var pending = [(set: set, prefix: "", open: Set<String>())]
    var count = 0
    while let (set, prefix, open) = pending.popLast() {
      count += set.selections.count
      guard count <= Self.limit else {
        isWhole = false
        return
      }
      for selection in set.selections {
        switch selection {
        case .field(let field):
          let path = prefix + field.responseKey
          found.insert(field.selectionSet == nil ? path : "\(path).")
          if let inner = field.selectionSet { pending.append((inner, "\(path).", open)) }
        case .inlineFragment(let fragment): pending.append((fragment.selectionSet, prefix, open))
        case .fragmentSpread(let spread):
          let name = spread.name.text
          guard !open.contains(name), let fragment = fragments[name] else { continue }
          pending.append((fragment.selectionSet, prefix, open.union([name])))
        }
      }
    }
  }
}

extension Document {
  /// The names of the fields that it selects.
  package var fieldNames: Set<String> {
    var visitor = FieldNames()
    visit(with: &visitor)
    return visitor.found
  }
}

private struct FieldNames: DocumentVisitor {
  var found: Set<String> = []

  mutating func enter(_ field: Field) -> VisitStep {
    found.insert(field.name.text)
    return .descend
  }
}
