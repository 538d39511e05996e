import OrderedJSON
import Recordings

/// The URL of a real API: `http` or `https`, with a host, without a fragment or credentials.
package struct UpstreamURL: Hashable, Sendable, CustomStringConvertible {
  /// An example for commands in messages, when the upstream is not known.
  package static let example = RecordingError.exampleUpstream

  package let scheme: String
  /// The host and the port, if there is one.
  package let authority: String
  /// The path, percent-encoded as given, including a final slash; empty for the root.
  package let path: String
  /// The text after the question mark, if any.
  package let query: String?

  /// - Throws: `UpstreamURLError` with the reason and a valid form.
  package init(_ text: String) throws(UpstreamURLError) {
    guard let separator = text.firstRange(ofText: "://") else {
      let host = URLAuthority(text.prefix { $0 != "/" })?.host ?? ""
      let scheme = host.isLoopbackHost ? "http" : "https"
      throw UpstreamURLError(
        text, "has no scheme: expected a URL such as \(scheme)://\(text.isEmpty ? "api.example.com/graphql" : text)")
    }
    scheme = text[..<separator.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw UpstreamURLError(text, "has the scheme \"\(scheme)\": expected http or https")
    }
    let rest = text[separator.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.contains("@") else {
      throw UpstreamURLError(
        "…", "contains a user name or a password, which must not be saved: remove the part before the @")
    }
    if let problem = Self.problem(withAuthority: authority) { throw UpstreamURLError(text, problem) }
    guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw UpstreamURLError(text, "contains whitespace: remove it")
    }
    guard !text.contains("#") else {
      throw UpstreamURLError(text, "has a fragment, which is never sent: remove the # and the part after it")
    }
    let tail = rest[authority.endIndex...]
    let path = tail.prefix { $0 != "?" }
    self.authority = String(authority)
    self.path = path == "/" ? "" : String(path)
    query = path.endIndex == tail.endIndex ? nil : String(tail[path.endIndex...].dropFirst())
  }

  init(scheme: String, authority: String, path: String) {
    (self.scheme, self.authority, self.path, query) = (scheme, authority, path, nil)
  }

  private static func problem(withAuthority authority: Substring) -> String? {
    guard let parts = URLAuthority(authority) else {
      return "has no host: expected a URL such as https://api.example.com/graphql"
    }
    guard let port = parts.portText, parts.port == nil else { return nil }
    return "has the port \"\(port)\": expected a number from 1 to 65535"
  }

  /// The host without its port; an IPv6 address has no brackets.
  package var host: String { URLAuthority(authority).map { String($0.host) } ?? authority }

  /// The port, if the URL has one.
  package var port: Int? { URLAuthority(authority)?.port }

  /// The scheme, the host and the port.
  package var origin: String { "\(scheme)://\(authority)" }

  /// The URL without its query, which may contain a key, for messages and for files that others read.
  package var shown: String { "\(scheme)://\(authority)\(path)\(query == nil ? "" : "?…")" }

  package var description: String { "\(scheme)://\(authority)\(path)\(query.map { "?\($0)" } ?? "")" }

  /// The URL for a request: adds the request's path after the endpoint's name and joins the queries. `/graphql` after
  /// the endpoint's name is only another form of the endpoint's URL. It is added only if the upstream has no path,
  /// because then only the client's path is known.
  package func appending(path rest: String, query: String?) -> String {
    let addsRest = rest != "/graphql" || path.isEmpty
    let fullPath = addsRest && !rest.isEmpty ? (path.hasSuffix("/") ? String(path.dropLast()) : path) + rest : path
    let queries = [self.query, query].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "&")
    return
      "\(scheme)://\(authority)\(Self.encoded(fullPath.isEmpty ? "/" : fullPath))\(queries.isEmpty ? "" : "?" + Self.encoded(queries))"
  }

  /// Percent-encodes characters that a URL may not contain; existing encoding is kept (RFC 3986, section 2).
  private static func encoded(_ text: String) -> String {
    PercentEncoding.encoded(Array(text.utf8), keeping: "%!#$&'()*+,/:;=?@[]").text
  }

  /// The default name of an endpoint with this URL: the host's first label that is specific to the API, such as `github`
  /// of `api.github.com`; nil if there is none (`localhost`, an address). The last label of several is a top-level domain.
  package var suggestedName: String? {
    let host = host.lowercased()
    guard !host.contains(":"), !host.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
    let labels = host.split(separator: ".")
    let label = labels.dropLast(labels.count > 1 ? 1 : 0).first { !Self.generic.contains(String($0)) }
    let isValid = label?.utf8.allSatisfy { $0.isLower || $0.isDigit || $0 == 0x2D }
    return isValid == true ? label.map(String.init) : nil
  }

  /// Labels that are not specific to an API.
  private static let generic: Set<String> = ["api", "www", "graphql", "localhost"]

  /// Indicates whether another URL has the same host, whatever its port is.
  func hasHost(of other: UpstreamURL) -> Bool {
    host.lowercased() == other.host.lowercased()
  }

  /// Indicates whether the host is this machine.
  package var isLoopback: Bool { host.isLoopbackHost }
}

/// A text that is not a valid upstream URL.
package struct UpstreamURLError: Error, Hashable, Sendable, CustomStringConvertible {
  private let text: String
  /// The reason and a valid form, as the end of a sentence.
  let problem: String

  init(_ text: String, _ problem: String) {
    self.text = text
    self.problem = problem
  }

  package var description: String { "The upstream URL \"\(text)\" \(problem)." }
}
