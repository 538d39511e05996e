import OrderedJSON

// Clients understand only the delivery format that they requested, so for operations whose answers may come in parts,
// the format is part of the key. An unusual media type of the request body is part of the key, too, because the
// endpoint may answer it differently, often with an error.

extension DocumentKey {
  /// The name of the delivery format among the headers of a key: the header that requests it.
  package static let acceptHeader = "accept"

  /// Adds the delivery format of an answer in parts, such as `multipart/mixed;deferSpec=20220824`, to the headers of a
  /// request's key. Ignored for operations without `@defer` and `@stream`.
  package func headers(
    _ headers: [RecordedResponse.Header], accept: String
  ) -> [RecordedResponse.Header] {
    guard mayComeInParts else { return headers }
    let others = headers.filter { !$0.name.hasSameScalars(as: Self.acceptHeader) }
    return (others + [.init(name: Self.acceptHeader, value: accept)]).sorted { $0.name.precedesByScalars($1.name) }
  }

  /// The name of the request body's media type among the headers of a key.
  package static let mediaTypeHeader = "content-type"

  /// Indicates whether a header of a key is one of those above, which change how an answer comes and not what it says.
  package static func isOfDelivery(_ header: RecordedResponse.Header) -> Bool {
    header.name.hasSameScalars(as: acceptHeader) || header.name.hasSameScalars(as: mediaTypeHeader)
  }

  /// Indicates whether a request's media type is one of GraphQL over HTTP, another JSON type, or missing. Then it is
  /// not part of the key. `mediaType` is in lowercase, without parameters.
  package static func isUsual(mediaType: String) -> Bool {
    mediaType.isEmpty || mediaType.hasSameScalars(as: "application/json") || mediaType.hasSuffix("+json")
      || mediaType.hasSameScalars(as: "application/graphql") || mediaType.hasSameScalars(as: "multipart/form-data")
  }

  /// Adds the media type of the body, in lowercase and without parameters, to the headers of a request's key.
  package static func headers(
    _ headers: [RecordedResponse.Header], mediaType: String?
  ) -> [RecordedResponse.Header] {
    guard let mediaType, !isUsual(mediaType: mediaType),
      !headers.contains(where: { $0.name.hasSameScalars(as: mediaTypeHeader) })
    else { return headers }
    return (headers + [.init(name: mediaTypeHeader, value: mediaType)]).sorted { $0.name.precedesByScalars($1.name) }
  }

  /// The headers of a recording that are part of its key: those that the current rules include, the delivery format,
  /// and an unusual media type.
  func counted(_ recorded: [RecordedResponse.Header], by rules: EndpointRules) -> [RecordedResponse.Header] {
    let mediaType = recorded.first { $0.name.hasSameScalars(as: Self.mediaTypeHeader) }?.value
    let counted = Self.headers(
      rules.counted(recorded.lazy.map { ($0.name, $0.value) }, of: name), mediaType: mediaType.map(Self.bare))
    guard mayComeInParts, let accept = recorded.first(where: { $0.name.hasSameScalars(as: Self.acceptHeader) })
    else { return counted }
    return headers(counted, accept: accept.value)
  }

  /// A media type without its parameters, which the header has if a rule includes it.
  private static func bare(_ mediaType: String) -> String {
    let type = mediaType.utf8.prefix { $0 != UInt8(ascii: ";") }
    let trimmed = type.drop { $0 == 0x20 || $0 == 0x09 }.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed()
    return String(decoding: trimmed, as: UTF8.self).lowercased()
  }

  /// Indicates whether an operation's canonical text has a directive that lets its answer come in parts.
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
  /// The request headers that rules include in an operation's key: names in lowercase and sorted, values of a repeated
  /// name joined by `", "`.
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
