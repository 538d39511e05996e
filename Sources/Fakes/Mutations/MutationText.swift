import FakeValues
import GraphQLSchema
import OrderedJSON

/// The messages of mutations that change nothing: the error and the advice.
enum MutationText {
  static func unknown(_ types: [TypePlan], key: String, by name: String? = nil) -> String {
    "There is no \(names(types)) with \(name ?? field(types)) \"\(key)\" in this session. "
      + "Take one that a query shows, or that a mutation has created."
  }

  static func deleted(_ types: [TypePlan], key: String) -> String {
    "\(names(types)) with \(field(types)) \"\(key)\" was deleted in this session. Take another one, or create it again."
  }

  static func exists(_ type: TypePlan, key: String) -> String {
    "There is already a \(type.type.name) with \(field([type])) \"\(key)\" in this session. "
      + "Leave \(field([type])) out to get a new one, or update this one."
  }

  static func nothingMatches(_ types: [TypePlan], _ condition: String) -> String {
    "There is no \(names(types)) in this session for which \(condition) holds. Ask a query which there are."
  }

  static func withoutKey(_ types: [TypePlan]) -> String {
    "It is not said which \(names(types)) is meant. Give \(field(types))."
  }

  static func inseparable(_ field: FieldPlan, _ object: FakeObject) -> String {
    "\(object.plan.type.name) \"\(object.key ?? "")\" cannot be taken out of \(field.owner.type.name).\(field.name), "
      + "since it may not be without. Link it to another one, or delete it."
  }

  static let nobody = "Nobody has logged in in this session. Log in first."

  static func noLogin(_ type: TypePlan) -> String {
    "It is not said who logs in. Give what a \(type.type.name) is known by, such as its e-mail address."
  }

  private static func names(_ types: [TypePlan]) -> String {
    types.count > 3
      ? "object" : types.map(\.type.name).joined(separator: " or ")
  }

  private static func field(_ types: [TypePlan]) -> String { types.first?.key?.field ?? "id" }
}

/// The reason why a mutation changes nothing.
struct MutationFailure: Error, Hashable {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}
