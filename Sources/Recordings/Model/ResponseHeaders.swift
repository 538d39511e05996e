/// The response headers to record, an allow-list, because an unexpected header may be a secret.
package struct ResponseHeaders: Hashable, Sendable {
  package static let standard = ["cache-control", "content-type", "retry-after"]

  /// Never recorded, whatever `endpoint.yaml` says: secrets, and headers that describe the bytes in transit instead of
  /// the answer (RFC 9110, sections 7.6.1 and 8; RFC 9112). Redaction records cookies that are the identity.
  package static let never = [
    "connection", "content-encoding", "content-length", "date", "keep-alive", "proxy-authenticate",
    "proxy-authorization", "proxy-connection", "set-cookie", "set-cookie2", "te", "trailer", "transfer-encoding",
    "upgrade",
  ]

  private let names: Set<String>

  /// - Parameter additional: more names to keep, in any case. Those in `never` are ignored.
  package init(additional: [String] = []) {
    names = Set(Self.standard + additional.map { $0.lowercased() }).subtracting(Self.never)
  }

  /// The same headers, and more.
  func adding(_ additional: [String]) -> ResponseHeaders { ResponseHeaders(additional: names + additional) }

  /// Indicates whether a header of this name is recorded, in any case.
  package func keeps(_ name: String) -> Bool { names.contains(name.lowercased()) }

  /// The recorded headers of a response, sorted, with names in lowercase. Values of a repeated name are joined by `",
  /// "` (RFC 9110, section 5.3), equal ones once.
  package func kept(of headers: some Sequence<(name: String, value: String)>) -> [RecordedResponse.Header] {
    var kept: [RecordedResponse.Header] = []
    var values: [String: [String]] = [:]
    for header in headers where keeps(header.name) {
      let name = header.name.lowercased()
      if values[name]?.contains(header.value) == true { continue }
      values[name, default: []].append(header.value)
    }
    for name in values.keys.sorted() {
      kept.append(.init(name: name, value: (values[name] ?? []).joined(separator: ", ")))
    }
    return kept
  }
}
