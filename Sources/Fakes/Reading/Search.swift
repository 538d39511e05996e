import FakeValues
import GraphQLSchema

/// A case-insensitive search in all of an object's texts.
struct Search: Sendable {
  /// In lower case; never empty.
  let text: String
  private let paths: [FieldPath]

  /// Returns nil for an empty text, which matches everything.
  init?(_ text: String, in items: ItemFields) {
    self.init(text, paths: Self.paths(items))
  }

  /// Creates the search with the known paths of the objects' texts; see `paths(_:)`.
  init?(_ text: String, paths: [FieldPath]) {
    guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return nil }
    self.text = text.lowercased()
    self.paths = paths
  }

  /// Returns the objects' texts: fields of type String, and those of parts, such as AniList's `title { romaji english
  /// }`.
  static func paths(_ items: ItemFields) -> [FieldPath] {
    var paths: [FieldPath] = []
    for field in items.fields {
      switch field.shape {
      case .leaf(let sense, _, "String"): paths.append(FieldPath(end: .leaf(field, sense)))
      case .leaf: break
      case .related(_, isMany: true): break
      case .related:
        guard field.isPart, let part = items.target(of: field) else { continue }
        for text in part.fields {
          guard case .leaf(let sense, _, "String") = text.shape else { continue }
          paths.append(FieldPath(via: [field], end: .leaf(text, sense)))
        }
      }
    }
    return paths
  }

  func finds<World: ReadableWorld>(_ member: World.Member, in world: World) -> Bool {
    func holds(_ value: LeafValue) -> Bool {
      value.text.lowercased().unicodeScalars.contains(text.unicodeScalars)
    }
    return paths.contains { path in
      switch path.value(of: member, in: world) {
      case .null: false
      case .one(let value): holds(value)
      case .many(let values): values.contains(where: holds)
      }
    }
  }

  /// Returns the members with the text. If none has it, it returns about half of them, at least one, which only depend
  /// on the text and the members' keys: a search in a fake should show something.
  func found<World: ReadableWorld>(among members: [World.Member], in world: World) -> [World.Member] {
    let found = members.filter { finds($0, in: world) }
    guard found.isEmpty, members.count > 1 else { return found.isEmpty ? members : found }
    let hash = StableHash().with("search").with(text)
    let words = members.map { hash.with(world.key(of: $0)).value }
    let chosen = members.indices.filter { words[$0] & 1 == 0 }
    if !chosen.isEmpty { return chosen.map { members[$0] } }
    return members.indices.min { words[$0] < words[$1] }.map { [members[$0]] } ?? []
  }
}
