package import GraphQLSchema
package import OrderedJSON

/// The fields of a selection on a concrete type, for a source that has values of many objects ready.
package final class ReadySelection: Sendable {
  /// The same for all objects of the selection, and for no other selection of the execution; small.
  package let index: Int
  /// All fields of the selection, in the order of the response.
  package let fields: [Entry]
  /// Which of them only `resolve` can answer: the positions.
  let pending: [Int]
  /// How many of them count as values of a response; `__typename` does not.
  let leafCount: Int

  /// One field.
  package struct Entry: Sendable {
    /// The key in the response.
    package let responseKey: String
    package let value: Value
  }

  package enum Value: Sendable {
    /// `__typename`, whose value this is.
    case constant(JSON)
    /// A scalar or an enum value, non-null or not, of a field without arguments.
    case leaf(SchemaField)
    /// A field that has to be resolved; null stands for it meanwhile.
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
