extension UpstreamResponse {
  /// Returns the whole body, so that a broken connection is an error. A body beyond the limit is `unreadable`.
  package func collectBody(limit: Int) async throws(UpstreamError) -> [UInt8] {
    var reader = BodyReader(self, limit: limit)
    while try await reader.next() != nil {}
    return reader.bytes
  }
}

/// Reads a response's body in chunks, and keeps them.
package struct BodyReader {
  /// The chunks so far, joined.
  package private(set) var bytes: [UInt8] = []
  private var chunks: any AsyncIteratorProtocol<[UInt8], any Error>
  private let limit: Int

  package init(_ response: UpstreamResponse, limit: Int) {
    chunks = response.body.makeAsyncIterator()
    self.limit = limit
  }

  /// Returns the next chunk; nil after the last one.
  /// - Throws: an error if the body breaks off; `unreadable` if it exceeds the limit.
  package mutating func next() async throws(UpstreamError) -> [UInt8]? {
    let chunk: [UInt8]?
    do {
      chunk = try await chunks.next(isolation: nil)
    } catch {
      throw UpstreamError(breakingOff: error)
    }
    guard let chunk else { return nil }
    guard bytes.count + chunk.count <= limit else {
      throw UpstreamError(.unreadable, "the answer is larger than the limit of \(limit) bytes")
    }
    bytes += chunk
    return chunk
  }
}
