import Testing

/// The name of a test as a part of a URL, which finds the test again as `swift test --filter`.
enum TestName {
  /// Names are cut after so many characters; what tells two tests apart then is a number.
  private static let limit = 120

  /// `CountryTests.germany` for `AppTests.CountryTests/germany()/CountryTests.swift:7:4`.
  static func of(_ test: Test) -> String {
    var parts = "\(test.id)".split(separator: "/").map(String.init)
    if parts.count > 1, let last = parts.last, last.contains(".swift:") { parts.removeLast() }
    guard let module = parts.first?.firstIndex(of: ".") else { return plain(test.name) }
    parts[0] = String(parts[0][module...].dropFirst())
    return plain(parts.map { String($0.prefix { $0 != "(" }) }.joined(separator: "."))
  }

  /// The same for XCTest's `CountryTests.testGermany`, on macOS `-[CountryTests testGermany]`.
  static func of(xcTest name: String) -> String {
    plain(name.filter { !"-[]".contains($0) }.split(separator: " ").joined(separator: "."))
  }

  private static func plain(_ text: String) -> String {
    let safe = text.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", ".": Character(scalar)
      default: "-"
      }
    }
    return safe.isEmpty ? "test" : String(safe.prefix(limit))
  }
}
