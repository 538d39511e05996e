import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Maintenance

/// `merge` of folders that were recorded separately.
@Suite struct ShardMergeTests {
  /// A shard that recorded sessions: each lists the notes, adds one, and lists them again.
  private func shard(
    _ sessions: String..., run: String = "one", outcome: SessionOutcome = .passed
  ) async throws -> TestFolder {
    let board = Board(folder: try TestFolder())
    for session in sessions {
      let recorder = try board.recorder(StatefulUpstream(run: "\(run)-\(session)"), namedSessions: true)
      _ = try await recorder.ask(Board.list, session: session)
      _ = try await recorder.ask(Board.add, ["text": .string(session)], session: session)
      _ = try await recorder.ask(Board.list, session: session)
      await recorder.finish(outcome)
    }
    return board.folder
  }

  private func merge(_ shards: [TestFolder], into target: TestFolder) throws -> ShardMerge {
    try ShardMerge(shards.map(\.path), into: target.path, endpoint: nil, schemas: "none")
  }

  @Test func `the merged folder is that of one run, in any order`() async throws {
    let whole = try await shard("a", "b", "c")
    let shards = [try await shard("a"), try await shard("b", "c"), try await shard("c")]
    for order in [shards, shards.reversed()] {
      let target = try TestFolder()
      var merge = try merge(order, into: target)
      #expect(merge.conflicts.isEmpty)
      #expect(try merge.carryOut().count == 1)
      #expect(target.contents() == whole.contents())
    }
  }

  @Test func `a session that two shards recorded differently is a conflict, and nothing is written`() async throws {
    let target = try TestFolder()
    let merge = try merge([try await shard("a", "b"), try await shard("a", run: "two")], into: target)
    #expect(merge.conflicts.map(\.session) == ["a"])
    let lines = merge.conflicts.flatMap(\.lines)
    let beginning = #"CONFLICT in board, session "a": request 2 of the file, mutation "#
    #expect(lines.first?.hasPrefix(beginning) == true, "\(lines)")
    #expect(target.contents().isEmpty)
  }

  @Test func `a test that passed in one shard replaces its failures in others, in any order`() async throws {
    let passed = try await shard("a")
    let shards = [
      try await shard("a", run: "two", outcome: .failed), try await shard("a", run: "three", outcome: .failed), passed,
    ]
    for order in [[0, 1, 2], [0, 2, 1], [2, 0, 1]] {
      let target = try TestFolder()
      var merge = try merge(order.map { shards[$0] }, into: target)
      #expect(merge.conflicts.isEmpty)
      _ = try merge.carryOut()
      let sessions = { (folder: TestFolder) in folder.contents().filter { $0.key.contains("/sessions/") } }
      #expect(sessions(target) == sessions(passed) && !sessions(target).isEmpty)
    }
  }

  @Test func `an interrupted merge is completed by the next one`() async throws {
    let old = try await shard("a", "z", run: "old")
    let shards = [try await shard("a"), try await shard("b", "c")]
    let expected = try TestFolder()
    try copy(old, to: expected)
    var whole = try merge(shards, into: expected)
    _ = try whole.carryOut()
    for steps in 0..<60 {
      let target = try TestFolder()
      try copy(old, to: target)
      let isDone: Bool
      do {
        for endpoint in try merge(shards, into: target).merges { _ = try endpoint.carryOut(stoppingAfter: steps) }
        isDone = true
      } catch {
        isDone = false
      }
      var again = try merge(shards, into: target)
      _ = try again.carryOut()
      #expect(target.contents() == expected.contents(), "stopped after \(steps)")
      if isDone { return }
    }
    Issue.record("never done")
  }

  @Test func `answers that only a replaced session used are removed`() async throws {
    let target = try await shard("a", run: "old")
    let new = try await shard("a")
    var merge = try merge([new], into: target)
    _ = try merge.carryOut()
    #expect(target.contents() == new.contents())
  }

  /// The session of the operation's folder may have an older name of it than the folder.
  @Test func `an answer that a kept session uses stays`() async throws {
    let target = try await shard("a", "b")
    let new = Board(folder: try TestFolder())
    let recorder = try new.recorder(StatefulUpstream(), namedSessions: true)
    _ = try await recorder.ask(Board.add, ["text": "a"], session: "a")
    await recorder.finish()
    let file = try #require(target.contents().keys.first { $0.contains("/sessions/b") })
    let text = String(decoding: try #require(target.contents()[file]), as: UTF8.self)
    try target.write(text.replacing("query.Notes-", with: "query.OldNotes-"), to: file)
    let shared = target.contents().keys.filter { $0.contains("query.Notes-") && $0.contains("/answers/") }
    var merge = try merge([new.folder], into: target)
    _ = try merge.carryOut()
    let left = target.contents().keys.filter { shared.contains($0) }
    #expect(left.count == 2 && shared.count == 3, "\(shared.sorted()) \(left.sorted())")
  }

  private func copy(_ source: TestFolder, to target: TestFolder) throws {
    for (name, bytes) in source.contents() { try target.write(String(decoding: bytes, as: UTF8.self), to: name) }
  }
}
