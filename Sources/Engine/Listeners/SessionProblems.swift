/// Why a session cannot begin.
enum BeginProblem: Error, Hashable, Sendable {
  case testIsOpen(String)
  case isOpen(String)
  case isEnding(String)
  case isRecorded(String, listener: Int)
  case tooDeep(limit: Int)
  case closed

  /// What happened, and what to do.
  var message: String {
    switch self {
    case .testIsOpen(let name):
      "\(name) is still open on this port; parallel tests need a listener each. Open one with POST /__understudy/listeners, end \(name) first, or add \"replace\": true to end it as failed."
    case .isOpen(let name): "\(name) is already open on this port. End it first, or begin a session of another name."
    case .isEnding(let name):
      "\(name) is still ending on this port. Wait for the answer to its end, then begin it again."
    case .isRecorded(let name, let listener):
      "\(name) is being recorded on listener \(listener). Only one listener at a time can record a session. End it there first."
    case .tooDeep(let limit): "\(limit) sessions are open on this port, which is the limit. End some first."
    case .closed: "This port is closing. Begin the session on another one."
    }
  }

  var answer: Answer { ErrorAnswer.make(status: 409, message: message, code: .badSession) }
}

/// Why a token ends no session.
enum EndProblem: Error, Hashable, Sendable {
  case unknown(String)
  case hasEnded(String)
  case isOfListener(String, Int)

  /// What happened, and what to do.
  var message: String {
    switch self {
    case .unknown(let token):
      "No session has the token \(SessionName.shown(token)). Send the token that POST /__understudy/begin returned."
    case .hasEnded(let token): "The session with the token \(SessionName.shown(token)) has already ended."
    case .isOfListener(let token, let listener):
      "The token \(SessionName.shown(token)) belongs to listener \(listener). Send its end to that listener's port."
    }
  }

  var answer: Answer { ErrorAnswer.make(status: 404, message: message, code: .unknownSession) }
}
