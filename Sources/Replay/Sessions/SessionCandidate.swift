import Recordings

/// A recorded session that matches everything that another session was served so far, and the position in it.
struct SessionCandidate: Sendable {
  package let session: SessionLibrary.Number
  private var position = 0
  /// The number of answers to each read since the last change.
  private var given: [SessionLibrary.Number: Int] = [:]

  init(session: SessionLibrary.Number) { self.session = session }

  /// Returns the recorded session's answer to a request at this point; nil if none is recorded here.
  package func answer(
    to key: SessionLibrary.Number, isMutation: Bool, in library: SessionLibrary
  ) -> SessionLibrary.Number? {
    let outline = library.outlines[Int(session)]
    if isMutation {
      // The order in which mutations that were in flight together were executed is unknown.
      guard position < outline.changes.count, outline.changes[position].count == 1 else { return nil }
      return outline.changes[position].first.flatMap { $0.key == key ? $0.answer : nil }
    }
    // Reads that overlapped a mutation are not in the outline: the state that they saw is unknown.
    return outline.answer(toRead: key, after: position, given: given[key, default: 0])
  }

  /// Advances past a request that was answered as recorded.
  package mutating func follow(_ key: SessionLibrary.Number, isMutation: Bool) {
    guard isMutation else {
      given[key, default: 0] += 1
      return
    }
    position += 1
    given = [:]
  }
}
