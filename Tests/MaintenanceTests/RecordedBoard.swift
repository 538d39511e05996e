import OrderedJSON
import TestSupport

@testable import Engine
@testable import Maintenance

/// A board that was recorded: the list of its notes, before and after one was added and edited.
struct RecordedBoard {
  let board: Board
  var folder: TestFolder { board.folder }

  init() async throws {
    board = Board(folder: try TestFolder())
    let recorder = try board.recorder(StatefulUpstream())
    _ = try await recorder.ask(Board.list)
    let id = try await recorder.ask(Board.add, ["text": "one"]).id
    _ = try await recorder.ask(Board.list)
    _ = try await recorder.ask(Board.edit, ["id": .string(id), "text": "two"])
    _ = try await recorder.ask(Board.list)
    await recorder.finish()
  }

  /// The recordings' paths below the recordings folder, sorted.
  var recordings: [String] {
    folder.contents().keys.filter { $0.hasSuffix(".json") && $0.split(separator: "/").count == 3 }.sorted()
  }

  /// The path of an operation's only recording.
  func path(_ operation: String) -> String { recordings.first { $0.contains(".\(operation)-") } ?? "" }

  /// What `understudy check` finds wrong.
  func findings() throws -> [String] {
    try RecordingsCheck(recordings: folder.path, schemas: folder.path, endpoint: nil).findings.map(\.description)
  }

  /// The texts of the notes before anything, after the first mutation and after both.
  func replayed(
    add: String = Board.add, list: String = Board.list
  ) async throws -> [[String]?] {
    let player = try board.player { $0.isStrict = true }
    var texts = [try await player.ask(list).texts]
    let id = try await player.ask(add, ["text": "one"]).id
    texts.append(try await player.ask(list).texts)
    _ = try await player.ask(Board.edit, ["id": .string(id), "text": "two"])
    texts.append(try await player.ask(list).texts)
    return texts
  }
}
