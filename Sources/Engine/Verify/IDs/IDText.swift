import Replay

/// What an id's text itself tells.
enum IDText {
  /// Long enough, and of one piece, so that it is nothing else by chance: a UUID, a cuid, an object id of MongoDB.
  static func isUnique(_ text: String) -> Bool {
    text.utf8.count >= 16 && text.utf8.allSatisfy { $0 > 0x20 } && !text.utf8.contains(UInt8(ascii: "{"))
  }

  /// Digits with no more than a word before them: `7`, `PROJ-1`, `t128`.
  static func isShortNumber(_ text: String) -> Bool {
    !isUnique(text) && text.utf8.last.map { (0x30...0x39).contains($0) } == true
  }

  /// The numbers in a text, without leading zeros: 7 of `/tickets/0007`. None of a unique one.
  static func numbers(_ text: String) -> [String] {
    guard !isUnique(text) || text.utf8.contains(UInt8(ascii: "/")) else { return [] }
    return text.utf8.split { !(0x30...0x39).contains($0) }.map { digits in
      let number = digits.drop { $0 == 0x30 }
      return number.isEmpty ? "0" : String(decoding: number, as: UTF8.self)
    }
  }

  /// Several words, which people read and nobody is called by.
  static func isProse(_ text: String) -> Bool { text.utf8.filter { $0 == 0x20 || $0 == 0x0A }.count > 1 }
}

/// The name of an argument, a member or a field: what it says of the values there.
struct PlaceName {
  private let name: String

  init(_ name: String) { self.name = name }

  /// Whether it tells of an amount, a time, a state or a text to read, and so of no id.
  var isNoID: Bool {
    let word = lastWord
    return !ObjectID.isName(name)
      && (Self.others.contains(word) || (word.hasSuffix("s") && Self.others.contains(String(word.dropLast()))))
  }

  /// Whether it tells of something that people make up, numbers and all.
  var isForPeople: Bool {
    ["address", "city", "email", "name", "password", "phone", "street", "subject", "title", "username", "zip"].contains(
      lastWord)
  }

  /// In lower case: `at` of `createdAt` and `created_at`.
  private var lastWord: String {
    var word: [UInt8] = []
    for byte in name.utf8.reversed() {
      guard byte != UInt8(ascii: "_") else { break }
      let isCapital = (0x41...0x5A).contains(byte)
      word.append(isCapital ? byte | 0x20 : byte)
      if isCapital { break }
    }
    return String(decoding: word.reversed(), as: UTF8.self)
  }

  private static let others: Set<String> = [
    "age", "amount", "at", "balance", "body", "color", "colour", "comment", "content", "cost", "count", "currency",
    "date", "day", "depth", "description", "done", "duration", "first", "gender", "height", "hour", "language", "last",
    "lat", "latitude", "length", "level", "lng", "limit", "locale", "longitude", "message", "minute", "month", "note",
    "offset", "page", "percent", "position", "price", "priority", "qty", "quantity", "rating", "role", "score", "seat",
    "second", "size", "skip", "star", "state", "status", "stock", "sum", "take", "text", "time", "timezone", "total",
    "type", "version", "volume", "weight", "width", "year",
  ]
}
