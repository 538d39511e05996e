import OrderedJSON

/// The header of a part, with the name and media type of its file (RFC 7578, section 4).
struct FormHeader: Hashable, Sendable {
  let name: String?
  /// The file's name; nil if there is none. Browsers percent-encode three characters (`%22`, `%0D`, `%0A`). Only the
  /// last component of an absolute path is kept, since the rest describes the client's machine (RFC 7578, section 4.2).
  let fileName: String?
  /// In lower case, without parameters; nil if there is none.
  let mediaType: String?
  /// The position of the part in the body, from 1.
  let number: Int
  /// The raw header, from the end of the boundary's line to before the empty line.
  let bytes: [UInt8]

  init(_ bytes: ArraySlice<UInt8>, number: Int) {
    self.number = number
    self.bytes = Array(bytes)
    var name: String?
    var fileName: String?
    var mediaType: String?
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: { $0.isNewline }) {
      let field = line.prefix { $0 != ":" }
      let value = line[field.endIndex...].dropFirst()
      switch field.trimmingSpaces().lowercased() {
      case "content-disposition":
        let parameters = HeaderParameters(value)
        name = parameters["name"]
        fileName = parameters["filename"].map { Self.decoded(Self.withoutFolder($0)) }
      case "content-type": mediaType = value.prefix { $0 != ";" }.trimmingSpaces().lowercased()
      default: break
      }
    }
    self.name = name
    self.fileName = fileName
    self.mediaType = mediaType.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the last component of an absolute path with `/` or `\`, even percent-encoded (aiohttp); else the name.
  private static func withoutFolder(_ name: String) -> String {
    let starts = ["/", "\\", "%2F", "%2f"]
    let isOfWindows = name.prefix { $0.isASCII && $0.isLetter }.count == 1 && name.dropFirst().hasPrefix(":")
    guard isOfWindows || starts.contains(where: { name.hasPrefix($0) }) else { return name }
    var rest = Substring(name)
    while let start = rest.indices.first(where: { place in
      (starts + ["%5C", "%5c"]).contains { rest[place...].hasPrefix($0) }
    }) {
      rest = rest[start...].dropFirst(rest[start] == "%" ? 3 : 1)
    }
    return String(rest)
  }

  /// Decodes the percent-encoding of file names in form data (HTML, section 4.10.21.8).
  private static func decoded(_ name: String) -> String {
    var result = ""
    var rest = Substring(name)
    while let character = rest.popFirst() {
      guard character == "%" else {
        result.append(character)
        continue
      }
      switch rest.prefix(2).uppercased() {
      case "22": result.append("\"")
      case "0D": result.append("\r")
      case "0A": result.append("\n")
      default:
        result.append(character)
        continue
      }
      rest = rest.dropFirst(2)
    }
    return result
  }
}

/// The parameters of a header field's value: `form-data; name="0"; filename="a.txt"`.
package struct HeaderParameters: Hashable, Sendable {
  private var parameters: [(name: String, value: String)] = []

  package init(_ text: some StringProtocol) {
    var rest = Substring(text).drop { $0 != ";" }
    while rest.popFirst() == ";" {
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        value = Self.value(&rest)
      }
      parameters.append((name.trimmingSpaces(), value))
      rest = rest.drop { $0 != ";" }
    }
  }

  private static func value(_ rest: inout Substring) -> String {
    guard rest.first == "\"" else {
      let text = rest.prefix { $0 != ";" }
      rest = rest[text.endIndex...]
      return text.trimmingSpaces()
    }
    rest = rest.dropFirst()
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      // Browsers write %22 for a quotation mark, others put a backslash before it.
      if character == "\\", let escaped = rest.popFirst() { text.append(escaped) } else { text.append(character) }
    }
    return text
  }

  package subscript(name: String) -> String? {
    parameters.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  package static func == (left: HeaderParameters, right: HeaderParameters) -> Bool {
    left.parameters.elementsEqual(right.parameters) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) { for parameter in parameters { hasher.combine(parameter.name) } }
}
