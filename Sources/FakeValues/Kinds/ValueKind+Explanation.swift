extension ValueKind {
  /// The line of `--explain`: the value, and the fields that it agrees with.
  package var explanation: String {
    switch self {
    case .email: "email, from the name"
    case .username: "user name, from the name"
    case .mention: "user name with @, from the name"
    case .initials: "initials, of the name"
    case .slug: "slug, from the object's own words"
    case .city: "city"
    case .region, .countryName, .countryCode, .countryCode3, .callingCode, .capital, .continentName, .postcode,
      .timeZone, .latitude, .longitude, .geoPoint, .flag, .phone, .languageName, .languageCode, .locale, .currencyCode,
      .currencyName, .currencySymbol:
      "\(spoken), of the city's country"
    case .date(let milestone): "date: \(milestone.explanation)"
    case .moment(let milestone): "time: \(milestone.explanation)"
    case .age: "age, from the birthday"
    case .year: "year of creation"
    case .yearOf(let milestone): milestone == .birthday ? "year of the birthday" : "year of \(milestone.rawValue)At"
    case .width, .height: "\(spoken) of the picture in pixels"
    case .cents: "price in cents"
    case .barcode, .isbn, .iban, .cardNumber: "\(spoken) with a right check digit"
    case .imageURL: "URL of a picture that this server draws"
    case .jwt: "token in the shape of a JWT, not signed"
    case .number(let range, let decimals):
      decimals == 0
        ? "number from \(range.lowerBound) to \(range.upperBound)"
        : "number from \(range.lowerBound) to \(range.upperBound), \(decimals == 1 ? "1 decimal" : "\(decimals) decimals")"
    case .flagged(let percent):
      percent == 0 ? "always false" : percent == 100 ? "always true" : "true in \(percent)% of objects"
    case .unknown: "text from the field's name"
    default: spoken
    }
  }

  private var spoken: String {
    switch self {
    case .uuid, .ulid, .url, .json, .html, .bic, .iban, .isbn, .md5, .rgb, .sku: "\(self)".uppercased()
    default: words(of: "\(self)").joined(separator: " ")
    }
  }
}

extension Persona.Milestone {
  /// The text for `--explain`: `updated at, never before createdAt`.
  package var explanation: String {
    switch self {
    case .created: "created at"
    case .other: "after createdAt"
    case .birthday: "birthday"
    case .expiry: "later than all other dates"
    case .death: "day of death, after the birthday"
    default: "\(rawValue) at, never before createdAt"
    }
  }
}
