import FakeValues
import GraphQLSchema
import Synchronization

/// The tables of a schema's types, each made when it is first needed and the same ever after. Plans of one schema
/// share one.
final class FieldCatalog: Sendable {
  let schema: Schema
  /// What is said of types: which are pages.
  let said: [String: TypeRule]
  private let tables = Mutex<[String: FieldTables]>([:])

  init(schema: Schema, said: [String: TypeRule] = [:]) {
    self.schema = schema
    self.said = said
  }

  /// The fields of the objects that a type stands for; nil if there is no such type.
  func fields(ofType name: String) -> ItemFields? {
    if let known = tables.withLock({ $0[name] }) { return ItemFields(tables: known, catalog: self) }
    guard let type = schema.type(named: name) else { return nil }
    let made = FieldTables(types: schema.possibleTypes(of: type), keyField: nil, schema: schema, said: said)
    tables.withLock { $0[name] = made }
    return ItemFields(tables: made, catalog: self)
  }
}

/// The fields of the objects that a list can have, and the way to the fields of what they lead to.
struct ItemFields: Sendable {
  private let tables: FieldTables
  private let catalog: FieldCatalog

  init(tables: FieldTables, catalog: FieldCatalog) {
    self.tables = tables
    self.catalog = catalog
  }

  init(types: [SchemaType], keyField: String?, catalog: FieldCatalog) {
    self.init(
      tables: FieldTables(types: types, keyField: keyField, schema: catalog.schema, said: catalog.said),
      catalog: catalog)
  }

  var schema: Schema { catalog.schema }
  /// The fields, each name once, in order of definition.
  var fields: [ItemField] { tables.fields }
  /// The field whose value is the objects' key, if there is one.
  var keyField: String? { tables.keyField }

  subscript(name: String) -> ItemField? { tables.field(named: name) }

  /// The field that these words name, in singular or plural.
  func field<Words: BidirectionalCollection<String>>(words: Words) -> ItemField? { tables.field(words: words) }

  /// The fields of the objects that a composite field leads to.
  func target(of field: ItemField) -> ItemFields? {
    guard case .related(let name, _) = field.shape else { return nil }
    return catalog.fields(ofType: name)
  }
}

/// A field that the objects of a list have and that can be read without arguments.
struct ItemField: Sendable {
  let name: String
  let shape: Shape
  /// Whether it leads to one thing that has no key of its own, and so is a part of the object.
  let isPart: Bool
  /// The places of an enum's values in its definition, by which they are ordered; empty for other fields.
  let ranks: [String: Int]
  /// The field's definition by the name of the object type that has it: one unless the list's type is abstract.
  private let definitions: [(type: String, field: SchemaField)]
  /// How many object types the list's objects may have.
  private let typeCount: Int

  enum Shape: Sendable {
    case leaf(Sense, isList: Bool, type: String)
    /// Objects of the types that the named one stands for; many where it is a list or a connection.
    case related(String, isMany: Bool)
  }

  init(
    name: String, shape: Shape, isPart: Bool, ranks: [String: Int] = [:],
    definitions: [(type: String, field: SchemaField)], typeCount: Int
  ) {
    self.name = name
    self.isPart = isPart
    self.shape = shape
    self.ranks = ranks
    self.definitions = definitions
    self.typeCount = typeCount
  }

  var isLeaf: Bool { if case .leaf = shape { true } else { false } }

  /// Whether its value is true or false.
  var isFlag: Bool { if case .leaf(_, false, "Boolean") = shape { true } else { false } }

  var isMany: Bool {
    switch shape {
    case .leaf(_, let isList, _): isList
    case .related(_, let isMany): isMany
    }
  }

  /// The field as a member's type defines it; nil if that type does not have it.
  func definition<World: ReadableWorld>(for member: World.Member, in world: World) -> SchemaField? {
    if typeCount == 1 { return definitions.first?.field }
    let name = world.type(of: member).name
    return definitions.first { $0.type == name }?.field
  }
}
