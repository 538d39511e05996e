import Engine
import OrderedJSON
import Replay
import Requests
import TestSupport
import Testing
import Transports

/// Sessions of a player: each its own history, by header or by path.
@Suite("Sessions")
struct SessionTests {
  let board: Board

  init() async throws { board = try await .recorded() }

  @Test("A read gets the answer that was recorded after what its session has changed")
  func order() async throws {
    let player = try board.player()
    #expect(try await player.ask(Board.list).texts == [])
    #expect(try await player.ask(Board.list).texts == [])
    #expect(try await player.ask(Board.add, ["text": "a"]).state == "exact")
    for _ in 0..<3 { #expect(try await player.ask(Board.list).texts == ["a"]) }
    #expect(player.misses.isEmpty)
  }

  @Test("What one session changes is nothing to another, by header, by path, and to those that name none")
  func apart() async throws {
    let player = try board.player()
    _ = try await player.ask(Board.add, ["text": "a"], session: "one")
    #expect(try await player.ask(Board.list, session: "one").texts == ["a"])
    #expect(
      try await player.ask(Board.list, session: " one \t").texts == ["a"], "white space is no part of a field's value")
    #expect(try await player.ask(Board.list, path: "/board/~one/graphql").texts == ["a"])
    #expect(try await player.ask(Board.list, session: "two").texts == [])
    #expect(try await player.ask(Board.list, path: "/board/~two").texts == [])
    #expect(try await player.ask(Board.list).texts == [])
    #expect(try await player.ask(Board.list, session: "default").texts == [])
    #expect(try await player.ask(Board.list, path: "/~one").texts == ["a"])
    #expect(try await player.ask(Board.list, session: "one", path: "/board/~one").texts == ["a"])
  }

  @Test("A mutation that was not recorded in the state is a miss, and so is what depends on it")
  func missed() async throws {
    let player = try board.player()
    let miss = try await player.ask(Board.add, ["text": "b"])
    #expect(miss.isMiss && miss.code == "UNDERSTUDY_NO_RECORDING")
    let list = try await player.ask(Board.list)
    #expect(list.isMiss)
    let first = "after mutation AddNote with variables {\"text\":\"b\"}, which missed."
    #expect(list.message.contains(first))
    // It is no miss of its own.
    #expect(player.misses.map(\.request.name) == ["AddNote"] && player.followingOfMisses.values.map(\.self) == [1])
    #expect(list.body["errors"]?.arrayValue?.first?["extensions"]?["state"]?["reason"] == "notRecordedInState")
    // Another session knows nothing of it.
    #expect(try await player.ask(Board.list, session: "other").texts == [])
  }

  @Test("A session that starts over begins at its start, and others go on")
  func reset() async throws {
    let player = try board.player()
    for name in ["one", "two"] { _ = try await player.ask(Board.add, ["text": "a"], session: name) }
    let reset = ClientRequest(
      method: "POST", target: "/__understudy/sessions/one/reset", headers: ["Host": "localhost"])
    #expect(await player.respond(to: reset).get().status == 200)
    #expect(try await player.ask(Board.list, session: "one").texts == [])
    #expect(try await player.ask(Board.list, session: "two").texts == ["a"])
  }

  @Test("An answer that a server keeps is good until its session changes something, is reset, or the disk changes")
  func validity() async throws {
    let player = try board.player()
    let one = try await player.ask(Board.list, session: "one").answer
    let two = try await player.ask(Board.list, session: "two").answer
    #expect(one.isRepeatable && one.validity?.holds == true)
    _ = try await player.ask(Board.add, ["text": "a"], session: "one")
    #expect(one.validity?.holds == false && two.validity?.holds == true)
    let reset = ClientRequest(
      method: "POST", target: "/__understudy/sessions/two/reset", headers: ["Host": "localhost"])
    _ = await player.respond(to: reset).get()
    #expect(two.validity?.holds == false)
    let mutation = try await player.ask(Board.add, ["text": "a"], session: "two").answer
    #expect(!mutation.isRepeatable)
  }

