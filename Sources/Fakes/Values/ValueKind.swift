/// What a leaf field's value looks like, told from its name, its parent's, its type's and its description.
enum ValueKind: Hashable, Sendable {
  // People.
  case fullName, givenName, familyName, namePrefix, initials, email, username, mention, jobTitle, phone, gender,
    password
  // Organisations and goods.
  case company, department, product, price, cents, currencyCode, currencyName, currencySymbol, sku, size, unit
  // Numbers with a check digit.
  case barcode, isbn, iban, bic, cardNumber, cardBrand
  // Places.
  case city, cloudRegion, countryName, countryCode, countryCode3, callingCode, capital, continentName, region, street
  case address, postcode, timeZone, latitude, longitude, geoPoint, flag, place
  // Languages.
  case languageName, languageCode, locale
  // Texts.
  case name, title, event, slug, word, variety, sentence, paragraph, category, topic, status, genre, markdown, html,
    animal
  // The web and machines.
  case url, imageURL, domain, path, fileName, fileExtension, mimeType, httpMethod
  case uuid, ulid, objectID, token, jwt, hash, md5, sha256, cursor, base64, json
  case colourName, colourHex, rgb, emoji, ipAddress, ipv6Address, macAddress, userAgent, version, cron
  // Times.
  case date(Persona.Milestone)
  case moment(Persona.Milestone)
  /// The year of a date that the object has too.
  case yearOf(Persona.Milestone)
  case time, year, age, month, monthName, weekday, duration
  /// Of a picture, in pixels.
  case width, height
  // Numbers: how many decimals, and the range before the point.
  case number(ClosedRange<Int>, decimals: Int)
  // True in so many of a hundred.
  case flagged(percent: Int)
  /// A text of narrow use.
  case detail(Detail)
  /// Nothing is known; the value is made from the field's name.
  case unknown

  /// Whether an `Int` or a `Float` can hold it.
  var isNumeric: Bool {
    switch self {
    case .number, .year, .age, .price, .cents, .latitude, .longitude, .moment, .date, .duration, .month,
      .yearOf, .width, .height:
      true
    default: false
    }
  }

  /// Whether it says nothing that a description would not say better.
  var isVague: Bool {
    switch self {
    case .unknown, .variety, .status, .word, .size, .category, .name, .topic, .detail(.shortCode): true
    default: false
    }
  }

  /// When it happened, if it is a time.
  var milestone: Persona.Milestone? {
    switch self {
    case .date(let milestone), .moment(let milestone): milestone
    default: nil
    }
  }
}
