/// What kind of object an id names, as far as its place tells: two objects may share a short id, such as product 7 and
/// user 7.
package struct IDKind: Hashable, Sendable {
  /// The object's type where an answer's `__typename` or a schema tells it.
  let type: String?
  /// What it is called: the last words of the type's name, or of the field's or the argument's.
  let nouns: Set<String>

  /// An id in an answer.
  ///
  /// - Parameters:
  ///   - field: the field that holds it.
  ///   - holder: the name of the field whose object it stands in; nil at the root.
  ///   - type: the object's type; nil where nothing tells it.
  init(field: String, holder: String?, type: String?) {
    if let own = Self.ownWord(field) {
      // A key of another object: `ownerId`.
      self.init(type: nil, [own])
    } else {
      self.init(type: holder == nil ? nil : type, [holder.map { type ?? $0 } ?? field])
    }
  }

  /// An id in an argument, or in a variable.
  ///
  /// - Parameters:
  ///   - argument: its name, or that of the input object's member that holds it.
  ///   - field: the field that the argument belongs to.
  ///   - result: the type of the field's value; nil where nothing tells it.
  ///   - hints: what a schema knows of that type.
  init(argument: String, of field: String, result: String?, hints: any SchemaHints) {
    if let own = Self.ownWord(argument) {
      self.init(type: nil, [own])
    } else if let result {
      // `user(id:)` names a user; `updateUser(id:)` may answer with a payload, which has no id.
      self.init(type: hints.objectTypes(of: result) == [result] ? result : nil, [field, result])
    } else {
      self.init(type: nil, [field])
    }
  }

  private init(type: String?, _ names: [String]) {
    self.type = type
    nouns = Set(names.map(Self.noun))
  }

  /// Whether both may be of one kind: types that are known have to be equal, and without them a noun.
  func matches(_ other: IDKind) -> Bool {
    if let type, let otherType = other.type { return type == otherType }
    return !nouns.isDisjoint(with: other.nouns)
  }

  /// `product` of `createProduct`, `products`, `add_product`, `productByName` and `UpdateProductPayload`.
  private static func noun(_ name: String) -> String {
    var words = [""]
    for character in name {
      let isBreak = character == "_" || (character.isUppercase && words.last?.last?.isLowercase == true)
      if isBreak { words.append("") }
      if character != "_" { words[words.count - 1].append(character) }
    }
    words = words.filter { !$0.isEmpty }.map { $0.lowercased() }
    if let by = words.lastIndex(of: "by"), by > 0 { words.removeSubrange(by...) }
    if words.count > 1, let last = words.last, ["payload", "response", "result"].contains(last) { words.removeLast() }
    let noun = words.last ?? ""
    return noun.hasSuffix("s") ? String(noun.dropLast()) : noun
  }

  /// `owner` of `ownerId`, `ownerIDs` or `owner_id`; nil for `id` and other names that do not say whose id it is.
  private static func ownWord(_ name: String) -> String? {
    for ending in ["_ids", "_id", "Ids", "IDs", "Id", "ID", "Uuid", "UUID", "Guid"] where name.hasSuffix(ending) {
      let word = name.dropLast(ending.count)
      return word.isEmpty ? nil : String(word)
    }
    return nil
  }
}
