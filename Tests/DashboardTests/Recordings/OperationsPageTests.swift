import GraphQLLanguage
import OrderedJSON
import Recordings
import TestSupport
import Testing

@testable import Dashboard
@testable import Engine

@Suite struct OperationsPageTests {
  @Test func operationsAndSessionsOfBothFormatsAreListed() async throws {
    let shelf = try await RecordedShelf()
    let page = OperationsPage(engine: shelf.engine)
    let list = try page.list(endpoint: "board")
    let notes = try #require(list[list: "operations"].first { $0["name"] == "Notes" })
    #expect(notes["title"] == "query Notes")
    #expect(notes["recordings"] == 1)
    // Two without a session, and two that the sessions share.
    #expect(notes["answers"] == 4)
    #expect(notes["sessions"] == 2)
    #expect(notes["identities"] == ["anonymous"])
    #expect(notes["used"] == false)
    let sessions = list[list: "sessions"]
    #expect(sessions.map { $0["name"] } == ["tests/a", "tests/b"])
    #expect(sessions.map { $0["requests"] } == [3, 4])
    #expect(sessions.map { $0["mutations"] } == [1, 2])
    #expect(sessions.allSatisfy { ($0["ownBytes"]?.intValue ?? 0) < ($0["bytes"]?.intValue ?? 0) })
    #expect(list["unused"] == 4)
    #expect(list["problems"] == [])
  }

  @Test func whatTheRunUsedIsMarked() async throws {
    let shelf = try await RecordedShelf()
    _ = try await shelf.engine.ask(Board.list)
    _ = try await shelf.engine.ask(Board.list, session: "tests/b")
    let list = try OperationsPage(engine: shelf.engine).list(endpoint: "board")
    #expect(list[list: "sessions"].map { $0["used"] } == [false, true])
    #expect(list[list: "operations"].first { $0["name"] == "Notes" }?["used"] == true)
    #expect(list["unused"] == 2)
  }

  @Test func anOperationHasItsStatesAndSessions() async throws {
    let shelf = try await RecordedShelf()
    let page = OperationsPage(engine: shelf.engine)
    let folder = try #require(shelf.file("query.Notes").split(separator: "/").dropFirst().first.map(String.init))
    let operation = try page.operation(endpoint: "board", folder: folder)
    #expect(operation["document"]?.stringValue?.contains("notes {") == true)
    let states = try #require(operation[list: "recordings"].first)[list: "states"]
    #expect(states.count == 2)
    let start = try #require(states.first { $0["name"] == "start" })
    #expect(start["history"] == [])
    #expect(start[list: "answers"].first?["body"]?["data"]?["notes"] == [])
    let later = try #require(states.first { $0["name"] != "start" })
    #expect(later["history"] == [#"addNote(text:"a")"#])
    let sessions = operation[list: "sessions"]
    #expect(sessions.map { $0[list: "requests"].map { $0["number"] } } == [[1, 3], [1, 3]])
    let file = try #require(sessions.first?[list: "requests"].first?[list: "answers"].first?["file"]?.stringValue)
    let answer = try page.answer(endpoint: "board", [("file", file)])
    #expect(answer["body"]?["data"]?["notes"] == [])
    #expect(answer["isCut"] == false)
  }

