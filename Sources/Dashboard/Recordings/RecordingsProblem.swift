import Recordings
import Requests
import Transports

/// The reason why a page about recordings cannot answer, with the status to answer instead.
struct RecordingsProblem: Error, Hashable, Sendable {
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

  var answer: Answer { ErrorAnswer.make(status: status, message: message, code: code) }

  static func missing(answer index: Int, _ state: String?, of file: String) -> RecordingsProblem {
    RecordingsProblem(
      404,
      """
      \(SessionName.shown(file)) has no answer \(index + 1)\(state.map { " in state \(SessionName.shown($0))" } ?? "").
      The file has changed since the page was loaded.
      Reload the page.
      """)
  }

  static func missing(file: String) -> RecordingsProblem {
    RecordingsProblem(
      404,
      """
      There is no recording \(SessionName.shown(file)).
      It was removed or renamed since the page was loaded, or the path is wrong.
      Reload the page.
      """)
  }
}
