import Foundation
import OrderedJSON
package import Recordings
import Transports

/// The names of sessions in requests.
extension SessionName {
  /// The default header that names a session.
  package static let header = "X-Understudy-Session"
  /// The header that names a session's start.
  package static let startHeader = "X-Understudy-Start"

  /// The longest unchanged name in bytes. A longer one is cut to 180 bytes and 16 digits of a hash.
  static let limit = 200
  private static let keptOfLonger = 180

  /// Returns a session's name in the form in which names are compared: percent-decoded if it came in a header or a path
  /// (`isEncoded`), in Unicode normalization form C, and shortened if it is long.
  ///
  /// - Throws: an error for a name that is empty, is not UTF-8, or has more than one line.
  package static func canonical(
    _ text: some StringProtocol, isEncoded: Bool = true
  ) throws(SessionNameProblem) -> String {
    if isPlain(text) { return String(text) }
    let decoded = isEncoded ? text.percentDecoded() : String(text)
    if let problem = problem(with: decoded) {
      throw SessionNameProblem(
        "The session name \(shown(decoded)) \(problem). Use one line of text, such as \"tests/test_cart.py::test_add\". Percent-encode other characters."
      )
    }
    let name = decoded.utf8.allSatisfy { $0 < 0x80 } ? decoded : decoded.precomposedStringWithCanonicalMapping
    guard name.utf8.count > limit else { return name }
    var start = ""
    for character in name {
      guard start.utf8.count + character.utf8.count <= keptOfLonger else { break }
      start.append(character)
    }
    return "\(start)-\(ContentHash(of: Array(name.utf8)).hex(digits: 16))"
  }

  /// True if a name is short, printable ASCII and not percent-encoded, as nearly all are. Then it is canonical.
  private static func isPlain(_ text: some StringProtocol) -> Bool {
    var (count, isBlank) = (0, true)
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "%") else { return false }
      count += 1
      if byte != 0x20 { isBlank = false }
    }
    return !isBlank && count <= limit
  }

  /// Encodes a name for a header: percent-encodes all but printable ASCII.
  package static func encoded(_ name: String) -> String {
    name.utf8.reduce(into: "") { text, byte in
      let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%") || byte == 0x20 && !text.isEmpty
      text +=
        isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }

  /// The problem with a name, as the end of a sentence; nil for a valid one.
  private static func problem(with name: String) -> String? {
    if name.utf8.allSatisfy({ $0 == 0x20 }) { return "is empty" }
    if name.unicodeScalars.contains("\u{FFFD}") { return "is not text in UTF-8" }
    let isBreak = { (scalar: Unicode.Scalar) in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }
    if name.unicodeScalars.contains(where: isBreak) { return "contains a line break or another control character" }
    return nil
  }

  /// Quotes a name for messages, shortened, and without control characters that a terminal would obey.
  package static func shown(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars.prefix(60) {
      if scalar.properties.generalCategory == .control {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(text)\(name.unicodeScalars.count > 60 ? "…" : "")\""
  }
}

/// An error in the name of a request's session.
package struct SessionNameProblem: Error, Hashable, Sendable {
  package let message: String

  init(_ message: String) { self.message = message }
}