  @Test("Only exact answers are served where it was asked for")
  func strict() async throws {
    let lenient = try board.player()
    let strict = try board.player { $0.isStrict = true }
    for player in [lenient, strict] { _ = try await player.ask(Board.tick) }
    #expect(try await strict.ask(Board.list).isMiss)
    for player in [lenient, strict] { #expect(try await player.ask(Board.list, session: "new").state == "exact") }
  }

  @Test("Sessions are listed with what they have changed")
  func list() async throws {
    let player = try board.player()
    _ = try await player.ask(Board.add, ["text": "a"], session: "Tests.näme (1)")
    let page = ClientRequest(method: "GET", target: "/__understudy/sessions", headers: ["Host": "localhost"])
    let body = try JSON.parse(text: try await player.respond(to: page).get().text)
    #expect(body["sessions"]?.arrayValue?.map { $0["name"]?.stringValue } == ["Tests.näme (1)", "default"])
    let endpoint = body["sessions"]?.arrayValue?.first?["endpoints"]?.arrayValue?.first
    #expect(endpoint?["mutations"] == 1)
    #expect(endpoint?["last"]?.arrayValue == [#"addNote(text:"a")"#])
  }

  static let badNames: [(name: String, part: String)] = [
    ("", "is empty"), ("  ", "is empty"), ("a\u{7}b", "another control character"), ("a%0Ab", "a line break"),
    ("a\u{2028}b", "a line break"), ("%FF", "is not text in UTF-8"),
  ]

  @Test("What is no session's name is refused with what one is", arguments: badNames)
  func badName(name: String, part: String) async throws {
    let player = try board.player()
    let asked = try await player.ask(Board.list, session: name)
    #expect(asked.answer.status == 400 && asked.code == "UNDERSTUDY_BAD_SESSION")
    #expect(asked.message.contains(part))
    #expect(asked.message.utf8.count < 400)
    #expect(player.refusals.count == 1)
  }

  @Test("Two names in one request are refused")
  func twoNames() async throws {
    let asked = try await board.player().ask(Board.list, session: "a", path: "/board/~b")
    #expect(asked.answer.status == 400)
    #expect(asked.message.contains(#"two sessions, "b" and "a""#))
    // The same name, spelled in two ways.
    #expect(try await board.player().ask(Board.list, session: "a/b", path: "/board/~a%2Fb").answer.status == 200)
  }

  @Test("The reset of a session that is not there says which there are")
  func unknownReset() async throws {
    let player = try board.player()
    let reset = ClientRequest(
      method: "POST", target: "/__understudy/sessions/nobody/reset", headers: ["Host": "localhost"])
    let answer = await player.respond(to: reset).get()
    #expect(answer.status == 404)
    #expect(try await answer.text.contains("There are: default."))
  }

  @Test(
    "A session that idles for long is dropped, says so, and can be started over; one that changed nothing is not missed"
  )
  func idle() async throws {
    // Each look at the clock is a millisecond.
    let player = try board.player { $0.sessionIdleSeconds = 0 }
    _ = try await player.ask(Board.add, ["text": "a"], session: "one")
    _ = try await player.ask(Board.list, session: "idle")
    _ = try await player.ask(Board.add, ["text": "a"])
    player.refresh()
    let asked = try await player.ask(Board.list, session: "one")
    #expect(asked.answer.status == 410 && asked.code == "UNDERSTUDY_DROPPED_SESSION")
    #expect(asked.message.contains("It had sent 1 mutation"))
    #expect(try await player.ask(Board.list, session: "idle").texts == [])
    #expect(try await player.ask(Board.list).texts == ["a"])
    let reset = ClientRequest(
      method: "POST", target: "/__understudy/sessions/one/reset", headers: ["Host": "localhost"])
    #expect(await player.respond(to: reset).get().status == 200)
    #expect(try await player.ask(Board.list, session: "one").texts == [])
  }

  @Test("A named start has answers of its own, and a session has one start")
  func starts() async throws {
    let recorder = try board.recorder(StatefulUpstream(run: "two"))
    _ = try await recorder.ask(Board.add, ["text": "seed"], session: "other")
    _ = try await recorder.ask(Board.list, session: "seeded", start: "seeded")
    await recorder.finish()
    let player = try board.player()
    #expect(try await player.ask(Board.list, session: "s", start: "seeded").texts == ["seed"])
    #expect(try await player.ask(Board.list, session: "t").texts == [])
    _ = try await player.ask(Board.add, ["text": "a"], session: "t")
    let late = try await player.ask(Board.list, session: "t", start: "seeded")
    #expect(late.answer.status == 409)
    #expect(late.message.contains("began in state start"))
  }
}
