/// What a text of narrow use looks like: codes, numbers and labels whose form everybody knows by the field's name.
enum Detail: String, Hashable, Sendable, CaseIterable {
  /// `QC`, `ABE`: what stands for a longer name.
  case shortCode
  /// `NOT_FOUND`.
  case errorCode
  /// `AUTUMN20`.
  case promoCode
  /// Six digits, as they are sent to prove who one is.
  case oneTimeCode
  /// A text that some other system knows something by.
  case opaqueID
  case imdbID, videoID
  case lastFour, maskedNumber, accountNumber, routingNumber, taxID
  /// Whom money goes to or comes from: a person or a company.
  case counterparty
  case middleName
  /// A street without its number, and the number.
  case streetName, houseNumber
  /// What stands below the street in an address.
  case addressLine2
  case hashtag
  /// For whom a film or a game is.
  case contentRating
  case windDirection, severity
  case sunrise, sunset
  /// What stands in a site's navigation, and on its buttons.
  case navigation, callToAction

  /// The text for one object.
  ///
  /// - Parameters:
  ///   - persona: what the values of the object agree on.
  ///   - hash: of the object, the field and its arguments.
  /// - Returns: the text, never empty.
  func text(_ persona: Persona, _ hash: StableHash) -> String {
    var draw = Draw(hash)
    switch self {
    case .shortCode: return draw.capitals(3)
    case .errorCode: return draw.pick(Self.errorCodes)
    case .promoCode: return draw.pick(Self.promoWords) + String(draw.within(1...6) * 5)
    case .oneTimeCode: return draw.digits(6)
    case .opaqueID: return draw.base36(12)
    case .imdbID: return "tt" + draw.digits(7)
    case .videoID: return draw.base64(11)
    case .lastFour: return String(persona.card.number.suffix(4))
    case .maskedNumber: return "•••• " + persona.card.number.suffix(4)
    case .accountNumber: return draw.digits(10)
    case .routingNumber: return draw.digits(9)
    case .taxID: return persona.country.code + draw.digits(9)
    case .counterparty: return draw.chance(50) ? persona.company : persona.name.full
    case .middleName: return persona.middleName
    case .streetName: return persona.streetParts.name
    case .houseNumber: return persona.streetParts.number
    case .addressLine2: return Self.line2(persona.locale, &draw)
    case .hashtag: return "#" + draw.pick(persona.lexicon.topics).filter { $0 != " " && $0 != "-" }
    case .contentRating: return draw.pick(Self.contentRatings)
    case .windDirection: return draw.pick(Self.windDirections)
    case .severity: return draw.pick(Self.severities)
    case .sunrise: return "0\(draw.within(5...7)):\(padded(draw.below(60), 2))"
    case .sunset: return "\(draw.within(17...20)):\(padded(draw.below(60), 2))"
    case .navigation: return draw.pick(Self.navigation(persona.locale))
    case .callToAction: return draw.pick(Self.callsToAction(persona.locale))
    }
  }

  private static let errorCodes = [
    "BAD_REQUEST", "CONFLICT", "FORBIDDEN", "INVALID_INPUT", "NOT_FOUND", "RATE_LIMITED", "UNAUTHENTICATED",
  ]
  private static let promoWords = ["AUTUMN", "EXTRA", "HELLO", "SAVE", "SPRING", "SUMMER", "THANKS", "WELCOME"]
  private static let contentRatings = ["G", "PG", "PG-13", "R", "NC-17"]
  private static let windDirections = ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"]
  private static let severities = ["low", "medium", "high", "critical"]

  private static func line2(_ locale: FakeLocale, _ draw: inout Draw) -> String {
    switch locale {
    case .en: return "\(["Apt.", "Floor", "Suite", "Unit"][draw.below(4)]) \(draw.within(1...40))"
    case .de: return "\(draw.within(1...9)). \(["Etage", "Obergeschoss", "Stock"][draw.below(3)])"
    case .ja: return "\(draw.within(1...9))0\(draw.within(1...9))号室"
    }
  }

  private static func navigation(_ locale: FakeLocale) -> [String] {
    switch locale {
    case .en: ["Home", "About", "Blog", "Careers", "Contact", "Docs", "Help", "News", "Pricing", "Products", "Team"]
    case .de: ["Startseite", "Über uns", "Aktuelles", "Hilfe", "Karriere", "Kontakt", "Preise", "Produkte", "Team"]
    case .ja: ["ホーム", "会社概要", "お知らせ", "お問い合わせ", "採用情報", "料金", "製品", "ヘルプ"]
    }
  }

  private static func callsToAction(_ locale: FakeLocale) -> [String] {
    switch locale {
    case .en: ["Buy now", "Contact us", "Get started", "Join now", "Learn more", "Sign up", "Try it"]
    case .de: ["Jetzt kaufen", "Kontakt aufnehmen", "Jetzt starten", "Mehr erfahren", "Anmelden", "Ausprobieren"]
    case .ja: ["今すぐ購入", "お問い合わせ", "はじめる", "詳しく見る", "登録する", "試してみる"]
    }
  }
}

extension Draw {
  /// Capital letters of the Latin alphabet.
  mutating func capitals(_ count: Int) -> String {
    String(decoding: (0..<count).map { _ in UInt8(0x41 + below(26)) }, as: UTF8.self)
  }
}

extension Persona {
  /// What stands for the object where there is little room: a person's initials, two letters for a part of a country,
  /// three for anything else.
  ///
  /// - Parameters:
  ///   - named: what objects of its type are called by.
  ///   - hash: of the object, the field and its arguments.
  /// - Returns: two or three capital letters.
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

  /// Another given name than the first.
  var middleName: String {
    let names = lexicon.givenNames
    var draw = draw(.middleName)
    let index = draw.below(names.count)
    return names[index].text == name.given.text ? names[(index + 1) % names.count].text : names[index].text
  }
}
