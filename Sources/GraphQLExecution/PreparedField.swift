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
  /// For each appearance the `@defer` that it stands in; empty if none stands in any.
  let usages: [Int?]
  /// The `@defer`s with which the field itself is delivered; empty if it comes with the initial result.
  let context: [Int]
  let stream: StreamPlan
  let arguments: JSONObject
  /// Why there are no arguments.
  let argumentFailure: ArgumentFailure?
  let role: Role
  let completion: Completion
  /// Whether a source may have its value ready: a leaf of the source's without arguments.
  let mayBeReady: Bool

  /// Who answers the field.
  enum Role {
    case source
    case typename
    case schema
    case type
  }

  /// What an active `@stream` on a field asks for.
  enum StreamPlan {
    case none
    case after(Int, label: String?)
    /// Why it cannot be done.
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

  /// The same field as the items see it that are streamed: nothing around them is deferred.
  func streamed(index: Int) -> PreparedField {
    PreparedField(
      index: index, parentType: parentType, definition: definition, responseKey: responseKey, nodes: nodes,
      arguments: arguments, argumentFailure: argumentFailure, role: role, completion: completion)
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

  /// The type that an object must have, non-null or not; nil where it may have several, or must not be one.
  var objectType: SchemaType? {
    switch self {
    case .object(let type): type
    case .nonNull(let inner): inner.objectType
    case .leaf, .abstract, .list, .impossible: nil
    }
  }

  /// Whether it is one scalar or enum value.
  var isLeaf: Bool {
    switch self {
    case .leaf: true
    case .nonNull(let inner): inner.isLeaf
    case .object, .abstract, .list, .impossible: false
    }
  }
}

/// The fields of a selection on a concrete type, merged, in the order of the response.
final class PreparedSelection: Sendable {
  let type: SchemaType
  let fields: [PreparedField]
  /// The `@defer`s that begin here.
  let newUsages: [Int]
  /// What comes later, with the `@defer`s that it comes with.
  let deferred: [(usages: [Int], selection: PreparedSelection)]
  /// The fields that a source may have ready; nil where it may have none, or something is delivered later.
  let ready: ReadySelection?

  /// `index` tells the selection from all others of an execution.
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
