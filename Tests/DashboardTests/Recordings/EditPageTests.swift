import OrderedJSON
import TestSupport
import Testing

@testable import Dashboard
@testable import Engine

@Suite struct EditPageTests {
  private static func body(
    _ file: String, state: String? = nil, _ answer: JSON, save: Bool = false, before: String? = nil
  ) -> [UInt8] {
    var members: JSONObject = ["file": .string(file), "index": 0, "body": answer, "save": .bool(save)]
    members["state"] = state.map { .string($0) }
    members["before"] = before.map { .string($0) }
    return JSON.object(members).serialize()
  }

  private static func problem(_ body: () throws -> JSONObject) -> DashboardProblem? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? DashboardProblem
    }
  }

  @Test func anEditOfARecordingIsShownThenSavedAndServed() async throws {
    let shelf = try await RecordedShelf()
    #expect(try await shelf.engine.ask(Board.list).texts == [])
    let page = EditPage(engine: shelf.engine, mayWrite: true)
    let known = shelf.recording
    let old = shelf.text(known)
    let shown = try page.edit(endpoint: "board", Self.body(known, state: "start", shelf.notes("new")))
    #expect(shown["before"]?.stringValue == old)
    #expect(shown["after"]?.stringValue?.contains(#""text": "new""#) == true)
    #expect(shown["canSave"] == true && shown["saved"] == false)
    #expect(shelf.text(known) == old)
    let saved = try page.edit(
      endpoint: "board", Self.body(known, state: "start", shelf.notes("new"), save: true, before: old))
    #expect(saved["saved"] == true)
    #expect(saved["after"]?.stringValue == shelf.text(known))
    // The other state is as before.
    #expect(shelf.text(known).contains("note-of-run-one-number-1"))
    #expect(try await shelf.engine.ask(Board.list).texts == ["new"])
  }

  @Test func anEditOfASessionsAnswerIsThatOfAllThatShareIt() async throws {
    let shelf = try await RecordedShelf()
    #expect(try await shelf.engine.ask(Board.list, session: "tests/a").texts == [])
    let file = shelf.emptyAnswer
    let page = EditPage(engine: shelf.engine, mayWrite: true)
    let saved = try page.edit(endpoint: "board", Self.body(file, shelf.notes("edited"), save: true))
    #expect(saved["saved"] == true)
    #expect(saved["sharedBy"] == 2)
    #expect(shelf.text(file).contains("edited"))
    #expect(try await shelf.engine.ask(Board.list, session: "tests/b").texts == ["edited"])
    _ = shelf.engine.reset(session: "tests/a")
    #expect(try await shelf.engine.ask(Board.list, session: "tests/a").texts == ["edited"])
    #expect(!shelf.folder.contents().keys.contains { $0.contains("understudy-rewriting") })
  }

  @Test func aMismatchWithTheDocumentIsNotSaved() async throws {
    let shelf = try await RecordedShelf()
    let file = shelf.file("query.Notes", "/answers/")
    let page = EditPage(engine: shelf.engine, mayWrite: true)
    let before = shelf.folder.contents()
    let wrong: JSON = ["data": ["notes": [["id": "1", "txt": "a"]]]]
    let answer = try page.edit(endpoint: "board", Self.body(file, wrong, save: true))
    #expect(answer["canSave"] == false && answer["saved"] == false)
    #expect(answer[list: "problems"].map { $0["path"] } == ["data.notes[0]", "data.notes[0].txt"])
    #expect(shelf.folder.contents() == before)
  }

  @Test func aMismatchWithTheSchemaIsNotSaved() async throws {
    let shelf = try await RecordedShelf()
    try shelf.folder.write(
      "type Query { notes: [Note!]! } type Mutation { addNote(text: String!): Note tick: Int } type Note { id: ID! text: String! }",
      to: "board.graphqls")
    let engine = try shelf.board.player()
    let file = shelf.file("query.Notes", "/answers/")
    let page = EditPage(engine: engine, mayWrite: true)
    let answer = try page.edit(
      endpoint: "board", Self.body(file, ["data": ["notes": [["id": "1", "text": .null]]]], save: true))
    #expect(answer["canSave"] == false && answer["saved"] == false)
    #expect(answer[list: "problems"].first?["path"] == "data.notes[0].text")
    #expect(try page.edit(endpoint: "board", Self.body(file, shelf.notes("x")))["canSave"] == true)
  }

  @Test func aFileThatChangedMeanwhileIsRefused() async throws {
    let shelf = try await RecordedShelf()
    let file = shelf.file("query.Notes", "/answers/")
    let page = EditPage(engine: shelf.engine, mayWrite: true)
    let shown = try page.edit(endpoint: "board", Self.body(file, shelf.notes("x")))["before"]?.stringValue
    try shelf.folder.write(shelf.text(file) + "\n", to: file)
    let before = shelf.folder.contents()
    let problem = Self.problem {
      try page.edit(endpoint: "board", Self.body(file, shelf.notes("x"), save: true, before: shown))
    }
    #expect(problem?.status == 409)
    #expect(problem?.message.contains("has changed since it was shown") == true)
    #expect(shelf.folder.contents() == before)
  }

  @Test func nothingIsWrittenInCIOrWhileRecording() async throws {
    let shelf = try await RecordedShelf()
    let file = shelf.file("query.Notes", "/answers/")
    let before = shelf.folder.contents()
    let recorder = try shelf.board.recorder(StatefulUpstream())
    for page in [EditPage(engine: shelf.engine, mayWrite: false), EditPage(engine: recorder, mayWrite: true)] {
      let problem = Self.problem { try page.edit(endpoint: "board", Self.body(file, shelf.notes("x"), save: true)) }
      #expect(problem?.status == 409)
      #expect(problem?.message.split(separator: "\n").count == 3)
    }
    #expect(shelf.folder.contents() == before)
  }

  @Test func invalidRequestsSayWhy() async throws {
    let shelf = try await RecordedShelf()
    let page = EditPage(engine: shelf.engine, mayWrite: true)
    let file = shelf.file("query.Notes", "/answers/")
    for body in ["", "[]", "{}", #"{"file":"\#(file)"}"#, #"{"file":"\#(file)","body":1,"index":-1}"#, #"{"other":1}"#]
    {
      #expect(Self.problem { try page.edit(endpoint: "board", Array(body.utf8)) }?.status == 400, "\(body)")
    }
    for place in ["board/sessions/../endpoint.yaml", "board/a/b/c/d", "other/a/b"] {
      #expect(Self.problem { try page.edit(endpoint: "board", Self.body(place, 1)) }?.status == 404, "\(place)")
    }
    let session = shelf.file("/sessions/tests-a")
    #expect(Self.problem { try page.edit(endpoint: "board", Self.body(session, 1)) }?.status == 400)
  }

  @Test func aBodyWithARepeatedNameIsNotSaved() async throws {
    let shelf = try await RecordedShelf()
    let file = shelf.file("query.Notes", "/answers/")
    let body = #"{"file":"\#(file)","body":{"data":{"notes":[]},"data":{"notes":[]}},"save":true}"#
    let before = shelf.folder.contents()
    let answer = try EditPage(engine: shelf.engine, mayWrite: true).edit(endpoint: "board", Array(body.utf8))
    #expect(answer["canSave"] == false && answer["saved"] == false)
    #expect(shelf.folder.contents() == before)
  }

  /// A browser writes 3.0 as 3.
  @Test(arguments: [
    (#"{"a":3.0,"b":[1e2,2.50],"c":1.0}"#, #"{"a":3,"b":[100,2.5,7],"c":2}"#, #"{"a":3.0,"b":[1e2,2.50,7],"c":2}"#),
    (#"{"a":{"x":1.0},"b":"1.0"}"#, #"{"b":1,"a":{"x":1,"y":1}}"#, #"{"b":1,"a":{"x":1.0,"y":1}}"#),
    ("[1.0,2.0]", "[2,1]", "[2,1]"), ("1.0", "{}", "{}"), ("[[],{},1.0]", "[[],{},1]", "[[],{},1.0]"),
  ])
  func numbersThatNobodyEditedKeepTheirText(old: String, new: String, expected: String) throws {
    let merged = try JSON.parse(text: new).withNumberTexts(of: try JSON.parse(text: old))
    #expect(merged.compactText == expected)
  }
}
