import FakeValues
import GraphQLSchema
import OrderedJSON

/// The messages of fakes that have no object.
enum FakeText {
  /// Returns a number with separators: `100,000`.
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3), digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// Returns the reason why a non-null field has no object.
  static func nothing(_ field: FieldPlan, _ arguments: JSONObject) -> String {
    let types = field.targets.map(\.type.name).joined(separator: " or ")
    let said = arguments.members.compactMap { argument in
      argument.value.keyText.map { "\(argument.name) \"\($0)\"" }
    }
    let what = types.isEmpty ? field.named.name : types
    if said.isEmpty {
      return "There is no \(what) left for \(field.owner.type.name).\(field.name): this session has deleted them all."
    }
    return "There is no \(what) with \(said.joined(separator: ", ")) in this session: it was deleted."
  }
}
