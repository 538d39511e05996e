/// A small piece of the real world: countries with what belongs to them, so that a faked country does not
/// have another one's capital.
struct Atlas: Sendable {
  /// What is known of a country; where a field is missing in the real world it is empty here.
  struct Country: Sendable {
    var code: String
    var name: String
    var native: String
    var capital: String
    var currency: String
    var phone: String
    var continent: String
    var languages: [String]
    /// Of the capital, in hundredths of a degree.
    var latitude: Int
    var longitude: Int
    /// `9` stands for a digit and `A` for a letter.
    var postcode: String
  }

  struct Continent: Sendable {
    var code: String
    var name: String
  }

  struct Language: Sendable {
    var code: String
    var name: String
    var native: String
    var isRightToLeft: Bool
  }

  struct Currency: Sendable {
    var code: String
    var name: String
    var symbol: String
  }

  struct City: Sendable {
    var name: String
    var country: String
    var region: String
    var timeZone: String
  }

  static let earth = Atlas()

  let countries: [Country]
  let continents: [Continent]
  let languages: [Language]
  let currencies: [Currency]
  let cities: [City]

  private init() {
    countries = Self.rows(Self.countryTable, columns: 11).map { row in
      Country(
        code: row[0], name: row[1], native: row[2], capital: row[3], currency: row[4], phone: row[5],
        continent: row[6], languages: row[7].split(separator: ",").map(String.init),
        latitude: Int(row[8]) ?? 0, longitude: Int(row[9]) ?? 0, postcode: row[10])
    }
    continents = Self.rows(Self.continentTable, columns: 2).map { Continent(code: $0[0], name: $0[1]) }
    languages = Self.rows(Self.languageTable, columns: 4).map {
      Language(code: $0[0], name: $0[1], native: $0[2], isRightToLeft: $0[3] == "r")
    }
    currencies = Self.rows(Self.currencyTable, columns: 3).map {
      Currency(code: $0[0], name: $0[1], symbol: $0[2])
    }
    cities = Self.rows(Self.cityTable, columns: 4).map {
      City(name: $0[0], country: $0[1], region: $0[2], timeZone: $0[3])
    }
  }

  /// The lines of a table cut at `|`; a line with another number of columns is left out, and a test counts.
  static func rows(_ table: String, columns: Int) -> [[String]] {
    table.split(separator: "\n").map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }.filter { $0.count == columns }
  }

  func country(_ code: String) -> Country? { countries.first { $0.code == code } }
  func continent(_ code: String) -> Continent? { continents.first { $0.code == code } }
  func language(_ code: String) -> Language? { languages.first { $0.code == code } }
  func currency(_ code: String) -> Currency? { currencies.first { $0.code == code } }

  /// The two regional indicators of a flag; nil unless the code is two Latin letters.
  static func flag(_ code: String) -> String? {
    var flag = String.UnicodeScalarView()
    for byte in code.utf8 {
      guard case 0x41...0x5A = byte & 0xDF, byte >= 0x41,
        let scalar = Unicode.Scalar(0x1F1E6 + UInt32((byte & 0xDF) - 0x41))
      else { return nil }
      flag.append(scalar)
    }
    return flag.count == 2 ? String(flag) : nil
  }

  /// `U+1F1E8 U+1F1E6`, the flag's scalars as text.
  static func flagScalars(_ code: String) -> String? {
    flag(code)?.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }
}
