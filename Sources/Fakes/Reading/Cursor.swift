import OrderedJSON

/// The opaque texts that name a place in a list: what `cursor` fields say and `after` and `before` take.
enum Cursor {
  /// What is in front of the key inside a cursor, so that a key is hardly ever taken for a cursor.
  private static let prefix = Array("cursor:".utf8)

  /// The cursor of the member with this key: the prefixed key in Base64 for URLs.
  static func text(forKey key: String) -> String {
    String(decoding: Base64.encodeForURL(prefix + Array(key.utf8)), as: UTF8.self)
  }

  /// The key that a cursor names. A text that is no cursor of ours is taken for the key itself, as services do whose
  /// cursors are ids.
  static func key(of text: String) -> String {
    guard let bytes = Base64.decodeLenient(text.utf8), bytes.starts(with: prefix),
      let key = String(validating: bytes.dropFirst(prefix.count), as: UTF8.self)
    else { return text }
    return key
  }
}
