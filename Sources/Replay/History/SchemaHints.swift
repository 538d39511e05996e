/// Facts of a schema, or of a rule, that improve how ids and types are found; nil or empty if there are none.
package protocol SchemaHints: Sendable {
  /// Returns the type of a field's value, without lists and non-null; nil if it is unknown. `parent` is an object or
  /// input type, or nil if it is unknown. The root types are `Query`, `Mutation` and `Subscription`.
  func type(of field: String, on parent: String?) -> String?
  /// Returns the type of a field's argument in the same way.
  func type(ofArgument argument: String, of field: String, on parent: String?) -> String?
  /// Returns the fields that identify objects of a type, such as `code`, besides those that look like ids.
  func keyFields(of type: String?) -> [String]
  /// Returns the object types of a value declared as `type`: the type itself, or the objects of an interface or a
  /// union. Empty for types that no query answers with, such as a mutation's payload.
  func objectTypes(of type: String) -> [String]
  /// Returns the types of the objects that a mutation's payload may hold with these arguments, or that a rule says it
  /// changes; empty if they are unknown.
  func typesChanged(byMutation field: String, given arguments: [String]) -> [String]
}

extension SchemaHints {
  package func type(of _: String, on _: String?) -> String? { nil }
  package func type(ofArgument _: String, of _: String, on _: String?) -> String? { nil }
  package func keyFields(of _: String?) -> [String] { [] }
  package func objectTypes(of type: String) -> [String] { [type] }
  package func typesChanged(byMutation _: String, given _: [String]) -> [String] { [] }
}

/// No schema: ids and types are found only by names and values.
package struct NoSchema: SchemaHints {
  package init() {}
}
