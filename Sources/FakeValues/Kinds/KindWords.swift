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
}
