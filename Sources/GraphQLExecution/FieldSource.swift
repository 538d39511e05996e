package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON

/// A source of field values, like the resolvers of graphql-js.
///
/// The executor resolves one field of one object at a time, in response order. It resolves `__typename`, `__schema` and
/// `__type` itself.
package protocol FieldSource {
  /// An object of the API, as represented by the source. The executor only passes it on.
  associatedtype Object

  /// Resolves a field.
  ///
  /// The executor checks the result against the field's type: it coerces leaves, requires lists where the type does,
  /// and turns a forbidden null into an error that propagates (section 6.4.4). `object` is the root passed to `execute`
  /// for root fields.
  /// - Returns: the value; see `Resolved`.
  /// - Throws: the reason that there is no value. It becomes an error of the response with path and location, and the
  ///   field becomes null.
  mutating func resolve(_ field: FieldCall, of object: Object) throws(FieldFailure) -> Resolved<Object>

  /// Appends the values of an object's leaf fields without arguments, if the source has them ready. They are not
  /// checked.
  ///
  /// An optional optimization: it saves most of a field's cost in a source with thousands of objects of a type.
  /// `members` is empty; the source appends a member for each field of the selection, in order: null for a pending
  /// field, else a value that `SchemaType.serialize` would not change.
  /// - Returns: false if the source appended nothing, so that `resolve` is used.
  mutating func ready(
    _ selection: ReadySelection, of object: Object, into members: inout [JSONObject.Member]
  ) -> Bool
}

extension FieldSource {
  package mutating func ready(
    _ selection: ReadySelection, of object: Object, into members: inout [JSONObject.Member]
  ) -> Bool { false }
}

/// The value that a source resolves for a field.
package enum Resolved<Object> {
  case null
  /// The value of a scalar, or the name of an enum value as a string.
  case leaf(JSON)
  /// An object. The type's name may be nil if the field's type is an object type.
  case object(Object, typeName: String?)
  case list([Resolved])
  /// A list of non-null objects of the field's one object type.
  case objects([Object])
  /// The failure of one list item; for a whole field, `resolve` throws.
  case failure(FieldFailure)
}

extension Resolved: Sendable where Object: Sendable {}

/// The reason that a source has no value for a field.
package struct FieldFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message of the response's error.
  package var message: String
  /// The `extensions.code` of the response's error, for programs; nil for none.
  package var code: String?

  package init(_ message: String, code: String? = nil) {
    self.message = message
    self.code = code
  }

  package var description: String { message }
}

/// One field to resolve.
package struct FieldCall: Sendable {
  /// The part that is the same for every object of the selection.
  let prepared: PreparedField
  let parentPath: ResponsePath?

  /// The object's type; never an interface or a union.
  package var parentType: SchemaType { prepared.parentType }
  package var definition: SchemaField { prepared.definition }
  package var name: String { prepared.definition.name }
  /// The field's key in the response: the alias, or else the name.
  package var responseKey: String { prepared.responseKey }
  /// The coerced arguments in the order of their definition, including defaults. Absent ones are omitted.
  package var arguments: JSONObject { prepared.arguments }
  /// The field's path in the response, from the root.
  package var path: [GraphQLError.PathElement] { (parentPath?.elements ?? []) + [.key(responseKey)] }
  /// The merged selections of the field; at least one.
  package var nodes: [Field] { prepared.nodes }

  /// Returns the coerced value of an argument; nil if it is absent and has no default.
  package func argument(_ name: String) -> JSON? {
    prepared.arguments.members.first { $0.name == name }?.value
  }
}

/// A path in the response, linked toward the root, so that each step costs one small allocation.
final class ResponsePath: Sendable {
  let parent: ResponsePath?
  let element: GraphQLError.PathElement

  init(_ parent: ResponsePath?, _ element: GraphQLError.PathElement) {
    self.parent = parent
    self.element = element
  }

  /// The elements from the root.
  var elements: [GraphQLError.PathElement] {
    var elements = [element]
    var next = parent
    while let path = next {
      elements.append(path.element)
      next = path.parent
    }
    return elements.reversed()
  }
}
