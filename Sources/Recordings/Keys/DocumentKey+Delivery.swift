import OrderedJSON

// Operations whose answers may come in parts are asked for in spellings that no client takes for each other, so the
// spelling is a part of their keys. And what an endpoint answers to a body in a media type that GraphQL over HTTP does not
// name is its answer to that, often a refusal: such a media type is a part of the key.

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

  /// The name under which the media type of a request's body stands among the headers of a key.
  package static let mediaTypeHeader = "content-type"

  /// Whether GraphQL over HTTP names a media type for requests (or it is JSON all the same, or nothing): then it does not
  /// count.
  ///
  /// - Parameter mediaType: without parameters, in small letters.
  /// - Returns: false for such as `text/plain`.
  package static func isUsual(mediaType: String) -> Bool {
    mediaType.isEmpty || mediaType.hasSameScalars(as: "application/json") || mediaType.hasSuffix("+json")
      || mediaType.hasSameScalars(as: "application/graphql") || mediaType.hasSameScalars(as: "multipart/form-data")
  }

  /// The headers of a request's key, with the media type of its body.
  ///
  /// - Parameters:
  ///   - headers: those that a rule counts.
  ///   - mediaType: without parameters, in small letters; nil for a request that has none.
  /// - Returns: the headers for `key(variables:identity:headers:rules:)`.
  package static func headers(
    _ headers: [RecordedResponse.Header], mediaType: String?
  ) -> [RecordedResponse.Header] {
    guard let mediaType, !isUsual(mediaType: mediaType),
      !headers.contains(where: { $0.name.hasSameScalars(as: mediaTypeHeader) })
    else { return headers }
    return (headers + [.init(name: mediaTypeHeader, value: mediaType)]).sorted { $0.name.precedesByScalars($1.name) }
  }

  /// Of a recording's headers those that count by rules of now, the spelling, and an unusual media type.
  func counted(_ recorded: [RecordedResponse.Header], by rules: EndpointRules) -> [RecordedResponse.Header] {
    let mediaType = recorded.first { $0.name.hasSameScalars(as: Self.mediaTypeHeader) }?.value
    let counted = Self.headers(
      rules.counted(recorded.lazy.map { ($0.name, $0.value) }, of: name), mediaType: mediaType.map(Self.bare))
    guard mayComeInParts, let spelling = recorded.first(where: { $0.name.hasSameScalars(as: Self.spellingHeader) })
    else { return counted }
    return headers(counted, spelling: spelling.value)
  }

  /// A media type without its parameters: a rule that counts the header has it whole.
  private static func bare(_ mediaType: String) -> String {
    let type = mediaType.utf8.prefix { $0 != UInt8(ascii: ";") }
    let trimmed = type.drop { $0 == 0x20 || $0 == 0x09 }.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed()
    return String(decoding: trimmed, as: UTF8.self).lowercased()
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

extension EndpointRules {
  /// Of a request's headers those that count in the key of an operation: names in lower case and sorted, values of a
  /// repeated name joined by `", "`.
  package func counted(
    _ headers: some Sequence<(name: String, value: String)>, of operation: String?
  ) -> [RecordedResponse.Header] {
    let names = countedHeaders(of: operation)
    if names.isEmpty { return [] }
    let all = headers.map { (name: $0.name.lowercased(), value: $0.value) }
    return names.compactMap { name in
      let values = all.filter { $0.name.hasSameScalars(as: name) }.map(\.value)
      return values.isEmpty ? nil : .init(name: name, value: values.joined(separator: ", "))
    }
  }
}
