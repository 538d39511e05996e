package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON

/// Where the values of fields come from: what a service's resolvers are to the reference implementation.
///
/// The executor asks for one field of one object at a time, in the order of the response. It never asks for
/// `__typename`, `__schema` and `__type`, which it knows itself.
package protocol FieldSource {
  /// What stands for an object of the API; chosen by the source, only passed around by the executor.
  associatedtype Object

  /// The value of a field.
  ///
  /// The executor checks what comes back against the field's type: lists are lists, leaves are coerced, null where
  /// it is not allowed is an error that travels up (specification section 6.4.4).
  ///
  /// - Parameters:
  ///   - field: which field, with its arguments.
  ///   - object: the object that has it; at the top the root that was given to `execute`.
  /// - Returns: the value; see `Resolved`.
  /// - Throws: why there is no value. It becomes an error of the response, with path and place, and the field is null.
  mutating func resolve(_ field: FieldCall, of object: Object) throws(FieldFailure) -> Resolved<Object>

  /// The values of all leaf fields without arguments of an object, if the source has them ready: they are taken as they
  /// are, unchecked.
  ///
  /// A source with thousands of objects of a kind saves most of what a field costs by it; nobody has to implement it.
  /// - Parameters:
  ///   - selection: the fields that are asked for, of all objects of a kind the same.
  ///   - object: the object that has them.
  ///   - members: empty; the source appends one member for each field of the selection, in order: null where the field
  ///     is pending, else a value that the field's type represents as it is (`SchemaType.serialize` gives the same).
  /// - Returns: false where the source leaves it to `resolve`; then nothing was appended.
  mutating func ready(
    _ selection: ReadySelection, of object: Object, into members: inout [JSONObject.Member]
  ) -> Bool
}

extension FieldSource {
  package mutating func ready(
    _ selection: ReadySelection, of object: Object, into members: inout [JSONObject.Member]
  ) -> Bool { false }
}

/// What a source answers for a field.
package enum Resolved<Object> {
  case null
  /// A scalar's value, or an enum value's name as a string.
  case leaf(JSON)
  /// An object. The type's name may be nil where the field's type is an object type.
  case object(Object, typeName: String?)
  case list([Resolved])
  /// A list of objects, none of them null, each of the one object type that the field may lead to.
  case objects([Object])
  /// What throwing is for a field, for one item of a list.
  case failure(FieldFailure)
}

extension Resolved: Sendable where Object: Sendable {}

/// Why a source has no value for a field.
package struct FieldFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence that the response's error has.
  package var message: String
  /// What the response's error tells programs as `extensions.code`; nil for nothing.
  package var code: String?

  package init(_ message: String, code: String? = nil) {
    self.message = message
    self.code = code
  }

  package var description: String { message }
}

/// One field to resolve.
package struct FieldCall: Sendable {
  /// What is the same for every object of the selection.
  let prepared: PreparedField
  let parentPath: ResponsePath?

  /// The object's type; never an interface or a union.
  package var parentType: SchemaType { prepared.parentType }
  /// The field's definition in that type.
  package var definition: SchemaField { prepared.definition }
  /// The field's name.
  package var name: String { prepared.definition.name }
  /// The key in the response: the alias, else the name.
  package var responseKey: String { prepared.responseKey }
  /// The arguments, coerced by their types, defaults filled in, in order of definition; absent ones are absent.
  package var arguments: JSONObject { prepared.arguments }
  /// Where the field stands in the response, from the root, itself included.
  package var path: [GraphQLError.PathElement] { (parentPath?.elements ?? []) + [.key(responseKey)] }
  /// The field's appearances in the document that were merged here; at least one.
  package var nodes: [Field] { prepared.nodes }

  /// The coerced value of an argument; nil if it is absent and has no default.
  package func argument(_ name: String) -> JSON? {
    prepared.arguments.members.first { $0.name == name }?.value
  }
}

/// A place in the response, as a chain from the place to the root, so that a step costs one small allocation.
final class ResponsePath: Sendable {
  let parent: ResponsePath?
  let element: GraphQLError.PathElement

  init(_ parent: ResponsePath?, _ element: GraphQLError.PathElement) {
    self.parent = parent
    self.element = element
  }

  /// The steps from the root.
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
