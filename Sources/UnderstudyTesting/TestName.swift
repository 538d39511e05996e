import Testing

/// The names of a test: that of its session, and the one that finds it again as `swift test --filter`.
enum TestName {
  private static let limit = 120

  /// The name of a test's session: `AppTests.CountryTests/germany()`; of a case of a parameterized test with its
  /// arguments: `AppTests.CountryTests/country(code:) ["DE"]`. Never by the order in which cases run.
  static func session(of test: Test, case testCase: Test.Case?) throws(UnderstudyError) -> String {
    var parts = "\(test.id)".split(separator: "/").map(String.init)
    if parts.count > 1, let last = parts.last, last.contains(".swift:") { parts.removeLast() }
    let name = parts.joined(separator: "/")
    guard let testCase, testCase.isParameterized else { return name }
    guard let arguments = CaseArguments(of: testCase) else {
      throw UnderstudyError(
        "The arguments of this case of \(name) are not known with this version of Swift Testing, so its session has no name of its own. Write a test for each case."
      )
    }
    return "\(name) [\(arguments.text)]"
  }

  /// `CountryTests.germany` for `AppTests.CountryTests/germany()/CountryTests.swift:7:4`.
  static func of(_ test: Test) -> String {
    var parts = "\(test.id)".split(separator: "/").map(String.init)
    if parts.count > 1, let last = parts.last, last.contains(".swift:") { parts.removeLast() }
    guard let module = parts.first?.firstIndex(of: ".") else { return plain(test.name) }
    parts[0] = String(parts[0][module...].dropFirst())
    return plain(parts.map { String($0.prefix { $0 != "(" }) }.joined(separator: "."))
  }

  /// The same for XCTest's `CountryTests.testGermany`, on macOS `-[CountryTests testGermany]`.
  static func of(xcTest name: String) -> String { plain(session(ofXCTest: name)) }

  /// The name of the session of XCTest's `CountryTests.testGermany`.
  static func session(ofXCTest name: String) -> String {
    let text = name.filter { !"-[]".contains($0) }.split(separator: " ").joined(separator: ".")
    return text.isEmpty ? "test" : text
  }

  /// The name as a pattern of `--filter`, in which `.+` stands for what a shell or a regular expression would change.
  private static func plain(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", ".": pattern.unicodeScalars.append(scalar)
      default: if !pattern.hasSuffix(".+") { pattern += ".+" }
      }
    }
    return pattern.isEmpty ? "test" : pattern
  }
}

/// The arguments of one case of a parameterized test.
///
/// Swift Testing has no public API for them; they are read by reflection.
struct CaseArguments {
  /// For people and for names: `"DE", 2`. Cases whose arguments read alike have their number among those behind it.
  let text: String

  init?(of testCase: Test.Case) {
    guard let kind = Self.child("_kind", of: testCase), let payload = Mirror(reflecting: kind).children.first?.value,
      let arguments = Self.child("arguments", of: payload)
    else { return nil }
    var texts: [String] = []
    for argument in Mirror(reflecting: arguments).children {
      guard let value = Self.child("value", of: argument.value) else { return nil }
      texts.append(Self.text(of: value))
    }
    guard !texts.isEmpty else { return nil }
    let number = Self.child("discriminator", of: payload) as? Int ?? 0
    text = texts.joined(separator: ", ") + (number > 0 ? " #\(number + 1)" : "")
  }

  private static func child(_ label: String, of value: Any) -> Any? {
    Mirror(reflecting: value).children.first { $0.label == label }?.value
  }

  private static func text(of value: Any) -> String {
    let text = (value as? any CustomTestStringConvertible)?.testDescription ?? String(describing: value)
    // A line of text, whatever the value is.
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }))
  }
}
