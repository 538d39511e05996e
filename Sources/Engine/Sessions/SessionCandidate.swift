import Recordings

/// One recorded session that agrees with everything that another session was served so far, and how far it has been
/// followed.
struct SessionCandidate: Sendable {
  /// The recorded session.
  let session: SessionLibrary.Number
  private var position = 0
  /// Which mutations of the next change were made.
  private var made: Set<Int> = []
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
  func answer(
    to key: SessionLibrary.Number, isMutation: Bool, in library: SessionLibrary
  ) -> SessionLibrary.Number? {
    let outline = library.outlines[Int(session)]
    if isMutation {
      guard position < outline.changes.count else { return nil }
      let change = outline.changes[position]
      return mutation(key, in: change).map { change[$0].answer }
    }
    // A read that overlapped a mutation is left aside: nobody knows which state it saw.
    guard made.isEmpty else { return nil }
    return outline.answer(toRead: key, after: position, given: given[key, default: 0])
  }

  /// Follows the session over a request that was answered.
  mutating func follow(_ key: SessionLibrary.Number, isMutation: Bool, in library: SessionLibrary) {
    guard isMutation else {
      given[key, default: 0] += 1
      return
    }
    let changes = library.outlines[Int(session)].changes
    guard position < changes.count, let index = mutation(key, in: changes[position]) else { return }
    made.insert(index)
    if made.count == changes[position].count {
      position += 1
      made = []
      given = [:]
    }
  }

  private func mutation(_ key: SessionLibrary.Number, in change: [SessionLibrary.Outline.Mutation]) -> Int? {
    change.indices.first { change[$0].key == key && !made.contains($0) }
  }
}
