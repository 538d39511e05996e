import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

@Suite("Sessions that begin and end on a port", .timeLimit(.minutes(10)))
struct BeginAndEndTests {
  let board: Board

  init() async throws { board = try await .recorded() }

  @Test("The unnamed requests of a port belong to the open session, and a named one to the one that it names")
  func decision() async throws {
    let player = try board.player()
    let token = try await player.begin("one")
    _ = try await player.ask(Board.add, ["text": "a"])
    #expect(try await player.ask(Board.list).texts == ["a"])
    #expect(try await player.ask(Board.list, session: "one").texts == ["a"])
    #expect(try await player.ask(Board.list, session: "two").texts == [], "the header beats begin")
    #expect(try await player.ask(Board.list, path: "/board/~two").texts == [], "the path beats begin")
    #expect(try await player.ask(Board.list, session: "default").texts == [])
    #expect(try await player.end(token).counted == ["exact": 3])
    #expect(try await player.ask(Board.list).texts == [], "outside of any session")
    #expect(player.misses.isEmpty)
  }

  @Test("A session that begins starts over")
  func startsOver() async throws {
    let player = try board.player()
    for _ in 0..<2 {
      let token = try await player.begin("one")
      #expect(try await player.ask(Board.list).texts == [])
      _ = try await player.ask(Board.add, ["text": "a"])
      #expect(try await player.ask(Board.list).texts == ["a"])
      #expect(try await player.end(token).counted == ["exact": 3])
    }
  }

  @Test("Sessions nest: the end of the inner one resumes the outer one")
  func nested() async throws {
    let player = try board.player()
    let suite = try await player.begin("Suite", scope: true)
    _ = try await player.ask(Board.add, ["text": "a"])
    let test = try await player.begin("Suite/a")
    #expect(try await player.ask(Board.list).texts == [])
    #expect(try await player.end(test).counted == ["exact": 1])
    #expect(try await player.ask(Board.list).texts == ["a"])
    _ = try await player.begin("Suite/b")
    _ = try await player.ask(Board.list)
    let ended = try await player.end(suite)
    #expect(ended["outcome"] == "passed" && ended.counted == ["exact": 2])
    #expect(ended["inner"]?[0]?["session"] == "Suite/b")
    #expect(ended["inner"]?[0]?["outcome"] == "failed")
  }

  @Test("Misses are those of the session, with the command that runs its test again")
  func misses() async throws {
    let player = try board.player()
    let begun = try await player.control("POST", "begin", ["session": "one", "rerun": "npm test -- -t one"])
    #expect(begun.status == 200 && begun.body["token"] == "0-1" && begun.body["session"] == "one")
    _ = try await player.ask(Board.add, ["text": "other"], session: "two")
    let miss = try await player.ask(Board.tick)
    _ = try await player.ask(Board.tick)
    #expect(miss.message.hasSuffix("\nTo record this test: npm test -- -t one"))
    #expect(!miss.message.contains("To record it"))
    let ended = try await player.end("0-1", "failed")
    #expect(ended.counted == ["miss": 2])
    #expect(ended["misses"]?.arrayValue?.count == 1)
    #expect(ended["misses"]?[0]?["message"]?.stringValue == miss.message)
    #expect(ended["recorded"] == .array([]) && ended["unfinished"] == .int(0))
    #expect(player.misses.count == 2, "both are misses of the run")
    #expect(player.reruns == ["one": "npm test -- -t one"])
    let page = try await player.control("GET", "misses?session=one")
    #expect(page.body["misses"]?[0]?["message"]?.stringValue == miss.message)
  }

  @Test("A request between two sessions is answered, and its miss fails nothing")
  func outside() async throws {
    let log = EventLog()
    let player = try board.player(log: log)
    #expect(try await player.ask(Board.tick).isMiss)
    #expect(player.misses.count == 1, "no session has begun: a miss as any other")
    _ = try await player.end(try await player.begin("one"))
    #expect(try await player.ask(Board.edit, ["id": "1", "text": "b"]).isMiss)
    #expect(player.misses.count == 1)
    #expect(player.uses.filter { $0.source == .miss }.map(\.count) == [1])
    let warnings = log.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(
      warnings == [
        "mutation EditNote of endpoint board has no recording. It was sent between two sessions, so no test fails because of it. Send it within a test, and record that test."
      ])
    _ = try await player.begin("two")
    #expect(try await player.ask(Board.edit, ["id": "1", "text": "b"]).isMiss)
    #expect(player.misses.count == 2, "the same request inside of a session is a miss")
  }

