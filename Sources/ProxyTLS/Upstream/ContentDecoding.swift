import Engine
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
package import Transports

/// Undoes `gzip` and `deflate`, by the decompressor that an HTTP client would have in its pipeline.
package enum ContentDecoding {
  /// - Throws: `unreadable` for another coding, for bytes that are not of the coding, and for more than `limit`
  ///   bytes of output, so that a small body cannot fill the memory.
  package static func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] {
    let codings = coding.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    var bytes = body
    for coding in codings.reversed() where coding != "identity" {
      guard coding == "gzip" || coding == "deflate" || coding == "x-gzip" else {
        throw UpstreamError(.unreadable, "the content coding \(coding) was not asked for and is not known")
      }
      bytes = try inflate(bytes, coding: coding == "deflate" ? "deflate" : "gzip", limit: limit)
    }
    return bytes
  }

  private static func inflate(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] {
    guard !body.isEmpty else { return [] }
    let channel = EmbeddedChannel(handler: NIOHTTPResponseDecompressor(limit: .size(limit)))
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    do {
      let head = HTTPResponseHead(
        version: .http1_1, status: .ok,
        headers: ["content-encoding": coding, "content-length": String(body.count)])
      // The decompressor learns from the request that it is a client's; what was asked for does not matter to it.
      try channel.writeOutbound(HTTPClientRequestPart.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")))
      try channel.writeInbound(HTTPClientResponsePart.head(head))
      try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(bytes: body)))
      try channel.writeInbound(HTTPClientResponsePart.end(nil))
      var result: [UInt8] = []
      while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
        if case .body(let buffer) = part { result.append(contentsOf: buffer.readableBytesView) }
      }
      return result
    } catch {
      throw UpstreamError(.unreadable, "the body is not valid \(coding), or is larger than \(limit) bytes unpacked")
    }
  }
}
