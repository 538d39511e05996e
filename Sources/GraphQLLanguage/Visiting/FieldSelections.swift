/// The fields that an operation selects, directly or through fragments.
package struct FieldSelections {
  private let fragments: [String: FragmentDefinition]
  private let operation: OperationDefinition

  /// A selected field and its type condition; nil if it has the type of the enclosing selection set.
  package struct Selected {
    package let field: Field
    package let condition: String?
  }

  package init(_ operation: OperationDefinition, fragments: some Sequence<FragmentDefinition>) {
    self.operation = operation
    self.fragments = Dictionary(fragments.map { ($0.name.text, $0) }) { $1 }
  }

  package var root: [Selected] { fields(of: operation.selectionSet) }

  /// Returns the selections inside fields that share a response key.
  package func below(_ selected: [Selected]) -> [Selected] {
    selected.flatMap { each in each.field.selectionSet.map { fields(of: $0) } ?? [] }
  }

  private func fields(of set: SelectionSet) -> [Selected] {
    var found: [Selected] = []
    var seen: Set<String> = []
    var waiting: [(SelectionSet, String?)] = [(set, nil)]
    while let (set, condition) = waiting.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field): found.append(Selected(field: field, condition: condition))
        case .inlineFragment(let fragment):
          waiting.append((fragment.selectionSet, fragment.typeCondition?.name.text ?? condition))
        case .fragmentSpread(let spread):
          guard seen.insert(spread.name.text).inserted, let fragment = fragments[spread.name.text] else { continue }
          waiting.append((fragment.selectionSet, fragment.typeCondition.name.text))
        }
      }
    }
    return found
  }
}
