package import Replay
import Synchronization
package import Transports

/// A response to a client: a status, header fields, and a body that is there or still arrives.
package struct Answer: Sendable {
  package var status: Int
  package var headers: HeaderList
  package var body: Body
  /// True if a table may repeat the answer to the same bytes until `Engine.generation` changes.
  package var isRepeatable: Bool
  /// Further conditions for repeating the answer; nil for none.
  package var validity: AnswerValidity?
  /// A number that identifies this answer in the process, so that a server encodes it once; nil if it is always new.
  package var number: Int?
  /// True if the request in another format (`RequestFormat`) would get it too. An answer with a number always is such;
  /// errors name lines and columns of the document.
  package var isForAnyFormat = false
  /// The notification of the session's streams, which is sent when the answer is released.
  package var notification: Notification?
  /// True if its body lasts as long as the client wants. A server that stops cuts it off without waiting.
  package var isEndless = false
  /// True if the first chunk of its body is there, so that its head goes with that in one write. Injected faults in the
  /// delivery ignore it.
  package var headWaits = false
  /// True if its request is in flight until the upstream's answer ends (`RecordMode.passOn`).
  package var isStillRead = false
  /// True if the upstream ended a WebSocket operation with an error message, not a result.
  package var isErrorMessage = false
  /// The first error's message if the request was refused; else nil.
  package var problem: String?
  /// True if the exchange's event reports the problem, because the upstream gave no answer. Then it is no refusal.
  package var isToldByExchange = false
  /// Its entry in reports; nil for none. It is counted at first, and again each time that a server repeats the answer.
  package var use: Use?
  /// Its entries in the counts of open sessions, one for each operation, counted again when a server repeats it.
  package var marks: [SessionMark] = []
  /// True if it is known to have GraphQL errors, without reading its body.
  package var hasErrors = false
  /// Its lines in the log, one for each operation, reported again when a server repeats it.
  package var logged: [AnswerLine] = []
  /// The miss that is reported after its line in the log; nil if it was reported before.
  package var newMiss: (miss: Miss, rerun: String?)?
  /// Further details for a journal, if there is one.
  package var note: AnswerNote?
  /// Faults in the delivery; nil for none.
  package var delivery: Delivery?

  /// The body of an answer.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Chunks as they arrive. An error ends the connection, so that the client cannot take half a body for a whole one.
    case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
    /// Results as they arrive, only inside the engine: a transport encodes them before a server gets them.
    case events(EventStream)
  }

  package init(status: Int, headers: HeaderList, body: Body, isRepeatable: Bool = false) {
    self.status = status
    self.headers = headers
    self.body = body
    self.isRepeatable = isRepeatable
  }
}

extension Answer {
  /// The same answer, whose problem the exchange's event reports (`ExchangeLine.reportUnanswered`).
  package var toldByExchange: Answer {
    var answer = self
    answer.isToldByExchange = true
    return answer
  }
}

/// The source of an answer, which is the value of its header `Understudy-Source`.
package enum AnswerSource: String, Sendable {
  /// A recording.
  case recorded
  /// Recordings of other queries, which have all its fields.
  case derived
  /// Generated from the schema.
  case fake
  /// Introspection that was not recorded, answered from the endpoint's schema or from a recorded introspection.
  case introspection
  /// The upstream, just now.
  case upstream
  /// None: the request was not recorded.
  case miss
  /// An error: Understudy could not serve the request.
  case error
  /// None: a fault was injected.
  case fault
  /// An override, which the user wrote.
  case override
  /// A page of the control API.
  case understudy

  package static let header = "Understudy-Source"
}

/// The match between a recorded answer and its session, which is the value of its header `Understudy-State`.
package enum AnswerState: String, Sendable {
  /// It was recorded after the session's whole history.
  case exact
  /// It was recorded after a history that differs only in mutations that do not affect this request.
  case inferred
  /// It was recorded in this state while a mutation was in flight, so that it may be the answer before that mutation or
  /// after it; or it depends on the order of mutations that were in flight together.
  case overlapped

  package init(_ inference: Choice.Inference?) {
    self = inference.map { $0.isOverlapped ? .overlapped : .inferred } ?? .exact
  }

  package static let header = "Understudy-State"
}

/// A callback that runs when its last reference is released. Events caused by an answer thus follow the answer.
package final class Notification: Sendable {
  private let action: @Sendable () -> Void
  private let isCancelled = Atomic<Bool>(false)

  package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  /// Drops the callback, because the answer has no effect.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  deinit { if !isCancelled.load(ordering: .relaxed) { action() } }
}

/// Faults in the delivery of an answer, which a server applies to the connection.
package struct Delivery: Hashable, Sendable {
  /// True to reset the connection instead of answering (TCP RST).
  package var resets = false
  /// The number of bytes after which the body is cut and the connection breaks, so that nobody takes it for whole.
  package var truncatesAfter: Int?
  /// The speed of the body in bytes per second.
  package var bytesPerSecond: Int?

  package init() {}

  /// True if there is no fault.
  package var isUsual: Bool { self == Delivery() }
}
