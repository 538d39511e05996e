extension ValueKind {
  /// The kinds that a rule can name, by that name: `email`, `countryCode`, `createdAt`, and the names that
  /// graphql-faker gives to some of them.
  static let known: [String: ValueKind] = {
    var known: [String: ValueKind] = [:]
    for kind in plain { known["\(kind)"] = kind }
    for milestone in Persona.Milestone.allCases {
      switch milestone {
      case .birthday: known["birthday"] = .date(.birthday)
      case .death: known["deathday"] = .date(.death)
      case .expiry: known["expiresAt"] = .moment(.expiry)
      default: known["\(milestone.rawValue)At"] = .moment(milestone)
      }
    }
    known["date"] = .date(.created)
    for (kind, names) in otherNames { for name in names.split(separator: " ") { known[String(name)] = kind } }
    return known
  }()

  /// All kinds that are one thing.
  static let plain: [ValueKind] = [
    .fullName, .givenName, .familyName, .namePrefix, .initials, .email, .username, .mention, .jobTitle, .phone, .gender,
    .password, .company, .department, .product, .price, .cents, .currencyCode, .currencyName, .currencySymbol, .sku,
    .size, .unit, .barcode, .isbn, .iban, .bic, .cardNumber, .cardBrand, .city, .cloudRegion, .countryName,
    .countryCode, .countryCode3, .callingCode, .capital, .continentName, .region, .street, .address, .postcode,
    .timeZone, .latitude, .longitude, .geoPoint, .flag, .place, .languageName, .languageCode, .locale, .name, .title,
    .event, .slug, .word, .variety, .sentence, .paragraph, .category, .topic, .status, .genre, .markdown, .html,
    .animal, .url, .imageURL, .domain, .path, .fileName, .fileExtension, .mimeType, .httpMethod, .uuid, .ulid,
    .objectID, .token, .jwt, .hash, .md5, .sha256, .cursor, .base64, .json, .colourName, .colourHex, .rgb, .emoji,
    .ipAddress, .ipv6Address, .macAddress, .userAgent, .version, .cron, .time, .year, .age, .month, .monthName,
    .weekday, .duration, .width, .height,
  ]

  private static let otherNames: [(ValueKind, String)] = [
    (.postcode, "zipCode postalCode"), (.street, "streetAddress streetName"), (.region, "county state stateAbbr"),
    (.countryName, "country"), (.colourName, "colorName"), (.colourHex, "colorHex"), (.category, "productCategory"),
    (.product, "productName"), (.price, "money"), (.company, "companyName"), (.sentence, "companyCatchPhrase"),
    (.imageURL, "imageUrl avatarUrl"), (.domain, "domainName"), (.ipAddress, "ipv4Address ipv4"),
    (.ipv6Address, "ipv6"), (.paragraph, "lorem"), (.givenName, "firstName"), (.familyName, "lastName"),
    (.phone, "phoneNumber"), (.number(0...1_000, decimals: 0), "number"), (.fileName, "filename"),
    (.version, "semver"), (.sentence, "words hackerPhrase"), (.moment(.created), "pastDate recentDate"),
    (.moment(.expiry), "futureDate"), (.username, "userName"), (.domain, "host"), (.objectID, "objectId"),
  ]

  /// What `--explain` says of it: what the value is, and what it agrees with.
  var explanation: String {
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
    case .age: "age, as the birthday says"
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
    case .flagged(let percent): "true in \(percent) of 100"
    case .detail(let detail): words(of: detail.rawValue).joined(separator: " ")
    case .unknown: "text from the field's name"
    default: spoken
    }
  }

  /// The name of the case in words.
  private var spoken: String {
    switch self {
    case .uuid, .ulid, .url, .json, .html, .bic, .iban, .isbn, .md5, .rgb, .sku: "\(self)".uppercased()
    default: words(of: "\(self)").joined(separator: " ")
    }
  }
}

extension Persona.Milestone {
  /// `updated at, never before createdAt`.
  var explanation: String {
    switch self {
    case .created: "created at"
    case .birthday: "birthday"
    case .expiry: "in the years after everything else"
    case .death: "day of death, after the birthday"
    default:
      switch Self.inOrder.firstIndex(of: self) {
      case let index? where index > 0:
        "\(rawValue) at, never before createdAt and \(Self.inOrder[index - 1].rawValue)At"
      default: "\(rawValue) at, never before createdAt"
      }
    }
  }
}
