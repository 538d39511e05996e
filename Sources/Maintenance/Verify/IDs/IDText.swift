import Recordings
import Replay

/// What an id's text itself tells.
enum IDText {
  /// Long enough, of one piece and no count behind words, so that it is nothing else by chance: a UUID, a cuid, an object
  /// id of MongoDB; not `support-tickets-0003`, nor that in Base64.
  static func isUnique(_ text: String) -> Bool {
    guard text.utf8.count >= 16, text.utf8.allSatisfy({ $0 > 0x20 }), !text.utf8.contains(UInt8(ascii: "{")) else {
      return false
    }
    if let bytes = Base64.decode(text), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return isUnique(String(decoding: bytes, as: UTF8.self))
    }
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    let words = text.utf8.reversed().drop(while: isDigit)
    return words.contains(where: isDigit)
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

  /// Whether it tells of an amount, a time, a state or a text to read, so that a value there is no id.
  func isNoID(_ text: String) -> Bool {
    guard !ObjectID.isName(name) else { return false }
    // A note may be meant by its number, and a seat.
    return isOne(of: Self.amounts) || (isOne(of: Self.words) && !IDText.isShortNumber(text))
  }

  /// Whether it tells of something that people make up, numbers and all.
  func isForPeople(_ text: String) -> Bool { isOne(of: Self.people) && !text.utf8.contains(UInt8(ascii: "/")) }

  private func isOne(of names: Set<String>) -> Bool {
    let word = lastWord
    return names.contains(word) || (word.hasSuffix("s") && names.contains(String(word.dropLast())))
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

  private static let amounts: Set<String> = [
    "age", "amount", "at", "balance", "cost", "count", "currency", "date", "day", "delta", "depth", "discount",
    "duration", "fee", "first", "height", "hour", "last", "lat", "latitude", "length", "level", "limit", "lng",
    "longitude", "minute", "month", "offset", "percent", "position", "price", "priority", "qty", "quantity", "rating",
    "score", "second", "size", "skip", "star", "stock", "sum", "take", "tax", "time", "timezone", "total", "value",
    "version", "volume", "weight", "width", "year",
  ]
  private static let words: Set<String> = [
    "body", "color", "colour", "comment", "content", "description", "done", "gender", "language", "locale", "message",
    "note", "page", "role", "seat", "state", "status", "text", "type",
  ]
  private static let people: Set<String> = [
    "address", "city", "email", "name", "password", "phone", "street", "subject", "title", "username", "zip",
  ]
}
