import OrderedJSON
import Requests
import Synchronization
import Transports

/// A multipart body by its parts: a name, or a whole header, and the content.
struct Multipart {
  var boundary = "TEST.BOUNDARY"
  var parts: [(header: String, content: String)]

  init(_ parts: [(String, String)]) {
    self.parts = parts.map { name, content in
      (name.contains(":") ? name : "Content-Disposition: form-data; name=\"\(name)\"", content)
    }
  }

  var text: String {
    parts.map { "--\(boundary)\r\n\($0.header)\r\n\r\n\($0.content)\r\n" }.joined() + "--\(boundary)--\r\n"
  }

  static let single = Multipart([
    ("operations", #"{"query":"mutation Up($file: Upload) { up(file: $file) }","variables":{"file":null}}"#),
    ("map", #"{"0":["variables.file"]}"#),
    (
      "Content-Disposition: form-data; name=\"0\"; filename=\"a.txt\"\r\nContent-Type: text/plain",
      "Alpha file content."
    ),
  ])
}

/// A body that comes in pieces of so many bytes.
struct Pieces: AsyncSequence, Sendable {
  let bytes: [UInt8]
  let size: Int
  /// Whether the client breaks off at the end.
  var breaks = false

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...], size: size, breaks: breaks) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<UInt8>
    let size: Int
    let breaks: Bool

    mutating func next() async throws -> [UInt8]? {
      guard !rest.isEmpty else {
        if breaks { throw CancellationError() }
        return nil
      }
      let piece = rest.prefix(size)
      rest = rest.dropFirst(size)
      return Array(piece)
    }
  }
}

extension ClientRequest {
  /// An upload that comes in pieces.
  static func upload(
    _ text: String, boundary: String = "TEST.BOUNDARY", size: Int = 7, breaks: Bool = false, type: String? = nil,
    path: String = "/files"
  ) -> ClientRequest {
    var request = ClientRequest(
      method: "POST", target: path,
      headers: [
        "Host": "127.0.0.1:4000", "Content-Type": type ?? "multipart/form-data; boundary=\"\(boundary)\"",
        "Content-Length": "\(text.utf8.count)",
      ])
    request.stream = RequestStream(
      Pieces(bytes: Array(text.utf8), size: size, breaks: breaks), length: text.utf8.count)
    return request
  }
}

/// Answers uploads with their bytes' number, or with what is made of their body, and keeps them.
final class UploadUpstream: Upstream {
  private let seen = Mutex<[(UpstreamRequest, [UInt8])]>([])
  private let make: @Sendable (String) -> String

  init(_ make: @escaping @Sendable (String) -> String = { #"{"data":{"up":{"bytes":\#($0.utf8.count)}}}"# }) {
    self.make = make
  }

  var requests: [(request: UpstreamRequest, body: [UInt8])] { seen.withLock { $0 } }

  func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
    var body = request.body
    do {
      if let stream = request.stream { for try await chunk in stream.chunks { body += chunk } }
    } catch {
      throw UpstreamError(.broken, "the client broke off")
    }
    seen.withLock { $0.append((request, body)) }
    let text = make(String(decoding: body, as: UTF8.self))
    return UpstreamResponse(
      status: 200, headers: ["content-type": "application/json"], body: Pieces(bytes: Array(text.utf8), size: 100))
  }

  func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] { body }
}
