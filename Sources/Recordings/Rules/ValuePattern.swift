package import OrderedJSON
import RegularExpressions

/// A regular expression that values are compared with (`matches:`), by Unicode scalars.
///
/// It is found anywhere in a value unless it is anchored, as in JavaScript, in time linear in the value.
package struct ValuePattern: Sendable {
  /// The expression, without slashes around it.
  package let text: String
  private let expression: RegularExpression

  /// A value with more bytes than this is not compared: it counts by itself.
  package static let valueLimit = 16_384

  /// Why a text is no pattern: a part of a sentence, such as `expected ')'`.
  package struct Problem: Error, Hashable, Sendable {
    package let reason: String
  }

  /// Reads an expression with or without slashes around it.
  ///
  /// - Throws: `Problem`, if it is none, or longer than patterns may be.
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

  /// Whether a value matches: strings by their text, numbers and Booleans as JSON writes them; nothing else does.
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

  /// With slashes.
  package var description: String { "/\(text)/" }
}
