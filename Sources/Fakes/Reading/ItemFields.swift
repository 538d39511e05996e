import GraphQLSchema

/// A field that the objects of a list have and that can be read without arguments.
struct ItemField: Sendable {
  let name: String
  let shape: Shape
  /// The field's definition by the name of the object type that has it: one unless the list's type is abstract.
  private let definitions: [(type: String, field: SchemaField)]
  /// How many object types the list's objects may have.
  private let typeCount: Int

  enum Shape: Sendable {
    case leaf(Sense, isList: Bool, type: String)
    /// Objects of the types that the named one stands for; many where it is a list or a connection.
    case related(String, isMany: Bool)
  }

  init(name: String, shape: Shape, definitions: [(type: String, field: SchemaField)], typeCount: Int) {
    self.name = name
    self.shape = shape
    self.definitions = definitions
    self.typeCount = typeCount
  }

  var isLeaf: Bool { if case .leaf = shape { true } else { false } }

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

/// The fields of the objects that a list can have, by every spelling in which arguments name them.
struct ItemFields: Sendable {
  let schema: Schema
  /// The types' fields, each name once, in order of definition.
  let fields: [ItemField]
  /// The field whose value is the objects' key, if there is one.
  let keyField: String?
  private let byName: [String: Int]
  /// By the words of the name: `created_at`, `CREATED_AT` and `createdAt` are one.
  private let byWords: [String: Int]
  /// By the words with the last in the singular.
  private let bySingular: [String: Int]

  init(types: [SchemaType], keyField: String? = nil, schema: Schema) {
    self.schema = schema
    var order: [String] = []
    var definitions: [String: [(type: String, field: SchemaField)]] = [:]
    for type in types {
      for field in type.fields where !field.arguments.contains(where: \.isRequired) {
        if definitions[field.name] == nil { order.append(field.name) }
        definitions[field.name, default: []].append((type.name, field))
      }
    }
    let fields: [ItemField] = order.compactMap { name in
      guard let all = definitions[name], let field = all.first?.field, let type = schema.type(of: field.type) else {
        return nil
      }
      let shape: ItemField.Shape
      if type.isLeaf {
        let sense = type.kind == .enum ? .text : Sense(scalar: type.name)
        shape = .leaf(sense, isList: field.type.isList, type: type.name)
      } else {
        let target = Self.target(of: type, in: schema)
        shape = .related(target ?? type.name, isMany: field.type.isList || target != nil)
      }
      return ItemField(name: name, shape: shape, definitions: all, typeCount: types.count)
    }
    self.fields = fields
    var byName: [String: Int] = [:]
    var byWords: [String: Int] = [:]
    var bySingular: [String: Int] = [:]
    for (index, field) in fields.enumerated() {
      byName[field.name] = index
      let words = words(of: field.name)
      if byWords[words.joined()] == nil { byWords[words.joined()] = index }
      let single = Self.singularWords(words).joined()
      if bySingular[single] == nil { bySingular[single] = index }
    }
    self.byName = byName
    self.byWords = byWords
    self.bySingular = bySingular
    self.keyField = keyField ?? ["id", "_id", "uuid", "code", "slug"].first { byName[$0] != nil }
  }

  /// The fields of the objects that a composite field leads to.
  func target(of field: ItemField) -> ItemFields? {
    guard case .related(let name, _) = field.shape, let type = schema.type(named: name) else { return nil }
    return ItemFields(types: schema.possibleTypes(of: type), schema: schema)
  }

  subscript(name: String) -> ItemField? { byName[name].map { fields[$0] } }

  /// The field that these words name, in singular or plural.
  func field<Words: BidirectionalCollection<String>>(words: Words) -> ItemField? {
    if let index = byWords[words.joined()] { return fields[index] }
    return bySingular[Self.singularWords(words).joined()].map { fields[$0] }
  }

  private static func singularWords<Words: BidirectionalCollection<String>>(_ words: Words) -> [String] {
    words.dropLast() + words.suffix(1).map(singular)
  }

  /// The name of the type whose objects a connection or a page holds; nil for a type that is neither.
  private static func target(of type: SchemaType, in schema: Schema) -> String? {
    guard type.kind == .object else { return nil }
    func composite(_ field: SchemaField?) -> SchemaType? {
      field.flatMap { schema.type(of: $0.type) }.flatMap { $0.isComposite ? $0 : nil }
    }
    if let edges = type.field(named: "edges"), edges.type.isList {
      return composite(composite(edges)?.field(named: "node"))?.name
    }
    if let nodes = type.field(named: "nodes"), nodes.type.isList { return composite(nodes)?.name }
    let lists = type.fields.filter { $0.type.isList && composite($0) != nil }
    let signs = ["pageInfo", "totalCount", "hasMore", "hasNextPage", "cursor", "total"]
    guard lists.count == 1, signs.contains(where: { type.field(named: $0) != nil }) else { return nil }
    return composite(lists.first)?.name
  }
}
