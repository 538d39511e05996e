import Engine
import Fakes
import Recordings
import Requests
import SchemaSources
import Transports

/// The reason why the dashboard's API refuses a request.
struct DashboardProblem: Error, Hashable, Sendable {
  let status: Int
  let message: String
  let code: ErrorCode

  init(_ status: Int, _ message: String, _ code: ErrorCode = .badRequest) {
    self.status = status
    self.message = message
    self.code = code
  }

  /// A file that cannot be read or written.
  init(_ error: RecordingError) {
    self.init(error.code == .system ? 500 : 409, error.description, .unreadableRecording)
  }

  /// Describes an error of the engine or of the generated data.
  init(of error: any Error) {
    switch error {
    case let problem as DashboardProblem: self = problem
    case let problem as RecordingError: self.init(problem)
    case let problem as WorldEditProblem: self.init(problem.isUnknown ? 404 : 400, problem.message)
    case let problem as SessionNameProblem: self.init(400, problem.message, .badSession)
    case let problem as SessionProblem:
      self.init(problem.answer.status, problem.answer.problem ?? "\(problem)", .badSession)
    case let problem as ConfigurationError: self.init(400, problem.description)
    default: self.init(500, "\(error)")
    }
  }

  /// The answer. It is no refusal of the run: only the dashboard asked.
  var answer: Answer {
    var answer = ErrorAnswer.make(status: status, message: message, code: code)
    answer.problem = nil
    return answer
  }

  static func notFound(_ message: String) -> DashboardProblem { DashboardProblem(404, message) }

  static func conflict(_ message: String) -> DashboardProblem { DashboardProblem(409, message) }

  static func missing(answer index: Int, _ state: String?, of file: String) -> DashboardProblem {
    DashboardProblem(
      404,
      """
      \(SessionName.shown(file)) has no answer \(index + 1)\(state.map { " in state \(SessionName.shown($0))" } ?? "").
      The file has changed since the page was loaded.
      Reload the page.
      """)
  }

  static func missing(file: String) -> DashboardProblem {
    DashboardProblem(
      404,
      """
      There is no recording \(SessionName.shown(file)).
      It was removed or renamed since the page was loaded, or the path is wrong.
      Reload the page.
      """)
  }
}
