import GraphQLLanguage

/// Finds further syntax errors in a text that has one, so that they can be put right in one go.
///
/// The parser stops at the first. The next definition begins, in a text that people write, at the start of a line with
/// a keyword or a description: from there the rest is parsed again.
struct SyntaxErrorSearch {
  private let source: SourceText

  /// Many more would be one mistake seen again and again.
  private static let limit = 20

  init(_ source: SourceText) { self.source = source }

  /// The first error and those that stand in later definitions.
  func errors(after first: SyntaxError) -> [SyntaxError] {
    var errors = [first]
    while errors.count < Self.limit, let start = nextDefinition(after: Int(errors[errors.count - 1].place.start)) {
      // Blanks before it, so that places are those of the whole text.
      let blank = source.utf8[..<start].map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
      let rest = SourceText(utf8: blank + source.utf8[start...], name: source.name)
      do throws(SyntaxError) {
        _ = try parse(rest, limits: .schema)
        break
      } catch {
        errors.append(SyntaxError(message: error.message, place: error.place, source: source))
      }
    }
    return errors
  }

  /// Where a line begins, behind an offset, that looks like the start of a definition.
  private func nextDefinition(after offset: Int) -> Int? {
    let bytes = source.utf8
    var index = offset
    while index < bytes.count {
      let isLineEnd = bytes[index] == 0x0A || bytes[index] == 0x0D
      index += 1
      guard isLineEnd, index < bytes.count else { continue }
      let word = bytes[index...].prefix { 0x61...0x7A ~= $0 }
      if Self.keywords.contains(String(decoding: word, as: UTF8.self)) { return index }
    }
    return nil
  }

  private static let keywords: Set<String> = [
    "schema", "scalar", "type", "interface", "union", "enum", "input", "directive", "extend",
  ]
}
