import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// A field of a selection on a concrete type, with everything that does not depend on the object.
final class PreparedField: Sendable {
  /// Counts the prepared fields of an execution; what is worked out later for a field is kept under it.
  let index: Int
  let parentType: SchemaType
  let definition: SchemaField
  let responseKey: String
  /// The field's appearances in the document that were merged; at least one.
  let nodes: [Field]
  let arguments: JSONObject
  /// Why there are no arguments.
  let argumentFailure: ArgumentFailure?
  let role: Role
  let completion: Completion

  /// Who answers the field.
  enum Role {
    case source
    case typename
    case schema
    case type
  }

  init(
    index: Int, parentType: SchemaType, definition: SchemaField, responseKey: String, nodes: [Field],
    arguments: JSONObject, argumentFailure: ArgumentFailure?, role: Role, completion: Completion
  ) {
    self.index = index
    self.parentType = parentType
    self.definition = definition
    self.responseKey = responseKey
    self.nodes = nodes
    self.arguments = arguments
    self.argumentFailure = argumentFailure
    self.role = role
    self.completion = completion
  }

  /// The field's coordinate, as messages name it: `Country.name`.
  var coordinate: String { "\(parentType.name).\(definition.name)" }
}

/// What a value has to be, with the types looked up.
indirect enum Completion: Sendable {
  case leaf(SchemaType)
  case object(SchemaType)
  case abstract(SchemaType)
  case list(Completion)
  case nonNull(Completion)
  /// A type that the schema lacks or that fields cannot have.
  case impossible(String)

  init(_ type: TypeRef, in schema: Schema) {
    switch type {
    case .nonNull(let inner): self = .nonNull(Completion(inner, in: schema))
    case .list(let item): self = .list(Completion(item, in: schema))
    case .named(let name):
      switch schema.type(named: name) {
      case let named? where named.isLeaf: self = .leaf(named)
      case let named? where named.kind == .object: self = .object(named)
      case let named? where named.isAbstract: self = .abstract(named)
      default: self = .impossible(name)
      }
    }
  }

  var isNonNull: Bool { if case .nonNull = self { true } else { false } }
}

/// The fields of a selection on a concrete type, merged, in the order of the response.
final class PreparedSelection: Sendable {
  let type: SchemaType
  let fields: [PreparedField]

  init(type: SchemaType, fields: [PreparedField]) {
    self.type = type
    self.fields = fields
  }
}
