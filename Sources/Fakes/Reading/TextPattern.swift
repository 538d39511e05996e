import GraphQLExecution

/// A regular expression that a request has given, ready to be looked for.
///
/// `Regex` is not `Sendable` because one built in code may hold closures; this one is compiled from a text, holds none
/// and is never changed, so it may be shared.
struct TextPattern: @unchecked Sendable {
  private let regex: Regex<AnyRegexOutput>

  /// - Throws: the pattern and what is wrong with it.
  init(_ pattern: String, ignoresCase: Bool) throws(FieldFailure) {
    do {
      regex = try Regex(pattern).matchingSemantics(.unicodeScalar).ignoresCase(ignoresCase)
    } catch {
      throw FieldFailure("The regular expression \"\(pattern)\" cannot be read: \(error).")
    }
  }

  /// Whether the pattern occurs anywhere in the text.
  func occurs(in text: String) -> Bool {
    if case .some = try? regex.firstMatch(in: text) { true } else { false }
  }
}
