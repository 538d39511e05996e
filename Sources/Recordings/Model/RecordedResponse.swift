import OrderedJSON

/// One answer of the upstream, as it is recorded.
package struct RecordedResponse: Sendable {
  package let status: Int
  /// The recorded headers, sorted by name, with names in lowercase, each once.
  package let headers: [Header]
  package let body: RecordedBody

  /// A header's name, in lowercase, and its value.
  package struct Header: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Joins `Set-Cookie` lines to one header with line breaks; nil if there are none.
    package init?(setCookies lines: [String]) {
      guard !lines.isEmpty else { return nil }
      self.init(name: RecordedResponse.setCookie, value: lines.joined(separator: "\n"))
    }

    /// The lines of a header that joins several.
    package var lines: [String] { value.split(separator: "\n").map(String.init) }
  }

  /// `headers` are those that `ResponseHeaders.kept(of:)` has selected; they are sorted here. `body` is decoded.
  package init(status: Int, headers: [Header], body: RecordedBody) {
    self.status = status
    self.headers = headers.sorted { $0.name.precedesByScalars($1.name) }
    self.body = body
  }

  /// Takes an answer from the upstream, with its body decoded, and keeps the allowed headers.
  package init(
    status: Int, headers: some Sequence<(name: String, value: String)>, body: [UInt8], keeping allowed: ResponseHeaders
  ) {
    let kept = allowed.kept(of: headers)
    let contentType = kept.first { $0.name == "content-type" }?.value
    self.init(status: status, headers: kept, body: RecordedBody(body, contentType: contentType))
  }

  /// The header that sets cookies. Its lines must not be joined with commas (RFC 9110, section 5.3).
  package static let setCookie = "set-cookie"

  /// The recorded `Set-Cookie` lines, in order. Each is sent as a separate header.
  package var setCookies: [String] { headers.first { $0.name == Self.setCookie }?.lines ?? [] }

  /// The headers as sent to a client, with each cookie's line separate.
  package var fields: [Header] {
    headers.filter { $0.name != Self.setCookie } + setCookies.map { Header(name: Self.setCookie, value: $0) }
  }

  /// The value of a recorded header, by its name in lowercase.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The hash that equal answers share. It ignores volatile places, the order of members, which has no meaning (RFC
  /// 8259, section 4), and the `locations` of errors, which change with the white space of the document.
  ///
  /// Unless rules say otherwise, the only volatile place is `extensions` at the top of a JSON body (times, traces).
  package func fingerprint(ignoring places: VolatilePlaces = .standard) -> ContentHash {
    hash(ignoring: places, Self.compared)
  }

  /// The hash that an answer's id in a file is made from: like `fingerprint`, with the order of members and
  /// `locations`.
  package func digest(ignoring places: VolatilePlaces) -> ContentHash { hash(ignoring: places) { $0 } }

  /// The form in which JSON answers are compared.
  static func compared(_ answer: JSON) -> JSON { answer.withoutErrorLocations.sortedMembers() }

  private func hash(ignoring places: VolatilePlaces, _ ordered: (JSON) -> JSON) -> ContentHash {
    var bytes: [UInt8] = []
    bytes.appendPart(String(status).utf8)
    for header in headers {
      bytes.appendPart(header.name.utf8)
      bytes.appendPart(header.value.utf8)
    }
    append(bodyTo: &bytes, ignoring: places, ordered)
    return ContentHash(of: bytes)
  }

  /// Appends the compared content of the body.
  func append(bodyTo bytes: inout [UInt8], ignoring places: VolatilePlaces, _ ordered: (JSON) -> JSON) {
    switch body {
    case .json(let json):
      bytes.append(UInt8(ascii: "j"))
      ordered(places.removed(from: json)).append(to: &bytes)
    case .text(let text):
      bytes.append(UInt8(ascii: "t"))
      bytes.append(contentsOf: text.utf8)
    case .bytes(let raw), .file(let raw):
      bytes.append(UInt8(ascii: "b"))
      bytes.append(contentsOf: raw)
    case .events(let events):
      bytes.append(UInt8(ascii: "e"))
      events.append(to: &bytes, ignoring: places, ordered)
    }
  }
}

extension RecordedResponse: Hashable {
  /// Compares exactly, including `extensions`.
  package static func == (left: RecordedResponse, right: RecordedResponse) -> Bool {
    left.status == right.status && left.body == right.body && left.headers.count == right.headers.count
      && zip(left.headers, right.headers).allSatisfy {
        $0.name.hasSameScalars(as: $1.name) && $0.value.hasSameScalars(as: $1.value)
      }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(body)
  }
}
