import Recordings
import Transports

/// The session that a request belongs to, decided once, when the request begins.
struct Admission: Sendable {
  /// The open session that the request belongs to; nil if none is open, or the request names another one.
  let visit: Visit?
  /// True if the request came between sessions: it names none, none was open, and its port has had a `begin`.
  let isOutside: Bool
  /// The sessions of the port whose clients may continue, the latest last, including the test around an open scope.
  let lingering: [OpenSession]
  /// The stamp that changes when the same bytes may belong to another session.
  private let port: SessionStamp
  private let value: Int

  init(visit: Visit?, isOutside: Bool, lingering: [OpenSession] = [], port: SessionStamp) {
    self.visit = visit
    self.isOutside = isOutside
    self.lingering = lingering
    self.port = port
    value = port.value
  }

  /// Limits a repeatable answer to the sessions that are open on the port now.
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

  /// True if the request has a credential that a recorded answer issued, which the upstream does not know.
  var holdsRecordedCredential: Bool {
    headers.fields.contains { field in
      field.value.split { " =;,\"".contains($0) }.contains { Caller.isIssued(String($0)) }
    }
  }

  /// True if the request came between sessions: it gets an answer, but is neither recorded nor a failure.
  var isOutsideSessions: Bool { admission?.isOutside ?? false }
}

/// One answer in the counts of an open session.
package struct SessionMark: Sendable {
  let session: OpenSession
  let source: JournalEntry.Source

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
  /// Returns the same answer, which keeps its request in flight until it is there.
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
      // The answer is complete with its last part.
      stream.feed = VisitingFeed(stream.feed, visit)
      answer.body = .events(stream)
    }
  }
}
