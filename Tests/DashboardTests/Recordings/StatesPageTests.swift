import Foundation
import GraphQLLanguage
import OrderedJSON
import Recordings
import TestSupport
import Testing

@testable import Dashboard
@testable import Engine

@Suite struct StatesPageTests {
  @Test func equalHistoriesOfBothFormatsShareNodes() async throws {
    let shelf = try await RecordedShelf()
    _ = try await shelf.engine.ask(Board.list, session: "tests/a")
    let tree = try StatesPage(engine: shelf.engine).tree(endpoint: "board")
    let nodes = tree[list: "nodes"]
    #expect(tree["sessions"] == 2)
    #expect(tree["isCut"] == false)
    #expect(nodes.map { $0["mutation"] } == [.null, #"addNote(text:"a")"#, "tick"])
    #expect(nodes.map { $0["parent"] } == [.null, 0, 1])
    #expect(nodes[0]["states"] == ["start"])
    #expect(nodes[1][list: "states"].count == 1)
    #expect(nodes.map { $0["sessionCount"] } == [2, 2, 1])
    #expect(nodes.map { $0["sessions"] } == [[], ["tests/a"], ["tests/b"]])
    #expect(nodes[0][list: "reads"].map { $0["title"] } == ["query Notes"])
    // One recording and two sessions.
    #expect(nodes[0][list: "reads"].map { $0["count"] } == [3])
    #expect(nodes.map { $0["used"] } == [true, true, false])
    #expect(nodes[2]["file"]?.stringValue?.contains("/answers/") == true)
    #expect(nodes[1]["folder"]?.stringValue?.hasPrefix("mutation.AddNote-") == true)
  }

  @Test func namedStartsAreChildrenOfTheStart() async throws {
    let board = Board(folder: try TestFolder())
    let recorder = try board.recorder(StatefulUpstream())
    _ = try await recorder.ask(Board.list, session: "x", start: "full")
    _ = try await recorder.ask(Board.add, ["text": "b"], session: "x", start: "full")
    await recorder.finish()
    let tree = try StatesPage(engine: try board.player()).tree(endpoint: "board")
    let nodes = tree[list: "nodes"]
    #expect(nodes.map { $0["mutation"] } == [.null, "X-Understudy-Start: full", #"addNote(text:"b")"#])
    #expect(nodes.map { $0["parent"] } == [.null, 0, 1])
  }

  @Test func statesThatNoMutationLeadsToAreListed() async throws {
    let board = try await Board.recorded()
    let shelf = board.folder.contents().keys.filter { $0.contains("mutation.AddNote") && $0.hasSuffix(".json") }
    for file in shelf { try board.folder.remove(file) }
    let tree = try StatesPage(engine: try board.player()).tree(endpoint: "board")
    #expect(tree[list: "nodes"].map { $0["mutation"] } == [.null, "(no recorded mutation leads here)"])
  }

  @Test func aLoopOfStatesEnds() async throws {
    let board = try await Board.recorded()
    let engine = try board.player()
    let name = try #require(
      board.folder.contents().keys.first { $0.contains("mutation.AddNote") && $0.hasSuffix(".json") })
    let text = String(decoding: board.folder.contents()[name] ?? Data(), as: UTF8.self)
    let next = try #require(text.firstMatch(of: /"next": "([0-9a-f]+)"/)?.1)
    let state = try #require(text.firstMatch(of: /"start": (.*)/)?.1)
    try board.folder.write(
      text.replacing(
        "\"start\": \(state)", with: "\"start\": \(state),\n    \"\(next)\": \(state.replacing(next, with: "start"))"),
      to: name)
    let nodes = try StatesPage(engine: engine).tree(endpoint: "board")[list: "nodes"]
    #expect(nodes.count == 2)
  }

  @Test func mutationsInFlightTogetherAreOneEdge() throws {
    let folder = try TestFolder()
    let store = try RecordingStore(path: folder.path + "/shop", endpoint: "shop")
    let document = try parse(SourceText("mutation Buy($id: ID!) { buy(id: $id) { id } }"))
    let key = DocumentKey(endpoint: "shop", operation: try CanonicalOperation(of: document, operationName: nil))
    let operation = try store.requireFolder(of: key, document: document)
    func request(_ id: String) throws -> SessionRecording.Request {
      let answer = RecordedResponse(
        status: 200, headers: [], body: .json(["data": ["buy": ["id": .string(id)]]]))
      _ = try store.sessions.write(answer, as: SessionFormat.id(of: answer), inFolder: operation)
      return .init(
        operation: operation, identity: .anonymous, variables: ["id": .string(id)],
        answers: [SessionFormat.id(of: answer)])
    }
    let steps: [SessionRecording.Step] = [
      .together([try request("1"), try request("2")]), .request(try request("3")),
    ]
    var beginning = try store.sessions.beginning(of: "s")
    _ = try store.sessions.save(SessionRecording(name: "s", steps: steps), since: &beginning)
    let nodes = try StatesPage(engine: try folder.player()).tree(endpoint: "shop")[list: "nodes"]
    let edges = nodes.compactMap { $0["mutation"]?.stringValue }
    #expect(
      [#"buy(id:"1") and buy(id:"2")"#, #"buy(id:"2") and buy(id:"1")"#].contains(edges.first ?? ""))
    #expect(edges.dropFirst() == [#"buy(id:"3")"#])
    #expect(nodes.map { $0["parent"] } == [.null, 0, 1])
  }

  @Test func manySessionsTakeLinearTime() throws {
    let folder = try TestFolder()
    let store = try RecordingStore(path: folder.path + "/shop", endpoint: "shop")
    let texts = ["query Item($id: ID!) { item(id: $id) { id } }", "mutation Buy($id: ID!) { buy(id: $id) { id } }"]
    var folders: [String] = []
    for text in texts {
      let document = try parse(SourceText(text))
      let canonical = try CanonicalOperation(of: document, operationName: nil)
      folders.append(
        try store.requireFolder(of: DocumentKey(endpoint: "shop", operation: canonical), document: document))
    }
    for session in 0..<100 {
      var steps: [SessionRecording.Step] = []
      for number in 0..<20 {
        let kind = number % 4 == 3 ? 1 : 0
        // The last mutations differ.
        let id: JSON = .string(number < 16 ? "\(number)" : "\(number) of \(session)")
        let field = kind == 1 ? "buy" : "item"
        let body = JSON.object(["data": .object([field: .object(["id": id])])])
        let answer = RecordedResponse(status: 200, headers: [], body: .json(body))
        _ = try store.sessions.write(answer, as: SessionFormat.id(of: answer), inFolder: folders[kind])
        steps.append(
          .request(
            .init(
              operation: folders[kind], identity: .anonymous, variables: ["id": id],
              answers: [SessionFormat.id(of: answer)])))
      }
      var beginning = try store.sessions.beginning(of: "s\(session)")
      _ = try store.sessions.save(SessionRecording(name: "s\(session)", steps: steps), since: &beginning)
    }
    let engine = try folder.player()
    let start = ContinuousClock.now
    let tree = try StatesPage(engine: engine).tree(endpoint: "shop")
    #expect(ContinuousClock.now - start < .seconds(20))
    // Four shared mutations, then one for each session.
    #expect(tree[list: "nodes"].count == 1 + 4 + 100)
    #expect(tree[list: "nodes"][4]["sessionCount"] == 100)
  }
}
