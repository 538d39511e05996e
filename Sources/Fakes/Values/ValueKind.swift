/// What a leaf field's value looks like, told from its name and its parent's.
enum ValueKind: Hashable, Sendable {
  // People.
  case fullName, givenName, familyName, email, username, jobTitle, phone, gender, initials
  // Organisations and goods.
  case company, department, product, price, currencyCode, currencyName, currencySymbol, sku, size, barcode
  // Places.
  case city, cloudRegion, countryName, countryCode, capital, continentName, region, street, address, postcode, timeZone
  case latitude, longitude, flag, place
  // Languages.
  case languageName, languageCode, locale
  // Texts.
  case name, title, event, slug, word, variety, sentence, paragraph, category, topic, status, genre, markdown, html,
    animal
  // The web and machines.
  case url, imageURL, domain, path, fileName, mimeType, uuid, token, hash, colourName, colourHex, emoji
  case ipAddress, macAddress, userAgent, version, cursor, json, base64, cron
  // Times.
  case date(Persona.Milestone)
  case moment(Persona.Milestone)
  case time, year, age, month, weekday, duration
  // Numbers: how many decimals, and the range before the point.
  case number(ClosedRange<Int>, decimals: Int)
  // True in so many of a hundred.
  case flagged(percent: Int)
  /// Nothing is known; the value is made from the field's name.
  case unknown

  /// Whether an `Int` or a `Float` can hold it.
  var isNumeric: Bool {
    switch self {
    case .number, .year, .age, .price, .latitude, .longitude, .moment, .date, .duration, .month: true
    default: false
    }
  }
}
