import FakeValues
import GraphQLSchema

/// The fields of some object types, by every notation of their names in arguments.
final class FieldTables: Sendable {
  /// The types' fields, each name once, in order of definition.
  let fields: [ItemField]
  /// The field with the objects' key, if there is one.
  let keyField: String?
  private let byName: [String: Int]
  /// Positions by the words of the name: `created_at`, `CREATED_AT` and `createdAt` are one.
  private let byWords: [String: Int]
  /// Positions by the words with the last one in the singular.
  private let bySingular: [String: Int]

  init(types: [SchemaType], keyField: String?, schema: Schema, said: [String: TypeRule] = [:]) {
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
        let target = Self.target(of: type, in: schema, said[type.name]?.page)
        shape = .related(target ?? type.name, isMany: field.type.isList || target != nil)
      }
      var isPart = false
      if case .related(_, isMany: false) = shape, type.kind == .object {
        isPart = !Self.keyFields.contains { type.field(named: $0) != nil }
      }
      let ranks = Dictionary(
        type.values.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      return ItemField(
        name: name, shape: shape, isPart: isPart, ranks: ranks, definitions: all, typeCount: types.count)
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
    self.keyField = keyField ?? Self.keyFields.first { byName[$0] != nil }
  }

  func field(named name: String) -> ItemField? { byName[name].map { fields[$0] } }

  /// Returns the field that these words name, in singular or plural.
  func field<Words: BidirectionalCollection<String>>(words: Words) -> ItemField? {
    let joined = words.joined()
    if let index = byWords[joined] ?? bySingular[Self.singularWords(words).joined()] { return fields[index] }
    // `featured` and `isFeatured` are one.
    let other = words.first == "is" ? byWords[words.dropFirst().joined()] : byWords["is" + joined]
    return other.map { fields[$0] }.flatMap { $0.isFlag ? $0 : nil }
  }

  private static let keyFields = ["id", "_id", "uuid", "code", "slug"]

  private static func singularWords<Words: BidirectionalCollection<String>>(_ words: Words) -> [String] {
    words.dropLast() + words.suffix(1).map(singular)
  }

  /// Returns the name of the type of objects in a connection or a page; nil for other types.
  private static func target(of type: SchemaType, in schema: Schema, _ said: PageRule?) -> String? {
    switch said {
    case .page(let page)?: return page.items
    case PageRule.none?: return nil
    case nil: break
    }
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