  @Test("What is recorded between two sessions is nothing")
  func outsideOfRecording() async throws {
    let other = Board(folder: try TestFolder())
    let log = EventLog()
    let recorder = try other.recorder(StatefulUpstream(), log: log)
    let token = try await recorder.begin("one")
    _ = try await recorder.ask(Board.list)
    #expect(try await recorder.end(token).counted == ["upstream": 1])
    #expect(try await recorder.ask(Board.tick).answer.status == 200)
    let batch = JSON.array([["query": .string(Board.add), "variables": ["text": "b"]]])
    var request = Board.request("")
    request.body = batch.serialize()
    #expect(await recorder.respond(to: request).get().status == 200)
    await recorder.finish()
    #expect(
      log.outcomes.suffix(2)
        == [.notRecorded("no session is open on its port"), .notRecorded("no session is open on its port")])
    #expect(!other.folder.contents().keys.contains { $0.contains("Tick") || $0.contains("AddNote") })
    #expect(other.folder.contents().keys.contains { $0.contains("Notes") })
  }

  @Test("A request that began before the end belongs to the session that was open then, and the end waits for it")
  func inFlight() async throws {
    let other = Board(folder: try TestFolder())
    let upstream = StatefulUpstream()
    let timer = VirtualTimer()
    let recorder = Engine(
      serving: EngineConfiguration(mode: .record),
      endpoints: try Endpoints.forRecording(
        upstream: "http://127.0.0.1:1/graphql", name: "board", recordings: other.folder.path),
      upstream: upstream, clock: SteppingStopwatch(), timer: timer, events: { _ in })
    let one = try await recorder.begin("one", scope: true)
    let gate = upstream.hold("Notes")
    async let slow = recorder.ask(Board.list)
    while upstream.asked == 0 { await Task.yield() }
    async let ended = recorder.end(one)
    while timer.alarms == 0 { await Task.yield() }
    // The session takes no more requests, though it has not ended yet.
    _ = try await recorder.begin("two")
    #expect(try await recorder.ask(Board.tick).answer.status == 200)
    gate.finish()
    _ = try await slow
    let body = try await ended
    #expect(body.counted == ["upstream": 1] && body["unfinished"] == .int(0))
    #expect(try await recorder.end("0-2").counted == ["upstream": 1])

    let three = try await recorder.begin("three")
    let closed = upstream.hold("Notes")
    async let never = recorder.ask(Board.list)
    while upstream.asked < 3 { await Task.yield() }
    async let late = recorder.end(three)
    while timer.alarms == 0 { await Task.yield() }
    timer.pass(milliseconds: 2_000)
    #expect(try await late["unfinished"] == .int(1))
    closed.finish()
    _ = try await never
  }

  @Test("An operation on a WebSocket belongs to the session that was open when its subscribe came")
  func sockets() async throws {
    let player = try board.player()
    var handshake = ScriptedSocket.handshake(
      ["Host": "localhost", "Sec-WebSocket-Protocol": "graphql-transport-ws"])
    handshake.listener = 0
    guard case .accepted(let conversation) = player.openSocket(handshake) else {
      Issue.record("refused")
      return
    }
    conversation.start {}
    func ask(_ query: String, _ variables: String = "{}") async throws -> String {
      try await conversation.say(
        #"{"id":"1","type":"subscribe","payload":{"query":"\#(query)","variables":\#(variables)}}"#
      ).joined()
    }
    _ = try await conversation.say(#"{"type":"connection_init"}"#)
    let one = try await player.begin("one")
    #expect(try await ask(Board.add, #"{"text":"a"}"#).contains("addNote"))
    #expect(try await ask(Board.list).contains(#""text":"a""#))
    #expect(try await player.end(one).counted == ["exact": 2])
    let two = try await player.begin("two")
    #expect(try await ask(Board.list).contains(#""notes":[]"#))
    #expect(try await player.end(two).counted == ["exact": 1])
  }

  @Test(
    "Bad input is told",
    arguments: [
      ("begin", "[]", 400, "The body is an array"), ("begin", "{", 400, "The body is not JSON"),
      ("begin", "", 400, "The body is not JSON"), ("begin", "{}", 400, #""session" is missing"#),
      ("begin", #"{"session": ""}"#, 400, "is empty"), ("begin", #"{"session": 1}"#, 400, "must be a string"),
      ("begin", #"{"session": null}"#, 400, "must be a string"),
      ("begin", #"{"session": "a\nb"}"#, 400, "control character"),
      ("begin", #"{"session": "a", "scope": "yes"}"#, 400, "must be true or false"),
      ("begin", #"{"session": "a", "rerun": "x\ny"}"#, 400, "on one line"),
      ("begin", #"{"session": "a", "rerun": ""}"#, 400, "on one line"),
      ("begin", #"{"session": "a", "name": "b"}"#, 400, "There are: session, rerun, scope, named, replace"),
      ("begin?replace=yes", #"{"session": "a"}"#, 400, "replace=true"),
      ("end", "{}", 400, #""token" is missing"#), ("end", #"{"token": 1}"#, 400, "must be a string"),
      ("end", #"{"token": "0-1"}"#, 400, "passed, failed, skipped"),
      ("end", #"{"token": "0-1", "outcome": "ok"}"#, 400, "passed, failed, skipped"),
      ("end", #"{"token": "0-1", "outcome": "passed"}"#, 404, "No session has the token"),
      ("listeners", #"{"mode": "proxy"}"#, 400, "record, replay, fake, auto, live"),
      ("listeners", #"{"onMiss": "pass"}"#, 400, "error, fake, forward, record"),
      ("listeners", #"{"strict": 1}"#, 400, "true or false"), ("listeners", #"{"seed": -1}"#, 400, "from 0"),
      ("listeners", #"{"endpoints": []}"#, 400, "list of strings"),
      ("listeners", #"{"endpoints": ["a", "a"]}"#, 400, "twice"),
      ("listeners", #"{"mode": "fake", "strict": true}"#, 400, "is for mode replay"),
      ("listeners", #"{"seed": 7}"#, 400, "is for generated data"),
      ("listeners", #"{"upstream": "http://localhost"}"#, 400, "mode record"),
      ("listeners", "{}", 409, "opens no additional ports"),
    ])
  func badInput(page: String, body: String, status: Int, message: String) async throws {
    let player = try board.player()
    let request = ClientRequest(
      method: "POST", target: "/__understudy/\(page)", headers: ["Host": "localhost"], body: Array(body.utf8))
    let answer = await player.respond(to: request).get()
    #expect(answer.status == status)
    #expect(try JSON.parse(text: try await answer.text).errorMessage.contains(message))
    #expect(player.context.openSessions.open(on: 0).isEmpty)
  }

  @Test("A test beside an open test is refused, unless it replaces it, which then has failed")
  func replacing() async throws {
    let player = try board.player()
    let first = try await player.begin("CartTests.a")
    let refused = try await player.control("POST", "begin", ["session": "CartTests.b"])
    #expect(refused.status == 409)
    #expect(
      refused.body.errorMessage.hasPrefix(
        "CartTests.a is still open on this port. Parallel tests need a listener each."))
    _ = try await player.ask(Board.add, ["text": "a"])
    let begun = try await player.control("POST", "begin?replace=true", ["session": "CartTests.b"])
    #expect(begun.status == 200 && begun.body["replaced"] == "CartTests.a")
    #expect(try await player.ask(Board.list).texts == [])
    let again = try await player.control("POST", "begin", ["session": "CartTests.b", "replace": true])
    #expect(again.status == 200 && again.body["token"] == "0-3")
    let late = try await player.control("POST", "end", ["token": .string(first), "outcome": "passed"])
    #expect(late.status == 404 && late.body.errorMessage.contains("has already ended"))
  }
}
