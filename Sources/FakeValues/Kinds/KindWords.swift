/// The values of kinds with a short list of them.
enum KindWords {
  package static let errors = [
    "BAD_REQUEST", "CONFLICT", "FORBIDDEN", "INVALID_INPUT", "NOT_FOUND", "RATE_LIMITED", "UNAUTHENTICATED",
  ]
  static let promotions = ["AUTUMN", "EXTRA", "HELLO", "SAVE", "SPRING", "SUMMER", "THANKS", "WELCOME"]
  static let contentRatings = ["G", "PG", "PG-13", "R", "NC-17"]
  static let windDirections = ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"]
  static let severities = ["low", "medium", "high", "critical"]

  static func addressLine2(_ locale: FakeLocale, _ draw: inout Draw) -> String {
    switch locale {
    case .en: return "\(["Apt.", "Floor", "Suite", "Unit"][draw.below(4)]) \(draw.within(1...40))"
    case .de: return "\(draw.within(1...9)). \(["Etage", "Obergeschoss", "Stock"][draw.below(3)])"
    case .ja: return "\(draw.within(1...9))0\(draw.within(1...9))号室"
    }
  }

  static func navigation(_ locale: FakeLocale) -> [String] {
    switch locale {
    case .en: ["Home", "About", "Blog", "Careers", "Contact", "Docs", "Help", "News", "Pricing", "Products", "Team"]
    case .de: ["Startseite", "Über uns", "Aktuelles", "Hilfe", "Karriere", "Kontakt", "Preise", "Produkte", "Team"]
    case .ja: ["ホーム", "会社概要", "お知らせ", "お問い合わせ", "採用情報", "料金", "製品", "ヘルプ"]
    }
  }

  static func callsToAction(_ locale: FakeLocale) -> [String] {
    switch locale {
    case .en: ["Buy now", "Contact us", "Get started", "Join now", "Learn more", "Sign up", "Try it"]
    case .de: ["Jetzt kaufen", "Kontakt aufnehmen", "Jetzt starten", "Mehr erfahren", "Anmelden", "Ausprobieren"]
    case .ja: ["今すぐ購入", "お問い合わせ", "はじめる", "詳しく見る", "登録する", "試してみる"]
    }
  }
}
