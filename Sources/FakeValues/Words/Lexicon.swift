/// The words for the generated values of one locale. It is a class, so that reading it copies no table.
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
  /// The legal forms or trades in company names.
  let companyKinds: [String]
  /// The first half of a phrase.
  let adjectives: [Spelled]
  /// The second half of a phrase.
  package let nouns: [Spelled]
  let products: [String]
  let materials: [String]
  let categories: [String]
  let topics: [String]
  /// The words that make a phrase the name of an event.
  package let events: [String]
  let jobs: [String]
  let departments: [String]
  let colours: [Colour]
  let streets: [String]
  let streetKinds: [String]
  let genres: [String]
  let animals: [String]
  /// Sentences are an opening, a verb, an object and an ending.
  let openings: [String]
  package let verbs: [String]
  package let objects: [String]
  package let endings: [String]
  let weekdays: [String]
  let months: [String]
  /// Forms of address.
  package let prefixes: [String]
  /// The words that make a phrase a title.
  let titles: [String]

  init(
    givenNames: String, familyNames: String, companies: String, companyKinds: String, adjectives: String,
    nouns:
      String, products: String, materials: String, categories: String, topics: String, events: String, jobs: String,
    departments: String, colours: String, streets: String, streetKinds: String, genres: String, animals: String,
    openings: String, verbs: String, objects: String, endings: String, weekdays: String, months: String,
    prefixes:
      String, titles: String
  ) {
    self.givenNames = Self.spelled(givenNames)
    self.familyNames = Self.spelled(familyNames)
    self.companies = Self.spelled(companies)
    self.companyKinds = Self.entries(companyKinds)
    self.adjectives = Self.spelled(adjectives)
    self.nouns = Self.spelled(nouns)
    self.products = Self.entries(products)
    self.materials = Self.entries(materials)
    self.categories = Self.entries(categories)
    self.topics = Self.entries(topics)
    self.events = Self.entries(events)
    self.jobs = Self.entries(jobs)
    self.departments = Self.entries(departments)
    self.colours = Self.colours(colours)
    self.streets = Self.entries(streets)
    self.streetKinds = Self.entries(streetKinds)
    self.genres = Self.entries(genres)
    self.animals = Self.entries(animals)
    self.openings = Self.entries(openings)
    self.verbs = Self.entries(verbs)
    self.objects = Self.entries(objects)
    self.endings = Self.entries(endings)
    self.weekdays = Self.entries(weekdays)
    self.months = Self.entries(months)
    self.prefixes = Self.entries(prefixes)
    self.titles = Self.entries(titles)
  }

  package static func of(_ locale: FakeLocale) -> Lexicon {
    switch locale {
    case .en: english
    case .de: german
    case .ja: japanese
    }
  }

  // MARK: The same in every locale

  static let vehicles = entries(
    """
    Aquila, Cygnus, Draco, Halcyon, Kestrel, Lyra, Mistral, Orion, Peregrine, Phoenix, Vega, Zenith
    """)
  /// Regions of Amazon Web Services.
  static let cloudRegions = entries(
    """
    ap-northeast-1, ap-south-1, ap-southeast-1, ap-southeast-2, ca-central-1, eu-central-1, eu-north-1, eu-west-1,
    eu-west-2, eu-west-3, sa-east-1, us-east-1, us-east-2, us-west-1, us-west-2
    """)
  static let states = entries("active, archived, draft, open, pending, published")
  static let varieties = entries("basic, classic, compact, custom, extended, light, premium, pro, standard")
  package static let sizes = entries("XS, S, M, L, XL")
  static let emoji = entries("🎉, 🌿, 🚀, 🐙, 🍋, ⭐️, 🎈, 🌊, 🔥, 🦊, 🍀, 🎸")
  static let placeStarts = entries(
    """
    Al, Bel, Cor, Dal, El, Fen, Gal, Hal, Is, Kar, Lor, Mar, Nor, Or, Pal, Sil, Tar, Val, Ver, Zan
    """)
  static let placeMiddles = entries("a, an, ba, da, do, en, i, la, ma, na, o, ra, ri, ta, ve")
  static let placeEnds = entries("dor, gard, holm, land, mark, mere, mont, nia, ria, stan, thal, via")

  // MARK: Reading tables

  /// Returns the entries of a table, separated by commas and line ends.
  private static func entries(_ table: String) -> [String] {
    table.split(whereSeparator: { $0 == "," || $0 == "\n" }).map { entry in
      String(entry.drop { $0 == " " })
    }.filter { !$0.isEmpty }
  }

  /// Returns entries like `山田/yamada`, or `Müller`, whose Latin form is derived from its letters.
  private static func spelled(_ table: String) -> [Spelled] {
    entries(table).map { entry in
      let parts = entry.split(separator: "/", maxSplits: 1).map(String.init)
      return Spelled(text: parts[0], latin: parts.count == 2 ? parts[1] : slugged(entry, separator: ""))
    }
  }

  /// Returns entries like `amber ffbf00`.
  private static func colours(_ table: String) -> [Colour] {
    entries(table).compactMap { entry in
      guard let space = entry.lastIndex(of: " ") else { return nil }
      return Colour(name: String(entry[..<space]), hex: String(entry[entry.index(after: space)...]))
    }
  }
}
