import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Replay
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import SchemaSources
@testable import Transports

@Suite("The journal of a run")
struct JournalTests {
  let board: Board

  init() async throws {
    board = Board(folder: try TestFolder())
    let recorder = try board.recorder(StatefulUpstream())
    #expect(recorder.journal == nil)
    _ = try await recorder.ask(Board.list)
    _ = try await recorder.ask(Board.add, ["text": "one"])
    _ = try await recorder.ask(Board.list)
    await recorder.finish()
  }

  private func player() throws -> Engine { try board.player { $0.keepsJournal = true } }

  @Test func everyRequestIsThereInOrderAndNoneIsGivenFromATable() async throws {
    let player = try player()
    for _ in 0..<3 {
      let answer = try await player.ask(Board.list, session: "a").answer
      #expect(!answer.isRepeatable && answer.validity == nil)
    }
    _ = try await player.ask(Board.add, ["text": "two"], session: "b")
    let journal = try #require(player.journal)
    #expect(journal.entries().map(\.session) == ["a", "a", "a", "b"])
    #expect(journal.entries(ofSession: "a").map(\.outcome?.source) == [.exact, .exact, .exact])
    #expect(journal.entries(ofSession: "a").allSatisfy { $0.name == "Notes" && $0.kind == .query })
    let missed = try #require(journal.entries(ofSession: "b").first)
    #expect(missed.outcome?.source == .miss && missed.outcome?.miss?.request.name == "AddNote")
    #expect(missed.variables == ["text": "two"] && missed.requestLine == "POST /board" && missed.endpoint == "board")
    #expect(missed.headers[first: "x-understudy-session"] == "b")
    journal.forget(session: "a")
    #expect(journal.entries().map(\.session) == ["b"])
  }

  /// Another test that ends at the same moment takes the strays: it must not get this one's miss.
  @Test func requestsOfATestThatIsEndingAreNoStrays() async throws {
    let player = try player()
    guard case .begun(let test) = player.context.openSessions.begin("a", on: 0, isNamed: true) else {
      Issue.record("The session was not begun")
      return
    }
    _ = try await player.ask(Board.add, ["text": "two"], session: "a")
    let sessions = try player.context.openSessions.end(test.token, on: 0)
    #expect(player.takeStrays(on: 0).isEmpty)
    let ended = await player.end(sessions, .passed)
    #expect(ended.last?.journal?.entries.map(\.outcome?.source) == [.miss])
    #expect(player.takeStrays(on: 0).isEmpty && player.context.openSessions.namesInUse(on: 0).isEmpty)
  }

  @Test func whatNeverReachedAnEndpointIsThereAsWell() async throws {
    let player = try player()
    let journal = try #require(player.journal)
    _ = try await player.ask(Board.list, path: "/bored/~a")
    _ = try await player.ask("{", session: "a")
    _ = try await player.ask(Board.list, session: "a\u{7}b")
    #expect(journal.entries().map(\.outcome?.source) == [.refused, .refused, .refused])
    #expect(journal.entries().map(\.session) == ["a", "a", "a\u{7}b"])
    #expect(journal.entries().map(\.endpoint) == ["board", "board", "board"])
    #expect(journal.entries().allSatisfy { $0.outcome?.problem?.isEmpty == false })
    #expect(journal.takeStrays(besides: ["a"]).map(\.session) == ["a\u{7}b"])
    #expect(journal.entries().map(\.session) == ["a", "a"])
  }

  @Test func eachItemOfABatchIsARequest() async throws {
    let items = JSON.array([
      .object(["query": .string(Board.list)]),
      .object(["query": .string(Board.add), "variables": .object(["text": "one"])]),
    ])
    let request = ClientRequest(
      method: "POST", target: "/board", headers: ["Host": "localhost", "Content-Type": "application/json"],
      body: items.serialize())
    let player = try player()
    _ = await player.respond(to: request).get()
    #expect(player.journal?.entries().map(\.name) == ["Notes", "AddNote"])
    #expect(player.journal?.entries().map(\.outcome?.source) == [.exact, .exact])

    let upstream = ScriptedUpstream([.answer(chunks: ["[{\"data\":{\"notes\":[]}},{\"data\":{\"addNote\":null}}]"])])
    let folder = try TestFolder()
    let recorder = try folder.recorder(upstream, name: "board") { $0.keepsJournal = true }
    _ = await recorder.respond(to: request).get()
    #expect(recorder.journal?.entries().map(\.name) == ["Notes", "AddNote"])
    #expect(recorder.journal?.entries().map(\.outcome?.source) == [.upstream, .upstream])
    await recorder.finish()
  }

  @Test func faultsAreTold() async throws {
    let player = try player()
    try add(["status": 503], endpoint: nil, session: "a", to: player)
    try add(["reset": true], endpoint: "board", session: "b", to: player)
    try add(["error": "notes"], endpoint: nil, session: "c", to: player)
    for session in ["a", "b", "c", "d"] { _ = try? await player.ask(Board.list, session: session) }
    #expect(player.journal?.entries().map(\.outcome?.source) == [.fault, .fault, .exact, .exact])
    #expect(player.journal?.entries().map(\.outcome?.fault) == ["status=503", "reset", "error=notes", nil])
    _ = player.context.faults.remove { $0.session == "a" }
    player.forgetAnswers()
    #expect(try await player.ask(Board.list, session: "a").answer.status == 200)
  }

  private func add(_ said: JSONObject, endpoint: String?, session: String, to player: Engine) throws {
    let rule = try FaultReader().rule(FaultTerm(.object(said)), "the fault")
    #expect(player.context.faults.add(endpoint: endpoint, session: session, rule: rule, said: said) != nil)
    player.forgetAnswers()
  }

  @Test func moreThanIsKeptIsCounted() throws {
    let journal = Journal(limit: 2)
    let request = Board.request(Board.list)
    for session in ["a", "a", "a", "b"] { _ = journal.begin(request, nil, endpoint: "board", session: session) }
    #expect(journal.entries().count == 2)
    #expect(journal.unkept(ofSession: "a") == 1 && journal.unkept(ofSession: "b") == 1 && journal.unkept() == 2)
    journal.forget(session: "a")
    let place = journal.begin(request, nil, endpoint: "board", session: "a")
    #expect(place != nil && journal.entries().map(\.number) == [3])
    #expect(journal.entries().first?.outcome == nil)
  }

  @Test func recordingsOfAnOperation() async throws {
    let player = try player()
    let all = try player.recordings(of: "board")
    #expect(all.count == 2)
    #expect(try player.recordings(of: "board", operations: ["Notes"]) == all.filter { $0.contains("query.Notes-") })
    let error = try #require(throws: ConfigurationError.self) {
      try player.recordings(of: "board", operations: ["Nodes"])
    }
    #expect(
      error.description == "Endpoint board has no recordings of operation \"Nodes\". Recorded: AddNote, Notes.")
    #expect(try player.recordings(of: "nowhere").isEmpty)
  }
}
