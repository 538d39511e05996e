package import GraphQLExecution
import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON

/// A small world that answers a schema's operations: `value = f(seed, endpoint, type, identity, field, arguments)`.
///
/// Nothing is stored and nothing is counted, so two worlds of one schema, seed and endpoint give the same answers on
/// any machine and in any order of asking. An object with a key (`id`, `code`, …) is the same however it is reached:
/// by argument, in a list, below another object, under an alias.
package struct FakeWorld: FieldSource, Sendable {
  package typealias Object = FakeObject

  package let schema: Schema
  /// The hash from which all others go on.
  let origin: StableHash
  /// The object types' populations, by the type's name.
  let populations: [String: Population]
  /// For interfaces whose objects a root field finds by id: the type of the member with that id.
  let owners: [String: String]

  /// - Parameters:
  ///   - schema: what may be asked.
  ///   - seed: another seed gives another world.
  ///   - endpoint: the endpoint's name, so that two endpoints of one schema differ.
  package init(schema: Schema, seed: UInt64, endpoint: String) {
    self.schema = schema
    let origin = StableHash().with("understudy fake world 1").with(seed).with(endpoint)
    self.origin = origin
    let lookups = Lookups(schema)
    var populations: [String: Population] = [:]
    var owners: [String: String] = [:]
    for type in schema.types where type.kind == .object {
      let plan = TypePlan(
        type, lookups: lookups.arguments[type.name] ?? [], isGlobal: lookups.global.contains(type.name), in: schema)
      let population = Population(plan, world: origin)
      populations[type.name] = population
      if lookups.global.contains(type.name) {
        for key in population.keys where owners[key] == nil { owners[key] = type.name }
      }
    }
    self.populations = populations
    self.owners = owners
  }

  /// The object at which operations of a kind start.
  func root(_ type: SchemaType, _ root: FakeObject.Root) -> FakeObject {
    FakeObject(type: type, identity: origin.with("root").with(type.name), root: root)
  }

  package mutating func resolve(
    _ field: FieldCall, of object: FakeObject
  ) throws(FieldFailure) -> Resolved<FakeObject> {
    let call = call(field.definition, of: object, field.arguments)
    if let echoed = echo(call) { return echoed }
    if let key = object.key, populations[object.type.name]?.plan.key?.field == call.name { return .leaf(key) }
    if isNull(call) { return .null }
    return value(call, of: call.type)
  }

  /// A field of an object, ready to be resolved.
  func call(_ definition: SchemaField, of object: FakeObject, _ arguments: JSONObject = JSONObject()) -> Call {
    Call(
      object: object, definition: definition, arguments: arguments,
      mayBePage: definition.type.isList || schema.type(of: definition.type)?.isComposite == true)
  }

  /// The value of a field whose type is this, which is the field's own or what is inside it.
  private func value(_ call: Call, of type: TypeRef) -> Resolved<FakeObject> {
    switch type {
    case .nonNull(let inner): return value(call, of: inner)
    case .named(let name):
      guard let named = schema.type(named: name) else { return .null }
      if named.isLeaf { return leaf(call, named) }
      return object(call, of: named).map { .object($0, typeName: $0.type.name) } ?? .null
    case .list(let item):
      guard let named = schema.type(of: item) else { return .null }
      if item.isList {
        // Lists of lists: two rows, each a list with a hash of its own.
        return .list((0..<2).map { value(call.row($0), of: item.nullable) })
      }
      if named.isLeaf { return .list(leaves(call, named)) }
      return .list(objects(call, of: named).map { .object($0, typeName: $0.type.name) })
    }
  }

  /// Whether a nullable field is null this time: about one in sixteen, and never where a client could hardly go on
  /// without a value: at the roots, in the frame of a connection, in a mutation's payload.
  func isNull(_ call: Call) -> Bool {
    guard !call.type.isNonNull, call.object.root == nil, call.object.parent?.root != .mutation else { return false }
    guard !["node", "nodes", "edges", "pageInfo"].contains(call.name) else { return false }
    if call.object.atlas?.facts(field: call.name) != nil { return false }
    var draw = Draw(call.hash.with("null"))
    return draw.chance(6)
  }
}

/// One field that is being resolved, with the hash that its value is drawn from.
struct Call {
  let object: FakeObject
  let definition: SchemaField
  let arguments: JSONObject
  /// Of the object, the field and its arguments.
  var hash: StableHash

  var name: String { definition.name }
  var type: TypeRef { definition.type }

  init(object: FakeObject, definition: SchemaField, arguments: JSONObject, mayBePage: Bool) {
    self.object = object
    self.definition = definition
    self.arguments = arguments
    hash = object.identity.with("field").with(definition.name).with(arguments: arguments, mayBePage: mayBePage)
  }

  /// How much of a list is wanted: by the field's own arguments, else by those of the page that it is part of.
  var window: ListWindow {
    let own = ListWindow(arguments)
    return own.limit == nil ? object.window : own
  }

  /// The call for one of several rows.
  func row(_ index: Int) -> Call {
    var copy = self
    copy.hash = hash.with("row").with(UInt64(index))
    return copy
  }
}

/// How root fields find objects, read from a schema once.
private struct Lookups {
  /// By object type, the arguments of root fields that are named like one of its fields.
  var arguments: [String: [String]] = [:]
  /// Object types that can be found through an interface by its id.
  var global: Set<String> = []

  init(_ schema: Schema) {
    for field in schema.rootType(of: .query)?.fields ?? [] where !field.type.isList {
      guard let type = schema.type(of: field.type), type.isComposite else { continue }
      let required = field.arguments.filter(\.isRequired)
      guard required.count == 1, let argument = required.first else { continue }
      for possible in schema.possibleTypes(of: type) {
        guard let key = possible.field(named: argument.name), key.type.typeName == argument.type.typeName else {
          continue
        }
        arguments[possible.name, default: []].append(argument.name)
        if type.isAbstract { global.insert(possible.name) }
      }
    }
  }
}
