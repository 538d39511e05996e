import OrderedJSON

/// The media types that a client accepts, with their weights (RFC 9110, section 12.5.1).
package struct AcceptHeader: Hashable, Sendable {
  /// A range of media types, e.g. `application/*;q=0.5`.
  package struct Range: Hashable, Sendable {
    /// In lower case; `*` for any.
    package var type: String
    package var subtype: String
    /// Parameters other than `q`: names in lower case, values without quotation marks.
    package var parameters: [Parameter]
    /// The weight in thousandths, from 0 (not acceptable) to 1000.
    package var weight: Int

    /// A parameter, e.g. `deferSpec=20220824`.
    package struct Parameter: Hashable, Sendable {
      package var name: String
      package var value: String
    }
  }

  package let ranges: [Range]

  /// Reads the values of all `Accept` fields of a request. Invalid ranges are skipped.
  package init(_ values: [String]) {
    ranges = values.flatMap { $0.splitOutsideQuotes(at: UInt8(ascii: ",")) }.compactMap(Range.init)
  }

  package init(of headers: HeaderList) { self.init(headers[all: "accept"]) }

  /// Returns the weight of a media type in thousandths, by its most specific range; 1000 if there are no ranges.
  package func weight(of type: String, _ subtype: String) -> Int {
    ranges.isEmpty ? 1000 : best(for: type, subtype)?.weight ?? 0
  }

  /// Indicates whether a range names the media type without a wildcard and with a weight above 0.
  package func names(_ type: String, _ subtype: String) -> Bool {
    best(for: type, subtype).map { $0.type == type && $0.subtype == subtype && $0.weight > 0 } ?? false
  }

  /// Indicates whether the header accepts a vendor's JSON (`application/vnd.github.v3+json`) and does not mention plain
  /// JSON. Servers answer such clients with `application/json`.
  package var takesVendorJSON: Bool {
    best(for: "application", "json") == nil
      && ranges.contains { $0.type == "application" && $0.subtype.hasSuffix("+json") && $0.weight > 0 }
  }

  /// Returns the most specific range for a type; the first of equal ones.
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
        // Parameters after the weight are extensions of Accept, which are not in use.
        weight = Self.thousandths(value)
        break
      }
      if !parameter.name.isEmpty { parameters.append(parameter) }
    }
  }

  /// Returns the specificity for a type: 0 for `*/*`, 1 for `type/*`, 2 for the type, 3 with its charset; nil for no
  /// match. Other parameters state abilities of the client and exclude nothing.
  fileprivate func specificity(for type: String, _ subtype: String) -> Int? {
    if self.type == "*" { return 0 }
    guard self.type == type else { return nil }
    if self.subtype == "*" { return 1 }
    guard self.subtype == subtype else { return nil }
    guard let charset = parameters.first(where: { $0.name == "charset" })?.value else { return 2 }
    return charset.equalsIgnoringASCIICase("utf-8") || charset.equalsIgnoringASCIICase("utf8") || charset == "*"
      ? 3 : nil
  }

  /// Returns a weight with at most three decimals in thousandths; 1000 for an invalid one.
  private static func thousandths(_ text: String) -> Int {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole == "0" || whole == "1" else { return 1000 }
    let decimals = parts.count > 1 ? parts[1].prefix(3) : ""
    guard decimals.utf8.allSatisfy(\.isDigit) else { return 1000 }
    let fraction = Int(decimals + String(repeating: "0", count: 3 - decimals.count)) ?? 0
    return min(1000, (whole == "1" ? 1000 : 0) + fraction)
  }
}

extension StringProtocol {
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

  var withoutQuotationMarks: String {
    guard utf8.count >= 2, first == "\"", last == "\"" else { return String(self) }
    return String(dropFirst().dropLast())
  }
}
