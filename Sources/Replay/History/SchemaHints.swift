package import GraphQLLanguage
package import OrderedJSON

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
  /// Returns the object types of the items of a page of a list, such as a Relay connection; empty for other types.
  func itemTypes(ofPage type: String) -> [String]
  /// Returns the types of the objects that a mutation's payload may hold with these arguments, or that a rule says it
  /// changes; empty if they are unknown.
  func typesChanged(byMutation field: String, given arguments: [String]) -> [String]
  /// The name of the query type; nil if it is unknown.
  var queryType: String? { get }
  /// Indicates whether a name is known to be that of an object type.
  func isObjectType(_ name: String) -> Bool
  /// Indicates whether an object type is another type or a part of it, an interface or a union; nil if it is unknown.
  func isType(_ name: String, of other: String) -> Bool?
  /// Returns the variables as the server coerces them, defaults included; nil if that is unknown.
  func coerced(_ variables: JSONObject, of operation: OperationDefinition) -> JSONObject?
  /// Returns a field's arguments as the server coerces them, defaults included; nil if that is unknown, or depends on the
  /// type of the object.
  func coerced(
    _ arguments: [Argument], of field: String, on parent: String?, variables: JSONObject
  ) -> JSONObject?
}

extension SchemaHints {
  package func type(of _: String, on _: String?) -> String? { nil }
  package func type(ofArgument _: String, of _: String, on _: String?) -> String? { nil }
  package func keyFields(of _: String?) -> [String] { [] }
  package func objectTypes(of type: String) -> [String] { [type] }
  package func itemTypes(ofPage _: String) -> [String] { [] }
  package func typesChanged(byMutation _: String, given _: [String]) -> [String] { [] }
  package var queryType: String? { nil }
  package func isObjectType(_: String) -> Bool { false }
  package func isType(_: String, of _: String) -> Bool? { nil }
  package func coerced(_: JSONObject, of _: OperationDefinition) -> JSONObject? { nil }
  package func coerced(_: [Argument], of _: String, on _: String?, variables _: JSONObject) -> JSONObject? { nil }
}

/// No schema: ids and types are found only by names and values.
package struct NoSchema: SchemaHints {
  package init() {}
}
