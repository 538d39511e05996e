package import OrderedJSON
package import Recordings

/// The ids that are replaced in requests and answers, to find what may not fit the new ones: an id that stays inside
/// another value, such as a URL, and numbers that change their order.
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

  /// Returns the first value of an answer that may not fit the replaced ids, with its name: `url is "…/books/8"`, which
  /// is the same in both trees; or else an id that is a number and comes after another one no more. Nil if there is
  /// none. A short id may also be in a value by chance.
  package func leftover(in tree: JSON, _ rewritten: JSON) -> String? {
    var ids: [String: [(old: Int, new: Int)]] = [:]
    var pending = [("", tree, rewritten)]
    while let (name, old, new) = pending.popLast() {
      switch (old, new) {
      case (.object(let old), .object(let new)):
        pending += zip(old.members, new.members).map { ($0.name, $0.value, $1.value) }.reversed()
      case (.array(let old), .array(let new)): pending += zip(old, new).map { (name, $0, $1) }.reversed()
      default:
        if let old = Self.integer(old), let new = Self.integer(new) { ids[name, default: []].append((old, new)) }
        if old == new, let value = mention(in: old, name: name) { return value }
      }
    }
    for (name, ids) in ids.sorted(by: { $0.key.precedesByScalars($1.key) }) where ids.contains(where: { $0 != $1 }) {
      let sorted = ids.sorted { $0.old < $1.old }
      for (low, high) in zip(sorted, sorted.dropFirst()) where low.old < high.old && low.new > high.new {
        return "\(name) \(low.old) < \(high.old) is written as \(low.new) > \(high.new)"
      }
    }
    return nil
  }

  /// Returns the first value of a request that may contain a replaced id and is written as it was sent, in the same way.
  package func leftover(in sent: OperationKey, _ written: OperationKey) -> String? {
    leftover(in: .object(sent.variables), .object(written.variables))
      ?? sent.headers.lazy.compactMap { mention(in: .string($0.value), name: $0.name) }.first
  }

  /// Returns a value with its name if it may contain a replaced id.
  private func mention(in value: JSON, name: String) -> String? {
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

  private static func integer(_ value: JSON) -> Int? { value.numberValue.flatMap { Int($0.text) } }

  private static func words(of text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
}
