/// The kind of value in a leaf field. `KindRow` has its words and its generator: each case needs a row.
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
    rgb, emoji, ipAddress, ipv6Address, macAddress, userAgent, version, cron, branch, baseBranch, license, codeLanguage
  case time, sunrise, sunset, weekday, monthName, month, year, age, duration
  case price, cents, width, height, latitude, longitude, geoPoint, json
  case date(Persona.Milestone)
  case moment(Persona.Milestone)
  /// The year of a date that the object has, too.
  case yearOf(Persona.Milestone)
  /// A number with this many decimals; the range is that of its whole part.
  case number(ClosedRange<Int>, decimals: Int)
  /// True in this percentage of values.
  case flagged(percent: Int)
  /// An unknown kind; the value is generated from the field's name.
  case unknown

  /// Indicates whether an `Int` or a `Float` can hold it.
  package var isNumeric: Bool {
    switch self {
    case .number, .year, .age, .price, .cents, .latitude, .longitude, .moment, .date, .duration, .month,
      .yearOf, .width, .height:
      true
    default: false
    }
  }

  /// Indicates whether a description is likely to be more precise.
  var isVague: Bool {
    switch self {
    case .unknown, .variety, .status, .word, .size, .category, .name, .topic, .shortCode: true
    default: false
    }
  }

  package var milestone: Persona.Milestone? {
    switch self {
    case .date(let milestone), .moment(let milestone): milestone
    default: nil
    }
  }
}

extension Persona {
  /// The slug of the object's name; that of other words if the name has no Latin letters.
  package var slug: String {
    let slug: String
    switch texts.subject {
    case .person: slug = "\(name.given.latin)-\(name.family.latin)"
    case .company: slug = locale == .ja ? companyWord.latin : slugged(company)
    default: slug = locale == .ja ? latinName(of: texts.subject) : slugged(name(of: texts.subject))
    }
    return slug.isEmpty ? phrase.slug : slug
  }

  /// Returns the abbreviation of an object whose name is of this kind: a person's initials, two capital letters for a
  /// part of a country, three for anything else. The hash is of the object, the field and its arguments.
  func shortCode(of named: ValueKind, _ hash: StableHash) -> String {
    var draw = Draw(hash)
    switch named {
    case .fullName:
      let name = name
      return (name.given.latin.prefix(1) + name.family.latin.prefix(2)).uppercased()
    case .place: return draw.capitals(2)
    default: return draw.capitals(3)
    }
  }
}
