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

  // MARK: Expiry

  /// Whether the client is to forget the cookie: its age is up (`Max-Age` counts before `Expires`).
  ///
  /// - Parameter date: when the answer was made, as its header `Date` says; where it says nothing, only what had
  ///   expired before there was this program is taken for past.
  /// - Returns: whether it takes a cookie away rather than hands one out.
  func isDeletion(at date: String?) -> Bool {
    if let age = last("max-age"), let seconds = Self.seconds(age) { return seconds <= 0 }
    guard let expires = last("expires").flatMap(CookieDate.init) else { return false }
    return expires < date.flatMap(CookieDate.init) ?? .firstRecording
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

/// A point of time as cookies and the header `Date` write it, read as RFC 6265, section 5.1.1 says.
struct CookieDate: Comparable, Sendable {
  private let parts: [Int]

  /// Whatever expired before had expired when it was recorded.
  static let firstRecording = CookieDate(parts: [2026, 1, 1, 0, 0, 0])

  private init(parts: [Int]) { self.parts = parts }

  /// Nil for what is no date.
  init?(_ text: String) {
    var time: [Int]?
    var day: Int?
    var month: Int?
    var year: Int?
    let words = text.lowercased().utf8.split { !$0.isLetterOrDigit && $0 != UInt8(ascii: ":") }
    for word in words.map({ Array($0) }) {
      let digits = word.prefix(while: \.isDigit)
      let number = digits.count <= 4 ? Int(digits.text) : nil
      if time == nil, let found = Self.time(word) {
        time = found
      } else if day == nil, let number, digits.count <= 2 {
        day = number
      } else if month == nil, let found = Self.months.firstIndex(of: word.prefix(3).text) {
        month = found + 1
      } else if year == nil, let number, digits.count >= 2 {
        year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
      }
    }
    guard let time, let day, let month, let year, (1...31).contains(day), year >= 1601 else { return nil }
    parts = [year, month, day] + time
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func time(_ word: [UInt8]) -> [Int]? {
    let fields = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = fields.compactMap { $0.count <= 2 ? Int($0.text) : nil }
    guard fields.count == 3, numbers.count == 3, numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
    return numbers
  }

  static func < (left: CookieDate, right: CookieDate) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}
