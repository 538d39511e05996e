/// A text with places for words: `{Fault} in the {area}`.
struct WordPattern: Sendable {
  enum Part: Sendable {
    case text(String)
    /// A word of the table with this index, in its first or second form.
    case word(table: Int, form: Int, isCapital: Bool)
    case thing(isCapital: Bool)
    case name(isCapital: Bool)
  }

  let parts: [Part]
  /// The tables of its places, each once.
  let tables: [Int]
  /// The number of combinations of their words, at most `maximum`.
  let count: Int
  /// The distance of the combinations of two successive objects. It has no common divisor with `count`, so that no
  /// combination is chosen twice before each was.
  let step: Int
  /// Indicates whether a sentence cannot be the first of a text.
  let follows: Bool

  static let maximum = 1 << 30

  /// Reads a pattern. `index` finds a table by its name; a place without one is a problem, and stays empty.
  init(_ line: String, sizes: [Int], problems: inout [String], index: (String) -> Int?) {
    var rest = Substring(line)
    follows = rest.hasPrefix("+ ")
    if follows { rest = rest.dropFirst(2) }
    var parts: [Part] = []
    var tables: [Int] = []
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}")) else {
        problems.append("{ without } in \"\(line)\"")
        break
      }
      let place = rest[rest.utf8.index(after: open)..<close]
      rest = rest[rest.utf8.index(after: close)...]
      let isCapital = place.first?.isUppercase == true
      let form = place.hasSuffix("2") ? 1 : 0
      let name = place.prefix(1).lowercased() + (form == 1 ? place.dropFirst().dropLast() : place.dropFirst())
      if name == "name" {
        parts.append(.name(isCapital: isCapital))
      } else if name == "thing" {
        parts.append(.thing(isCapital: isCapital))
      } else if let table = index(name) {
        parts.append(.word(table: table, form: form, isCapital: isCapital))
        if !tables.contains(table) { tables.append(table) }
      } else {
        problems.append("no table for {\(place)} in \"\(line)\"")
      }
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
    self.tables = tables
    count = min(Self.maximum, tables.reduce(1) { $0 * max(1, sizes[$1]) })
    step = Self.step(count)
  }

  /// Returns the distance of successive choices from so many: about the golden section, so that they differ much.
  static func step(_ count: Int) -> Int {
    coprime(max(1, count * 618 / 1_000), count)
  }

  /// Returns the first number from `start` on that has no common divisor with `count`.
  static func coprime(_ start: Int, _ count: Int) -> Int {
    var step = start
    while commonDivisor(step, count) != 1 { step += 1 }
    return step
  }

  private static func commonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : commonDivisor(other, one % other)
  }
}

/// The words of one table in their forms.
struct WordTable: Sendable {
  let count: Int
  /// The entries in their first and second form.
  private let forms: [[String]]

  init(_ entries: [String]) {
    count = entries.count
    var forms = [entries, entries]
    for (index, entry) in entries.enumerated() {
      guard let slash = entry.utf8.firstIndex(of: UInt8(ascii: "/")) else { continue }
      forms[0][index] = String(entry[..<slash])
      forms[1][index] = String(entry[entry.utf8.index(after: slash)...])
    }
    self.forms = forms
  }

  func word(_ index: Int, form: Int = 0) -> String { count == 0 ? "" : forms[form][index] }
}

/// The patterns of one list, and the distance of the patterns of two successive objects.
struct PatternList: Sendable {
  let patterns: [WordPattern]
  let step: Int
  /// The sentences that can begin a text, and those that come after one; all if there are no others.
  let openings: [Int]
  let followers: [Int]
  /// The patterns with at least a hundred combinations of words.
  let wide: [Int]
  private let openingStep: Int

  init(_ patterns: [WordPattern]) {
    self.patterns = patterns
    step = WordPattern.step(max(1, patterns.count))
    wide = patterns.indices.filter { patterns[$0].count >= 100 }
    openings = patterns.indices.filter { !patterns[$0].follows }
    let followers = patterns.indices.filter { patterns[$0].follows }
    self.followers = followers.isEmpty ? openings : followers
    openingStep = WordPattern.step(max(1, openings.count))
  }

  /// Returns the opening with a rank: different ones for as many consecutive ranks as there are.
  func opening(_ rank: Int) -> Int {
    openings[rank % openings.count * openingStep % openings.count]
  }
}
