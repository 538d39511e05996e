package import OrderedJSON

/// The ids that are replaced in answers, to find those that stay inside other values, such as a URL with an id in it.
package struct ReplacedIDs: Sendable {
  /// The ids by the last word in each.
  private let byLastWord: [Substring: [String]]
  /// The ids that are too long to occur by chance, which are found inside words, too.
  private let long: [String]

  init(_ ids: [ObjectID]) {
    byLastWord = Dictionary(grouping: ids.map(\.text)) { Self.words(of: $0).last ?? "" }
    long = ids.map(\.text).filter { $0.utf8.count >= 16 }
  }

  package var isEmpty: Bool { byLastWord.isEmpty }

  /// Returns the first value that may contain a replaced id although it is the same in both trees, with its name:
  /// `url is "…/books/8"`; nil if there is none. `numbers` tells whether a number may be an id. A short id may also be
  /// there by chance.
  package func leftover(in tree: JSON, _ rewritten: JSON, numbers: Bool) -> String? {
    var pending = [("", tree, rewritten)]
    while let (name, old, new) = pending.popLast() {
      switch (old, new) {
      case (.object(let old), .object(let new)):
        pending += zip(old.members, new.members).map { ($0.name, $0.value, $1.value) }.reversed()
      case (.array(let old), .array(let new)): pending += zip(old, new).map { (name, $0, $1) }.reversed()
      default:
        if old == new, numbers || old.stringValue != nil, let value = mention(in: old, name: name) { return value }
      }
    }
    return nil
  }

  /// Returns a value with its name if it may contain a replaced id.
  package func mention(in value: JSON, name: String) -> String? {
    mayOccur(in: value) ? "\(name) is \(value.brief(limit: 100))" : nil
  }

  private func mayOccur(in value: JSON) -> Bool {
    switch value {
    case .number(let number):
      return Self.words(of: number.text).last.flatMap { byLastWord[$0] }?.contains(number.text) ?? false
    case .string(let text):
      let words = Self.words(of: text)
      // `2026-11-08` is a date.
      if words.count > 2, words[0].count == 4, Int(words[0]) != nil { return false }
      return words.contains { byLastWord[$0]?.contains { text.contains($0) } ?? false }
        || long.contains { text.utf8.count > $0.utf8.count && text.contains($0) }
    case .null, .bool, .array, .object: return false
    }
  }

  private static func words(of text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
}
