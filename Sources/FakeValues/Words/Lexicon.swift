/// The words for the generated values of one locale, read from its word files. It is a class, so that reading it copies
/// no table.
final class Lexicon: Sendable {
  /// A word and its form in a URL: lower-case ASCII letters only.
  struct Spelled: Hashable, Sendable {
    package let text: String
    let latin: String
  }

  /// A color's name and six hexadecimal digits.
  struct Colour: Hashable, Sendable {
    package let name: String
    package let hex: String
  }

  let givenNames: [Spelled]
  let familyNames: [Spelled]
  let companies: [Spelled]
  /// The first half of a phrase.
  let adjectives: [Spelled]
  /// The second half of a phrase.
  package let nouns: [Spelled]
  let categories: [String]
  let topics: [String]
  let jobs: [String]
  let departments: [String]
  let colours: [Colour]
  let streets: [String]
  let streetKinds: [String]
  let genres: [String]
  let animals: [String]
  let weekdays: [String]
  let months: [String]
  /// Forms of address.
  package let prefixes: [String]
  let navigation: [String]
  let callsToAction: [String]

  // MARK: Patterns

  /// All tables, in the order of their names.
  let tables: [WordTable]
  let tableNames: [String]
  /// The hashes of the tables' names, so that a further table does not change the choices from others.
  let tableHashes: [UInt64]
  /// The patterns of names, by the number of the subject.
  let names: [PatternList]
  /// The sentences, by the number of the kind.
  let prose: [PatternList]
  /// The kinds without sentences of their own, for which those of `about` are used.
  let missingProse: [Prose]
  /// The tables of `{thing}`, by the number of the subject.
  let things: [Int]
  /// The place of the companies' names among the tables.
  let companyTable: Int
  /// Everything that is wrong in the word files. A test checks that there is nothing.
  package let problems: [String]

  init(_ texts: [String]) {
    let file = WordFile(texts)
    var problems = file.problems
    func words(_ name: String) -> [String] {
      if file.words[name] == nil { problems.append("no [words \(name)]") }
      return file.words[name] ?? []
    }
    givenNames = Self.spelled(words("givenNames"))
    familyNames = Self.spelled(words("familyNames"))
    companies = Self.spelled(words("companies"))
    adjectives = Self.spelled(words("adjectives"))
    nouns = Self.spelled(words("nouns"))
    categories = words("categories")
    topics = words("topics")
    jobs = words("jobs")
    departments = words("departments")
    colours = Self.colours(words("colours"))
    streets = words("streets")
    streetKinds = words("streetKinds")
    genres = words("genres")
    animals = words("animals")
    weekdays = words("weekdays")
    months = words("months")
    prefixes = words("prefixes")
    navigation = words("navigation")
    callsToAction = words("callsToAction")

    let tableNames = file.words.keys.sorted()
    let tables = tableNames.map { WordTable(file.words[$0] ?? []) }
    let sizes = tables.map(\.count)
    let places = Dictionary(uniqueKeysWithValues: tableNames.enumerated().map { ($1, $0) })
    func list(_ lines: [String]?, _ name: String) -> PatternList {
      if lines == nil { problems.append("no [\(name)]") }
      return PatternList(
        (lines ?? []).map { WordPattern($0, sizes: sizes, problems: &problems) { places[$0] } })
    }
    // People have names of two tables.
    names = Subject.allCases.map { $0 == .person ? PatternList([]) : list(file.names["\($0)"], "names \($0)") }
    // A new kind may not have its sentences in every language yet.
    prose = Prose.allCases.map { list(file.prose["\($0)"] ?? file.prose["about"], "prose \($0)") }
    missingProse = Prose.allCases.filter { file.prose["\($0)"] == nil }
    things = SubjectRow.all.map { row in
      if places[row.things] == nil { problems.append("no [words \(row.things)]") }
      return places[row.things] ?? 0
    }
    companyTable = places["companies"] ?? 0
    self.tables = tables
    tableHashes = tableNames.map { StableHash().with($0).value }
    self.tableNames = tableNames
    self.problems = problems
  }

  package static func of(_ locale: FakeLocale) -> Lexicon {
    switch locale {
    case .en: english
    case .de: german
    case .ja: japanese
    }
  }

  private static let english = Lexicon(WordFiles.common + WordFiles.english)
  private static let german = Lexicon(WordFiles.common + WordFiles.german)
  private static let japanese = Lexicon(WordFiles.common + WordFiles.japanese)

  // MARK: The same in every locale

  private static let common = WordFile(WordFiles.common)
  static let vehicles = common.words["vehicles"] ?? []
  /// Regions of Amazon Web Services.
  static let cloudRegions = common.words["cloudRegions"] ?? []
  static let states = common.words["states"] ?? []
  static let varieties = common.words["varieties"] ?? []
  package static let sizes = common.words["sizes"] ?? []
  static let emoji = common.words["emoji"] ?? []
  static let placeStarts = common.words["placeStarts"] ?? []
  static let placeMiddles = common.words["placeMiddles"] ?? []
  static let placeEnds = common.words["placeEnds"] ?? []
  static let codeLanguages = common.names["codeLanguage"] ?? []
  static let licenses = common.names["license"] ?? []

  // MARK: Reading tables

  /// Returns entries like `山田/yamada`, or `Müller`, whose Latin form is derived from its letters.
  private static func spelled(_ entries: [String]) -> [Spelled] {
    entries.map { entry in
      let parts = entry.split(separator: "/", maxSplits: 1).map(String.init)
      return Spelled(text: parts[0], latin: parts.count == 2 ? parts[1] : slugged(entry, separator: ""))
    }
  }

  /// Returns entries like `amber/ffbf00`.
  private static func colours(_ entries: [String]) -> [Colour] {
    entries.compactMap { entry in
      guard let slash = entry.lastIndex(of: "/") else { return nil }
      return Colour(name: String(entry[..<slash]), hex: String(entry[entry.index(after: slash)...]))
    }
  }
}
