import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

@testable import Engine
@testable import Transports

@Suite("Listeners")
struct ListenerTests {
  let board: Board
  let ports = ScriptedPorts()

  init() async throws {
    board = try await .recorded()
    try board.folder.write(
      "type Query { notes: [Note!]! more: Int! } type Mutation { addNote(text: String!): Note! } type Note { id: ID! text: String! }",
      to: "board.graphqls")
  }

  private func player(
    isCI: Bool = false, maximum: Int = 64, upstream: (any Upstream)? = nil, log: EventLog = EventLog()
  ) throws -> Engine {
    var setup = ListenerSetup()
    setup.ports = ports
    setup.maximum = maximum
    setup.isCI = isCI
    setup.upstream = upstream
    let folders = ListenerFolders(recordings: board.folder.path, schemas: board.folder.path)
    setup.load = { try folders.endpoints($0, $1) }
    return Engine(
      serving: EngineConfiguration(mode: .replay),
      endpoints: try Endpoints.forReplay(
        name: nil, recordings: board.folder.path, schemas: board.folder.path, seed: 0, onMiss: .error),
      upstream: nil, clock: SteppingStopwatch(), listening: setup, events: log.receive)
  }

  @Test("A listener has unnamed requests of its own, and begin and end of its own")
  func ownRequests() async throws {
    let player = try player()
    let opened = try await player.control("POST", "listeners")
    #expect(opened.status == 201)
    #expect(
      opened.body == [
        "listener": .int(1), "port": .int(50_001), "url": "http://127.0.0.1:50001", "upstreams": ["board"],
      ])
    _ = try await player.begin("main")
    let token = try await player.begin("worker", on: 1)
    #expect(token == "1-1")
    _ = try await ports.ask(0, Board.add, ["text": "a"])
    #expect(try await ports.ask(0, Board.list).texts == ["a"])
    #expect(try await player.ask(Board.list).texts == [])
    let elsewhere = try await player.control("POST", "end", ["token": .string(token), "outcome": "passed"])
    #expect(elsewhere.status == 404 && elsewhere.body.errorMessage.contains("belongs to listener 1"))
    #expect(try await player.end(token, on: 1).counted == ["exact": 2])
    let list = try await player.control("GET", "listeners").body["listeners"]?.arrayValue ?? []
    #expect(list.map { $0["listener"]?.intValue } == [0, 1])
    #expect(list.map { $0["open"] } == [.array(["main"]), .array([])])
    #expect(list.map { $0["mode"] } == ["replay", "replay"])
  }

  @Test("A listener with settings answers by them, and its misses are the run's")
  func settings() async throws {
    let log = EventLog()
    let player = try player(log: log)
    _ = try await player.control("POST", "listeners", ["mode": "fake", "seed": .int(7)])
    _ = try await player.control("POST", "listeners", ["strict": true, "endpoints": ["board"]])
    #expect(try await ports.ask(0, "{ more }").answer.headers[first: "Understudy-Source"] == "fake")
    #expect(try await ports.ask(1, "{ more }").isMiss)
    #expect(try await ports.ask(1, Board.list).texts == [])
    #expect(try await player.ask("{ more }").isMiss)
    #expect(player.misses.count == 1)
    #expect(Set(player.uses.map(\.source)) == [.fake, .exact, .miss])
    #expect(player.uses.first { $0.source == .miss }?.count == 2)
    let modes = try await player.control("GET", "listeners").body["listeners"]?.arrayValue?.map { $0["mode"] }
    #expect(modes == ["replay", "fake", "replay"])
    let unknown = try await player.control("POST", "listeners", ["endpoints": ["shop"]])
    #expect(unknown.status == 400 && unknown.body.errorMessage.contains("There are: board"))
  }

  @Test("A listener records what the run replays")
  func recording() async throws {
    let upstream = StatefulUpstream()
    let player = try player(upstream: upstream)
    let opened = try await player.control(
      "POST", "listeners",
      ["mode": "record", "upstream": "http://127.0.0.1:1/graphql", "endpoints": ["board"]])
    #expect(opened.status == 201)
    #expect(try await player.ask(Board.tick, session: "one").isMiss)
    _ = try await ports.ask(0, Board.tick)
    #expect(upstream.asked == 1)
    let closed = try await player.control("DELETE", "listeners/1")
    #expect(closed.status == 200)
    player.refresh()
    #expect(!(try await player.ask(Board.tick, session: "two").isMiss))
  }

  @Test("In CI no listener writes that the run was not started for", arguments: ["record", "replay"])
  func ci(mode: String) async throws {
    let player = try player(isCI: true, upstream: StatefulUpstream())
    var body: JSONObject = ["mode": .string(mode)]
    if mode == "replay" { body["onMiss"] = "record" }
    let refused = try await player.control("POST", "listeners", .object(body))
    #expect(refused.status == 403)
    #expect(refused.body.errorMessage.hasPrefix("CI is set, and this run was not started to record"))
    #expect(try await player.control("POST", "listeners", ["mode": "fake"]).status == 201)
  }

  @Test("There are no more listeners than the limit")
  func limit() async throws {
    let player = try player(maximum: 1)
    #expect(try await player.control("POST", "listeners").status == 201)
    let refused = try await player.control("POST", "listeners")
    #expect(refused.status == 429)
    #expect(refused.body.errorMessage.contains("--max-listeners"))
    #expect(try await player.control("DELETE", "listeners/1").status == 200)
    #expect(try await player.control("POST", "listeners").body["listener"] == .int(2))
  }

  @Test("Closing a listener ends what is open on it as failed")
  func closing() async throws {
    let player = try player()
    _ = try await player.control("POST", "listeners")
    _ = try await player.begin("Suite", scope: true, on: 1)
    _ = try await player.begin("a", on: 1)
    _ = try await ports.ask(0, Board.list)
    let closed = try await player.control("DELETE", "listeners/1")
    #expect(closed.body["closed"] == .int(1))
    let ended = closed.body["ended"]?.arrayValue ?? []
    #expect(ended.map { $0["session"] } == ["a", "Suite"])
    #expect(ended.allSatisfy { $0["outcome"] == "failed" })
    #expect(ended.first?.counted == ["exact": 1])
    #expect(ports.closed == [50_001])
    for (number, status) in [("1", 404), ("x", 404), ("0", 409)] {
      #expect(try await player.control("DELETE", "listeners/\(number)").status == status)
    }
  }

  @Test("A subscription completes with the session that it belongs to, and others go on")
  func subscriptions() async throws {
    let session = OpenSession(name: "a", listener: 0, number: 1, isScope: false, rerun: nil)
    let other = OpenSession(name: "b", listener: 1, number: 1, isScope: false, rerun: nil)
    let (mine, theirs) = (EndingStream(), EndingStream())
    session.add(mine)
    other.add(theirs)
    session.endStreams()
    session.endStreams()
    #expect(mine.ends == 1 && theirs.ends == 0)
  }
}

/// Counts how often it was ended.
private final class EndingStream: SessionStream {
  private let wakes = Wakes()

  var ends: Int { wakes.count }

  func end(with _: StreamEvent) { wakes.wake() }
}
