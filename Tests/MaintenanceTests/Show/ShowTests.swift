import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Maintenance
@testable import SchemaSources
@testable import Transports

@Suite struct ShowTests {
  private func requests(_ operation: String, _ story: RecordedBoard) throws -> [RecordedRequest] {
    let endpoints = try Endpoints.forReplay(
      name: nil, recordings: story.folder.path, schemas: story.folder.path, seed: 0, onMiss: .error)
    return try endpoints.flatMap { try $0.recordedRequests(of: operation, variables: nil) }
  }

  @Test func `the table is aligned, and has no column that is empty`() async throws {
    let story = try await RecordedBoard()
    let lines = try RecordingsTable(recordings: story.folder.path, endpoint: nil).lines()
    #expect(lines.count == 5)
    #expect(
      lines[0].hasPrefix("ENDPOINT  OPERATION          VARIABLES") && lines[0].hasSuffix("STATES  ANSWERS  BYTES"))
    #expect(!lines[0].contains("IDENTITY") && !lines[0].contains("EVENTS"))
    #expect(lines[3].hasPrefix("board     query Notes   "))
    #expect(Set(lines.dropLast().map(\.count)).count == 1)
    #expect(lines[4].hasPrefix("3 recordings, "))
    #expect(try lines == RecordingsTable(recordings: story.folder.path, endpoint: "board").lines())
    #expect(throws: ConfigurationError.self) { try RecordingsTable(recordings: story.folder.path, endpoint: "b") }
  }

  @Test func `one recording has its document, variables, states and answers`() async throws {
    let story = try await RecordedBoard()
    let text = RecordingText(try requests("AddNote", story)[0]).lines.joined(separator: "\n")
    #expect(
      text.hasPrefix(
        """
        mutation AddNote
        \(story.path("AddNote"))

        document
        mutation AddNote($text: String!) {
          addNote(text: $text) {
            id
            text
          }
        }

        variables
        {
          "text": "one"
        }

        state start, leads to
        """))
    #expect(text.contains("\nHTTP 200\ncontent-type: application/json\n{\n  \"data\": {\n"))
    let list = RecordingText(try requests("Notes", story)[0]).lines
    #expect(list.count { $0.hasPrefix("state ") } == 3)
  }

  @Test func `colours go around what they colour and change nothing else`() async throws {
    let story = try await RecordedBoard()
    for operation in ["AddNote", "Notes"] {
      let request = try requests(operation, story)[0]
      let plain = RecordingText(request).lines
      let colored = RecordingText(request, colors: TextColors(isOn: true)).lines
      #expect(colored != plain)
      #expect(colored.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") } == plain)
    }
    let colors = TextColors(isOn: true)
    #expect(
      colors.json(#"  "a\"b": [-1.5e3, true, "x\\", {}],"#)
        == "  \u{1B}[36m\"a\\\"b\"\u{1B}[0m: [\u{1B}[33m-1.5e3\u{1B}[0m, \u{1B}[35mtrue\u{1B}[0m, \u{1B}[32m\"x\\\\\"\u{1B}[0m, {}],"
    )
  }

  @Test func `curl and a document to paste`() async throws {
    let story = try await RecordedBoard()
    let spelling = RequestText(try requests("AddNote", story)[0])
    #expect(
      spelling.curl(origin: "http://127.0.0.1:4000") == #"""
        curl http://127.0.0.1:4000/board \
          --header 'content-type: application/json' \
          --data-raw '{"query":"mutation AddNote($text: String!) {\n  addNote(text: $text) {\n    id\n    text\n  }\n}","operationName":"AddNote","variables":{"text":"one"}}'
        """#)
    #expect(
      spelling.graphQL == """
        mutation AddNote($text: String!) {
          addNote(text: $text) {
            id
            text
          }
        }

        {
          "text": "one"
        }
        """)
    #expect(spelling.notes.isEmpty)
    #expect(
      RequestText(try requests("EditNote", story)[0]).notes == [
        "It was recorded only after mutations. Send these first, in the same session."
      ])
    let folder = story.path("AddNote").split(separator: "/")[1]
    #expect(try requests(String(folder), story).map(\.file) == [story.path("AddNote")])
  }

  @Test func `a media type that counts is sent as it was`() async throws {
    let story = try await RecordedBoard()
    let recorder = try story.board.recorder(StatefulUpstream())
    var request = Board.request("query Plain { notes { id } }")
    request.headers = ["Host": "localhost", "Content-Type": "text/plain"]
    _ = await recorder.respond(to: request).get()
    await recorder.finish()
    let curl = RequestText(try #require(requests("Plain", story).first)).curl(origin: "http://localhost")
    #expect(curl.contains("--header 'content-type: text/plain'"))
    #expect(!curl.contains("application/json"))
  }

  @Test(arguments: [
    ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("", "''"), ("a", "a"), ("$(x)`y`\n", "'$(x)`y`\n'"),
    ("''", #"''\'''\'''"#),
  ])
  func `a shell takes it for what it is`(text: String, quoted: String) {
    #expect(RequestText.quoted(text) == quoted)
  }
}
