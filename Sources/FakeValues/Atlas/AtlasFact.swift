/// The fact in a leaf field of a type with real members, found once by the field's name.
package enum AtlasFact: Hashable, Sendable {
  case code, code3, name, native, capital, currencyCode, callingCode, continentName, continentCode
  case languageNames, languageCodes, flag, flagScalars, latitude, longitude, symbol, isRightToLeft

  /// Finds the fact by a field's name; nil if the atlas does not have it.
  package init?(_ kind: AtlasMember.Kind, field: String) {
    let name = words(of: field).joined(separator: " ")
    let fact =
      switch kind {
      case .country: Self.country[name]
      case .continent: Self.continent[name]
      case .language: Self.language[name]
      case .currency: Self.currency[name]
      }
    guard let fact else { return nil }
    self = fact
  }

  private static let country = table([
    (.code, "code, alpha2, alpha2 code, iso, iso2, iso code, country code, cca2"),
    (.code3, "alpha3, alpha3 code, iso3, cca3"), (.name, "name, common name, english name, title"),
    (.native, "native, native name"), (.capital, "capital, capital city"),
    (.currencyCode, "currency, currencies, currency code, currency codes"),
    (.callingCode, "phone, phones, phone code, calling code, calling codes, dial code"),
    (.continentName, "continent, continent name"), (.continentCode, "continent code"),
    (.languageNames, "language, languages"), (.languageCodes, "language code, language codes"),
    (.flag, "emoji, flag, emoji flag, flag emoji"), (.flagScalars, "emoji u, flag unicode, emoji unicode"),
    (.latitude, "latitude, lat"), (.longitude, "longitude, lng, lon"),
  ])
  private static let continent = table([(.code, "code"), (.name, "name, title")])
  private static let language = table([
    (.code, "code, iso code, iso639"), (.name, "name, english name, title"), (.native, "native, native name, endonym"),
    (.isRightToLeft, "rtl, is rtl, right to left"),
  ])
  private static let currency = table([(.code, "code, iso code"), (.name, "name, title"), (.symbol, "symbol")])

  private static func table(_ rows: [(AtlasFact, String)]) -> [String: AtlasFact] {
    var table: [String: AtlasFact] = [:]
    for (fact, names) in rows {
      for name in names.split(separator: ",") { table[String(name.drop { $0 == " " })] = fact }
    }
    return table
  }
}

extension AtlasMember {
  /// Returns the values of a fact, several only for a field that may be a list; nil if this member has none.
  package func samples(_ fact: AtlasFact) -> [Sample]? {
    switch (self, fact) {
    case (_, .code): [.text(code)]
    case (.country(let country), _): country.samples(fact)
    case (.continent(let continent), .name): [.text(continent.name)]
    case (.language(let language), .name): [.text(language.name)]
    case (.language(let language), .native): [.text(language.native)]
    case (.language(let language), .isRightToLeft): [.flag(language.isRightToLeft)]
    case (.currency(let currency), .name): [.text(currency.name)]
    case (.currency(let currency), .symbol): [.text(currency.symbol)]
    default: nil
    }
  }
}

extension Atlas.Country {
  fileprivate func samples(_ fact: AtlasFact) -> [Sample]? {
    switch fact {
    case .code3: [.text(alpha3)]
    case .name: [.text(name)]
    case .native: [.text(native)]
    case .capital: capital.isEmpty ? [] : [.text(capital)]
    case .currencyCode: [.text(currency)]
    case .callingCode: [.text(phone)]
    case .continentName: [.text(Atlas.earth.continent(continent)?.name ?? continent)]
    case .continentCode: [.text(continent)]
    case .languageNames: languages.map { .text(Atlas.earth.language($0)?.name ?? $0) }
    case .languageCodes: languages.map { .text($0) }
    case .flag: Atlas.flag(code).map { [.text($0)] }
    case .flagScalars: Atlas.flagScalars(code).map { [.text($0)] }
    case .latitude: [.number(latitude, decimals: 2)]
    case .longitude: [.number(longitude, decimals: 2)]
    case .code, .symbol, .isRightToLeft: nil
    }
  }
}
