extension UpstreamResponse {
  /// The whole body, so that a connection that breaks is an error for the client and not half an answer.
  /// More bytes than the limit are `unreadable`, and the bound is named.
  package func collectBody(limit: Int) async throws(UpstreamError) -> [UInt8] {
    var reader = BodyReader(self, limit: limit)
    while try await reader.next() != nil {}
    return reader.bytes
  }
}

/// Reads a response's body chunk by chunk, and keeps all that it has read.
package struct BodyReader {
  /// All chunks so far, joined.
  package private(set) var bytes: [UInt8] = []
  private var chunks: any AsyncIteratorProtocol<[UInt8], any Error>
  private let limit: Int

  package init(_ response: UpstreamResponse, limit: Int) {
    chunks = response.body.makeAsyncIterator()
    self.limit = limit
  }

  /// The next chunk; nil after the last.
  ///
  /// - Throws: where the body breaks off; `unreadable` where it is over the limit.
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
