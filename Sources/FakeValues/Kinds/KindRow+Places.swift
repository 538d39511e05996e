extension KindRow {
  package static let places: [KindRow] = [
    KindRow(
      .city, rules: "city",
      types: """
        city, town, municipality, venue, location, stadt, ort, gemeinde, filiale, ville, ciudad, branch, depot,
        warehouse, campus
        """,
      texts: """
        city, town, birthplace, hometown, location, venue, site, place of birth, birth place, place of death,
        birth city, ort, stadt, wohnort, standort, gemeinde, geburtsort, ville, ciudad
        """,
      phrases: "city, town, name of the city"
    ) { p, _ in p.city.name },
    KindRow(
      .region, rules: "county, state, stateAbbr",
      texts: "region, province, state, county, district, bundesland, kanton",
      phrases: "state or province, province, region of the country, federal state"
    ) { p, _ in p.city.region },
    KindRow(
      .place,
      types: """
        region, province, state, county, subdivision, district, prefecture, canton, place, planet, island, moon,
        kingdom, homeworld
        """
    ),
    KindRow(
      .countryName, rules: "country", types: "country, nation, nationality, land, pays, pais",
      texts: "country, country name, nationality, land, staat, pays, pais, kuni, staatsangehoerigkeit",
      phrases: "name of the country, country name, country"
    ) { p, _ in p.countryName },
    KindRow(
      .countryCode, rules: "countryCode",
      texts: "country code, alpha2, iso2, cca2, iso code, alpha2 code, iso3166, country iso",
      phrases: """
        iso 3166, iso 3166 1, iso 3166 1 alpha 2, iso 3166 alpha 2, iso 3166 1 alpha 2 code, alpha 2, alpha 2
        code, country code, two letter country code, iso country code
        """
    ) { p, _ in p.country.code },
    KindRow(
      .countryCode3, texts: "alpha3, iso3, cca3, alpha3 code",
      phrases: """
        iso 3166 1 alpha 3, iso 3166 alpha 3, iso 3166 1 alpha 3 code, alpha 3, alpha 3 code, three letter
        country code
        """
    ) { p, _ in p.country.alpha3 },
    KindRow(
      .callingCode, texts: "calling code, dial code, phone prefix, phone code, dialing code, country calling code",
      phrases: "calling code, dialling code, dialing code, country calling code"
    ) { p, _ in "+" + p.country.phone },
    KindRow(
      .capital, rules: "capital", texts: "capital, capital city", phrases: "capital city, capital of the country"
    ) { p, _ in Atlas.earth.translated(p.country.capital, to: p.locale) },
    KindRow(
      .continentName, rules: "continent", types: "continent", texts: "continent, continent name",
      phrases: "continent"
    ) { p, _ in Atlas.earth.continent(p.country.continent).map { Atlas.earth.translated($0.name, to: p.locale) } ?? ""
    },
    KindRow(
      .flag, rules: "flag", texts: "emoji flag, flag emoji, flag",
      phrases: "flag emoji, emoji flag, emoji of the flag"
    ) { p, _ in Atlas.flag(p.country.code) ?? "" },
    KindRow(
      .timeZone, rules: "timeZone", texts: "time zone, timezone, tz",
      phrases: "time zone, timezone, iana time zone, tz database, olson"
    ) { p, _ in p.city.timeZone },
    KindRow(
      .street, rules: "streetName, streetAddress, secondaryAddress",
      texts: """
        street, street address, address line 1, address line1, address1, street name, line1, line 1, strasse,
        rue, calle
        """,
      phrases: "street, street address, street name, street and number"
    ) { p, _ in p.street },
    KindRow(.houseNumber, texts: "house number, house no, street number, building number, hausnummer, hausnr") { p, _ in
      p.streetParts.number
    },
    KindRow(.addressLine2, texts: "line2, line 2, address line 2, address line2, address2, adresszusatz") { p, draw in
      KindWords.addressLine2(p.locale, &draw)
    },
    KindRow(
      .address, rules: "address",
      texts: """
        address, formatted address, full address, postal address, mailing address, adresse, anschrift,
        direccion, jusho
        """,
      phrases: "full address, postal address, mailing address"
    ) { p, _ in p.address },
    KindRow(
      .postcode, rules: "zipCode",
      texts: """
        postcode, post code, postal code, zip, zip code, zipcode, plz, postleitzahl, code postal, codigo postal,
        yubin
        """,
      phrases: "postal code, post code, postcode, zip code, zip"
    ) { p, _ in p.postcode },
    KindRow(.cloudRegion, texts: "aws region, cloud region", phrases: "cloud region, aws region") { _, draw in
      draw.pick(Lexicon.cloudRegions)
    },
    KindRow(.windDirection, texts: "wind direction, wind dir, compass direction, cardinal direction") { _, draw in
      draw.pick(KindWords.windDirections)
    },
    KindRow(
      .languageName, rules: "language", types: "language, lang, sprache, langue, idioma",
      texts: "language, language name, sprache, langue, idioma", phrases: "name of the language, language name"
    ) { p, _ in p.language.map { Atlas.earth.translated($0.name, to: p.locale) } ?? "" },
    KindRow(
      .languageCode, rules: "languageCode", texts: "language code, lang, iso639",
      phrases: "iso 639, iso 639 1, iso639, language code, two letter language code, iso 639 1 code"
    ) { p, _ in p.country.languages.first ?? "" },
    KindRow(
      .locale, rules: "locale", texts: "locale", phrases: "bcp 47, bcp47, ietf language tag, locale, language tag"
    ) { p, _ in "\(p.country.languages.first ?? "en")-\(p.country.code)" },
  ]
}
