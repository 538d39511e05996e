import OrderedJSON

/// The places of the credential in an endpoint's requests, and names for credentials that no answer issued.
package struct IdentityRule: Hashable, Sendable {
  /// The places. The default is `Authorization`.
  package var sources: [Source]
  /// Names by the byte that the endpoint's salt derives from a credential (`RedactionSalt`). No credential is written.
  package var names: [Name]

  /// A part of a request that may contain a credential. Header names are in lowercase.
  package enum Source: Hashable, Sendable {
    case header(String)
    case cookie(String)
  }

  package struct Name: Hashable, Sendable {
    package let name: String
    package let byte: UInt8

    package init(_ name: String, byte: UInt8) {
      self.name = name
      self.byte = byte
    }
  }

  package init(sources: [Source] = [.header("authorization")], names: [Name] = []) {
    self.sources = sources
    self.names = names
  }

  /// Indicates whether a text is a name: letters, digits, dots, dashes and underscores, at most 60, the first a letter.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetterOrDigit, !first.isDigit, text.utf8.count <= 60 else {
      return false
    }
    return text.utf8.allSatisfy { $0.isBase64URL || $0 == UInt8(ascii: ".") }
  }

  /// The credential in the headers of a request, whose names may be in any case, or all of them together; nil if there
  /// is none or it is empty.
  package func credential(in headers: [(name: String, value: String)]) -> Credential? {
    Credential(joining: credentials(in: headers))
  }

  /// The credentials in the headers of a request, in the order of `sources`.
  package func credentials(in headers: [(name: String, value: String)]) -> [Credential] {
    sources.compactMap { source in
      let found: String?
      switch source {
      case .header(let name): found = headers.first { $0.name.equalsIgnoringASCIICase(name) }?.value
      case .cookie(let name): found = Self.cookies(in: headers).first { $0.name.hasSameScalars(as: name) }?.value
      }
      return found.flatMap { Credential($0) }
    }
  }

  /// The cookies of a request (RFC 6265, section 4.2.1), in order, without quotation marks around their values.
  package static func cookies(
    in headers: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    var cookies: [(name: String, value: String)] = []
    for header in headers where header.name.equalsIgnoringASCIICase("cookie") {
      for pair in header.value.utf8.split(separator: UInt8(ascii: ";")) {
        let pair = pair.drop { $0 == 0x20 }
        guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let value = Array(pair[pair.index(after: sign)...])
        let isQuoted = value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
        cookies.append((Array(pair[..<sign]).text, (isQuoted ? Array(value.dropFirst().dropLast()) : value).text))
      }
    }
    return cookies
  }

  /// The headers that may contain a credential, in lowercase, besides `Cookie`.
  package var headers: [String] {
    sources.compactMap { source in
      if case .header(let name) = source { name } else { nil }
    }
  }

  /// True if a rule lists the cookies that identify a user.
  package var namesCookies: Bool {
    sources.contains { source in
      if case .cookie = source { true } else { false }
    }
  }
}

/// A credential and the scheme before it: `Bearer abc` is `abc` with the scheme `Bearer`. Or several credentials of one
/// request, which identify a user together.
package struct Credential: Hashable, Sendable {
  package let bytes: [UInt8]
  /// The scheme in its standard form; nil if there is none, or for several credentials.
  package let scheme: String?
  /// The lasting parts of several credentials; nil for one.
  private let joined: [[UInt8]]?

  /// - Parameter text: the value of a header or cookie; nil if it is empty.
  package init?(_ text: String) {
    let all = Array(text.utf8)
    let core = CredentialScheme.core(of: all)
    bytes = Array(all[core])
    scheme = CredentialScheme.name(before: core, in: all)
    joined = nil
    if bytes.isEmpty { return nil }
  }

  /// - Parameter credentials: the credentials of one request; nil if there is none.
  package init?(joining credentials: [Credential]) {
    guard let first = credentials.first else { return nil }
    // Nearly all requests have one, whose lasting part is not needed here.
    guard credentials.count > 1 else {
      self = first
      return
    }
    // Some clients send the same one in two places.
    let parts: [[UInt8]] = credentials.map(\.lasting).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    guard parts.count > 1 else {
      self = first
      return
    }
    bytes = parts.reduce(into: []) { $0.appendPart($1) }
    scheme = nil
    joined = parts
  }

  /// The part that survives a renewal: the subject of a JSON Web Token, the whole of any other credential.
  package var lasting: [UInt8] { subject ?? bytes }

  /// That part of each of several credentials, or of the only one.
  package var parts: [[UInt8]] { joined ?? [lasting] }

  /// Issuer and subject of a JSON Web Token (RFC 7519, sections 4.1.1 and 4.1.2); nil for any other credential, for a
  /// token without a subject and for several credentials.
  package var subject: [UInt8]? {
    guard JWT.end(bytes, from: 0) == bytes.count else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: "."))
    guard parts.count == 3, let claims = Base64.decodeLenient(parts[1]), let json = try? JSON.parse(claims),
      let subject = json["sub"]?.stringValue, !subject.isEmpty
    else { return nil }
    var result: [UInt8] = Array("jwt".utf8)
    result.appendPart((json["iss"]?.stringValue ?? "").utf8)
    result.appendPart(subject.utf8)
    return result
  }
}

/// The word before a credential: `Bearer`, `Basic`, `Token`, `JWT`, `ApiKey`.
package enum CredentialScheme {
  private static let schemes = ["bearer", "basic", "token", "jwt", "apikey", "key"]

  /// The credential in a text, without scheme, white space and quotation marks.
  package static func core(of text: [UInt8]) -> Range<Int> {
    var range = trimmed(text, 0..<text.count)
    for scheme in schemes where range.count > scheme.utf8.count {
      let end = range.lowerBound + scheme.utf8.count
      guard text[end] == 0x20, zip(text[range], scheme.utf8).allSatisfy({ $0 | 0x20 == $1 }) else { continue }
      let rest = trimmed(text, end..<range.upperBound)
      if !rest.isEmpty { range = rest }
      break
    }
    return range
  }

  /// The standard form of the scheme before a credential; nil if there is none.
  static func name(before core: Range<Int>, in text: [UInt8]) -> String? {
    let before = text[..<core.lowerBound].filter(\.isLetterOrDigit).map { $0 | 0x20 }
    guard let index = schemes.firstIndex(where: { before.elementsEqual($0.utf8) }) else { return nil }
    return names[index]
  }

  private static let names = ["Bearer", "Basic", "Token", "JWT", "ApiKey", "Key"]

  private static func trimmed(_ text: [UInt8], _ range: Range<Int>) -> Range<Int> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return start..<end
  }
}
