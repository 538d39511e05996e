import FakeValues
import GraphQLSchema
import Synchronization

/// The tables of a schema's types, each made when it is first needed. Plans of one schema share a catalog.
final class FieldCatalog: Sendable {
  let schema: Schema
  /// The rules that make types pages.
  let said: [String: TypeRule]
  private let tables = Mutex<[String: FieldTables]>([:])

  init(schema: Schema, said: [String: TypeRule] = [:]) {
    self.schema = schema
    self.said = said
  }

  /// Returns the fields of a type's objects; nil if there is no such type.
  func fields(ofType name: String) -> ItemFields? {
    if let known = tables.withLock({ $0[name] }) { return ItemFields(tables: known, catalog: self) }
    guard let type = schema.type(named: name) else { return nil }
    let made = FieldTables(types: schema.possibleTypes(of: type), keyField: nil, schema: schema, said: said)
    tables.withLock { $0[name] = made }
    return ItemFields(tables: made, catalog: self)
  }
}

/// The fields of the objects in a list, and of their targets.
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
  var fields: [ItemField] { tables.fields }
  var keyField: String? { tables.keyField }

  subscript(name: String) -> ItemField? { tables.field(named: name) }

  func field<Words: BidirectionalCollection<String>>(words: Words) -> ItemField? { tables.field(words: words) }

  func target(of field: ItemField) -> ItemFields? {
    guard case .related(let name, _) = field.shape else { return nil }
    return catalog.fields(ofType: name)
  }
}

/// A field of a list's objects that can be read without arguments.
struct ItemField: Sendable {
  let name: String
  let shape: Shape
  /// Indicates whether it leads to one object without a key, which is a part of this object.
  let isPart: Bool
  /// The positions of an enum's values in its definition, which order them; empty for other fields.
  let ranks: [String: Int]
  /// The field's definitions by object type: one unless the list's type is abstract.
  private let definitions: [(type: String, field: SchemaField)]
  /// The number of object types in the list.
  private let typeCount: Int

  enum Shape: Sendable {
    case leaf(Sense, isList: Bool, type: String)
    /// Objects of the named type's possible types; many for a list or a connection.
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

  var isFlag: Bool { if case .leaf(_, false, "Boolean") = shape { true } else { false } }

  var isMany: Bool {
    switch shape {
    case .leaf(_, let isList, _): isList
    case .related(_, let isMany): isMany
    }
  }

  /// Returns the field's definition in a member's type; nil if that type does not have it.
  func definition<World: ReadableWorld>(for member: World.Member, in world: World) -> SchemaField? {
    if typeCount == 1 { return definitions.first?.field }
    let name = world.type(of: member).name
    return definitions.first { $0.type == name }?.field
  }
}
