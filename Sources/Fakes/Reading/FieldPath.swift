import FakeValues
import GraphQLSchema
import OrderedJSON

/// The path from an object to a compared value: `name`, `author.name`, the key of the author, the number of reviews.
struct FieldPath: Sendable {
  /// The composite fields before the end.
  var via: [ItemField] = []
  var end: End

  enum End: Sendable {
    case leaf(ItemField, Sense)
    /// A part of the object with one value: of one leaf, as `price { amount currency }`, or a date of three, as
    /// AniList's `startDate { year month day }`, which is the number 20240229.
    case part(ItemField, [ItemField])
    /// The objects that a field leads to; a plain value is compared with their keys.
    case related(ItemField)
    case key
  }

  /// The value of a path for one object.
  enum Value: Sendable {
    case null
    case one(LeafValue)
    case many([LeafValue])
  }

  var sense: Sense {
    switch end {
    case .leaf(_, let sense): return sense
    case .part(_, let leaves):
      guard leaves.count == 1, case .leaf(let sense, _, _) = leaves[0].shape else { return .natural }
      return sense
    case .related, .key: return .natural
    }
  }

  var composite: ItemField? {
    switch end {
    case .related(let field), .part(let field, _): field
    case .leaf, .key: nil
    }
  }

  var isMany: Bool {
    if via.contains(where: \.isMany) { return true }
    switch end {
    case .leaf(let field, _), .related(let field): return field.isMany
    case .key, .part: return false
    }
  }

  var isMoment: Bool { sense == .moment }

  func value<World: ReadableWorld>(of member: World.Member, in world: World) -> Value {
    if via.isEmpty { return endValue(of: member, in: world) }
    var isMany = false
    var members = [member]
    for field in via {
      if field.isMany { isMany = true }
      members = members.flatMap { member in
        field.definition(for: member, in: world).map { world.related($0, of: member) } ?? []
      }
    }
    if !isMany { return members.first.map { endValue(of: $0, in: world) } ?? .null }
    var values: [LeafValue] = []
    for member in members {
      switch endValue(of: member, in: world) {
      case .null: break
      case .one(let value): values.append(value)
      case .many(let more): values += more
      }
    }
    return .many(values)
  }

  private func endValue<World: ReadableWorld>(of member: World.Member, in world: World) -> Value {
    switch end {
    case .key: return Sense.natural.value(.string(world.key(of: member))).map { .one($0) } ?? .null
    case .leaf(let field, let sense):
      guard let definition = field.definition(for: member, in: world) else { return .null }
      let json = world.leaf(definition, of: member)
      if case .array(let items) = json { return .many(items.compactMap(sense.value)) }
      return sense.value(json).map { .one($0) } ?? .null
    case .part(let field, let leaves):
      guard let definition = field.definition(for: member, in: world),
        let part = world.related(definition, of: member).first
      else { return .null }
      let values = leaves.map { leaf in leaf.definition(for: part, in: world).map { world.leaf($0, of: part) } ?? .null
      }
      if values.count == 1 { return sense.value(values[0]).map { .one($0) } ?? .null }
      // Without a year there is no date; an unknown month or day is 0.
      guard let year = values[0].intValue, abs(year) < 10_000 else { return .null }
      let rest = values.dropFirst().map { max(0, min($0.intValue ?? 0, 99)) }
      return .one(.integer(rest.reduce(year) { $0 * 100 + $1 }))
    case .related(let field):
      guard let definition = field.definition(for: member, in: world) else { return .null }
      let keys = world.related(definition, of: member).compactMap { Sense.natural.value(.string(world.key(of: $0))) }
      if field.isMany { return .many(keys) }
      return keys.first.map { .one($0) } ?? .null
    }
  }
}

extension FieldPath {
  /// Returns the path that a name means: a field in any notation, in singular or plural; `id` and `ids` for any key;
  /// `authorId`, `author_name` for a field of the objects behind `author`.
  static func named(_ name: String, in items: ItemFields) -> FieldPath? {
    if let field = items[name] { return FieldPath(field, in: items) }
    let words = words(of: name)
    return words.isEmpty ? nil : FieldPath(words: words[...], in: items)
  }

  init(_ field: ItemField) {
    if case .leaf(let sense, _, _) = field.shape { end = .leaf(field, sense) } else { end = .related(field) }
  }

  /// The path to a field, which may be a part with one value.
  private init(_ field: ItemField, in items: ItemFields) {
    self.init(field)
    guard field.isPart, let part = items.target(of: field) else { return }
    let date = ["year", "month", "day"].compactMap { part[$0] }
    let leaves = part.fields.filter(\.isLeaf)
    if date.count == 3 {
      end = .part(field, date)
    } else if let leaf = part["amount"] ?? part["value"] ?? (leaves.count == 1 ? leaves.first : part["name"]),
      leaf.isLeaf
    {
      end = .part(field, [leaf])
    }
  }

  /// The path that words mean, through at most `depth` composite fields; see `named(_:in:)`.
  init?(words: ArraySlice<String>, in items: ItemFields, depth: Int = 2) {
    if let field = items.field(words: words) {
      self.init(field, in: items)
      return
    }
    if words.count == 1, let word = words.first, ["id", "ids", "key", "keys"].contains(word) {
      if let key = items.keyField.flatMap({ items[$0] }), key.isLeaf { self.init(key) } else { self.init(end: .key) }
      return
    }
    guard depth > 0 else { return nil }
    // The longest field name wins: `home_city_id` is first looked for in `homeCity`.
    for split in words.indices.dropFirst().reversed() {
      guard let field = items.field(words: words[..<split]), !field.isLeaf else { continue }
      let rest = words[split...]
      if rest.count == 1, let word = rest.first, ["id", "ids"].contains(word) {
        self.init(field)
        return
      }
      guard let target = items.target(of: field), let path = FieldPath(words: rest, in: target, depth: depth - 1) else {
        continue
      }
      self = path
      via.insert(field, at: 0)
      return
    }
    return nil
  }
}
