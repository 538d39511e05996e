import FakeValues
import GraphQLSchema
import OrderedJSON

/// An object of a recorded response with its fields.
final class RecordedNode {
  let plan: TypePlan
  fileprivate(set) var fields: [RecordedField] = []

  init(_ plan: TypePlan) { self.plan = plan }

  /// Returns the value of a field that was selected without arguments, or only with defaults; else nil.
  func value(of name: String) -> RecordedValue? {
    fields.first { $0.plan.name == name && $0.arguments.isEmpty }?.value
  }

  func add(_ field: RecordedField) { fields.append(field) }
}

/// A field of a recorded object.
struct RecordedField {
  let plan: FieldPlan
  /// The effective arguments: coerced, without nulls and empty objects.
  let arguments: JSONObject
  let value: RecordedValue
}

/// The value of a field in a recorded response.
indirect enum RecordedValue {
  case null
  /// A scalar's value, or an enum value's name, or a list of such.
  case leaf(JSON)
  case object(RecordedNode)
  case list([RecordedValue])

  var node: RecordedNode? { if case .object(let node) = self { node } else { nil } }

  var json: JSON? {
    switch self {
    case .leaf(let json): json
    case .null: .null
    case .object, .list: nil
    }
  }
}

extension JSONObject {
  /// The effective arguments: null, `{}` and `[]` are the same as an absent one.
  var thatCount: JSONObject {
    if members.isEmpty { return self }
    return JSONObject(
      members.filter { member in
        switch member.value {
        case .null: false
        case .object(let object): !object.isEmpty
        case .array(let items): !items.isEmpty
        case .bool, .number, .string: true
        }
      })
  }

  /// Returns the name under which a field's value for these arguments is stored: the field's own if there are none.
  func valueName(of field: String) -> String {
    let counted = thatCount
    if counted.isEmpty { return field }
    return "\(field)(\(JSON.object(counted.sortedByName()).compactText))"
  }
}
