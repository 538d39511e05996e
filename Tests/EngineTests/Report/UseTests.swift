import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing

@Suite("What a run was asked")
struct UseTests {
  private func recorded() async throws -> Board {
    let board = Board(folder: try TestFolder())
    let recorder = try board.recorder(StatefulUpstream())
    _ = try await recorder.ask(Board.list)
    _ = try await recorder.ask(Board.add, ["text": "one"])
    _ = try await recorder.ask(Board.list)
    await recorder.finish()
    #expect(recorder.uses.map(\.source) == [.upstream, .upstream])
    #expect(recorder.uses.map(\.count) == [2, 1])
    return board
  }

  @Test func eachSessionsUsesAreItsOwn() async throws {
    let board = try await recorded()
    let player = try board.player()
    defer { withExtendedLifetime(board) {} }
    for session in ["a", "b", "a"] { _ = try await player.ask(Board.list, session: session) }
    #expect(player.uses.map(\.session) == ["a", "b"])
    #expect(player.uses.map(\.count) == [2, 1])
    #expect(player.uses.allSatisfy { $0.source == .exact && $0.title == "query Notes" && $0.slowest > 0 })
    #expect(Set(player.uses.map(\.recording)).count == 1)
    #expect(player.uses[0].recording?.hasPrefix("board/query.Notes-") == true)
  }

  @Test func aMissIsNoAnswer() async throws {
    let board = try await recorded()
    let player = try board.player()
    defer { withExtendedLifetime(board) {} }
    _ = try await player.ask(Board.add, ["text": "one"])
    _ = try await player.ask(Board.add, ["text": "two"])
    #expect(player.uses.map(\.source) == [.exact, .miss])
    #expect(player.uses.map(\.variables) == [["text": "one"], ["text": "two"]])
    #expect(player.uses.map { $0.recording == nil } == [false, true])
  }

  @Test func oneRecordingBeforeAndAfterAMutationIsOneUse() async throws {
    let board = try await recorded()
    let player = try board.player()
    defer { withExtendedLifetime(board) {} }
    _ = try await player.ask(Board.list)
    _ = try await player.ask(Board.add, ["text": "one"])
    _ = try await player.ask(Board.list)
    #expect(player.uses.map(\.title) == ["query Notes", "mutation AddNote"])
    #expect(player.uses.map(\.count) == [2, 1])
  }

  @Test func whatIsGivenAgainWithoutTheEngineIsCounted() async throws {
    let board = try await recorded()
    let player = try board.player()
    defer { withExtendedLifetime(board) {} }
    let answer = try await player.ask(Board.list).answer
    answer.use?.add()
    #expect(player.uses.map(\.count) == [2])
  }
}
