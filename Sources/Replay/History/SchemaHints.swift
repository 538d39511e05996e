/// What a schema, or a rule, knows better than the looks of names and values: the seam by which both improve what is
/// found of ids and types. `nil` and empty everywhere is right for whoever knows nothing.
package protocol SchemaHints: Sendable {
  /// The type of a field's value, lists and non-null taken off; `parent` is the type it stands on, an input type
  /// included, nil where that is not known. The root types are asked for as `Query`, `Mutation` and `Subscription`.
  func type(of field: String, on parent: String?) -> String?
  /// The type of a field's argument, likewise.
  func type(ofArgument argument: String, of field: String, on parent: String?) -> String?
  /// The fields by which objects of a type are told apart, such as `code`, beside those that look like ids.
  func keyFields(of type: String?) -> [String]
  /// The types that a value declared as `type` may have where it is read: the type itself; of an interface or a union
  /// the objects that belong to it; none for what no query answers with, such as a mutation's payload.
  func objectTypes(of type: String) -> [String]
  /// The types of the objects that a mutation's payload may hold, or that a rule says it changes, where these arguments
  /// are given; empty where that is not known.
  func typesChanged(byMutation field: String, given arguments: [String]) -> [String]
}

extension SchemaHints {
  package func type(of _: String, on _: String?) -> String? { nil }
  package func type(ofArgument _: String, of _: String, on _: String?) -> String? { nil }
  package func keyFields(of _: String?) -> [String] { [] }
  package func objectTypes(of type: String) -> [String] { [type] }
  package func typesChanged(byMutation _: String, given _: [String]) -> [String] { [] }
}

/// No schema: only names and values tell.
package struct NoSchema: SchemaHints {
  package init() {}
}
