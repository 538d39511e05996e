/// What `endpoint.yaml` says about an endpoint: what convention cannot guess.
///
/// All of it is optional, and so is the file. Each key has its own reader in `EndpointConfiguration+YAML.swift`.
package struct EndpointConfiguration: Hashable, Sendable {
  package static let fileName = "endpoint.yaml"

  /// `upstream`: the URL of the real endpoint, `http` or `https`; nil where the file names none.
  package var upstream: String?
  /// `headers`: names of response headers to keep besides the standard ones, in lower case, in the file's order.
  package var headers: [String]

  package init(upstream: String? = nil, headers: [String] = []) {
    self.upstream = upstream
    self.headers = headers
  }

  /// Reads a file.
  ///
  /// - Parameter path: of the file; one that is not there counts as empty.
  /// - Throws: if it is not YAML, or a key or a value is not right; with line and column and what is valid.
  package init(path: String) throws(RecordingError) {
    self.init()
    guard try Files.currentStamp(path) != nil else { return }
    let (bytes, _) = try StoreIndex.read(path)
    self = try EndpointConfiguration(yaml: bytes, path: path)
  }

  /// Which headers of responses are kept.
  package var responseHeaders: ResponseHeaders { ResponseHeaders(additional: headers) }
}

/// Tells whether a text is the URL of an upstream.
enum UpstreamURL {
  /// What is wrong with a URL and what would be right, as the end of a sentence; nil if it can be one.
  static func problem(with text: String) -> String? {
    guard let separator = text.range(of: "://") else {
      return "has no scheme: expected a URL such as https://\(text.isEmpty ? "api.example.com/graphql" : text)"
    }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else {
      return "has the scheme \"\(scheme)\": expected http or https"
    }
    let rest = text[separator.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains("@") {
      return "carries a user name or a password, which must not be written down: remove what stands before the @"
    }
    // An address of version 6 stands in brackets, because it has colons of its own.
    let end = authority.first == "[" ? authority.firstIndex(of: "]") : nil
    let behind = end.map { authority[authority.index(after: $0)...] } ?? authority.drop { $0 != ":" }
    let host = authority[..<behind.startIndex]
    guard !host.isEmpty, host != "[]" else {
      return "has no host: expected a URL such as https://api.example.com/graphql"
    }
    if let colon = behind.first {
      let port = behind.dropFirst()
      guard colon == ":", port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port), number > 0
      else { return "has the port \"\(port)\": expected a number from 1 to 65535" }
    }
    guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return "contains white space" }
    if text.contains("#") { return "has a fragment, which is never sent: remove what stands from the # on" }
    return nil
  }
}

extension String {
  /// The first occurrence of a text in this one.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
