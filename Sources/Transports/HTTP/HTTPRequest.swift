import OrderedJSON
import Recordings

/// An HTTP request as received.
package struct HTTPRequest: Hashable, Sendable {
  package var method: String
  package var target: RequestTarget
  package var headers: HeaderList
  /// The body's bytes, still encoded with its content codings.
  package var body: [UInt8]
  /// The body of a request that is too large to hold; `body` is then empty.
  package var stream: RequestStream?

  /// The host of a target in absolute form replaces the `Host` field (RFC 9112, section 3.2.2).
  package init(method: String, target: String, headers: HeaderList = [:], body: [UInt8] = []) {
    self.method = method
    self.target = RequestTarget(target)
    self.headers = headers
    self.body = body
    if let authority = RequestTarget.authority(of: target) { self.headers.set("host", authority) }
  }
}

/// A request target in origin form: `/path?query` (RFC 9112, section 3.2).
package struct RequestTarget: Hashable, Sendable {
  /// The percent-encoded path; always begins with a slash.
  package var path: String
  /// The part after the question mark; nil if there is none.
  package var query: String?

  package init(_ text: String) {
    // Clients send the absolute form `http://host/path` to a proxy.
    let rest = text.utf8[(Self.placeOfAuthority(in: text)?.upperBound ?? text.startIndex)...].prefix {
      $0 != UInt8(ascii: "#")
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    self.path = path.first == UInt8(ascii: "/") ? String(Substring(path)) : "/" + String(Substring(path))
    query = path.endIndex == rest.endIndex ? nil : String(Substring(rest[path.endIndex...].dropFirst()))
  }

  /// The path, with the query if there is one.
  package var text: String { path + (query.map { "?\($0)" } ?? "") }

  /// Returns the host and port of a target in absolute form, e.g. `localhost:4000`; nil for one in origin form.
  package static func authority(of text: String) -> String? { placeOfAuthority(in: text).map { String(text[$0]) } }

  private static func placeOfAuthority(in text: String) -> Range<String.Index>? {
    guard text.utf8.first != UInt8(ascii: "/"), let scheme = text.firstRange(ofText: "://") else { return nil }
    let authority = text.utf8[scheme.upperBound...].prefix {
      $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    return authority.startIndex..<authority.endIndex
  }

  /// The decoded query parameters in order: `+` and `%20` are spaces (form encoding of the URL standard). Bytes that
  /// are not UTF-8 become replacement characters.
  package var parameters: [(name: String, value: String)] {
    guard let query else { return [] }
    return query.split(separator: "&").map { pair in
      let name = pair.prefix { $0 != "=" }
      return (name.formDecoded(), pair[name.endIndex...].dropFirst().formDecoded())
    }
  }
}

extension StringProtocol {
  /// Returns a decoded query parameter; a plus is a space.
  package func formDecoded() -> String {
    String(decoding: PercentEncoding.decoded(utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }), as: UTF8.self)
  }

  /// Returns a decoded path segment.
  package func percentDecoded() -> String { String(decoding: PercentEncoding.decoded(Array(utf8)), as: UTF8.self) }
}
