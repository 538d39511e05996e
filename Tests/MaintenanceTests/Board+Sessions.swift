import OrderedJSON
import Requests
import TestSupport

@testable import Engine

extension Board {
  /// A board with two recorded sessions, `tests/a` and `tests/b`: each lists the notes, adds one, and lists them again.
  static func withTwoSessions() async throws -> Board {
    let board = Board(folder: try TestFolder())
    let recorder = try board.recorder(StatefulUpstream(), namedSessions: true)
    for session in ["tests/a", "tests/b"] {
      _ = try await recorder.ask(Board.list, session: session)
      _ = try await recorder.ask(Board.add, ["text": .string(session)], session: session)
      _ = try await recorder.ask(Board.list, session: session)
    }
    await recorder.finish(.passed)
    return board
  }

  /// The files of the recorded sessions, sorted.
  var sessionFiles: [String] { folder.contents().keys.filter { $0.contains("/sessions/") }.sorted() }
}
