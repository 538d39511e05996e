package import GraphQLSchema
package import OrderedJSON

/// The fields of a selection on a concrete type, for a source that has the values of many objects ready.
package final class ReadySelection: Sendable {
  /// The small number of the selection, unique within its execution.
  package let index: Int
  /// All fields of the selection, in response order.
  package let fields: [Entry]
  /// The positions of fields that only `resolve` can answer.
  let pending: [Int]
  /// The number of fields that count as values; `__typename` does not.
  let leafCount: Int

  /// One field.
  package struct Entry: Sendable {
    package let responseKey: String
    package let value: Value
  }

  package enum Value: Sendable {
    /// The value of `__typename`.
    case constant(JSON)
    /// A nullable or non-null scalar or enum field without arguments.
    case leaf(SchemaField)
    /// A field to resolve later; its value is null until then.
    case pending
  }

  init?(index: Int, _ fields: [PreparedField]) {
    var pending: [Int] = []
    var entries: [Entry] = []
    for (position, field) in fields.enumerated() {
      if case .typename = field.role {
        entries.append(Entry(responseKey: field.responseKey, value: .constant(.string(field.parentType.name))))
      } else if field.mayBeReady {
        entries.append(Entry(responseKey: field.responseKey, value: .leaf(field.definition)))
      } else {
        entries.append(Entry(responseKey: field.responseKey, value: .pending))
        pending.append(position)
      }
    }
    guard pending.count < fields.count else { return nil }
    self.index = index
    self.fields = entries
    self.pending = pending
    leafCount = fields.count { $0.mayBeReady }
  }
}
