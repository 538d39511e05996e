import FakeValues
import GraphQLSchema
import OrderedJSON

/// An object of a recorded response, beside what the operation asked of it.
final class RecordedNode {
  let plan: TypePlan
  /// What was asked and answered, in the order of the response.
  fileprivate(set) var fields: [RecordedField] = []

  init(_ plan: TypePlan) { self.plan = plan }

  /// The value of a field that was asked for without arguments, or with defaults only; nil where it was not.
  func value(of name: String) -> RecordedValue? {
    fields.first { $0.plan.name == name && $0.arguments.isEmpty }?.value
  }

  func add(_ field: RecordedField) { fields.append(field) }
}

/// A field of a recorded object.
struct RecordedField {
  let plan: FieldPlan
  /// The arguments that count: coerced, without nulls and empty objects.
  let arguments: JSONObject
  let value: RecordedValue
}

/// What a recorded response has for a field.
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
  /// The arguments that say something: null, `{}` and `[]` are what an absent one is.
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

  /// Under which name a value is kept that a field has for these arguments: the field's own without any.
  func valueName(of field: String) -> String {
    let counted = thatCount
    if counted.isEmpty { return field }
    return "\(field)(\(JSON.object(counted.sortedByName()).compactText))"
  }
}
