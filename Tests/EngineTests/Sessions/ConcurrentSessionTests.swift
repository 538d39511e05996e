import Engine
import OrderedJSON
import TestSupport
import Testing

/// Requests of a named session that were in flight together: they are replayed in any order.
@Suite(.timeLimit(.minutes(10))) struct ConcurrentSessionTests {
  let board: Board

  init() throws { board = Board(folder: try TestFolder()) }

  @Test("Mutations in flight together are accepted in any order, each with its own answer")
  func together() async throws {
    let upstream = StatefulUpstream()
    let gate = upstream.hold("addNote")
    let recorder = try board.recorder(upstream, namedSessions: true)
    _ = try await recorder.ask(Board.tick, session: "a")
    async let one = recorder.ask(Board.add, ["text": "one"], session: "a")
    async let two = recorder.ask(Board.add, ["text": "two"], session: "a")
    while upstream.asked < 3 { await Task.yield() }
    gate.finish()
    let ids = [try await one.id, try await two.id]
    let list = try await recorder.ask(Board.list, session: "a").body
    await recorder.finish()
    for order in [["one", "two"], ["two", "one"]] {
      let player = try board.player()
      _ = try await player.ask(Board.tick, session: "a")
      for text in order {
        let asked = try await player.ask(Board.add, ["text": .string(text)], session: "a")
        #expect(asked.state == "exact")
        #expect(asked.id == ids[text == "one" ? 0 : 1])
      }
      let read = try await player.ask(Board.list, session: "a")
      #expect(read.body == list && read.state == "exact")
      // Each was recorded once.
      #expect(try await player.ask(Board.add, ["text": "one"], session: "a").isMiss)
    }
  }

  @Test("A random value of a read that overlapped a mutation is followed through the session")
  func overlappedValue() async throws {
    let upstream = StatefulUpstream()
    let gate = upstream.hold("addNote")
    let search = "query Search($q: String) { notes { id text } }"
    try board.folder.write(
      "operations:\n  Search:\n    variables:\n      q: { any: true }\n", to: "board/endpoint.yaml")
    let values = ["5f0c9a52-8d1e-4b73-a6f4-0c2b7e91d3aa", "e1b2c3d4-77aa-4c0d-9b1e-5a6f7c8d9e00"]
    let recorder = try board.recorder(upstream, namedSessions: true)
    _ = try await recorder.ask(Board.tick, session: "a")
    async let added = recorder.ask(Board.add, ["text": .string("note \(values[0])")], session: "a")
    while upstream.asked < 2 { await Task.yield() }
    _ = try await recorder.ask(search, ["q": .string(values[0])], session: "a")
    gate.finish()
    _ = try await added
    await recorder.finish()
    let player = try board.player()
    _ = try await player.ask(Board.tick, session: "a")
    #expect(try await player.ask(search, ["q": .string(values[1])], session: "a").state == "exact")
    let again = try await player.ask(Board.add, ["text": .string("note \(values[1])")], session: "a")
    #expect(again.state == "exact")
  }

  @Test("A read that overlapped a mutation is not served after a later mutation")
  func overlapped() async throws {
    let upstream = StatefulUpstream()
    let gate = upstream.hold("addNote")
    let recorder = try board.recorder(upstream, namedSessions: true)
    _ = try await recorder.ask(Board.tick, session: "a")
    async let added = recorder.ask(Board.add, ["text": "one"], session: "a")
    while upstream.asked < 2 { await Task.yield() }
    let list = try await recorder.ask(Board.list, session: "a").body
    gate.finish()
    let id = try await added.id
    _ = try await recorder.ask(Board.edit, ["id": .string(id), "text": "two"], session: "a")
    await recorder.finish()
    let player = try board.player()
    // It did not overlap this one.
    #expect(try await player.ask(Board.list, session: "a").isMiss)
    _ = try await player.ask(Board.tick, session: "a")
    _ = try await player.ask(Board.add, ["text": "one"], session: "a")
    let read = try await player.ask(Board.list, session: "a")
    #expect(read.body == list && read.state == "exact")
    _ = try await player.ask(Board.edit, ["id": .string(id), "text": "two"], session: "a")
    #expect(try await player.ask(Board.list, session: "a").isMiss)
  }

  @Test("A read that came before, during and after mutations in flight together is exact between them")
  func overlappedBetween() async throws {
    let upstream = StatefulUpstream()
    let gate = upstream.hold("addNote")
    let recorder = try board.recorder(upstream, namedSessions: true)
    let before = try await recorder.ask(Board.list, session: "a").body
    async let one = recorder.ask(Board.add, ["text": "one"], session: "a")
    async let two = recorder.ask(Board.add, ["text": "two"], session: "a")
    while upstream.asked < 3 { await Task.yield() }
    let during = try await recorder.ask(Board.list, session: "a").body
    gate.finish()
    _ = try await (one, two)
    let after = try await recorder.ask(Board.list, session: "a").body
    await recorder.finish()
    let player = try board.player()
    #expect(try await player.ask(Board.list, session: "a").body == before)
    _ = try await player.ask(Board.add, ["text": "one"], session: "a")
    let between = try await player.ask(Board.list, session: "a")
    #expect(between.body == during && between.state == "exact")
    _ = try await player.ask(Board.add, ["text": "two"], session: "a")
    let last = try await player.ask(Board.list, session: "a")
    #expect(last.body == after && last.state == "exact")
  }

  @Test("A read that overlapped a mutation twice is served twice before one that overlapped the next mutation")
  func overlappedTwice() async throws {
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, namedSessions: true)
    var lists: [JSON] = []
    for (text, reads) in [("one", 2), ("two", 1)] {
      let (gate, asked) = (upstream.hold("addNote"), upstream.asked)
      async let added = recorder.ask(Board.add, ["text": .string(text)], session: "a")
      while upstream.asked == asked { await Task.yield() }
      for _ in 0..<reads { lists.append(try await recorder.ask(Board.list, session: "a").body) }
      gate.finish()
      _ = try await added
    }
    await recorder.finish()
    let player = try board.player()
    var served: [JSON] = []
    _ = try await player.ask(Board.add, ["text": "one"], session: "a")
    for _ in 0..<2 { served.append(try await player.ask(Board.list, session: "a").body) }
    _ = try await player.ask(Board.add, ["text": "two"], session: "a")
    served.append(try await player.ask(Board.list, session: "a").body)
    #expect(served == lists)
  }

  @Test("A read that overlapped a mutation is not served between later ones that were in flight together")
  func overlappedBefore() async throws {
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, namedSessions: true)
    var gate = upstream.hold("addNote")
    async let zero = recorder.ask(Board.add, ["text": "zero"], session: "a")
    while upstream.asked < 1 { await Task.yield() }
    _ = try await recorder.ask(Board.list, session: "a")
    gate.finish()
    _ = try await zero
    gate = upstream.hold("addNote")
    async let one = recorder.ask(Board.add, ["text": "one"], session: "a")
    async let two = recorder.ask(Board.add, ["text": "two"], session: "a")
    while upstream.asked < 4 { await Task.yield() }
    gate.finish()
    _ = try await (one, two)
    await recorder.finish()
    let player = try board.player()
    _ = try await player.ask(Board.add, ["text": "zero"], session: "a")
    #expect(try await player.ask(Board.list, session: "a").state == "exact")
    _ = try await player.ask(Board.add, ["text": "one"], session: "a")
    #expect(try await player.ask(Board.list, session: "a").isMiss)
  }
}
