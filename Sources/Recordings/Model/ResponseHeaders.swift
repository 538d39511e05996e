/// Which headers of a response are recorded: an allow-list, because a header that nobody thought of may be a secret.
package struct ResponseHeaders: Hashable, Sendable {
  /// Kept always.
  package static let standard = ["cache-control", "content-type", "retry-after"]

  /// Never kept, whatever `endpoint.yaml` says: secrets, and what describes the bytes on the wire rather than the
  /// answer (RFC 9110, sections 7.6.1 and 8; RFC 9112). A cookie that is the identity is kept by the redaction.
  package static let never = [
    "connection", "content-encoding", "content-length", "date", "keep-alive", "proxy-authenticate",
    "proxy-authorization", "proxy-connection", "set-cookie", "set-cookie2", "te", "trailer", "transfer-encoding",
    "upgrade",
  ]

  private let names: Set<String>

  /// - Parameter additional: more names to keep, in any case; those in `never` are left out all the same.
  package init(additional: [String] = []) {
    names = Set(Self.standard + additional.map { $0.lowercased() }).subtracting(Self.never)
  }

  /// Whether a header of this name is kept; case does not count.
  package func keeps(_ name: String) -> Bool { names.contains(name.lowercased()) }

  /// The kept ones of a response's headers: names in lower case and sorted, values of a repeated name joined by
  /// `", "` (RFC 9110, section 5.3), equal ones once.
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
