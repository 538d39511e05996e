import Recordings

/// A line `Set-Cookie` (RFC 6265, section 5.2): a cookie that an answer hands out, or takes away.
struct SetCookie: Hashable, Sendable {
  let name: String
  /// Without quotation marks around it.
  let value: String
  private let isQuoted: Bool
  private let attributes: [Attribute]

  private struct Attribute: Hashable, Sendable {
    /// In lower case.
    let name: String
    let value: String
  }

  /// - Parameter line: the header's value; nil for one without a name, which clients ignore.
  init?(_ line: String) {
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

  /// Whether scripts in a page cannot read the cookie.
  var isHTTPOnly: Bool { attributes.contains { $0.name == "httponly" } }

  // MARK: Expiry

  /// Whether the client is to forget the cookie: its age is up (`Max-Age` counts before `Expires`).
  ///
  /// - Parameter date: when the answer was made, as its header `Date` says; where it says nothing, only what had
  ///   expired before there was this program is taken for past.
  /// - Returns: whether it takes a cookie away rather than hands one out.
  func isDeletion(at date: String?) -> Bool {
    if let age = last("max-age"), let seconds = Self.seconds(age) { return seconds <= 0 }
    guard let expires = last("expires").flatMap(HTTPDate.init) else { return false }
    return expires < date.flatMap(HTTPDate.init) ?? .firstRecording
  }

  private func last(_ name: String) -> String? { attributes.last { $0.name == name }?.value }

  /// Nil for anything but digits, a minus before them perhaps.
  private static func seconds(_ text: String) -> Int? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    // More digits than fit are a long time.
    return Int(text) ?? (digits.count < text.utf8.count ? .min : .max)
  }

  // MARK: What is recorded

  /// The line as it is recorded, with this value, so that it works on http://127.0.0.1 and at any time: without what ties
  /// the cookie to the upstream's host, scheme and path, and without an end.
  func line(value: String) -> String {
    let quote = isQuoted ? "\"" : ""
    return (["\(name)=\(quote)\(value)\(quote)"] + kept).joined(separator: "; ")
  }

  /// The line that takes the cookie away. No value and no date of the upstream's are in it.
  var deletion: String {
    (["\(name)="] + kept + ["Expires=Thu, 01 Jan 1970 00:00:00 GMT", "Max-Age=0"]).joined(separator: "; ")
  }

  /// Only attributes that are known: any other one could hold a secret.
  private var kept: [String] {
    // Such a name is a promise without which browsers refuse the cookie; most of them trust 127.0.0.1 to keep it.
    let needsSecure = ["__host-", "__secure-"].contains { name.lowercased().hasPrefix($0) }
    return attributes.compactMap { attribute in
      switch attribute.name {
      // Whatever the upstream's path, here it is another.
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
