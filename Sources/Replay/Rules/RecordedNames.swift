package import GraphQLLanguage
import OrderedJSON
package import Recordings

/// The names that recordings have: what rules may mention without being misspelt.
package struct RecordedNames {
  private var operations: [String] = []
  private var mutations: [String] = []
  /// The names of fields, on whatever types: recordings without a schema say no more.
  private var fields: Set<String> = []

  package init() {}

  /// Takes note of a recorded operation by its document.
  package mutating func add(_ document: Document) {
    for operation in document.operations {
      if let name = operation.name?.text { operations.append(name) }
      guard operation.kind == .mutation else { continue }
      // Without variables nothing is left out that one of them may ask for.
      mutations +=
        StatedOperation(
          operation: operation, fragments: document.fragmentsByName, variables: [:], identity: .anonymous
        ).effectNames
    }
    var visitor = FieldNames()
    document.visit(with: &visitor)
    fields.formUnion(visitor.found)
  }

  /// What is mentioned and nothing recorded has. Of a coordinate the field's name decides: another type's may be meant
  /// through an interface.
  ///
  /// - Parameter mentions: in the file's order.
  /// - Returns: a note for each that is unknown, in the same order.
  package func neverRecorded(_ mentions: [RuleMention]) -> [RuleFinding] {
    mentions.compactMap { mention in
      let (name, known): (String, [String])
      switch mention.subject {
      case .operation(let operation): (name, known) = (operation, operations + mutations)
      case .mutation(let mutation): (name, known) = (mutation, mutations)
      case .field(_, let field, _):
        // What is hidden or tells objects apart may be said beforehand, and so may anything before the first recording.
        guard mention.isOfAnswers, !fields.isEmpty else { return nil }
        (name, known) = (field, fields.sorted())
      case .type: return nil
      }
      if known.contains(where: { $0.hasSameScalars(as: name) }) { return nil }
      return .neverRecorded(mention, suggestions: suggestionList(name, known))
    }
  }
}

/// The names of the fields that a document asks for.
private struct FieldNames: DocumentVisitor {
  var found: Set<String> = []

  mutating func enter(_ field: Field) -> VisitStep {
    found.insert(field.name.text)
    return .descend
  }
}
