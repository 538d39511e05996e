import NIOCore
import NIOHTTP1
import OrderedJSON
import Requests
import Transports

/// Converts between the engine's messages and SwiftNIO's.
enum ResponseEncoding {
  /// Returns an answer's head. A complete body gets its length; a stream keeps the upstream's or is sent in chunks.
  static func head(of answer: Answer, for request: HTTPRequestHead, closing: Bool) -> HTTPResponseHead {
    var headers = HTTPHeaders()
    headers.reserveCapacity(answer.headers.fields.count + 2)
    for field in answer.headers.fields { headers.add(name: field.name, value: field.value) }
    if request.method == .HEAD, case .bytes([]) = answer.body, headers.contains(name: "content-length") {
      // The length of what GET would get, which the API told (RFC 9110, section 8.6).
    } else if case .bytes(let bytes) = answer.body {
      headers.replaceOrAdd(name: "content-length", value: String(bytes.count))
    } else if request.method == .HEAD, !headers.contains(name: "content-length") {
      // Without a length the encoder would send chunks, but an answer to HEAD has no body.
      headers.add(name: "content-length", value: "0")
    }
    if closing {
      headers.replaceOrAdd(name: "connection", value: "close")
    } else if request.version == .http1_0 {
      headers.replaceOrAdd(name: "connection", value: "keep-alive")
    }
    return HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
  }

  /// False for answers that end with their head: what followed would be read as the next answer.
  static func mayHaveBody(_ head: HTTPResponseHead, to request: HTTPRequestHead) -> Bool {
    request.method != .HEAD && head.status.mayHaveResponseBody
  }

  /// Returns the wire format of a whole answer, framed like `HTTPResponseEncoder` does; nil if the body is a stream.
  static func wireBytes(of answer: Answer, for request: HTTPRequestHead) -> ByteBuffer? {
    guard case .bytes(let body) = answer.body else { return nil }
    var head = head(of: answer, for: request, closing: false)
    head.headers.remove(name: "transfer-encoding")
    if !head.status.mayHaveResponseBody { head.headers.remove(name: "content-length") }
    let status = "HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n"
    let bodyBytes = head.status.mayHaveResponseBody ? body.count : 0
    var wire = ByteBuffer()
    // Exact, because a buffer takes the next power of two: with room to spare, an answer that is kept would take twice
    // the memory.
    wire.reserveCapacity(
      head.headers.reduce(status.utf8.count + 2 + bodyBytes) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 })
    wire.writeString(status)
    for (name, value) in head.headers {
      wire.writeString(name)
      wire.writeStaticString(": ")
      wire.writeString(value)
      wire.writeStaticString("\r\n")
    }
    wire.writeStaticString("\r\n")
    if head.status.mayHaveResponseBody { wire.writeBytes(body) }
    return wire
  }
}

extension ClientRequest {
  /// `names` has the names of the header fields that the answer may depend on. `json` is the body, if it was parsed.
  init(head: HTTPRequestHead, body: ByteBuffer, reading names: HeaderNames = .all, json: JSON? = nil) {
    var headers = HeaderList()
    headers.fields.reserveCapacity(head.headers.count)
    // Trailing white space is not part of a value (RFC 9110, section 5.5); the parser removes leading white space.
    for (name, value) in head.headers {
      let endsInSpace = value.utf8.last.map { $0 == 0x20 || $0 == 0x09 } ?? false
      headers.append(name, endsInSpace ? value.trimmingSpaces() : value, reading: names)
    }
    self.init(
      method: head.method.rawValue, target: head.uri, headers: headers, body: Array(body.readableBytesView), json: json)
    takesPieces = head.version != .http1_0
    origin = ProxiedOrigin(absoluteTarget: head.uri)
    proxyUser = origin.flatMap { _ in ProxyUser(headers) }
  }
}
