import Engine
import Fakes
import Requests
import SchemaSources
import Transports

/// The reason why a page about a generated world refuses a request.
struct WorldProblem: Error, Sendable {
  let answer: Answer

  init(answer: Answer) { self.answer = answer }

  init(_ status: Int, _ message: String, _ code: ErrorCode) {
    answer = ErrorAnswer.make(status: status, message: message, code: code)
  }

  /// Describes an error of the engine or of the generated data.
  init(_ error: any Error) {
    switch error {
    case let problem as WorldProblem: self = problem
    case let problem as WorldEditProblem:
      self.init(problem.isUnknown ? 404 : 400, problem.message, .badRequest)
    case let problem as SessionProblem: self.init(answer: problem.answer)
    case let problem as ConfigurationError: self.init(400, problem.description, .badRequest)
    default: self.init(500, "\(error)", .badRequest)
    }
  }
}
