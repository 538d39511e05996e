import OrderedJSON

/// The kind of object that an id names, as far as its place shows: product 7 and user 7 may have the same id.
package struct IDKind: Hashable, Sendable {
  /// The object's type, if an answer's `__typename` or a schema has it: several for an interface or a union.
  let types: [String]?
  /// The object's nouns: the last words of the type's name, or of the field's or the argument's.
  let nouns: Set<String>

  /// The kind of an id in an answer's field. `holder` is the field whose object has it, nil at the root; `type` is the
  /// object's type, if known.
  init(field: String, holder: String?, type: String?, hints: any SchemaHints = NoSchema()) {
    if let own = Self.ownWord(field) {
      // A key of another object: `ownerId`.
      self.init(types: nil, [own])
    } else {
      let types = holder == nil ? nil : type.map { Self.objects(of: $0, with: field, hints) }
      self.init(types: types, [holder.map { type ?? $0 } ?? field])
    }
  }

  /// The kind of an id in an argument, in a member of an input object, or in a variable. `result` is the type of the
  /// field's value, if known.
  init(argument: String, of field: String, result: String?, hints: any SchemaHints) {
    let own = Self.ownWord(argument)
    if own != nil || !ObjectID.isName(argument) {
      // `hubId` and `hub` name a hub if the schema has that type. Other names tell a role: `originId`.
      let name = own ?? argument
      let types = Self.types(named: name, hints)
      let others = own == nil && types == nil ? [field] + (result.map { [$0] } ?? []) : []
      self.init(types: types, [name] + others)
    } else if let result {
      // `user(id:)` names a user; `updateUser(id:)` may answer with a payload, which has no id, and `deleteUser(id:)`
      // with a Boolean. Then the field's own words may name a type.
      let type = hints.objectTypes(of: result) == [result] ? result : Self.type(in: field, hints: hints)
      self.init(types: type.map { [$0] }, [field, result])
    } else {
      self.init(types: nil, [field])
    }
  }

  /// The kind that the name of an argument or of an input field tells alone: `shelf` for a shelf, whatever its type is.
  init(naming name: String, hints: any SchemaHints) {
    self.init(types: Self.types(named: name, hints), [name])
  }

  private init(types: [String]?, _ names: [String]) {
    self.types = types
    nouns = Set(names.map(Self.noun))
  }

  /// Indicates whether both may be one kind: known types must be equal; without them, they need a common noun.
  func matches(_ other: IDKind) -> Bool {
    if let types, let others = other.types { return types.contains { others.contains($0) } }
    return !nouns.isDisjoint(with: other.nouns)
  }

  /// Indicates whether the same id may be one of several objects of different types. By the rules of Relay, an id of a
  /// `Node` is not.
  func mayBeSeveral(_ id: ObjectID) -> Bool {
    (types?.count ?? 1) > 1 && !nouns.contains("node") && id.text.utf8.allSatisfy(\.isDigit)
  }

  /// Returns the type `Shelf` for `shelf`, and `Item` for `items`, if the schema has it.
  private static func types(named name: String, _ hints: any SchemaHints) -> [String]? {
    let type = name.prefix(1).uppercased() + name.dropFirst()
    return [type, singular(type)].first { hints.isObjectType($0) }.map { [$0] }
  }

  /// Returns `category` for `categories`, `address` for `addresses`, and `item` for `items`.
  private static func singular(_ word: String) -> String {
    if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    if ["sses", "xes", "ches", "shes"].contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
    return word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
  }

  /// Returns the object types of a type whose objects may have an id in this field. A union may also have errors, which
  /// have none.
  private static func objects(of type: String, with field: String, _ hints: any SchemaHints) -> [String] {
    let objects = hints.objectTypes(of: type)
    guard objects.count > 1 else { return objects.isEmpty ? [type] : objects }
    let holding = objects.filter { hints.type(of: field, on: $0) != nil }
    return holding.isEmpty ? objects : holding
  }

  /// Returns `LineItem` for `deleteLineItem` or `delete_line_item`, if the schema has that type and it has an id.
  private static func type(in field: String, hints: any SchemaHints) -> String? {
    let words = field.identifierWords().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    // `deleteAPIKey` may be for `APIKey` or `ApiKey`.
    let names = words.indices.lazy.flatMap { start in
      [words[start...].joined(), words[start...].map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined()]
    }
    return names.first { name in
      hints.isObjectType(name) && hints.objectTypes(of: name) == [name]
    }
  }

  /// Returns `product` for `createProduct`, `products`, `add_product`, `productByName` and `UpdateProductPayload`.
  private static func noun(_ name: String) -> String {
    var words = name.identifierWords().map { $0.lowercased() }
    if let by = words.lastIndex(of: "by"), by > 0 { words.removeSubrange(by...) }
    if words.count > 1, let last = words.last, ["payload", "response", "result"].contains(last) { words.removeLast() }
    return singular(words.last ?? "")
  }

  /// Returns `owner` for `ownerId`, `ownerIDs` or `owner_id`; nil for `id` and other names without an owner.
  private static func ownWord(_ name: String) -> String? {
    for ending in ["_ids", "_id", "Ids", "IDs", "Id", "ID", "Uuid", "UUID", "Guid"] where name.hasSuffix(ending) {
      let word = name.dropLast(ending.count)
      return word.isEmpty ? nil : String(word)
    }
    return nil
  }
}
