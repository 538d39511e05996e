import Recordings

extension EndpointFolder {
  /// Returns the note that named sessions are not exported; nil if there are none.
  func skippedSessions() throws -> String? {
    let count = try SessionStore(path: path).count
    guard count > 0 else { return nil }
    return
      "\(name): \(count == 1 ? "1 named session" : "\(count) named sessions"). Only recordings without a session can be exported."
  }
}
