import OrderedJSON

/// A `Set-Cookie` line (RFC 6265, section 5.2): a cookie that an answer sets or deletes.
package struct SetCookie: Hashable, Sendable {
  package let name: String
  /// Without surrounding quotation marks.
  package let value: String
  private let isQuoted: Bool
  private let attributes: [Attribute]

  private struct Attribute: Hashable, Sendable {
    /// In lowercase.
    let name: String
    let value: String
  }

  /// - Parameter line: the header's value; nil for one without a name, which clients ignore.
  package init?(_ line: String) {
    let parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Self.pair)
    guard let first = parts.first, let text = first.value, !first.name.isEmpty else { return nil }
    name = first.name
    isQuoted = text.utf8.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
    value = isQuoted ? String(text.dropFirst().dropLast()) : text
    attributes = parts.dropFirst().map { Attribute(name: $0.name.lowercased(), value: $0.value ?? "") }
  }

  private static func pair(_ part: Substring.UTF8View) -> (name: String, value: String?) {
    func trimmed(_ bytes: Substring.UTF8View) -> String {
      var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
      while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
      return Array(bytes).text
    }
    guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed(part), nil) }
    return (trimmed(part[..<sign]), trimmed(part[part.index(after: sign)...]))
  }

  /// True if scripts in a page cannot read the cookie.
  package var isHTTPOnly: Bool { attributes.contains { $0.name == "httponly" } }

  // MARK: Expiry

  /// Indicates whether the line deletes the cookie, because it has expired (`Max-Age` takes precedence over `Expires`).
  /// `date` is the answer's `Date` header. Without one, only dates before the first version of this program are past.
  package func isDeletion(at date: String?) -> Bool {
    if let age = last("max-age"), let seconds = Self.seconds(age) { return seconds <= 0 }
    guard let expires = last("expires").flatMap(HTTPDate.init) else { return false }
    return expires < date.flatMap(HTTPDate.init) ?? .firstRecording
  }

  private func last(_ name: String) -> String? { attributes.last { $0.name == name }?.value }

  /// Parses digits with an optional minus sign; nil for anything else.
  private static func seconds(_ text: String) -> Int? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    // A number that overflows is a very long time.
    return Int(text) ?? (digits.count < text.utf8.count ? .min : .max)
  }

  // MARK: Recorded lines

  /// The line to record, with this value, which works on http://127.0.0.1 and at any time. It omits the attributes that
  /// tie the cookie to the upstream's host, scheme and path, and its expiry.
  package func line(value: String) -> String {
    let quote = isQuoted ? "\"" : ""
    return (["\(name)=\(quote)\(value)\(quote)"] + kept).joined(separator: "; ")
  }

  /// The line that deletes the cookie, without the upstream's value or date.
  package var deletion: String {
    (["\(name)="] + kept + ["Expires=Thu, 01 Jan 1970 00:00:00 GMT", "Max-Age=0"]).joined(separator: "; ")
  }

  /// The known attributes only, because any other could contain a secret.
  private var kept: [String] {
    // Browsers refuse a cookie with such a name unless it is secure. Most of them accept it from 127.0.0.1.
    let needsSecure = ["__host-", "__secure-"].contains { name.lowercased().hasPrefix($0) }
    return attributes.compactMap { attribute in
      switch attribute.name {
      // The upstream's path does not apply here.
      case "path": "Path=/"
      case "httponly": "HttpOnly"
      case "secure": needsSecure ? "Secure" : nil
      case "samesite":
        switch attribute.value.lowercased() {
        case "lax": "SameSite=Lax"
        case "strict": "SameSite=Strict"
        case "none": needsSecure ? "SameSite=None" : nil
        default: nil
        }
      default: nil
      }
    }
  }
}
