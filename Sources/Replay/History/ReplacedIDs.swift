package import OrderedJSON
package import Recordings

/// The ids that are replaced in requests and answers, to find what may not fit the new ones: an id that stays inside
/// another value, such as a URL, and numbers that change their order.
package struct ReplacedIDs: Sendable {
  /// The ids by the last word in each.
  private let byLastWord: [Substring: [String]]
  private let all: Set<String>
  /// The ids that are too long to occur by chance, which are found inside words, too.
  private let long: [String]
  /// The ids that are numbers in JSON, and the kinds of their objects.
  private let numbers: Set<String>
  private let kindsOfNumbers: [IDKind]
  /// The codes that the set-ups sent.
  package let sent: SentCodes

  /// - Parameters:
  ///   - kinds: the ids of each kind of object, and whether they are numbers in JSON.
  ///   - sent: the codes that the set-ups sent.
  init(_ kinds: [(kind: IDKind, ids: [ObjectID], areNumbers: Bool)], sent: SentCodes = SentCodes()) {
    self.sent = sent
    all = Set(kinds.flatMap(\.ids).map(\.text))
    byLastWord = Dictionary(grouping: all) { Self.words(of: $0).last ?? "" }
    long = all.filter { $0.utf8.count >= IDRenaming.uniqueLength }
    numbers = Set(kinds.filter(\.areNumbers).flatMap(\.ids).map(\.text))
    kindsOfNumbers = kinds.filter(\.areNumbers).map(\.kind)
  }

  package var isEmpty: Bool { byLastWord.isEmpty }

  /// Returns the first value of an answer that may not fit the replaced ids, with its name: `url is "…/books/8"`, which
  /// is the same in both trees; or else numbers that change their order. Nil if there is none. A short id may also be
  /// in a value by chance. Without `anyNumber`, a number of at most two digits is one only in a field with the name of
  /// the object: `shelf`.
  package func leftover(in tree: JSON, _ rewritten: JSON, anyNumber: Bool) -> String? {
    var ids: [String: [(old: Int, new: Int)]] = [:]
    var pending = [(path: "", name: "", old: tree, new: rewritten)]
    while let (path, name, old, new) = pending.popLast() {
      switch (old, new) {
      case (.object(let old), .object(let new)):
        pending += zip(old.members, new.members).map { ("\(path).\($0.name)", $0.name, $0.value, $1.value) }.reversed()
      case (.array(let old), .array(let new)): pending += zip(old, new).map { (path, name, $0, $1) }.reversed()
      default:
        if let old = Self.integer(old), let new = Self.integer(new) { ids[path, default: []].append((old, new)) }
        // The name last: most values are found to be none without it.
        if old == new, let value = mention(in: old, name: name),
          anyNumber
            || old.numberValue.map({ $0.text.utf8.count > 2 && !ObjectID.isOfPages(name) || isKind(name) }) ?? true
        {
          return value
        }
      }
    }
    for (path, ids) in ids.sorted(by: { $0.key.precedesByScalars($1.key) }) where ids.contains(where: { $0 != $1 }) {
      let sorted = ids.sorted { $0.old < $1.old }
      for (low, high) in zip(sorted, sorted.dropFirst()) where low.old < high.old && low.new > high.new {
        let name = path.split(separator: ".").last ?? ""
        return "\(name) \(low.old) < \(high.old) is written as \(low.new) > \(high.new)"
      }
    }
    return nil
  }

  /// Returns the first value of a response that may not fit the replaced ids.
  package func leftover(in answer: RecordedResponse, writtenAs written: RecordedResponse) -> String? {
    zip(answer.body.answers, written.body.answers).lazy.compactMap { leftover(in: $0, $1, anyNumber: false) }.first
  }

  /// Returns a value with its name if it may contain a replaced id. A whole id that stays is of another kind.
  func mention(in value: JSON, name: String) -> String? {
    if ObjectID.isName(name), let id = ObjectID(value), isOne(id.text) { return nil }
    return mayOccur(in: value) || isCursor(value, name: name) ? "\(name) is \(value.brief(limit: 100))" : nil
  }

  /// As `mention(in:name:)` for a number in a document's text, where one may be the value of an id that is a string.
  func mention(inText number: JSONNumber, name: String) -> String? {
    isOne(number.text) ? "\(name) is \(number.text)" : mention(in: .number(number), name: name)
  }

  private func isKind(_ name: String) -> Bool {
    let kind = IDKind(naming: name, hints: NoSchema())
    return kindsOfNumbers.contains { $0.matches(kind) }
  }

  private func isOne(_ text: String) -> Bool { all.contains(text) }

  /// Indicates whether a word is an id after zeros: `000134`.
  private func isOne(padded word: Substring) -> Bool {
    word.utf8.count > 3 && word.first == "0" && isOne(String(word.drop { $0 == "0" }))
  }

  private func mayOccur(in value: JSON) -> Bool {
    switch value {
    // An id that is a string may be a number elsewhere.
    case .number(let number): return numbers.contains(number.text) || number.text.utf8.count > 2 && isOne(number.text)
    case .string(let text): return mayOccur(in: text) || mayOccur(inBase64: text)
    case .null, .bool, .array, .object: return false
    }
  }

  private func mayOccur(in text: String) -> Bool {
    let words = Self.words(of: text)
    // `2026-11-08` is a date.
    if words.count > 2, words[0].count == 4, Int(words[0]) != nil { return false }
    return words.contains { byLastWord[$0]?.contains { text.contains($0) } ?? false || isOne(padded: $0) }
      || long.contains { text.utf8.count > $0.utf8.count && text.contains($0) }
  }

  private func mayOccur(inBase64 text: String) -> Bool {
    // Cursors are short.
    guard text.utf8.count <= 1_000, let bytes = Base64.decodeLenient(text.utf8),
      let inner = String(validating: bytes, as: UTF8.self)
    else { return false }
    // The cursors of graphql-relay count the objects of a list.
    return !inner.hasPrefix("arrayconnection:") && mayOccur(in: inner)
  }

  /// Indicates whether a cursor is letters with an id after them: `c51`.
  private func isCursor(_ value: JSON, name: String) -> Bool {
    guard ObjectID.isOfPages(name) || name == "after" || name == "before", case .string(let text) = value else {
      return false
    }
    return isOne(String(text.drop(while: \.isLetter)))
  }

  private static func integer(_ value: JSON) -> Int? { value.numberValue.flatMap { Int($0.text) } }

  private static func words(of text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
}
