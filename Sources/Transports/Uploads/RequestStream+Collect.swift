extension RequestStream {
  /// Returns the whole body.
  package func collect(limit: Int) async throws(UploadProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await chunk in chunks {
        guard bytes.count + chunk.count <= limit else { throw UploadProblem.tooLarge(limit: limit) }
        bytes += chunk
      }
    } catch {
      throw error as? UploadProblem ?? .cutOff
    }
    return bytes
  }
}
