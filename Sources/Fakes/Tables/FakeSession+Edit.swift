import FakeValues
import GraphQLSchema
package import OrderedJSON

/// The reason why a value of a generated object cannot be changed.
package struct WorldEditProblem: Error, Hashable, Sendable {
  /// The cause and the fix.
  package let message: String
  /// True if there is no such type or object, rather than no such value.
  package let isUnknown: Bool

  init(_ message: String, isUnknown: Bool = false) {
    self.message = message
    self.isUnknown = isUnknown
  }
}

extension FakeSession {
  /// Changes fields of one object, like a mutation: values that follow from the new ones change, too.
  ///
  /// - Parameters:
  ///   - type: a type with a population.
  ///   - id: the key of the object.
  ///   - values: the new values of leaf fields, as in a response.
  /// - Throws: `WorldEditProblem` if an object, a field or a value is not possible. Then nothing has changed.
  package mutating func edit(_ type: String, id: String, _ values: JSONObject) throws(WorldEditProblem) {
    let table = try editable(type)
    let object = snapshot.object(table.type, key: id)
    guard table.row(id: id) != nil else {
      throw WorldEditProblem("This session has no \(type) with the id \"\(id.prefix(100))\".", isUnknown: true)
    }
    guard !snapshot.isDeleted(object) else {
      throw WorldEditProblem("\(type) \"\(id)\" is deleted in this session. Reset the session to get it back.")
    }
    var new: [String: JSON] = [:]
    for (field, value) in try table.checked(values) { new[field.name] = value }
    var editor = WorldEditor(snapshot, base: world.base)
    editor.step()
    editor.set(object, editor.implied(by: new, of: object))
    take(editor)
  }

  /// Returns the table of a type with a population, or throws an error with the known ones.
  func editable(_ type: String) throws(WorldEditProblem) -> WorldTable {
    if let table = table(of: type) { return table }
    let known = tables().prefix(20).map(\.name).joined(separator: ", ")
    throw WorldEditProblem(
      "There are no objects of type \"\(type.prefix(100))\" in the generated data. "
        + (known.isEmpty ? "It has no tables." : "There are: \(known)."), isUnknown: true)
  }
}

extension WorldTable {
  /// Returns the values to set, as the fields' types represent them. A value must be one that a response can have.
  func checked(_ values: JSONObject) throws(WorldEditProblem) -> [(field: FieldPlan, value: JSON)] {
    guard !values.isEmpty else { throw WorldEditProblem("There are no values to set.") }
    var checked: [(FieldPlan, JSON)] = []
    for member in values.members {
      guard let field = fields.first(where: { $0.name == member.name }) else {
        let known = columns.filter(\.isEditable).prefix(30).map(\.name).joined(separator: ", ")
        throw WorldEditProblem(
          "\(name).\(member.name.prefix(100)) is not a field that can be set. \(known.isEmpty ? "There are none." : "There are: \(known).")"
        )
      }
      if let reason = field.whyFixed {
        throw WorldEditProblem("\(name).\(field.name) cannot be set: \(reason).")
      }
      checked.append((field, try check(member.value, for: field)))
    }
    return checked
  }

  private func check(_ value: JSON, for field: FieldPlan) throws(WorldEditProblem) -> JSON {
    let place = "\(name).\(field.name)"
    let serialized: JSON
    do throws(CoercionFailure) {
      serialized = try session.world.schema.serialized(value, as: field.field.type)
    } catch {
      let names = field.named.values.map(\.name).joined(separator: ", ")
      let valid = field.named.kind == .enum ? " Valid values: \(names)." : ""
      throw WorldEditProblem("\(place) (\(field.field.type)): \(error.message).\(valid)")
    }
    if serialized.stringValue != nil, !field.isList, [.date, .dateTime].contains(field.leaf.value.form) {
      guard case .integer? = Sense.moment.value(serialized) else {
        throw WorldEditProblem(
          "\(place) (\(field.field.type)): \(value.compactText.prefix(100)) is not a date or time. Write one such as 2026-01-15 or 2026-01-15T12:00:00Z."
        )
      }
    }
    return serialized
  }
}

extension FieldPlan {
  /// The reason why the value of a leaf field cannot be set; nil if it can.
  var whyFixed: String? {
    switch role {
    case .leaf: nil
    case .key: "it is the key of the object"
    case .count: "it follows from the list that it counts"
    case .linkKey: "it follows from the object that it leads to"
    case .membership: "it follows from a list of the current user"
    default: "its value follows from others"
    }
  }
}
