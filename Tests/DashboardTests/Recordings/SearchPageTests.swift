import OrderedJSON
import TestSupport
import Testing

@testable import Dashboard
@testable import Engine

@Suite struct SearchPageTests {
  @Test func everyKindIsFound() async throws {
    let shelf = try await RecordedShelf()
    let page = SearchPage(engine: shelf.engine)
    func kinds(_ text: String) throws -> Set<String> {
      Set(try page.results([("q", text)])[list: "results"].compactMap { $0["kind"]?.stringValue })
    }
    #expect(try kinds("NOTE-OF-RUN-ONE") == ["answer"])
    #expect(try kinds("$text") == ["document"])
    #expect(try kinds("tests/A") == ["session"])
    #expect(try kinds("nothing like this").isEmpty)
    let results = try page.results([("q", "note-of-run-two-number-1"), ("endpoint", "board")])
    let first = try #require(results[list: "results"].first { $0["folder"]?.stringValue?.contains("Notes") == true })
    #expect(first["path"] == "data.notes[0].id")
    #expect(first["snippet"] == "note-of-run-two-number-1")
    #expect(first["start"] == 0 && first["end"] == 24)
    #expect(first["title"] == "query Notes")
    #expect(results["next"] == .null)
    #expect(results["scanned"] == results["of"])
  }

  @Test func variablesOfSessionsHaveTheirOperation() async throws {
    let shelf = try await RecordedShelf()
    let results = try SearchPage(engine: shelf.engine).results([("q", "a"), ("endpoint", "board")])[list: "results"]
    let found = try #require(results.first { $0["kind"] == "variables" && $0["session"] == "tests/a" })
    #expect(found["path"] == "text")
    #expect(found["title"] == "mutation AddNote")
    #expect(found["folder"]?.stringValue?.hasPrefix("mutation.AddNote-") == true)
  }

  @Test func aCursorContinuesTheSearch() async throws {
    let shelf = try await RecordedShelf()
    let page = SearchPage(engine: shelf.engine)
    let all = try page.results([("q", "note")])[list: "results"]
    var pieces: [JSON] = []
    var cursor = ""
    for _ in 0..<100 {
      let answer = try page.results([("q", "note"), ("after", cursor)], resultLimit: 1, byteLimit: 200)
      pieces += answer[list: "results"]
      guard let next = answer["next"]?.stringValue else { break }
      cursor = next
    }
    #expect(pieces == all)
    #expect(all.count > 3)
  }

  @Test func aSearchNeedsAText() async throws {
    let shelf = try await RecordedShelf()
    let page = SearchPage(engine: shelf.engine)
    #expect(throws: DashboardProblem.self) { try page.results([]) }
    #expect(throws: DashboardProblem.self) { try page.results([("q", String(repeating: "a", count: 2_000))]) }
    #expect(throws: DashboardProblem.self) { try page.results([("q", "a"), ("endpoint", "nobody")]) }
  }

  @Test(arguments: [
    ("straße", "Die STRASSE, die Straße", "Die STRASSE, die Straße", 17, 23),
    ("東京", "日本の東京", "日本の東京", 3, 5),
    ("ÄRGER", "😀 ärger", "😀 ärger", 3, 8),
    ("b", "a\nB", "a B", 2, 3),
  ])
  func matchesIgnoreCaseAndCountUTF16(_ text: String, _ inside: String, _ snippet: String, _ start: Int, _ end: Int) {
    #expect(TextSearch(text).match(in: inside) == .init(snippet: snippet, start: start, end: end))
  }

  @Test func longTextsAreCut() throws {
    let match = try #require(
      TextSearch("needle").match(in: String(repeating: "x", count: 500) + "Needle" + String(repeating: "y", count: 500))
    )
    #expect(match.snippet.count == 1 + 40 + 6 + 100 + 1)
    #expect(match.start == 41 && match.end == 47)
  }

  @Test func escapedTextIsFound() throws {
    let json = try JSON.parse(text: #"{"a": [{"b": "say \"hi\"\n"}]}"#)
    let search = TextSearch("\"HI\"")
    #expect(search.mayMatch(json: json.serialize()))
    #expect(search.matches(in: json, limit: 5).map(\.path) == [["a", 0, "b"]])
  }
}
