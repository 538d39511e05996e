import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Maintenance
@testable import Recordings

@Suite struct FormattingTests {
  let folder: TemporaryFolder
  let sent: Sent
  let endpoint: EndpointFolder

  init() throws {
    folder = try TemporaryFolder()
    sent = try Sent(countryDetail)
    endpoint = EndpointFolder(name: "countries", below: folder.path)
  }

  private func record(_ codes: String...) throws {
    let store = try endpoint.store()
    for code in codes {
      let body = #"{"data":{"country":{"name":"\#(code)","area":9984670.0}},"extensions":{"took":1.5e-3}}"#
      _ = try store.save(response(body), for: sent.key(#"{"code": "\#(code)"}"#), document: sent.document)
    }
  }

  private func file(_ start: String) throws -> String {
    try #require(folder.files().first { $0.contains("/\(start)") })
  }

  private func replace(_ text: String, by other: String, in file: String) throws {
    try folder.write(folder.read(file).replacing(text, with: other), to: file)
  }

  @Test func `what was recorded is in its form`() throws {
    try record("CA", "JP")
    let formatting = try endpoint.format(rules: .none)
    #expect(formatting.changes.isEmpty && formatting.problems.isEmpty)
    #expect(formatting.count == 3)
  }

  @Test func `white space, order and ids are set right, and once is enough`() throws {
    try record("CA", "JP")
    let before = try folder.contents()
    let canada = try file("code=CA")
    let compact = try JSON.parse(text: folder.read(canada)).compactText
    #expect(compact.contains("9984670.0") && compact.contains("1.5e-3"))
    try folder.write(compact, to: canada)
    try folder.write(
      "query CountryDetail($code:ID!){country(code:$code){name}} # by hand", to: file("operation.graphql"))
    let changed = try folder.contents()

    let paths = try endpoint.formatting(rules: .none).changes.map(\.path)
    #expect(paths == ["\(sent.folder)/operation.graphql", String(canada.dropFirst("countries/".count))])
    #expect(try folder.contents() == changed)
    #expect(try endpoint.format(rules: .none).changes.map(\.path) == paths)
    #expect(try folder.contents() == before)
    #expect(try endpoint.format(rules: .none).changes.isEmpty)
  }

  @Test func `an edited body keeps its order and digits, and gets its id`() throws {
    try record("CA")
    let canada = try file("code=CA")
    let id = try #require(folder.read(canada).firstMatch(of: /"start": \["([0-9a-f]{4})"\]/)).1
    try replace("\"CA\",\n            \"area\"", by: "\"Canada\",   \"area\"", in: canada)
    _ = try endpoint.format(rules: .none)
    let text = try folder.read(canada)
    #expect(!text.contains("\"\(id)\""))
    #expect(text.contains("            \"name\": \"Canada\",\n            \"area\": 9984670.0\n"))
  }

  @Test func `a byte order mark is an error that names fmt, which takes it away`() throws {
    try record("CA", "JP")
    let before = try folder.contents()
    let marked = try [file("code=CA"), file("operation.graphql")]
    for file in marked { try folder.write("\u{FEFF}" + folder.read(file), to: file) }
    let error = #expect(throws: RecordingError.self) { try endpoint.store() }
    #expect(
      error?.description
        == "\(folder.path)/\(marked[0]):1:1: begins with a byte order mark (EF BB BF), which JSON does not allow. Remove it: `understudy fmt`."
    )
    let changes = try endpoint.format(rules: .none).changes
    #expect(changes.map(\.isRewritten) == [true, true])
    #expect(try folder.contents() == before)
    #expect(try endpoint.format(rules: .none).changes.isEmpty)
  }

  @Test func `other words in a name stay, and digits that do not fit become others`() throws {
    try record("CA", "JP")
    let (canada, japan) = (try file("code=CA"), try file("code=JP"))
    let words = canada.replacing("code=CA", with: "canada")
    try folder.write(folder.read(canada), to: words)
    try folder.remove(canada)
    #expect(try endpoint.format(rules: .none).changes.isEmpty)

    try replace("\"JP\"\n  }", by: "\"FR\"\n  }", in: japan)
    let name = FileName.text(try sent.key(#"{"code": "FR"}"#), digits: 8)
    let changes = try endpoint.format(rules: .none).changes
    #expect(changes.map(\.newName) == [name] && changes.map(\.isRewritten) == [false])
    #expect(
      folder.files().map { $0.split(separator: "/").last.map(String.init) } == [
        words.split(separator: "/").last.map(String.init), name, "operation.graphql",
      ])
    #expect(try endpoint.store().lookup(sent.key(#"{"code": "FR"}"#)) != nil)
  }

  @Test(arguments: [
    ("\"format\": 1", "\"format\": 2", "3", "was written by a newer Understudy"),
    ("\"format\": 1,", "\"format\": 1", "3", "not JSON"),
    ("\"identity\"", "\"idenity\"", "3", "unknown member \"idenity\""),
    ("\"status\": 200", "\"status\": \"ok\"", "12", "\"status\" is \"ok\""),
  ])
  func `what cannot be read is told and not touched, and the rest is formatted`(
    text: String, other: String, line: String, message: String
  ) throws {
    try record("CA", "JP")
    let (canada, japan) = (try file("code=CA"), try file("code=JP"))
    let good = try folder.read(japan)
    try replace(text, by: other, in: canada)
    try folder.write(JSON.parse(text: good).compactText, to: japan)
    let broken = try folder.read(canada)
    let formatting = try endpoint.format(rules: .none)
    #expect(formatting.problems.count == 1)
    let problem = try #require(formatting.problems.first)
    #expect(problem.path == "\(folder.path)/\(canada)")
    #expect(problem.place.map { $0.line > 1 } == true)
    #expect(problem.message.contains(message))
    #expect(try folder.read(canada) == broken)
    #expect(try folder.read(japan) == good)
  }

  @Test func `two files of one key are told`() throws {
    try record("CA", "JP")
    try replace("\"JP\"\n  }", by: "\"CA\"\n  }", in: file("code=JP"))
    let before = try folder.contents()
    let formatting = try endpoint.format(rules: .none)
    #expect(formatting.problems.map(\.code) == [.duplicate])
    #expect(try folder.contents() == before)
  }

  @Test func `an operation that does not belong to its folder keeps everything beside it as it is`() throws {
    try record("CA")
    try folder.write(
      "query CountryDetail($code: ID!) { country(code: $code) { name native } }", to: file("operation.graphql"))
    let before = try folder.contents()
    #expect(try endpoint.format(rules: .none).problems.map(\.code) == [.misnamed])
    #expect(try folder.contents() == before)
  }

  @Test func `answers that differ in extensions alone stay two`() throws {
    try record("CA")
    let canada = try file("code=CA")
    try replace("\"start\": [", by: "\"start\": [\"0000\", ", in: canada)
    let other =
      #"{"status":200,"headers":{"content-type":"application/json"},"body":{"data":{"country":{"name":"CA","area":9984670.0}},"extensions":{"took":2}}}"#
    try replace("\"responses\": {", by: "\"responses\": { \"0000\": \(other),", in: canada)
    let before = try endpoint.store().lookup(sent.key(#"{"code": "CA"}"#))?.recording
    _ = try endpoint.format(rules: .none)
    let after = try endpoint.store().lookup(sent.key(#"{"code": "CA"}"#))?.recording
    #expect(before?.states[0].responses.count == 2)
    #expect(after == before)
    #expect(try endpoint.format(rules: .none).changes.isEmpty)
  }

  @Test func `whenever it is stopped, the next one finishes`() throws {
    func edited() throws -> FormattingTests {
      let test = try FormattingTests()
      try test.record("CA", "JP", "US")
      for code in ["CA", "US"] {
        let file = try test.file("code=\(code)")
        try test.folder.write(JSON.parse(text: test.folder.read(file)).compactText, to: file)
      }
      try test.replace("\"JP\"\n  }", by: "\"FR\"\n  }", in: test.file("code=JP"))
      return test
    }
    let whole = try edited()
    _ = try whole.endpoint.format(rules: .none)
    let finished = try whole.folder.contents()
    var stops = 0
    while true {
      let test = try edited()
      do {
        _ = try test.endpoint.format(rules: .none, stoppingAfter: stops)
        break
      } catch { #expect(error.message == "stopped by a test. Run it again.") }
      // Each file is the old one or the new one, whole.
      for file in test.folder.files() where !file.contains("/.") {
        #expect(throws: Never.self) { if file.hasSuffix(".json") { _ = try JSON.parse(text: test.folder.read(file)) } }
      }
      _ = try test.endpoint.format(rules: .none)
      #expect(try test.folder.contents() == finished, "stopped after \(stops)")
      stops += 1
    }
    #expect(stops > 5)
  }
}

extension Sent {
  /// The name of the operation's folder.
  var folder: String { FolderName(key, digits: 8).text }
}
