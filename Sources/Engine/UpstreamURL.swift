/// The URL of a real endpoint: `http` or `https`, with a host, without a fragment or credentials.
package struct UpstreamURL: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String
  /// The host and, where one is named, the port.
  package let authority: String
  /// The path, percent-encoded as given; empty or beginning with a slash, without a slash at its end.
  package let path: String
  /// What stands behind the question mark, if anything.
  package let query: String?

  /// - Throws: `UpstreamURLError`, which says what is wrong and what would be right.
  package init(_ text: String) throws(UpstreamURLError) {
    guard let separator = Substring(text).firstRange(ofText: "://") else {
      throw UpstreamURLError(text, "it has no scheme", "write it as https://\(text)")
    }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw UpstreamURLError(text, "its scheme is \"\(scheme)\"", "the scheme must be http or https")
    }
    let rest = text[separator.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw UpstreamURLError("…", "it holds a user name or a password", "let the client send an Authorization header")
    }
    guard !Gatekeeper.hostName(String(authority)).isEmpty else {
      throw UpstreamURLError(text, "it has no host", "write it as https://host/path")
    }
    guard authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw UpstreamURLError(text, "its host has characters that a host cannot have", "write it as https://host/path")
    }
    let tail = rest[authority.endIndex...]
    let path = tail.prefix { $0 != "?" }
    self.scheme = scheme
    self.authority = String(authority)
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : String(path)
    query = path.endIndex == tail.endIndex ? nil : String(tail[path.endIndex...].dropFirst())
  }

  package var description: String { "\(scheme)://\(authority)\(path)\(query.map { "?\($0)" } ?? "")" }

  /// The URL for a request: the path behind the endpoint's own is added, and the queries are joined.
  ///
  /// `/graphql` behind the endpoint's name is only another spelling of the endpoint (design §1), so it is added only
  /// where the upstream was given without a path: there the client's path is all that is known.
  package func appending(path rest: String, query: String?) -> String {
    let addsRest = rest != "/graphql" || path.isEmpty
    let fullPath = path + (addsRest ? rest : "")
    let queries = [self.query, query].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "&")
    return
      "\(scheme)://\(authority)\(Self.encoded(fullPath.isEmpty ? "/" : fullPath))\(queries.isEmpty ? "" : "?" + Self.encoded(queries))"
  }

  /// Percent-encodes what may not stand in a URL; what is encoded already stays (RFC 3986, section 2).
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E:
        result.append(Character(UnicodeScalar(byte)))
      default:
        let digits = Array("0123456789ABCDEF")
        result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return result
  }

  /// The name that an endpoint of this URL gets where none is given: the host's first label, or nil where that says
  /// nothing of the API (`api`, `www`, `localhost`, an address).
  package var suggestedName: String? {
    let host = Gatekeeper.hostName(authority).lowercased()
    guard let label = host.split(separator: ".").first.map(String.init), !host.contains(":") else { return nil }
    let isAddress = host.allSatisfy { $0.isNumber || $0 == "." }
    let isValid = label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    return isAddress || !isValid || ["api", "www", "localhost", "graphql"].contains(label) ? nil : label
  }

  /// Whether the host is this machine: such a URL is nothing to keep in a file that others read.
  package var isLoopback: Bool {
    let host = Gatekeeper.hostName(authority).lowercased()
    return host == "localhost" || host == "::1" || host.hasPrefix("127.") || host.hasSuffix(".localhost")
  }
}

/// An upstream URL that cannot be used.
package struct UpstreamURLError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ text: String, _ problem: String, _ advice: String) {
    description = "The upstream URL \"\(text)\" cannot be used: \(problem); \(advice)."
  }
}
