import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// A field of a selection on a concrete type, with everything that does not depend on the object.
final class PreparedField: Sendable {
  /// The number of the field within its execution; the key of data computed for it later.
  let index: Int
  let parentType: SchemaType
  let definition: SchemaField
  let responseKey: String
  /// The merged selections of the field; at least one.
  let nodes: [Field]
  /// The enclosing `@defer` of each node; empty if none has one.
  let usages: [Int?]
  /// The `@defer`s with which the field is delivered; empty for the initial result.
  let context: [Int]
  let stream: StreamPlan
  let arguments: JSONObject
  /// The reason that the arguments are missing.
  let argumentFailure: ArgumentFailure?
  let role: Role
  let completion: Completion
  /// True for a leaf field of the source without arguments, whose value the source may have ready.
  let mayBeReady: Bool

  /// The resolver of the field.
  enum Role {
    case source
    case typename
    case schema
    case type
  }

  /// The effect of an active `@stream`.
  enum StreamPlan {
    case none
    case after(Int, label: String?)
    /// The reason that the list cannot be streamed.
    case failure(ArgumentFailure)
  }

  init(
    index: Int, parentType: SchemaType, definition: SchemaField, responseKey: String, nodes: [Field],
    usages: [Int?] = [], context: [Int] = [], stream: StreamPlan = .none,
    arguments: JSONObject, argumentFailure: ArgumentFailure?, role: Role, completion: Completion
  ) {
    self.index = index
    self.parentType = parentType
    self.definition = definition
    self.responseKey = responseKey
    self.nodes = nodes
    self.usages = usages
    self.context = context
    self.stream = stream
    self.arguments = arguments
    self.argumentFailure = argumentFailure
    self.role = role
    self.completion = completion
    let isSource = if case .source = role { true } else { false }
    mayBeReady = isSource && argumentFailure == nil && arguments.isEmpty && completion.isLeaf
  }

  /// Returns the field for streamed items, which are outside of all `@defer`s.
  func streamed(index: Int) -> PreparedField {
    PreparedField(
      index: index, parentType: parentType, definition: definition, responseKey: responseKey, nodes: nodes,
      arguments: arguments, argumentFailure: argumentFailure, role: role, completion: completion)
  }

  /// The field's coordinate in messages: `Country.name`.
  var coordinate: String { "\(parentType.name).\(definition.name)" }
}

/// The required shape of a value, with its types looked up.
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

  /// The object type of a nullable or non-null value; nil for all other types.
  var objectType: SchemaType? {
    switch self {
    case .object(let type): type
    case .nonNull(let inner): inner.objectType
    case .leaf, .abstract, .list, .impossible: nil
    }
  }

  /// True for a scalar or enum value.
  var isLeaf: Bool {
    switch self {
    case .leaf: true
    case .nonNull(let inner): inner.isLeaf
    case .object, .abstract, .list, .impossible: false
    }
  }
}

/// The merged fields of a selection on a concrete type, in response order.
final class PreparedSelection: Sendable {
  let type: SchemaType
  let fields: [PreparedField]
  /// The `@defer`s that begin in this selection.
  let newUsages: [Int]
  /// The fields delivered later, with the `@defer`s that deliver them.
  let deferred: [(usages: [Int], selection: PreparedSelection)]
  /// The fields that a source may have ready; nil if there are none or something is deferred.
  let ready: ReadySelection?

  /// `index` is the number of the selection within its execution.
  init(
    type: SchemaType, fields: [PreparedField], index: Int, newUsages: [Int] = [],
    deferred: [(usages: [Int], selection: PreparedSelection)] = []
  ) {
    self.type = type
    ready = newUsages.isEmpty && deferred.isEmpty ? ReadySelection(index: index, fields) : nil
    self.fields = fields
    self.newUsages = newUsages
    self.deferred = deferred
  }
}
