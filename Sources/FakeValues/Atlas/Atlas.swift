/// A small table of the real world: countries with related facts, so that a generated country has its own capital.
package struct Atlas: Sendable {
  /// A country; a fact that it does not have is empty.
  package final class Country: Sendable {
    package let code: String
    package let name: String
    let native: String
    let capital: String
    let currency: String
    package let phone: String
    let continent: String
    let languages: [String]
    /// The position of the capital, in hundredths of a degree.
    let latitude: Int
    let longitude: Int
    /// A pattern: `#` is a digit and `A` a letter.
    let postcode: String
    /// The three-letter code.
    let alpha3: String
    /// The pattern of a telephone number with the country's prefix; `#` is a digit.
    let phonePattern: String

    init(
      code: String, name: String, native: String, capital: String, currency: String, phone: String, continent: String,
      languages: [String], latitude: Int, longitude: Int, postcode: String, alpha3: String, phonePattern: String
    ) {
      self.code = code
      self.name = name
      self.native = native
      self.capital = capital
      self.currency = currency
      self.phone = phone
      self.continent = continent
      self.languages = languages
      self.latitude = latitude
      self.longitude = longitude
      self.postcode = postcode
      self.alpha3 = alpha3
      self.phonePattern = phonePattern
    }
  }

  package struct Continent: Sendable {
    package var code: String
    package var name: String
  }

  package struct Language: Sendable {
    package var code: String
    package var name: String
    var native: String
    var isRightToLeft: Bool
  }

  package struct Currency: Sendable {
    package var code: String
    package var name: String
    var symbol: String

    /// The currencies without a smaller unit in use (ISO 4217: no decimals).
    package static let whole: Set<String> = ["CLP", "ISK", "JPY", "KRW", "VND"]
  }

  package final class City: Sendable {
    package let name: String
    package let country: Country
    let region: String
    let timeZone: String
    let postcode: String
    /// The position, in hundredths of a degree.
    let latitude: Int
    let longitude: Int

    init(_ row: [String], in country: Country) {
      name = row[0]
      self.country = country
      region = row[2]
      timeZone = row[3]
      postcode = row[4]
      latitude = Int(row[5]) ?? 0
      longitude = Int(row[6]) ?? 0
    }
  }

  static let earth = Atlas()

  let countries: [Country]
  let continents: [Continent]
  let languages: [Language]
  let currencies: [Currency]
  let cities: [City]
  let germanCities: [City]
  let japaneseCities: [City]
  private let countriesByCode: [String: Country]
  private let languagesByCode: [String: Language]
  private let currenciesByCode: [String: Currency]
  /// Translations by locale and English name.
  private let translations: [String: String]

  private init() {
    let countries = Self.rows(Self.countryTable, columns: 13).map { row in
      Country(
        code: row[0], name: row[1], native: row[2], capital: row[3], currency: row[4], phone: row[5],
        continent: row[6], languages: row[7].split(separator: ",").map(String.init),
        latitude: Int(row[8]) ?? 0, longitude: Int(row[9]) ?? 0, postcode: row[10], alpha3: row[11],
        phonePattern: row[12])
    }
    let byCode = Dictionary(countries.map { ($0.code, $0) }) { first, _ in first }
    func cities(_ table: String) -> [City] {
      Self.rows(table, columns: 7).compactMap { row in byCode[row[1]].map { City(row, in: $0) } }
    }
    self.countries = countries
    countriesByCode = byCode
    continents = Self.rows(Self.continentTable, columns: 2).map { Continent(code: $0[0], name: $0[1]) }
    languages = Self.rows(Self.languageTable, columns: 4).map {
      Language(code: $0[0], name: $0[1], native: $0[2], isRightToLeft: $0[3] == "r")
    }
    languagesByCode = Dictionary(languages.map { ($0.code, $0) }) { first, _ in first }
    currencies = Self.rows(Self.currencyTable, columns: 3).map {
      Currency(code: $0[0], name: $0[1], symbol: $0[2])
    }
    currenciesByCode = Dictionary(currencies.map { ($0.code, $0) }) { first, _ in first }
    self.cities = cities(Self.cityTable)
    germanCities = cities(Self.germanCityTable)
    japaneseCities = cities(Self.japaneseCityTable)
    translations = Dictionary(Self.rows(Self.translationTable, columns: 3).map { ("\($0[0]) \($0[1])", $0[2]) }) {
      first, _ in first
    }
  }

  /// Splits the lines of a table at `|`. A line with another number of columns is skipped; a test counts the lines.
  package static func rows(_ table: String, columns: Int) -> [[String]] {
    table.split(separator: "\n").map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }.filter { $0.count == columns }
  }

  package func country(_ code: String) -> Country? { countriesByCode[code] }
  func continent(_ code: String) -> Continent? { continents.first { $0.code == code } }
  func language(_ code: String) -> Language? { languagesByCode[code] }
  func currency(_ code: String) -> Currency? { currenciesByCode[code] }

  /// Returns the cities of a locale: cities worldwide in English, else those where the language is spoken.
  func cities(in locale: FakeLocale) -> [City] {
    switch locale {
    case .en: cities
    case .de: germanCities
    case .ja: japaneseCities
    }
  }

  /// Returns the name of an atlas entry in a locale; its English name if there is no other.
  func translated(_ name: String, to locale: FakeLocale) -> String {
    locale == .en ? name : translations["\(locale.rawValue) \(name)"] ?? name
  }

  /// Returns the two regional indicators of a flag; nil unless the code is two Latin letters.
  package static func flag(_ code: String) -> String? {
    var flag = String.UnicodeScalarView()
    for byte in code.utf8 {
      guard case 0x41...0x5A = byte & 0xDF, byte >= 0x41,
        let scalar = Unicode.Scalar(0x1F1E6 + UInt32((byte & 0xDF) - 0x41))
      else { return nil }
      flag.append(scalar)
    }
    return flag.count == 2 ? String(flag) : nil
  }

  /// Returns the flag's scalars as text: `U+1F1E8 U+1F1E6`.
  static func flagScalars(_ code: String) -> String? {
    flag(code)?.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }
}
