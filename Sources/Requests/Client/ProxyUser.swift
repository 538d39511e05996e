import OrderedJSON
package import Transports

/// A client's user name and password for this program as a proxy: `Proxy-Authorization`, by the scheme Basic (RFC 7617).
package struct ProxyUser: Hashable, Sendable {
  package let name: String
  package let password: String

  /// Reads the header fields of a request; nil if they have no valid field.
  package init?(_ headers: HeaderList) {
    guard let field = headers[first: "proxy-authorization"] else { return nil }
    let words = field.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "basic", let bytes = Base64.decode(String(words[1])) else {
      return nil
    }
    let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    (name, password) = (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
  }
}

extension ClientRequest {
  /// The same request without the fields for a proxy, which are neither recorded nor passed on.
  package var withoutProxyFields: ClientRequest {
    guard headers.fields.contains(where: { $0.name.isOfProxy }) else { return self }
    var request = self
    request.headers.fields.removeAll { $0.name.isOfProxy }
    return request
  }
}

extension String {
  fileprivate var isOfProxy: Bool { utf8.count > 6 && prefix(6).equalsIgnoringASCIICase("proxy-") }
}
