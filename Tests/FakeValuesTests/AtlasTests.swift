import Testing

@testable import FakeValues

@Suite("The atlas")
struct AtlasTests {
  let earth = Atlas.earth

  @Test("has read every line of its tables")
  func complete() {
    #expect(earth.countries.count == Atlas.countryTable.split(separator: "\n").count)
    #expect(earth.countries.count >= 40)
    #expect(earth.continents.count == 7)
    #expect(earth.languages.count == Atlas.languageTable.split(separator: "\n").count)
    #expect(earth.currencies.count == Atlas.currencyTable.split(separator: "\n").count)
    #expect(earth.cities.count == Atlas.cityTable.split(separator: "\n").count)
    #expect(earth.germanCities.count == Atlas.germanCityTable.split(separator: "\n").count)
    #expect(earth.japaneseCities.count == Atlas.japaneseCityTable.split(separator: "\n").count)
  }

  @Test("is sorted by code and names nothing twice")
  func sorted() {
    #expect(earth.countries.map(\.code) == Set(earth.countries.map(\.code)).sorted())
    #expect(earth.languages.map(\.code) == Set(earth.languages.map(\.code)).sorted())
    #expect(earth.currencies.map(\.code) == Set(earth.currencies.map(\.code)).sorted())
    for cities in [earth.cities, earth.germanCities, earth.japaneseCities] {
      #expect(Set(cities.map(\.name)).count == cities.count)
    }
  }

  @Test("refers only to what it has")
  func references() {
    for country in earth.countries {
      #expect(earth.continent(country.continent) != nil, "\(country.code)")
      #expect(earth.currency(country.currency) != nil, "\(country.code)")
      #expect(!country.languages.isEmpty)
      for language in country.languages { #expect(earth.language(language) != nil, "\(country.code) \(language)") }
      #expect((-9_000...9_000).contains(country.latitude) && (-18_000...18_000).contains(country.longitude))
      #expect((1...999).contains(Int(country.phone) ?? 0))
    }
    for city in earth.cities + earth.germanCities + earth.japaneseCities {
      #expect(earth.country(city.country.code) === city.country)
      #expect((-9_000...9_000).contains(city.latitude) && (-18_000...18_000).contains(city.longitude))
      #expect(city.latitude != 0 && city.longitude != 0, "\(city.name)")
    }
    for country in earth.countries {
      #expect(country.phonePattern.hasPrefix("+\(country.phone) "), "\(country.code)")
      #expect(country.phonePattern.contains("#") && country.alpha3.utf8.count == 3, "\(country.code)")
    }
    #expect(Set(earth.countries.map(\.alpha3)).count == earth.countries.count)
  }

  @Test(
    "makes flags of two regional indicators",
    arguments: [
      ("CA", "🇨🇦", "U+1F1E8 U+1F1E6"), ("jp", "🇯🇵", "U+1F1EF U+1F1F5"), ("XX", "🇽🇽", "U+1F1FD U+1F1FD"),
    ])
  func flags(code: String, flag: String, scalars: String) {
    #expect(Atlas.flag(code) == flag)
    #expect(Atlas.flagScalars(code) == scalars)
  }

  @Test("makes no flag of anything but two Latin letters", arguments: ["", "C", "CAN", "C1", "Ça", "[]", "`a"])
  func noFlags(code: String) {
    #expect(Atlas.flag(code) == nil)
  }

  @Test("invents a country for a code that is on no map, always the same one")
  func invented() throws {
    let hash = StableHash().with("XX")
    guard case .country(let first) = AtlasMember(.country, code: "XX", hash: hash),
      case .country(let second) = AtlasMember(.country, code: "XX", hash: hash),
      case .country(let other) = AtlasMember(.country, code: "XY", hash: StableHash().with("XY"))
    else {
      Issue.record("no country")
      return
    }
    #expect(first.name == second.name && first.capital == second.capital)
    #expect(first.name != other.name || first.capital != other.capital)
    #expect(first.code == "XX")
    #expect(earth.continent(first.continent) != nil && earth.currency(first.currency) != nil)
  }
}
