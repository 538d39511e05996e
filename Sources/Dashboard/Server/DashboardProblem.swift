import Requests
import Transports

/// The reason why the dashboard's API refuses a request.
struct DashboardProblem: Error, Hashable, Sendable {
  let status: Int
  let message: String
  var code = ErrorCode.badRequest

  /// The answer. It is no refusal of the run: only the dashboard asked.
  var answer: Answer {
    var answer = ErrorAnswer.make(status: status, message: message, code: code)
    answer.problem = nil
    return answer
  }

  static func notFound(_ message: String) -> DashboardProblem { DashboardProblem(status: 404, message: message) }

  static func conflict(_ message: String) -> DashboardProblem { DashboardProblem(status: 409, message: message) }
}
