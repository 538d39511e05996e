extension UpstreamResponse {
  /// The whole body, so that a connection that breaks is an error for the client and not half an answer.
  /// More bytes than the limit are `unreadable`, and the bound is named.
  package func collectBody(limit: Int) async throws(UpstreamError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await chunk in body {
        bytes.append(contentsOf: chunk)
        guard bytes.count <= limit else {
          throw UpstreamError(.unreadable, "the answer is larger than the \(limit) bytes that a recorder holds")
        }
      }
      return bytes
    } catch {
      throw UpstreamError(breakingOff: error)
    }
  }
}
