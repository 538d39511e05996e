import OrderedJSON
import Recordings
import Transports

/// The parts of an HTTP exchange that are not recorded: conditions, ranges, the form of errors, and where redirects lead.
package struct ExchangeConditions: Sendable {
  private let method: String
  private let headers: HeaderList
  private let wantsJSON: Bool
  /// The API's origin, and the path that stands for it here; nil for a request through the proxy, which needs no change.
  private let moved: (from: String, to: String)?

  /// `place` is the path of the endpoint and the session here. `upstream` is the API's origin, such as `https://api.example.com`; nil if it is
  /// unknown.
  package init(_ request: ClientRequest, place: String, upstream: String?) {
    method = request.method
    headers = request.headers
    wantsJSON = request.accept.names("application", "json")
    moved = request.origin == nil ? upstream.map { ($0, place) } : nil
  }

  /// Changes the answer for this client.
  package func apply(to answer: inout Answer) {
    let source = answer.headers[first: AnswerSource.header]
    if source == AnswerSource.error.rawValue || source == AnswerSource.miss.rawValue {
      restate(&answer)
    } else {
      redirect(&answer)
      // The body of a stream is read for the recording, too, so the client gets all of it.
      guard method == "GET" || method == "HEAD", answer.status == 200, case .bytes = answer.body else { return }
      if isUnchanged(answer) { notModified(&answer) } else if method == "GET" { cut(&answer) }
    }
  }

  // MARK: Errors

  /// Replaces GraphQL errors with a text, or with plain JSON for a client that accepts it.
  private func restate(_ answer: inout Answer) {
    guard case .bytes(let bytes) = answer.body, let error = (try? JSON.parse(bytes))?["errors"]?.arrayValue?.first,
      case .string(let message)? = error["message"]
    else { return }
    if wantsJSON {
      let details = error["extensions"]?.objectValue?.members ?? []
      answer.headers.set("content-type", "application/json")
      answer.body = .bytes(JSON.object(JSONObject([.init("error", .string(message))] + details)).serialize())
    } else {
      answer.headers.set("content-type", "text/plain; charset=utf-8")
      answer.body = .bytes(Array("\(message)\n".utf8))
    }
  }

  // MARK: Redirects

  /// Lets a redirect to the API's host lead to the same path here.
  private func redirect(_ answer: inout Answer) {
    guard let moved, let location = answer.headers[first: "location"] else { return }
    let isAbsolute = location.hasPrefix(moved.from)
    let rest = isAbsolute ? location.dropFirst(moved.from.count) : Substring(location)
    guard rest.isEmpty || (rest.hasPrefix("/") && !rest.hasPrefix("//")) else { return }
    answer.headers.set("location", moved.to + rest)
    answer.makeUnique()
  }

  // MARK: Conditions (RFC 9110, section 13)

  private func isUnchanged(_ answer: Answer) -> Bool {
    let tags = headers[all: "if-none-match"]
    guard tags.isEmpty else {
      let known = answer.headers[first: "etag"].map(Self.weak)
      let given = tags.flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces() }
      return given.contains { $0 == "*" || Self.weak($0) == known }
    }
    guard let since = headers[first: "if-modified-since"].flatMap(HTTPDate.init),
      let last = answer.headers[first: "last-modified"].flatMap(HTTPDate.init)
    else { return false }
    return last <= since
  }

  private static func weak(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }

  private func notModified(_ answer: inout Answer) {
    answer.status = 304
    for name in ["content-type", "content-length", "content-disposition", "content-language", "content-encoding"] {
      answer.headers.remove(name)
    }
    answer.body = .bytes([])
    answer.makeUnique()
  }

  // MARK: Ranges (RFC 9110, section 14)

  /// Cuts the answer to the range that the client wants. Several ranges are answered with the whole.
  private func cut(_ answer: inout Answer) {
    guard case .bytes(let bytes) = answer.body, answer.headers[first: "content-encoding"] == nil,
      let text = headers[first: "range"], text.hasPrefix("bytes="), !text.contains(","), isRangeOf(answer)
    else { return }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
    guard ends.count == 2, ends.allSatisfy({ $0.isEmpty || Int($0) != nil }), ends != ["", ""] else { return }
    let count = bytes.count
    let first = Int(ends[0]) ?? max(count - (Int(ends[1]) ?? 0), 0)
    let last = ends[0].isEmpty ? count - 1 : min(Int(ends[1]) ?? count - 1, count - 1)
    answer.makeUnique()
    guard first < count, first <= last else {
      answer.status = 416
      answer.headers.set("content-range", "bytes */\(count)")
      answer.body = .bytes([])
      return
    }
    answer.status = 206
    answer.headers.set("content-range", "bytes \(first)-\(last)/\(count)")
    answer.body = .bytes(Array(bytes[first...last]))
  }

  private func isRangeOf(_ answer: Answer) -> Bool {
    guard let condition = headers[first: "if-range"] else { return true }
    return condition == answer.headers[first: "etag"] || condition == answer.headers[first: "last-modified"]
  }
}

extension Answer {
  /// Prevents that a server takes the encoded bytes of another answer for it.
  fileprivate mutating func makeUnique() {
    number = nil
    isRepeatable = false
  }
}
