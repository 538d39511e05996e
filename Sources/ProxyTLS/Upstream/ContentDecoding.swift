import CZlib
package import Transports

/// Decodes `gzip` and `deflate` with zlib.
package enum ContentDecoding {
  /// - Throws: `unreadable` for another coding, invalid bytes, or more than `limit` bytes, which could fill the memory.
  package static func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] {
    let codings = coding.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    var bytes = body
    for coding in codings.reversed() where coding != "identity" {
      guard coding == "gzip" || coding == "deflate" || coding == "x-gzip" else {
        throw UpstreamError(.unreadable, "the content coding \(coding) was not requested and is not supported")
      }
      guard let inflated = inflated(bytes, limit: limit) else {
        let name = coding == "deflate" ? "deflate" : "gzip"
        throw UpstreamError(
          .unreadable, "the body is not valid \(name), or is larger than \(limit) bytes when decompressed")
      }
      bytes = inflated
    }
    return bytes
  }

  /// The largest window, and detection of either format (`inflateInit2` in `zlib.h`): some servers confuse them.
  private static let windowBits: Int32 = 15 + 32
  private static let piece = 64 << 10

  private static func inflated(_ body: [UInt8], limit: Int) -> [UInt8]? {
    guard !body.isEmpty else { return [] }
    guard let count = UInt32(exactly: body.count) else { return nil }
    var stream = z_stream()
    // zlib keeps the stream's address.
    return withUnsafeMutablePointer(to: &stream) { stream in
      guard inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        return nil
      }
      defer { inflateEnd(stream) }
      return body.withUnsafeBufferPointer { input in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = count
        return output(of: stream, limit: limit)
      }
    }
  }

  private static func output(of stream: UnsafeMutablePointer<z_stream>, limit: Int) -> [UInt8]? {
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: piece)
    while true {
      let (status, count) = piece.withUnsafeMutableBufferPointer { piece in
        stream.pointee.next_out = piece.baseAddress
        stream.pointee.avail_out = UInt32(piece.count)
        let status = inflate(stream, Z_NO_FLUSH)
        return (status, piece.count - Int(stream.pointee.avail_out))
      }
      guard output.count + count <= limit else { return nil }
      output += piece[..<count]
      switch status {
      case Z_OK: continue
      case Z_STREAM_END where stream.pointee.avail_in == 0: return output
      // A body may have several gzip members (RFC 1952, section 2.2).
      case Z_STREAM_END where inflateReset(stream) == Z_OK: continue
      // Includes `Z_BUF_ERROR` for a truncated body.
      default: return nil
      }
    }
  }
}
