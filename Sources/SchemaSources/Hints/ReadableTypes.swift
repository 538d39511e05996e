import GraphQLLanguage
import GraphQLSchema
import Replay

/// The object types that a query or subscription may answer with. A type that only mutations return
/// (`DeletePostPayload`) is in no list that is read, even if it has an id.
struct ReadableTypes: Sendable {
  private(set) var names: Set<String> = []

  init(_ schema: Schema) {
    var pending = [schema.rootType(of: .query), schema.rootType(of: .subscription)].compactMap { $0 }
    while let type = pending.popLast() {
      for object in schema.possibleTypes(of: type) where names.insert(object.name).inserted {
        pending += object.fields.compactMap { schema.type(of: $0.type) }.filter(\.isComposite)
      }
    }
  }

  /// The only field of type `ID!`, such as `code` of a country, if no field of the type is named like an id. A field
  /// named like another object's id (`authorId`) or like a position in a list (`cursor`) does not count.
  func soleID(of type: SchemaType) -> String? {
    guard names.contains(type.name), !Self.isPage(type), !type.fields.contains(where: { Self.ids.contains($0.name) })
    else { return nil }
    let ids = type.fields.filter { $0.type == .nonNull(.named("ID")) && $0.arguments.isEmpty }
    guard let id = ids.first, ids.count == 1, !ObjectID.isName(id.name), id.name != "cursor" else { return nil }
    return id.name
  }

  /// True if objects of a type have an id or key field.
  static func isNamed(_ type: SchemaType, _ keys: [String: [String]]) -> Bool {
    let keys = keys[type.name] ?? []
    return type.fields.contains { ids.contains($0.name) || keys.contains($0.name) }
  }

  /// True if a type is a page of a list, or an edge in one, as in Relay, not an item of the list.
  static func isPage(_ type: SchemaType) -> Bool {
    type.name == "PageInfo" || type.field(named: "edges") != nil || type.field(named: "pageInfo") != nil
      || (type.field(named: "node") != nil && type.field(named: "cursor") != nil)
  }

  /// The names that `Tracer` takes for an object's own id.
  private static let ids: Set<String> = ["id", "_id", "uuid"]
}
