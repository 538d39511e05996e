package import OrderedJSON

/// An object's id, in one form for all notations. Ids of different types are not distinguished, since an argument's type
/// is unknown without a schema. Two objects with one id count as one, which makes a miss, never a wrong answer.
package struct ObjectID: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let text: String

  /// Reads a string's text, a whole number's digits, the only member of an object such as `{"value": "6F1D…"}`, or any
  /// other object's canonical JSON. Nil for values that are no ids: null, booleans, fractions, lists, empty strings.
  package init?(_ value: JSON) {
    switch value {
    case .string(let text) where !text.isEmpty: self.text = text
    case .number(let number):
      let text = number.canonicalText
      guard text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }) else { return nil }
      self.text = text
    case .object(let object) where object.count == 1:
      // One level only: anything deeper is data, not an id.
      switch object.members[0].value {
      case .object, .array: return nil
      case let inner:
        guard let id = ObjectID(inner) else { return nil }
        text = id.text
      }
    case .object(let object) where object.count > 1: text = value.sortedMembers().compactText
    default: return nil
    }
  }

  /// Indicates whether it is short and ends in a digit (`7`, `r7`): the next object gets the next number.
  var isNumbered: Bool {
    text.utf8.count < 16 && text.utf8.last?.isDigit == true
  }

  package static func < (left: ObjectID, right: ObjectID) -> Bool { left.text.precedesByScalars(right.text) }
  package static func == (left: ObjectID, right: ObjectID) -> Bool { left.text.hasSameScalars(as: right.text) }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
  package var description: String { text }

  /// Indicates whether a field, argument or variable of this name holds ids: `id`, `_id`, `uuid`, `launchId`,
  /// `launchIds`, `conferencesIds`, `author_id`, `userID`.
  package static func isName(_ name: String) -> Bool {
    whole.contains(name) || endings.contains { name.hasSuffix($0) }
  }

  /// Indicates whether a field of this name holds the id of its own object: `id`, `_id`, `uuid`.
  static func isOwnName(_ name: String) -> Bool { ["id", "_id", "ID", "uuid", "UUID", "guid", "uid"].contains(name) }

  /// Indicates whether a name is about the pages of a list, so that it holds no ids, and the list determines it:
  /// `cursor`, `hasMore`, `endCursor`, `hasNextPage`, `totalCount`.
  static func isOfPages(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["cursor", "more", "page", "count", "offset", "limit"].contains { name.contains($0) }
  }

  private static let whole: Set<String> = ["id", "ids", "ID", "IDs", "uuid", "UUID", "guid", "uid"]
  private static let endings = ["Id", "ID", "Ids", "IDs", "_id", "_ids", "Uuid", "UUID", "Guid"]
}
