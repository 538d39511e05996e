import Recordings
import Transports

/// The reasons why a request cannot use its session.
package enum SessionProblem: Error, Hashable, Sendable {
  case dropped(name: String, mutations: Int)
  case otherStart(name: String, began: String, asked: String)
  /// A recording of a named session has no start.
  case startOfRecorded(name: String, asked: String)
  /// The recording of a session no longer has the answers that it gave.
  case changedRecording(name: String)
  case tooMany(Int)
  case tooLarge(name: String, megabytes: Int)
  case allTooLarge(name: String, megabytes: Int)

  /// The cause and the fix.
  package var message: String {
    switch self {
    case .dropped(let name, let mutations):
      "The session \"\(name)\" expired after a long time without requests (--session-idle). It had sent \(mutations == 1 ? "1 mutation" : "\(mutations) mutations"), so its state is lost. Reset it: POST /__understudy/sessions/\(SessionName.inURL(name))/reset"
    case .otherStart(let name, let began, let asked):
      "The session \"\(name)\" began in state \(began), and this request names the start \"\(asked)\". Reset the session first (POST /__understudy/sessions/\(SessionName.inURL(name))/reset), or use another session."
    case .startOfRecorded(let name, let asked):
      "The recording of a named session has no start, and this request of session \"\(name)\" names the start \"\(asked)\". Give the session another name for each start, such as \"\(name) \(asked)\", and send no header X-Understudy-Start."
    case .changedRecording(let name):
      "The recording of session \"\(name)\" was replaced or removed after the session's first answer, and ids of two recordings do not fit together. Begin the session again: POST /__understudy/begin, or POST /__understudy/sessions/\(SessionName.inURL(name))/reset"
    case .tooLarge(let name, let megabytes):
      "The history of session \"\(name)\" takes more than \(megabytes) MiB, which is the limit. Without the whole history, answers would be wrong. Reset it: POST /__understudy/sessions/\(SessionName.inURL(name))/reset"
    case .allTooLarge(let name, let megabytes):
      "The histories of all sessions take more than \(megabytes) MiB, which is the limit, so session \"\(name)\" cannot continue. Reset finished sessions (POST /__understudy/sessions/<name>/reset), or let idle sessions expire sooner (--session-idle)."
    case .tooMany(let limit):
      "There are \(limit) sessions, which is the limit. Reset finished sessions (POST /__understudy/sessions/<name>/reset), or let idle sessions expire sooner (--session-idle)."
    }
  }

  /// The answer to a request that its session cannot take, for a reason.
  package static func answer(to error: any Error) -> Answer {
    (error as? Self)?.answer ?? ErrorAnswer.make(status: 500, message: "\(error)", code: .badSession)
  }

  package var answer: Answer {
    switch self {
    case .dropped: ErrorAnswer.make(status: 410, message: message, code: .droppedSession)
    case .otherStart, .startOfRecorded, .changedRecording:
      ErrorAnswer.make(status: 409, message: message, code: .badSession)
    case .tooMany, .tooLarge, .allTooLarge: ErrorAnswer.make(status: 503, message: message, code: .badSession)
    }
  }
}
