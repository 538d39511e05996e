import Recordings

/// A recorded session that matches everything that another session was served so far, and the position in it.
struct SessionCandidate: Sendable {
  package let session: SessionLibrary.Number
  private var position = 0
  /// The number of answers to each read since the last change, with each credential.
  private var given: [SessionLibrary.RequestNumbers: Int] = [:]
  /// The same with any credential, by the number of the request's key.
  private var givenToAny: [SessionLibrary.Number: Int] = [:]

  init(session: SessionLibrary.Number) { self.session = session }

  /// Returns the recorded session's answer to a request at this point; nil if none is recorded here.
  package func answer(
    to asked: SessionLibrary.RequestNumbers, isMutation: Bool, in library: SessionLibrary
  ) -> SessionLibrary.Number? {
    let outline = library.outlines[Int(session)]
    if isMutation {
      // The order in which mutations that were in flight together were executed is unknown.
      guard position < outline.changes.count, outline.changes[position].count == 1 else { return nil }
      return outline.changes[position].first.flatMap { $0.key == asked.key ? $0.answer : nil }
    }
    // Reads that overlapped a mutation are not in the outline: the state that they saw is unknown.
    return outline.answer(
      to: asked, after: position, given: (given[asked, default: 0], givenToAny[asked.key, default: 0]))
  }

  /// Advances past a request that was answered as recorded.
  package mutating func follow(_ asked: SessionLibrary.RequestNumbers, isMutation: Bool) {
    guard isMutation else {
      given[asked, default: 0] += 1
      givenToAny[asked.key, default: 0] += 1
      return
    }
    position += 1
    (given, givenToAny) = ([:], [:])
  }
}
