import GraphQLLanguage
import OrderedJSON

/// Finds further syntax errors in a text, so that they can be fixed together.
///
/// The parser stops at the first error. It is restarted at the next line that begins with a keyword of a definition.
struct SyntaxErrorSearch {
  private let source: SourceText

  /// More errors are probably the same mistake.
  private static let limit = 20

  init(_ source: SourceText) { self.source = source }

  func errors(after first: SyntaxError) -> [SyntaxError] {
    var errors = [first]
    while errors.count < Self.limit, let start = nextDefinition(after: Int(errors[errors.count - 1].place.start)) {
      // Blanks before the rest keep the places right.
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

  /// Returns the start of the next line after an offset that looks like a definition.
  private func nextDefinition(after offset: Int) -> Int? {
    let bytes = source.utf8
    var index = offset
    while index < bytes.count {
      let isLineEnd = bytes[index] == 0x0A || bytes[index] == 0x0D
      index += 1
      guard isLineEnd, index < bytes.count else { continue }
      let word = bytes[index...].prefix(while: \.isLower)
      if Self.keywords.contains(String(decoding: word, as: UTF8.self)) { return index }
    }
    return nil
  }

  private static let keywords: Set<String> = [
    "schema", "scalar", "type", "interface", "union", "enum", "input", "directive", "extend",
  ]
}
