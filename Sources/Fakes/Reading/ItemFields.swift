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
