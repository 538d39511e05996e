import OrderedJSON

/// Which media types a client takes, and how gladly (RFC 9110, section 12.5.1).
package struct AcceptHeader: Hashable, Sendable {
  /// One range of media types, e.g. `application/*;q=0.5`.
  package struct Range: Hashable, Sendable {
    /// In small letters; `*` for any.
    package var type: String
    package var subtype: String
    /// Names in small letters, values as they came without quotation marks; `q` is not among them.
    package var parameters: [Parameter]
    /// In thousandths, from 0 (not acceptable) to 1000.
    package var weight: Int

    /// E.g. `deferSpec=20220824`.
    package struct Parameter: Hashable, Sendable {
      package var name: String
      package var value: String
    }
  }

  /// In the order of the header.
  package let ranges: [Range]

  /// Reads the values of all `Accept` fields of a request; what is no media range is passed over.
  package init(_ values: [String]) {
    ranges = values.flatMap { $0.splitOutsideQuotes(at: UInt8(ascii: ",")) }.compactMap(Range.init)
  }

  package init(of headers: HeaderList) { self.init(headers[all: "accept"]) }

  /// How gladly a media type is taken, in thousandths, by the range that names it most exactly; 0 where none does.
  /// A client that names no type at all takes everything.
  package func weight(of type: String, _ subtype: String) -> Int {
    ranges.isEmpty ? 1000 : best(for: type, subtype)?.weight ?? 0
  }

  /// Whether a range names the media type itself, and not by a wildcard, with a weight above 0.
  package func names(_ type: String, _ subtype: String) -> Bool {
    best(for: type, subtype).map { $0.type == type && $0.subtype == subtype && $0.weight > 0 } ?? false
  }

  /// Whether the header names JSON of a vendor (`application/vnd.github.v3+json`) and does not exclude plain JSON.
  ///
  /// Servers answer such clients with `application/json`, and their clients read it.
  package var takesVendorJSON: Bool {
    best(for: "application", "json") == nil
      && ranges.contains { $0.type == "application" && $0.subtype.hasSuffix("+json") && $0.weight > 0 }
  }

  /// The most specific range for a type; of two alike the first.
  private func best(for type: String, _ subtype: String) -> Range? {
    var found: (range: Range, specificity: Int)?
    for range in ranges {
      guard let specificity = range.specificity(for: type, subtype), specificity > found?.specificity ?? -1 else {
        continue
      }
      found = (range, specificity)
    }
    return found?.range
  }
}

extension AcceptHeader.Range {
  /// Nil where the text is no media range.
  fileprivate init?(_ text: Substring) {
    var parts = text.splitOutsideQuotes(at: UInt8(ascii: ";"))
    guard !parts.isEmpty else { return nil }
    let name = parts.removeFirst().trimmingSpaces().lowercased()
    let halves = name.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty, halves[0] != "*" || halves[1] == "*" else {
      return nil
    }
    type = String(halves[0])
    subtype = String(halves[1])
    parameters = []
    weight = 1000
    for part in parts {
      let name = part.prefix { $0 != "=" }
      let value = part[name.endIndex...].dropFirst().trimmingSpaces().withoutQuotationMarks
      let parameter = Parameter(name: name.trimmingSpaces().lowercased(), value: value)
      if parameter.name == "q" {
        // What follows the weight are extensions of Accept, which nobody uses.
        weight = Self.thousandths(value)
        break
      }
      if !parameter.name.isEmpty { parameters.append(parameter) }
    }
  }

  /// How exactly the range names a type: 0 for `*/*`, 1 for `type/*`, 2 for the type, 3 with its charset; nil where it
  /// does not. Parameters besides the charset say what a client understands, not what it excludes.
  fileprivate func specificity(for type: String, _ subtype: String) -> Int? {
    if self.type == "*" { return 0 }
    guard self.type == type else { return nil }
    if self.subtype == "*" { return 1 }
    guard self.subtype == subtype else { return nil }
    guard let charset = parameters.first(where: { $0.name == "charset" })?.value else { return 2 }
    return charset.equalsIgnoringASCIICase("utf-8") || charset.equalsIgnoringASCIICase("utf8") || charset == "*"
      ? 3 : nil
  }

  /// A weight with at most three decimals, in thousandths; what is no weight counts as 1.
  private static func thousandths(_ text: String) -> Int {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole == "0" || whole == "1" else { return 1000 }
    let decimals = parts.count > 1 ? parts[1].prefix(3) : ""
    guard decimals.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 1000 }
    let fraction = Int(decimals + String(repeating: "0", count: 3 - decimals.count)) ?? 0
    return min(1000, (whole == "1" ? 1000 : 0) + fraction)
  }
}

extension StringProtocol {
  /// The parts between separators that do not stand in a quoted string.
  func splitOutsideQuotes(at separator: UInt8) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    var isQuoted = false
    var isEscaped = false
    var place = startIndex
    while place < endIndex {
      let byte = utf8[place]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if !isQuoted, byte == separator {
        parts.append(self[start..<place])
        start = utf8.index(after: place)
      }
      place = utf8.index(after: place)
    }
    parts.append(self[start...])
    return parts
  }

  /// The text of a parameter's value without the quotation marks around it.
  var withoutQuotationMarks: String {
    guard utf8.count >= 2, first == "\"", last == "\"" else { return String(self) }
    return String(dropFirst().dropLast())
  }
}