  @Test func aLongAnswerIsCutInAListAndWholeByItself() async throws {
    let shelf = try await RecordedShelf()
    let file = shelf.emptyAnswer
    let long = String(repeating: "ä", count: 40_000)
    try shelf.folder.write(shelf.text(file).replacing(#""notes": []"#, with: #""notes": ["\#(long)"]"#), to: file)
    let page = OperationsPage(engine: shelf.engine)
    let folder = file.split(separator: "/")[1]
    let operation = try page.operation(endpoint: "board", folder: String(folder))
    let answers = operation[list: "sessions"].flatMap { $0[list: "requests"] }.flatMap { $0[list: "answers"] }
    let cut = try #require(answers.first { $0["isCut"] == true })
    #expect(cut["body"] == .null)
    #expect((cut["bytes"]?.intValue ?? 0) > 80_000)
    let whole = try page.answer(endpoint: "board", [("file", file), ("state", ""), ("index", "0")])
    #expect(whole["isCut"] == false)
    #expect(whole["body"]?["data"]?["notes"]?[0]?.stringValue == long)
  }

  @Test func aDamagedFileIsAProblemAndTheRestIsListed() async throws {
    let shelf = try await RecordedShelf()
    let session = shelf.file("/sessions/tests-a")
    try shelf.folder.write("{", to: session)
    let recording = shelf.file("mutation.AddNote", "text=")
    try shelf.folder.write("[]", to: recording)
    let list = try OperationsPage(engine: shelf.engine).list(endpoint: "board")
    #expect(list[list: "sessions"].map { $0["name"] } == ["tests/b"])
    #expect(list[list: "operations"].count == 3)
    let problems = list[list: "problems"].compactMap(\.stringValue)
    #expect(problems.count == 2)
    #expect(problems.contains { $0.contains("tests-a") })
    #expect(problems.contains { $0.contains("text=") })
    let folder = recording.split(separator: "/")[1]
    let operation = try OperationsPage(engine: shelf.engine).operation(endpoint: "board", folder: String(folder))
    #expect(operation["recordings"] == [])
    #expect(operation[list: "sessions"].map { $0["name"] } == ["tests/b"])
    #expect(operation[list: "problems"].count == 2)
  }

  @Test func aMisnamedFileLeavesWhatTheEngineKnows() async throws {
    let shelf = try await RecordedShelf()
    try shelf.folder.write("{}", to: "board/sessions/other.json")
    let list = try OperationsPage(engine: shelf.engine).list(endpoint: "board")
    #expect(list[list: "sessions"].count == 2)
    #expect(list[list: "problems"].count == 1)
  }

  @Test func unknownNamesAreNotFound() async throws {
    let shelf = try await RecordedShelf()
    let page = OperationsPage(engine: shelf.engine)
    func status(_ body: () throws -> JSONObject) -> Int? {
      do {
        _ = try body()
        return nil
      } catch {
        return (error as? DashboardProblem)?.status
      }
    }
    #expect(status { try page.list(endpoint: "nobody") } == 404)
    #expect(status { try page.operation(endpoint: "board", folder: "query.No-12345678") } == 404)
    #expect(status { try page.operation(endpoint: "board", folder: "../board") } == 404)
    for file in ["board/../../etc/passwd", "board/query.Notes-1/a.json", "", "board/sessions/../x.json"] {
      #expect([400, 404].contains(status { try page.answer(endpoint: "board", [("file", file)]) } ?? 0), "\(file)")
    }
    #expect(status { try page.answer(endpoint: "board", [("file", shelf.recording), ("state", "none")]) } == 404)
    #expect(status { try page.answer(endpoint: "board", [("file", shelf.recording), ("index", "2")]) } == 404)
    #expect(status { try page.answer(endpoint: "board", []) } == 400)
  }

  @Test func httpExchangesHaveTheirTitles() throws {
    let folder = try TestFolder()
    let store = try RecordingStore(path: folder.path + "/shop", endpoint: "shop")
    let document = try parse(SourceText(HTTPExchange.document("GET", body: nil)))
    let key = DocumentKey(endpoint: "shop", operation: try CanonicalOperation(of: document, operationName: nil))
    for name in ["1.png", "2.png"] {
      let answer = RecordedResponse(
        status: 200, headers: [.init(name: "content-type", value: "image/png")], body: .bytes([0, 255, 254]))
      _ = try store.save(
        answer, for: key.key(variables: ["path": ["images", .string(name)]], identity: .anonymous), document: document)
    }
    let engine = try folder.player()
    let page = OperationsPage(engine: engine)
    let row = try #require(try page.list(endpoint: "shop")[list: "operations"].first)
    #expect(row["title"] == "GET /images/1.png and 1 more")
    let found = try page.operation(endpoint: "shop", folder: row["folder"]?.stringValue ?? "")
    #expect(found[list: "recordings"].map { $0["title"] } == ["GET /images/1.png", "GET /images/2.png"])
    let answer = try #require(found[list: "recordings"].first?[list: "states"].first?[list: "answers"].first)
    #expect(answer["bytes"] == 3)
    #expect(answer["body"] == .null && answer["text"] == .null && answer["isCut"] == false)
    let tree = try StatesPage(engine: engine).tree(endpoint: "shop")
    #expect(
      tree[list: "nodes"].first?[list: "reads"].map { $0["title"] } == ["GET /images/1.png", "GET /images/2.png"])
  }

  @Test func generatedDataWithoutRecordingsHasEmptyLists() throws {
    let folder = try TestFolder()
    try folder.write("type Query { name: String! }", to: "schemas/shop.graphqls")
    let engine = try folder.faker()
    let list = try OperationsPage(engine: engine).list(endpoint: "shop")
    #expect(list["operations"] == [])
    #expect(list["sessions"] == [])
    let tree = try StatesPage(engine: engine).tree(endpoint: "shop")
    #expect(tree[list: "nodes"].count == 1)
    #expect(try SearchPage(engine: engine).results([("q", "x")])["of"] == 0)
  }
}
