import OrderedJSON

// Operations whose answers may come in parts are asked for in spellings that no client takes for each other, so the
// spelling is a part of their keys.

extension DocumentKey {
  /// The name under which the spelling stands among the headers of a key: that of the header that asks for it.
  package static let spellingHeader = "accept"

  /// The headers of a request's key, with the spelling in which its answer may come in parts.
  ///
  /// - Parameters:
  ///   - headers: those that a rule counts.
  ///   - spelling: as it was agreed on, e.g. `multipart/mixed;deferSpec=20220824`; of an operation without `@defer` and
  ///     `@stream` it does not count.
  /// - Returns: the headers for `key(variables:identity:headers:rules:)`.
  package func headers(
    _ headers: [RecordedResponse.Header], spelling: String
  ) -> [RecordedResponse.Header] {
    guard mayComeInParts else { return headers }
    let others = headers.filter { !$0.name.hasSameScalars(as: Self.spellingHeader) }
    return (others + [.init(name: Self.spellingHeader, value: spelling)]).sorted { $0.name.precedesByScalars($1.name) }
  }

  /// Of a recording's headers those that count by rules of now, and the spelling.
  func counted(_ recorded: [RecordedResponse.Header], by rules: EndpointRules) -> [RecordedResponse.Header] {
    let counted = rules.counted(recorded.lazy.map { ($0.name, $0.value) }, of: name)
    guard mayComeInParts, let spelling = recorded.first(where: { $0.name.hasSameScalars(as: Self.spellingHeader) })
    else { return counted }
    return headers(counted, spelling: spelling.value)
  }

  /// Whether an operation's canonical text has one of the directives by which an answer may come in parts.
  static func mayComeInParts(_ text: [UInt8]) -> Bool {
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""): index = endOfString(text, from: index)
      case UInt8(ascii: "@"):
        let name = text[(index + 1)...].prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
        if name.elementsEqual("defer".utf8) || name.elementsEqual("stream".utf8) { return true }
        index = name.endIndex
      default: index += 1
      }
    }
    return false
  }

  private static func endOfString(_ text: [UInt8], from start: Int) -> Int {
    let isBlock = text[start...].starts(with: "\"\"\"".utf8)
    var index = start + (isBlock ? 3 : 1)
    while index < text.count {
      if text[index] == UInt8(ascii: "\\") {
        index += isBlock && text[(index + 1)...].starts(with: "\"\"\"".utf8) ? 4 : isBlock ? 1 : 2
      } else if text[index] == UInt8(ascii: "\""), !isBlock || text[index...].starts(with: "\"\"\"".utf8) {
        return index + (isBlock ? 3 : 1)
      } else {
        index += 1
      }
    }
    return text.count
  }
}
