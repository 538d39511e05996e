import Replay
package import Transports

/// What a client gets: a status, header fields, and a body that is there or still comes.
package struct Answer: Sendable {
  package var status: Int
  package var headers: HeaderList
  package var body: Body
  /// Whether the same request bytes get the same answer until `Engine.generation` changes, so that a table may
  /// serve it without asking the engine again.
  package var isRepeatable: Bool
  /// What else has to hold for that; nil where nothing has to.
  package var validity: AnswerValidity?
  /// A number that this very answer keeps while the process runs, so that a server encodes it once, however many
  /// spellings of a request lead to it; nil for an answer that is made anew each time.
  package var number: Int?
  /// The notification for the session's streams, which is sent when the answer is released.
  package var notification: Notification?
  /// Whether its body goes on for as long as the client wants: a server that stops breaks it off, as it would break the
  /// connection, and does not wait for it.
  package var isEndless = false
  /// Whether its request is in flight until the upstream's answer has come to its end: the exchange says when
  /// (`RecordMode.passOn`).
  var isStillRead = false
  /// Whether the real endpoint ended the operation over a WebSocket with an error message, and not with a result.
  var isErrorMessage = false
  /// Why the request was refused, where it was: the first error's message.
  package var problem: String?
  /// Whether the event of an exchange tells of that: the real endpoint gave no answer. It is no refusal then.
  package var isToldByExchange = false
  /// What a report counts it as; nil where no report does. Counted already when the answer is made; who gives it again
  /// counts it again.
  package var use: Use?
  /// Its places in the counts of open sessions: one for each operation that it answers. A server that repeats the answer
  /// counts it again.
  package var marks: [SessionMark] = []
  /// Whether it has GraphQL errors, as far as that is known without reading its body.
  var hasErrors = false
  /// Its lines in the log: one for each operation that it answers. A server that repeats the answer reports them again.
  package var logged: [AnswerLine] = []
  /// The miss that is reported behind its line in the log; nil for one that was reported before.
  var newMiss: (miss: Miss, rerun: String?)?
  /// What a journal is told of it besides; set where one is kept.
  package var note: AnswerNote?
  /// How it goes wrong on its way, on request; nil for an answer that is sent as it is.
  package var delivery: Delivery?

  /// An answer's body.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Chunks as they come; an error ends the connection, so that the client cannot take half a body for a whole one.
    case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
    /// Results as they come. Inside of the engine only: a transport spells it before a server sees it.
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
  /// The same, of which the event of its exchange tells (`ExchangeLine.reportUnanswered`).
  var toldByExchange: Answer {
    var answer = self
    answer.isToldByExchange = true
    return answer
  }
}

/// Where an answer came from, the value of its header `Understudy-Source`.
package enum AnswerSource: String, Sendable {
  /// From a recording, as it was recorded.
  case recorded
  /// Made up from the schema.
  case fake
  /// Introspection that was not recorded, answered from the endpoint's schema or from a recorded introspection.
  case introspection
  /// From the real endpoint, just now.
  case upstream
  /// There is none: the request was not recorded.
  case miss
  /// Understudy could not serve the request and says why.
  case error
  /// There is none: it goes wrong on request.
  case fault
  /// A page of Understudy's own.
  case understudy

  /// The name of the header that carries it.
  package static let header = "Understudy-Source"
}

/// How a recorded answer fits the session that gets it, the value of its header `Understudy-State` (design §3).
package enum AnswerState: String, Sendable {
  /// The session's whole history was recorded for it.
  case exact
  /// The session's history was recorded for it as far as it counts.
  case inferred

  /// The name of the header that carries it.
  package static let header = "Understudy-State"
}
