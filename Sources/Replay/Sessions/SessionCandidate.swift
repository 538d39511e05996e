import Recordings

/// One recorded session that agrees with everything that another session was served so far, and how far it has been
/// followed.
struct SessionCandidate: Sendable {
  /// The recorded session.
  package let session: SessionLibrary.Number
  private var position = 0
  /// How often a read was answered since the last change.
  private var given: [SessionLibrary.Number: Int] = [:]

  init(session: SessionLibrary.Number) { self.session = session }

  /// The answer that the session has to a request at this point.
  ///
  /// - Parameters:
  ///   - key: the number of the request's key.
  ///   - isMutation: whether the request changes something.
  ///   - library: all sessions.
  /// - Returns: the answer; nil if it recorded none here.
  package func answer(
    to key: SessionLibrary.Number, isMutation: Bool, in library: SessionLibrary
  ) -> SessionLibrary.Number? {
    let outline = library.outlines[Int(session)]
    if isMutation {
      // Mutations that were in flight together were executed in an order that nobody knows.
      guard position < outline.changes.count, outline.changes[position].count == 1 else { return nil }
      return outline.changes[position].first.flatMap { $0.key == key ? $0.answer : nil }
    }
    // A read that overlapped a mutation is left aside: nobody knows which state it saw.
    return outline.answer(toRead: key, after: position, given: given[key, default: 0])
  }

  /// Follows the session over a request that was answered as the session has it.
  package mutating func follow(_ key: SessionLibrary.Number, isMutation: Bool) {
    guard isMutation else {
      given[key, default: 0] += 1
      return
    }
    position += 1
    given = [:]
  }
}
