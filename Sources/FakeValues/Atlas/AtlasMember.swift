/// The atlas entry of an object of type Country, Continent, Language or Currency.
package enum AtlasMember: Sendable {
  case country(Atlas.Country)
  case continent(Atlas.Continent)
  case language(Atlas.Language)
  case currency(Atlas.Currency)

  /// The kinds of types that have real members.
  package enum Kind: String, CaseIterable, Sendable {
    case country, continent, language, currency

    /// Finds the kind of a type by the last word of its name (`Country`, `ShopCountry`); nil for all others.
    package init?(type: String) {
      switch words(of: type).last {
      case "country": self = .country
      case "continent": self = .continent
      case "language": self = .language
      case "currency": self = .currency
      default: return nil
      }
    }

    /// The codes of all real members, in the order of the table.
    package var codes: [String] {
      switch self {
      case .country: Atlas.earth.countries.map(\.code)
      case .continent: Atlas.earth.continents.map(\.code)
      case .language: Atlas.earth.languages.map(\.code)
      case .currency: Atlas.earth.currencies.map(\.code)
      }
    }
  }

  /// Finds the member with a code; one that does not exist is generated from the hash.
  package init(_ kind: Kind, code: String, hash: StableHash) {
    let earth = Atlas.earth
    switch kind {
    case .country: self = .country(earth.country(code) ?? .invented(code, hash))
    case .continent:
      self = .continent(earth.continent(code) ?? Atlas.Continent(code: code, name: placeName(hash.with("name"))))
    case .language:
      let name = placeName(hash.with("name"))
      self = .language(
        earth.language(code) ?? Atlas.Language(code: code, name: name + "n", native: name + "n", isRightToLeft: false))
    case .currency:
      var draw = Draw(hash.with("name"))
      let name = "\(placeName(hash.with("realm"))) \(["Crown", "Dollar", "Florin", "Mark", "Peso"][draw.below(5)])"
      self = .currency(earth.currency(code) ?? Atlas.Currency(code: code, name: name, symbol: code))
    }
  }

  package var code: String {
    switch self {
    case .country(let country): country.code
    case .continent(let continent): continent.code
    case .language(let language): language.code
    case .currency(let currency): currency.code
    }
  }

  /// Returns the codes of the related members of another kind (a continent's countries, a country's languages), in the
  /// order of the table; nil if the atlas has no such relation.
  package func related(_ kind: Kind) -> [String]? {
    let countries = Atlas.earth.countries
    switch (self, kind) {
    case (.country(let country), .continent): return [country.continent]
    case (.country(let country), .language): return country.languages
    case (.country(let country), .currency): return [country.currency]
    case (.continent(let continent), .country):
      return countries.filter { $0.continent == continent.code }.map(\.code)
    case (.language(let language), .country):
      return countries.filter { $0.languages.contains(language.code) }.map(\.code)
    case (.currency(let currency), .country):
      return countries.filter { $0.currency == currency.code }.map(\.code)
    default: return nil
    }
  }

  /// Indicates whether the atlas relates members of two kinds.
  package static func relates(_ kind: Kind, _ other: Kind) -> Bool {
    switch (kind, other) {
    case (.country, .continent), (.country, .language), (.country, .currency), (.continent, .country),
      (.language, .country), (.currency, .country):
      true
    default: false
    }
  }
}

extension Atlas.Country {
  /// Generates a country that does not exist, from its code and hash.
  static func invented(_ code: String, _ hash: StableHash) -> Atlas.Country {
    var draw = Draw(hash.with("country"))
    let name = placeName(hash.with("name"))
    let continents = Atlas.earth.continents.map(\.code).filter { $0 != "AN" }
    return Atlas.Country(
      code: code, name: name, native: name, capital: placeName(hash.with("capital")),
      currency: draw.pick(Atlas.earth.currencies)?.code ?? "EUR", phone: draw.digits(3),
      continent: draw.pick(continents), languages: [draw.pick(Atlas.earth.languages)?.code ?? "en"],
      latitude: draw.within(-5_500...6_500), longitude: draw.within(-17_000...17_000), postcode: "#####",
      alpha3: code.count == 2 ? code + "X" : code,
      phonePattern: "+999 555 ####")
  }
}

/// Generates the name of a place that does not exist: `Valdoria`.
func placeName(_ hash: StableHash) -> String {
  var draw = Draw(hash.with("place"))
  return draw.pick(Lexicon.placeStarts) + draw.pick(Lexicon.placeMiddles) + draw.pick(Lexicon.placeEnds)
}
