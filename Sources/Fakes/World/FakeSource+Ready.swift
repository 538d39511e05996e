import FakeValues
import GraphQLExecution
import GraphQLSchema
import OrderedJSON

// Values that do not depend on the session are kept ready, since thousands of members may have the same fields read.

/// The fields of one selection, of many members of one type.
struct ReadyColumns {
  var columns: [Column] = []
  /// The number of requested members; -1 if no values can be ready.
  var asked = 0
  var count = 0

  struct Column {
    let key: String
    let value: Value
  }

  enum Value {
    case constant(JSON)
    /// The values of the members, by their numbers.
    case values([JSON])
  }
}

extension FakeSource {
  /// After a few members, makes the values of all of them at once, shared by all sessions.
  mutating func ready(
    _ selection: ReadySelection, of object: FakeObject, into members: inout [JSONObject.Member]
  ) -> Bool {
    guard let number = object.number, object.mayBeReady else { return false }
    let index = selection.index
    while ready.count <= index { ready.append(nil) }
    guard let known = ready[index] else {
      ready[index] = ReadyColumns(asked: 1)
      return false
    }
    guard number < known.count else {
      if known.count == 0, known.asked >= 0 {
        ready[index]?.asked += 1
        if known.asked > 16 { ready[index] = columns(selection, of: object.plan) ?? ReadyColumns(asked: -1) }
      }
      return false
    }
    for column in known.columns {
      switch column.value {
      case .constant(let value): members.append(JSONObject.Member(column.key, value))
      case .values(let values): members.append(JSONObject.Member(column.key, values[number]))
      }
    }
    return true
  }

  /// Returns the columns of a selection; nil if one of its leaf fields cannot be kept ready.
  private mutating func columns(_ selection: ReadySelection, of type: TypePlan) -> ReadyColumns? {
    var made = ReadyColumns()
    made.count = plan.sizes.size(type)
    for asked in selection.fields {
      switch asked.value {
      case .constant(let value): made.columns.append(.init(key: asked.responseKey, value: .constant(value)))
      case .pending: made.columns.append(.init(key: asked.responseKey, value: .constant(.null)))
      case .leaf(let definition):
        guard let field = plan.plan(of: definition), !mayFail(field), let values = snapshot.column(field),
          values.count == made.count
        else { return nil }
        made.columns.append(.init(key: asked.responseKey, value: .values(values)))
      }
    }
    return made
  }
}
