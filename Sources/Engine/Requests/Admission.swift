import Recordings
import Transports

/// Where a request belongs, decided once: when it begins.
struct Admission: Sendable {
  /// The open session that the request belongs to; nil if no session is open, or the request names another one.
  let visit: Visit?
  /// Whether the request came between sessions: it names none, none was open, and its port has had a `begin`.
  let isOutside: Bool
  /// The sessions of the port whose clients may go on by themselves: those that said so, and the test around an open
  /// scope. The last is the latest.
  let lingering: [OpenSession]
  /// Until when the same bytes belong to the same session.
  private let port: SessionStamp
  private let value: Int

  init(visit: Visit?, isOutside: Bool, lingering: [OpenSession] = [], port: SessionStamp) {
    self.visit = visit
    self.isOutside = isOutside
    self.lingering = lingering
    self.port = port
    value = port.value
  }

  /// Limits an answer that a server keeps to the sessions that are open on the port now.
  func limit(_ answer: inout Answer) {
    guard answer.isRepeatable else { return }
    answer.validity = (answer.validity ?? AnswerValidity()).limited(to: port, at: value)
  }
}

extension Admission: Hashable {
  static func == (left: Admission, right: Admission) -> Bool {
    left.visit === right.visit && left.isOutside == right.isOutside && left.port === right.port
      && left.value == right.value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(isOutside)
    hasher.combine(value)
  }
}

extension ClientRequest {
  /// The open session that the request belongs to; nil for none.
  var openSession: OpenSession? { admission?.visit?.session }

  /// Whether it has a credential that was issued by a recorded answer, which the real endpoint does not know.
  var holdsRecordedCredential: Bool {
    headers.fields.contains { field in
      field.value.split { " =;,\"".contains($0) }.contains { Caller.isIssued(String($0)) }
    }
  }

  /// Whether the request came between sessions: it is answered, but neither recorded nor a failure.
  var isOutsideSessions: Bool { admission?.isOutside ?? false }
}

/// One answer in the counts of an open session.
package struct SessionMark: Sendable {
  let session: OpenSession
  let source: JournalEntry.Source

  /// Counts the answer once more.
  package func add() { session.note(source) }
}

extension Answer {
  /// Counts the answer for an open session, now and whenever a server repeats it.
  mutating func count(for session: OpenSession) {
    let mark = SessionMark(session: session, source: JournalEntry.Source(of: self))
    mark.add()
    marks.append(mark)
  }
}

extension Response {
  /// The same answer; its request is in flight until it is there. A subscription completes with the session.
  func concluding(_ admission: Admission?) -> Response {
    guard let admission else { return self }
    switch self {
    case .now(var answer):
      admission.conclude(&answer)
      return .now(answer)
    case .later(let operation):
      return .later {
        var answer = await operation()
        admission.conclude(&answer)
        return answer
      }
    }
  }
}

extension Admission {
  fileprivate func conclude(_ answer: inout Answer) {
    limit(&answer)
    guard let visit, !answer.isStillRead else { return }
    guard case .events(var stream) = answer.body else { return visit.leave() }
    switch stream.kind {
    case .subscription:
      if let feed = stream.feed as? any SessionStream { visit.session.add(feed) }
      visit.leave()
    case .incremental:
      // The answer is handed over with its last part.
      stream.feed = VisitingFeed(stream.feed, visit)
      answer.body = .events(stream)
    }
  }
}
