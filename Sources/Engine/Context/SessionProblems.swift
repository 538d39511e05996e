import Recordings
package import Requests
import Transports

/// The reasons why a session cannot begin.
package enum BeginProblem: Error, Hashable, Sendable {
  case testIsOpen(String)
  case isOpen(String)
  case isEnding(String)
  case isRecorded(String, listener: Int)
  case tooDeep(limit: Int)
  case closed

  /// The cause and the fix.
  var message: String {
    switch self {
    case .testIsOpen(let name):
      "\(name) is still open on this port. Parallel tests need a listener each. Open one with POST /__understudy/listeners, end \(name) first, or add \"replace\": true to end it as failed."
    case .isOpen(let name): "\(name) is already open on this port. End it first, or begin a session with another name."
    case .isEnding(let name):
      "\(name) is still ending on this port. Wait for the answer to its end, then begin it again."
    case .isRecorded(let name, let listener):
      "\(name) is being recorded on listener \(listener). Only one listener at a time can record a session. End it there first."
    case .tooDeep(let limit): "\(limit) sessions are open on this port, which is the limit. End some first."
    case .closed: "This port is closing. Begin the session on another one."
    }
  }

  package var answer: Answer { ErrorAnswer.make(status: 409, message: message, code: .badSession) }
}

/// The reasons why a token cannot end, pause or resume a session.
package enum EndProblem: Error, Hashable, Sendable {
  case unknown(String)
  case hasEnded(String)
  case isOfListener(String, Int)
  case isNoScope(String)
  case isInside(String, inner: String)
  case noScope(String)

  /// The cause and the fix.
  var message: String {
    switch self {
    case .unknown(let token):
      "No session has the token \(SessionName.shown(token)). Send the token that POST /__understudy/begin returned."
    case .hasEnded(let token): "The session with the token \(SessionName.shown(token)) has already ended."
    case .isOfListener(let token, let listener):
      "The token \(SessionName.shown(token)) belongs to listener \(listener). Send it to that listener's port."
    case .isNoScope(let name):
      "\(name) is a test, and only a scope can be paused. Begin it with \"scope\": true, or end it."
    case .isInside(let name, let inner):
      "\(inner) is open inside \(name). End or pause \(inner) first."
    case .noScope(let name):
      "No scope \(SessionName.shown(name)) is open on this port. Begin it with \"scope\": true and \"named\": true first."
    }
  }

  package var answer: Answer {
    switch self {
    case .unknown, .hasEnded, .isOfListener: ErrorAnswer.make(status: 404, message: message, code: .unknownSession)
    case .isNoScope, .isInside, .noScope: ErrorAnswer.make(status: 409, message: message, code: .badSession)
    }
  }
}
