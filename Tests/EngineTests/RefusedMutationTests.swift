import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Mutations that an endpoint refuses before it executes them, and the session after them.
@Suite("Refused mutations")
struct RefusedMutationTests {
  let board: Board

  init() throws { board = Board(folder: try TestFolder()) }

  private static let json: HeaderList = ["content-type": "application/json"]

  private func recorder(_ steps: [ScriptedUpstream.Step], log: EventLog = EventLog()) throws -> Engine {
    try board.folder.recorder(ScriptedUpstream(steps), name: "board", log: log) { $0 = .recordingStates }
  }

  private static let invalid = #"{"errors":[{"message":"text is required"}]}"#
  private static let notes = #"{"data":{"notes":[{"id":"note-1","text":"a"}]}}"#
  private static let ticked = #"{"data":{"tick":1}}"#

  private static func answer(_ status: Int, _ text: String, _ type: String = "application/json")
    -> ScriptedUpstream.Step
  { .answer(status: status, headers: ["content-type": type], chunks: [text]) }

  @Test(
    "The session goes on where nothing was executed, and only there",
    arguments: [
      (400, invalid, true), (422, invalid, true), (403, invalid, true), (429, invalid, true), (200, invalid, true),
      (405, "no", true), (415, "no", true), (406, "", true), (400, "no", true), (401, "{}", true),
      (404, "no", true), (403, "{}", true), (409, "no", true), (408, invalid, false), (500, invalid, false),
      (502, "no", false), (200, "no", false), (307, "", false),
    ])
  func goesOn(_ status: Int, _ text: String, _ goesOn: Bool) async throws {
    let recorder = try recorder([Self.answer(status, text), Self.answer(200, Self.notes)])
    _ = await recorder.respond(to: Board.request(Board.tick)).get()
    _ = await recorder.respond(to: Board.request(Board.list)).get()
    await recorder.finish()
    let isRecorded = board.folder.contents().keys.contains { $0.contains("query.Notes") }
    #expect(isRecorded || !goesOn)
    // An answer that may have changed something leads to a state of its own, or to none that is known.
    if isRecorded { #expect(try await board.player().ask(Board.list).state == (goesOn ? "exact" : nil)) }
  }

  @Test(
    "What was executed has led on: data that is null with a 2xx, a field that is not null, or has an error, with any status",
    arguments: [
      (200, #"{"errors":[{"message":"no"}],"data":null}"#, true),
      (200, #"{"errors":[{"message":"no"}],"data":{"tick":null}}"#, true),
      (400, #"{"errors":[{"message":"no"}],"data":{"tick":1,"tock":null}}"#, true),
      (400, #"{"errors":[{"message":"no"}],"data":null}"#, false),
      (401, #"{"errors":[{"message":"no"}],"data":{"tick":null}}"#, false),
      (422, #"{"errors":[{"message":"no","path":["tick"]}],"data":{"tick":null}}"#, true),
      (422, #"{"errors":[{"message":"no","path":["tick"]}],"data":null}"#, true),
      (422, #"{"errors":[{"message":"no","path":[]}],"data":null}"#, false),
    ])
  func executed(_ status: Int, _ text: String, _ leadsOn: Bool) async throws {
    let recorder = try recorder([Self.answer(status, text), Self.answer(200, Self.notes)])
    _ = try await recorder.ask(Board.tick)
    _ = try await recorder.ask(Board.list)
    await recorder.finish()
    let player = try board.player()
    #expect(try await player.ask(Board.list).isMiss == leadsOn)
    _ = try await player.ask(Board.tick)
    #expect(try await player.ask(Board.list).state == "exact")
  }

  private init(board: Board) { self.board = board }

  @Test("A refusal is recorded and given again, and changes nothing in replay either")
  func replayed() async throws {
    let recorder = try recorder([
      Self.answer(400, Self.invalid), Self.answer(200, Self.notes), Self.answer(200, Self.ticked),
    ])
    _ = try await recorder.ask(Board.add)
    _ = try await recorder.ask(Board.list)
    _ = try await recorder.ask(Board.tick)
    await recorder.finish()
    let player = try board.player()
    for _ in [0, 1] {
      let refused = try await player.ask(Board.add)
      #expect(refused.answer.status == 400 && refused.message == "text is required" && refused.state == "exact")
      #expect(try await player.ask(Board.list).state == "exact")
    }
    #expect(try await player.ask(Board.tick).state == "exact")
    #expect(try await player.ask(Board.list).isMiss)
  }

  @Test("What depends on how a mutation is asked is no answer to it")
  func wayOfAsking() async throws {
    let log = EventLog()
    let recorder = try recorder(
      [Self.answer(405, Self.invalid), Self.answer(415, Self.invalid), Self.answer(200, Self.ticked)], log: log)
    let get = ClientRequest(
      method: "GET", target: "/board?query=mutation%20Tick%20%7B%20tick%20%7D",
      headers: ["Host": "localhost", "Accept": "application/json"])
    #expect(await recorder.respond(to: get).get().status == 405)
    _ = try await recorder.ask(Board.tick)
    _ = try await recorder.ask(Board.tick)
    await recorder.finish()
    let ticked = try await board.player().ask(Board.tick)
    #expect(ticked.body["data"]?["tick"] == 1 && ticked.state == "exact")
    #expect(
      log.outcomes.first == .notRecorded("the API refused the mutation before executing it (status 405)"))
  }

  @Test("A mutation that is executed in the end takes the place of its refusals, in the same session and in another")
  func executedInTheEnd() async throws {
    for session in [nil, "other"] {
      let board = Board(folder: try TestFolder())
      let log = EventLog()
      let recorder = try RefusedMutationTests(board: board).recorder(
        [Self.answer(400, Self.invalid), Self.answer(200, Self.ticked), Self.answer(200, Self.notes)], log: log)
      _ = try await recorder.ask(Board.tick)
      _ = try await recorder.ask(Board.tick, session: session)
      _ = try await recorder.ask(Board.list, session: session)
      await recorder.finish()
      let player = try board.player()
      #expect(try await player.ask(Board.tick).body["data"]?["tick"] == 1, "\(log.outcomes)")
      #expect(try await player.ask(Board.list).state == "exact")
    }
  }

  @Test("Recorded again, a mutation that is refused now leads nowhere any more")
  func refusedNow() async throws {
    for answer in [Self.answer(200, Self.ticked), Self.answer(400, Self.invalid)] {
      let recorder = try recorder([answer, Self.answer(200, Self.notes)])
      _ = try await recorder.ask(Board.tick)
      _ = try await recorder.ask(Board.list)
      await recorder.finish()
    }
    let player = try board.player()
    #expect(try await player.ask(Board.tick).answer.status == 400)
    #expect(try await player.ask(Board.list).state == "exact")
    #expect(try await player.ask(Board.list).texts == ["a"])
    let file = try #require(board.folder.contents().first { $0.key.contains("Tick") && $0.key.hasSuffix(".json") })
    #expect(try JSON.parse(Array(file.value))["states"]?["start"]?.arrayValue?.count == 1)
  }

  @Test("In a batch, what was executed leads on and what was refused does not; a refused batch changes nothing")
  func batch() async throws {
    let recorder = try recorder([
      Self.answer(400, Self.invalid), Self.answer(200, "[\(Self.invalid),\(Self.notes)]"),
    ])
    var request = Board.request("")
    request.body = JSON.array([["query": .string(Board.add)], ["query": .string(Board.list)]]).serialize()
    for _ in [0, 1] { _ = await recorder.respond(to: request).get() }
    await recorder.finish()
    let player = try board.player()
    #expect(try await player.ask(Board.list).state == "exact")
    #expect(try await player.ask(Board.add).answer.status == 200)
  }
}
