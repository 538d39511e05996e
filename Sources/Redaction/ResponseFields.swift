import GraphQLLanguage

/// The fields of an operation by their response keys. Computed for one level at a time, so that fragments that spread
/// each other often cost no more than the answer's depth.
struct ResponseFields: Sendable {
  /// The fields with one response key.
  struct Entry: Sendable {
    /// The names of the fields, not the aliases.
    var names: [String] = []
    var selectionSets: [SelectionSet] = []
  }

  private var entries: [String: Entry] = [:]
  /// The types of the fragments on this level.
  private(set) var conditions: [String] = []
  private let fragments: [String: FragmentDefinition]

  /// True if the level of an object is unknown, so that a key may belong to any field in the document.
  private var isAnywhere = false

  /// The fields for parts of an answer whose place is unknown: later payloads, errors.
  init(anywhereIn document: Document) {
    self.init([], [:])
    isAnywhere = true
    var reader = AliasReader()
    document.visit(with: &reader)
    for (key, names) in reader.aliases { entries[key] = Entry(names: names) }
  }

  private struct AliasReader: DocumentVisitor {
    var aliases: [String: [String]] = [:]

    mutating func enter(_ field: Field) -> VisitStep {
      if field.alias != nil { aliases[field.responseKey, default: []].append(field.name.text) }
      return .descend
    }
  }

  init(of operation: OperationDefinition, in document: Document) {
    self.init([operation.selectionSet], document.fragmentsByName)
  }

  private init(_ selectionSets: [SelectionSet], _ fragments: [String: FragmentDefinition]) {
    self.fragments = fragments
    var visited: Set<String> = []
    var open = Array(selectionSets.reversed())
    while let set = open.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          entries[field.responseKey, default: Entry()].names.append(field.name.text)
          if let inner = field.selectionSet { entries[field.responseKey]?.selectionSets.append(inner) }
        case .inlineFragment(let fragment):
          if let condition = fragment.typeCondition { conditions.append(condition.name.text) }
          open.append(fragment.selectionSet)
        case .fragmentSpread(let spread):
          guard visited.insert(spread.name.text).inserted, let fragment = fragments[spread.name.text] else { continue }
          conditions.append(fragment.typeCondition.name.text)
          open.append(fragment.selectionSet)
        }
      }
    }
  }

  subscript(key: String) -> Entry? { entries[key] }

  func below(_ entry: Entry?) -> ResponseFields? {
    if isAnywhere { return self }
    guard let entry, !entry.selectionSets.isEmpty else { return nil }
    return ResponseFields(entry.selectionSets, fragments)
  }
}
