package import GraphQLLanguage
import OrderedJSON
package import Recordings

/// The names in recordings, which tell if a name in rules may be misspelled.
package struct RecordedNames {
  private var operations: [String] = []
  private var mutations: [String] = []
  /// The names of fields of any type: recordings without a schema do not have the types.
  private var fields: Set<String> = []

  package init() {}

  /// Adds the names in a recorded operation.
  package mutating func add(_ document: Document) {
    for operation in document.operations {
      if let name = operation.name?.text { operations.append(name) }
      guard operation.kind == .mutation else { continue }
      // Without variables, their `@skip` and `@include` leave no field out.
      mutations +=
        StatedOperation(
          operation: operation, fragments: document.fragmentsByName, variables: [:], identity: .anonymous
        ).effectNames
    }
    var visitor = FieldNames()
    document.visit(with: &visitor)
    fields.formUnion(visitor.found)
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
      }
      if known.contains(where: { $0.hasSameScalars(as: name) }) { return nil }
      return .neverRecorded(mention, suggestions: suggestionList(name, known))
    }
  }
}

/// The names of the fields that a document selects.
private struct FieldNames: DocumentVisitor {
  var found: Set<String> = []

  mutating func enter(_ field: Field) -> VisitStep {
    found.insert(field.name.text)
    return .descend
  }
}
