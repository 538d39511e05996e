import GraphQLLanguage
import GraphQLSchema
import Replay

/// The object types that a query or a subscription may answer with. What only a mutation answers with
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

  /// The only field of the type `ID!`, such as `code` of a country, where the type has none that is called an id. A
  /// field that is called another object's (`authorId`) or a place's in a list (`cursor`) is none.
  func soleID(of type: SchemaType) -> String? {
    guard names.contains(type.name), !Self.isPage(type), !type.fields.contains(where: { Self.ids.contains($0.name) })
    else { return nil }
    let ids = type.fields.filter { $0.type == .nonNull(.named("ID")) && $0.arguments.isEmpty }
    guard let id = ids.first, ids.count == 1, !ObjectID.isName(id.name), id.name != "cursor" else { return nil }
    return id.name
  }

  /// Whether objects of a type are told apart by a field.
  static func isNamed(_ type: SchemaType, _ keys: [String: [String]]) -> Bool {
    let keys = keys[type.name] ?? []
    return type.fields.contains { ids.contains($0.name) || keys.contains($0.name) }
  }

  /// Whether a type is a page of a list, or an entry in one, as Relay has them, rather than something in it.
  static func isPage(_ type: SchemaType) -> Bool {
    type.name == "PageInfo" || type.field(named: "edges") != nil || type.field(named: "pageInfo") != nil
      || (type.field(named: "node") != nil && type.field(named: "cursor") != nil)
  }

  /// The names that `Tracer` takes for an object's own id.
  private static let ids: Set<String> = ["id", "_id", "uuid"]
}
