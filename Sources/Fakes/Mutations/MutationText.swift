import FakeValues
import GraphQLSchema
import OrderedJSON

/// The messages of mutations that change nothing: the error and the advice.
enum MutationText {
  static func unknown(_ types: [TypePlan], key: String, by name: String? = nil) -> String {
    "There is no \(names(types)) with \(name ?? field(types)) \"\(key)\" in this session. "
      + "Use one that a query returns, or that a mutation created."
  }

  static func deleted(_ types: [TypePlan], key: String) -> String {
    "\(names(types)) with \(field(types)) \"\(key)\" was deleted in this session. Use another one, or create it again."
  }

  static func exists(_ type: TypePlan, key: String) -> String {
    "There is already a \(type.type.name) with \(field([type])) \"\(key)\" in this session. "
      + "Omit \(field([type])) to create a new one, or update this one."
  }

  static func nothingMatches(_ types: [TypePlan], _ condition: String) -> String {
    "There is no \(names(types)) in this session with \(condition). List the existing ones with a query."
  }

  static func withoutKey(_ types: [TypePlan]) -> String {
    "The request does not identify the \(names(types)). Pass \(field(types))."
  }

  static func inseparable(_ field: FieldPlan, _ object: FakeObject) -> String {
    "\(object.plan.type.name) \"\(object.key ?? "")\" cannot be removed from \(field.owner.type.name).\(field.name), "
      + "because that field is required. Link it to another one, or delete it."
  }

  static let nobody = "There is no logged-in user in this session. Log in first."

  static func noLogin(_ type: TypePlan) -> String {
    "The request does not identify the user. Pass a field of \(type.type.name) that does, such as its email address."
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
