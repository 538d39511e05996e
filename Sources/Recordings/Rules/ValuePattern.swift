package import OrderedJSON
import RegularExpressions

/// A regular expression that values are matched against (`matches:`), by Unicode scalars. As in JavaScript, it matches
/// anywhere in a value unless it is anchored. The time is linear in the value.
package struct ValuePattern: Sendable {
  /// The expression, without slashes around it.
  package let text: String
  private let expression: RegularExpression

  /// The maximum length of a value to match, in bytes. Longer values are compared as they are.
  package static let valueLimit = 16_384

  /// The reason why a text is not a pattern, as part of a sentence: `the group is not closed (character 3)`.
  package struct Problem: Error, Hashable, Sendable {
    package let reason: String
  }

  /// Reads an expression with or without slashes around it.
  ///
  /// - Throws: `Problem` if it is not valid or too long.
  package init(_ text: String) throws(Problem) {
    var bare = text
    if text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "/"), text.utf8.last == UInt8(ascii: "/") {
      bare = String(text.dropFirst().dropLast())
    }
    guard !bare.isEmpty else { throw Problem(reason: "it is empty, and would match everything: write any") }
    do {
      expression = try RegularExpression(bare)
    } catch {
      throw Problem(reason: error.description)
    }
    self.text = bare
  }

  /// Indicates whether a value matches: a string by its text, a number or Boolean by its JSON. No other value matches.
  package func matches(_ value: JSON) -> Bool {
    let text: String
    switch value {
    case .string(let string): text = string
    case .number(let number): text = number.canonicalText
    case .bool(let bool): text = bool ? "true" : "false"
    case .null, .array, .object: return false
    }
    return text.utf8.count <= Self.valueLimit && expression.occurs(in: text)
  }
}

extension ValuePattern: Hashable, CustomStringConvertible {
  package static func == (left: ValuePattern, right: ValuePattern) -> Bool { left.text.hasSameScalars(as: right.text) }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package var description: String { "/\(text)/" }
}
