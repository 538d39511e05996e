package import OrderedJSON
import Synchronization

/// A regular expression that values are compared with (`matches:`), by Unicode scalars.
///
/// It is found anywhere in a value unless it is anchored, as in JavaScript. Nothing bounds the steps of a search: who
/// writes a pattern such as `(a+)+$` waits for it.
package struct ValuePattern: Sendable {
  /// The expression, without slashes around it.
  package let text: String
  private let compiled: Compiled

  /// A pattern may have so many bytes.
  package static let lengthLimit = 1_000
  /// A value with more bytes than this is not compared: it counts by itself.
  package static let valueLimit = 16_384

  /// A compiled expression may be used by one thread at a time.
  private final class Compiled: Sendable {
    let regex: Mutex<Regex<AnyRegexOutput>>

    init(_ text: String) throws {
      regex = Mutex(try Regex(text).matchingSemantics(.unicodeScalar))
    }

    func isFound(in text: String) -> Bool {
      regex.withLock { (try? $0.firstMatch(in: text)) != nil }
    }
  }

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
    guard !bare.isEmpty else { throw Problem(reason: "it is empty, so that everything would match: write any") }
    guard bare.utf8.count <= Self.lengthLimit else {
      throw Problem(reason: "it has more than \(Self.lengthLimit) bytes")
    }
    do {
      compiled = try Compiled(bare)
    } catch {
      throw Problem(reason: "\(error)")
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
    return text.utf8.count <= Self.valueLimit && compiled.isFound(in: text)
  }
}

extension ValuePattern: Hashable, CustomStringConvertible {
  package static func == (left: ValuePattern, right: ValuePattern) -> Bool { left.text.hasSameScalars(as: right.text) }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// With slashes.
  package var description: String { "/\(text)/" }
}
