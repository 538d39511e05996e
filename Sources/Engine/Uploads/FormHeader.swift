/// What the header of a part says that matters here: its name (RFC 7578, section 4.2).
struct FormHeader: Hashable, Sendable {
  /// Nil where it has none.
  let name: String?
  /// Which part of the body it is, from 1.
  let number: Int
  /// As it came, from the end of the boundary's line on, without the empty line behind it.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - bytes: the header's lines, whatever their order.
  ///   - number: which part it is, from 1.
  init(_ bytes: ArraySlice<UInt8>, number: Int) {
    self.number = number
    self.bytes = Array(bytes)
    var name: String?
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: { $0.isNewline }) {
      let field = line.prefix { $0 != ":" }
      guard field.trimmingSpaces().equalsIgnoringASCIICase("content-disposition") else { continue }
      name = HeaderParameters(line[field.endIndex...].dropFirst())["name"]
    }
    self.name = name
  }
}

/// The parameters of a header field's value: `form-data; name="0"; filename="a.txt"`.
struct HeaderParameters: Hashable, Sendable {
  private var parameters: [(name: String, value: String)] = []

  init(_ text: some StringProtocol) {
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
      // Browsers write %22 for a quote, others a backslash before it.
      if character == "\\", let escaped = rest.popFirst() { text.append(escaped) } else { text.append(character) }
    }
    return text
  }

  subscript(name: String) -> String? {
    parameters.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  static func == (left: HeaderParameters, right: HeaderParameters) -> Bool {
    left.parameters.elementsEqual(right.parameters) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) { for parameter in parameters { hasher.combine(parameter.name) } }
}
