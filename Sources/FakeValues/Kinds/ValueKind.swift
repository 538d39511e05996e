/// The kind of value that a leaf field holds. `KindRow` has the words by which each is known, and makes the values.
package enum ValueKind: Hashable, Sendable {
  case fullName, givenName, middleName, familyName, namePrefix, initials, email, username, mention, jobTitle,
    phone, gender, password, counterparty, company, department
  case product, sku, size, unit, currencyCode, currencyName, currencySymbol, promoCode, barcode, isbn, iban, bic,
    accountNumber, routingNumber, taxID, cardNumber, cardBrand, lastFour, maskedNumber
  case city, region, place, countryName, countryCode, countryCode3, callingCode, capital, continentName, flag,
    timeZone, street, houseNumber, addressLine2, address, postcode, cloudRegion, windDirection, languageName,
    languageCode, locale
  case name, title, event, slug, word, variety, sentence, paragraph, markdown, html, category, topic, hashtag,
    genre, animal, status, severity, contentRating, colourName, navigation, callToAction
  case url, imageURL, domain, path, fileName, fileExtension, mimeType, httpMethod, uuid, ulid, objectID, opaqueID,
    imdbID, videoID, shortCode, errorCode, oneTimeCode, token, jwt, hash, md5, sha256, cursor, base64, colourHex,
    rgb, emoji, ipAddress, ipv6Address, macAddress, userAgent, version, cron
  case time, sunrise, sunset, weekday, monthName, month, year, age, duration
  case price, cents, width, height, latitude, longitude, geoPoint, json
  case date(Persona.Milestone)
  case moment(Persona.Milestone)
  /// The year of a date that the object has too.
  case yearOf(Persona.Milestone)
  /// A number with so many decimals; the range is that of the digits before the point.
  case number(ClosedRange<Int>, decimals: Int)
  /// True in so many of a hundred.
  case flagged(percent: Int)
  /// Nothing is known; the value is made from the field's name.
  case unknown

  /// Whether an `Int` or a `Float` can hold it.
  package var isNumeric: Bool {
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
    case .unknown, .variety, .status, .word, .size, .category, .name, .topic, .shortCode: true
    default: false
    }
  }

  /// When it happened, if it is a time.
  package var milestone: Persona.Milestone? {
    switch self {
    case .date(let milestone), .moment(let milestone): milestone
    default: nil
    }
  }
}
