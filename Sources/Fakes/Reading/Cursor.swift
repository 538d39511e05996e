import OrderedJSON

/// The opaque texts of positions in a list, in `cursor` fields and in `after` and `before`.
enum Cursor {
  /// The prefix of the key in a cursor, which distinguishes cursors from keys.
  private static let prefix = Array("cursor:".utf8)

  /// Returns the cursor of the member with this key: the prefixed key in URL-safe Base64.
  static func text(forKey key: String) -> String {
    String(decoding: Base64.encodeForURL(prefix + Array(key.utf8)), as: UTF8.self)
  }

  /// Returns the key of a cursor. Any other text is taken as the key itself, as in services whose cursors are ids.
  static func key(of text: String) -> String {
    guard let bytes = Base64.decodeLenient(text.utf8), bytes.starts(with: prefix),
      let key = String(validating: bytes.dropFirst(prefix.count), as: UTF8.self)
    else { return text }
    return key
  }
}
