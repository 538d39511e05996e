import Recordings

/// The credentials of one session that no recorded answer issued, in the order of first use. Only their hashes are
/// stored.
package struct SessionCredentials: Equatable, Sendable {
  /// The maximum number of opaque credentials, and of JSON Web Token users per byte.
  static let limit = 2_000

  private var opaque: [[Mark]] = []
  /// The users of JSON Web Tokens, by their byte. Two users rarely share one.
  private var users: [UInt8: [ContentHash]] = [:]

  private struct Mark: Equatable {
    let hash: ContentHash
    let byte: UInt8
    /// True for the placeholder of a credential, of which only the byte is known.
    let isRedacted: Bool

    func matches(_ other: Mark) -> Bool {
      isRedacted || other.isRedacted ? byte == other.byte : hash == other.hash
    }
  }

  /// Returns the user of a credential and registers a new one. Nil past the limit.
  mutating func caller(of credential: Credential, salt: RedactionSalt) -> Caller? {
    if let user = Caller(userPlaceholder: credential.bytes) { return user }
    guard let subject = credential.subject else { return opaqueCaller(credential.parts, salt) }
    let byte = salt.byte(of: subject)
    return Self.number(of: salt.hash(of: subject), in: &users[byte, default: []], by: ==).map {
      .user(byte: byte, number: $0)
    }
  }

  /// Several credentials have a mark each.
  private mutating func opaqueCaller(_ parts: [[UInt8]], _ salt: RedactionSalt) -> Caller? {
    let marks = parts.map { bytes in
      let redacted = Pseudonym.redactedByte(bytes)
      return Mark(hash: salt.hash(of: bytes), byte: redacted ?? salt.byte(of: bytes), isRedacted: redacted != nil)
    }
    let number = Self.number(of: marks, in: &opaque) { known, sent in
      known.count == sent.count && zip(known, sent).allSatisfy { $0.matches($1) }
    }
    return number.map { $0 == 1 ? .authenticated(name: nil) : .numbered($0) }
  }

  /// Returns the position of an item in a list, from 1. Appends a new item; nil if the list is full.
  private static func number<Item>(
    of item: Item, in list: inout [Item], by isSame: (Item, Item) -> Bool
  ) -> Int? {
    if let index = list.firstIndex(where: { isSame($0, item) }) { return index + 1 }
    guard list.count < limit else { return nil }
    list.append(item)
    return list.count
  }
}
