import Foundation
import OrderedJSON
import Requests
import TestSupport

@testable import Dashboard
@testable import Engine

/// A board whose notes are recorded without sessions and in two named sessions.
struct RecordedShelf {
  let board: Board
  let engine: Engine

  init() async throws {
    board = try await Board.recorded()
    for session in ["tests/a", "tests/b"] {
      // Each begins with an empty board, so that the sessions share answers.
      let recorder = try board.recorder(StatefulUpstream(run: "two"), namedSessions: true)
      _ = try await recorder.ask(Board.list, session: session)
      _ = try await recorder.ask(Board.add, ["text": "a"], session: session)
      _ = try await recorder.ask(Board.list, session: session)
      if session == "tests/b" { _ = try await recorder.ask(Board.tick, session: session) }
      await recorder.finish(.passed)
    }
    engine = try board.player()
  }

  var folder: TestFolder { board.folder }

  /// The only file that has all of these texts in its path, below the recordings folder.
  func file(_ texts: String...) -> String {
    let files = folder.contents().keys.filter { name in texts.allSatisfy(name.contains) && name.hasSuffix(".json") }
    return files.sorted().first ?? ""
  }

  /// The answer without notes that both sessions got first.
  var emptyAnswer: String {
    folder.contents().keys.first { $0.contains("/answers/") && text($0).contains(#""notes": []"#) } ?? ""
  }

  /// The recording of the list without a session.
  var recording: String {
    folder.contents().keys.first {
      $0.hasPrefix("board/query.Notes") && !$0.contains("/answers/") && $0.hasSuffix(".json")
    } ?? ""
  }

  func text(_ file: String) -> String { String(decoding: folder.contents()[file] ?? Data(), as: UTF8.self) }

  func notes(_ texts: String...) -> JSON {
    .object([
      "data": .object([
        "notes": .array(texts.map { .object(["id": .string("1"), "text": .string($0)]) })
      ])
    ])
  }
}

extension JSONObject {
  subscript(list name: String) -> [JSON] { self[name]?.arrayValue ?? [] }
}

extension JSON {
  subscript(list name: String) -> [JSON] { self[name]?.arrayValue ?? [] }
}
