import Foundation
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

@Suite struct PersistedDocumentsTests {
  private let folder: TemporaryFolder
  private let endpoint: EndpointFolder

  init() throws {
    folder = try TemporaryFolder()
    endpoint = EndpointFolder(name: "rockets", below: "\(folder.path)/recordings")
  }

  private func load(_ names: [String] = []) throws -> PersistedDocuments {
    try PersistedDocuments.load(endpoint, names.map { PersistedQueryFile($0, at: .init(line: 3, column: 5)) })
  }

  /// What loading a manifest of this text says is wrong.
  private func error(_ text: String) throws -> String? {
    try folder.write(text, to: "recordings/rockets/m.json")
    do {
      _ = try load(["m.json"])
      return nil
    } catch {
      return "\(error)".replacing("\(endpoint.path)/", with: "")
    }
  }

  private static let text = "query A {\n  a(x: \"é\\u0041\") # \u{1F680}\n}"
  private static let hash = PersistedDocuments.id(of: text)

  @Test func `the id of a text is its SHA-256`() {
    #expect(
      PersistedDocuments.id(of: "{__typename}") == "ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38")
    // Two spellings of one character are two texts.
    #expect(PersistedDocuments.id(of: "{\u{E9}}") != PersistedDocuments.id(of: "{e\u{301}}"))
  }

  @Test func `each form of manifest is read, every byte of the text`() throws {
    let text = JSON.string(Self.text).compactText
    try folder.write("", to: "recordings/rockets/endpoint.yaml")
    let forms = [
      #"{"format":"apollo-persisted-query-manifest","version":1,"operations":[{"id":"ID","body":TEXT,"name":"A","type":"query"}]}"#,
      #"{"operations":[{"name":"A","clientName":null,"body":TEXT,"id":"ID"}],"version":1,"format":"apollo-persisted-query-manifest"}"#,
      #"{"ID":{"name":"A","source":TEXT}}"#, #"{"ID":TEXT}"#,
    ]
    for form in forms {
      for id in [Self.hash, "A-1", "5f3759df", "format"] {
        if id == "format", form.contains("operations") { continue }
        let written = form.replacing("ID", with: id).replacing("TEXT", with: text)
        try folder.write(written, to: "app/manifest.json")
        let documents = try load(["../../app/manifest.json"])
        #expect(documents[id]?.hasSameScalars(as: Self.text) == true, "\(written)")
        #expect(documents.ids == [id] && documents.count == 1 && documents.warnings == [])
        #expect(documents[id + "x"] == nil && documents[""] == nil)
      }
    }
    for empty in ["{}", #"{"format":"apollo-persisted-query-manifest","version":1,"operations":[]}"#] {
      try folder.write(empty, to: "app/manifest.json")
      #expect(try load(["\(folder.path)/app/manifest.json"]).isEmpty)
    }
  }

  @Test(arguments: [
    ("", "m.json:1:1: not JSON: Expected a value, found the end of the text. Correct it at this place."),
    (
      "[]",
      #"m.json:1:1: is a list: expected Apollo's persisted query manifest, an operationOutput.json of Apollo ({"id": {"name": …, "source": …}}), or Relay's map ({"id": "query …"})."#
    ),
    (
      #"{"a": "{a}", "b": 1}"#,
      #"m.json:1:19: under "b" is 1: expected Apollo's persisted query manifest, an operationOutput.json of Apollo ({"id": {"name": …, "source": …}}), or Relay's map ({"id": "query …"})."#
    ),
    (
      #"{"a": {"name": "A"}}"#,
      #"m.json:1:7: under "a" is an object: expected Apollo's persisted query manifest, an operationOutput.json of Apollo ({"id": {"name": …, "source": …}}), or Relay's map ({"id": "query …"})."#
    ),
    (#"{"a": {"source": 1}}"#, #"m.json:1:18: "source" is 1: expected a string."#),
    (#"{"a": ""}"#, #"m.json:1:7: a document is "": expected a string."#),
    (#"{"a": "\ud800"}"#, #"m.json:1:7: a document is "\ud800": expected a string."#),
    (
      #"{"format": "apollo", "operations": []}"#,
      #"m.json:1:12: "format" is "apollo": expected "apollo-persisted-query-manifest"."#
    ),
    (
      #"{"format": "apollo-persisted-query-manifest", "version": 2, "operations": []}"#,
      #"m.json:1:58: "version" of the manifest is 2: expected 1."#
    ),
    (
      #"{"format": "apollo-persisted-query-manifest", "operations": []}"#,
      #"m.json:1:1: "version" of the manifest is missing: expected 1."#
    ),
    (
      #"{"format": "apollo-persisted-query-manifest", "version": 1}"#,
      #"m.json:1:1: "operations" is missing: expected a list."#
    ),
    (
      #"{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [1]}"#,
      "m.json:1:76: an operation is a number: expected an object."
    ),
    (
      #"{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [{"id": "a"}]}"#,
      #"m.json:1:76: "body" is missing. Build the manifest again."#
    ),
    (
      #"{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [{"id": 7, "body": "{a}"}]}"#,
      #"m.json:1:83: "id" is 7: expected a string."#
    ),
    (
      #"{"a": "{a}", "b": "{b}", "a": "{c}"}"#,
      #"m.json:1:26: the id "a" has a different text in this file. Keep one of the two."#
    ),
    (
      #"{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [{"id": "a", "body": "{a}"}, {"id": "a", "body": "{b}"}]}"#,
      #"m.json:1:104: the id "a" has a different text in this file. Keep one of the two."#
    ),
  ])
  func `says where, what was found and what would be right`(_ text: String, _ expected: String) throws {
    #expect(try error(text) == expected)
  }

  @Test func `one id with one text may stand in many places`() throws {
    #expect(try error(#"{"a": "{a}", "b": "{a}", "a": "{a}"}"#) == nil)
    try folder.write(#"{"a": {"name": "A", "source": "{a}"}}"#, to: "recordings/rockets/n.json")
    #expect(try load(["m.json", "n.json", "m.json"]).count == 2)
    try folder.write(#"{"a": "{b}"}"#, to: "recordings/rockets/n.json")
    let found = #expect(throws: RecordingError.self) { try load(["m.json", "n.json"]) }
    #expect(
      found?.description
        == "\(endpoint.path)/n.json:1:2: the id \"a\" has a different text in \(endpoint.path)/m.json. Keep one of the two."
    )
  }

  @Test func `a manifest that is not there is named with the line that names it`() throws {
    let found = #expect(throws: RecordingError.self) { try load(["../app/m.json"]) }
    #expect(
      found?.description
        == "\(endpoint.path)/endpoint.yaml:3:5: \"../app/m.json\" does not exist (looked for \(endpoint.path)/../app/m.json). Correct the path, which starts at the endpoint's folder, \(endpoint.path)."
    )
  }

  @Test func `a hash that is another text's is told, and used`() throws {
    try folder.write("{\n  \"\(Self.hash)\": \"{a}\"\n}", to: "recordings/rockets/m.json")
    let documents = try load(["m.json"])
    #expect(documents[Self.hash] == "{a}")
    #expect(
      documents.warnings.map { $0.replacing("\(endpoint.path)/", with: "") } == [
        "m.json:2:3: the id \(Self.hash.prefix(12))… looks like a SHA-256, and the hash of its text is \(PersistedDocuments.id(of: "{a}").prefix(12))…. Clients that send the id get this text. If it was changed, build the manifest again."
      ])
    // In capitals it is the same hash, and 64 other characters are none.
    try folder.write(
      "{\"\(PersistedDocuments.id(of: "{a}").uppercased())\": \"{a}\", \"\(String(repeating: "x", count: 64))\": \"{a}\"}",
      to: "recordings/rockets/m.json")
    #expect(try load(["m.json"]).warnings == [])
  }

  // MARK: What a recorder learns

  @Test func `what was learned is written as Apollo's manifest, sorted, and read back`() throws {
    var documents = try load()
    #expect(documents.isEmpty)
    let texts = [Self.text, "{b}", "mutation B { b }", "no document"]
    let ids = texts.map { documents.learn($0, isSaved: true) }
    #expect(ids == texts.map(PersistedDocuments.id(of:)))
    #expect(try documents.save(in: endpoint))
    let written = try folder.read("recordings/rockets/persisted-queries.json")
    let tree = try JSON.parse(text: written)
    #expect(tree["format"] == "apollo-persisted-query-manifest" && tree["version"] == 1)
    #expect(tree["operations"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ids.sorted())
    let own = tree["operations"]?.arrayValue?.first { $0["body"] == .string(Self.text) }?.objectValue
    #expect(own?.names == ["id", "body", "name", "type"] && own?["name"] == "A" && own?["type"] == "query")
    let read = try load()
    #expect(read.ids == ids.sorted() && texts.allSatisfy { read[PersistedDocuments.id(of: $0)] == $0 })
    // Again, in another order and by another recorder: not a byte.
    var again = try load()
    var other = PersistedDocuments()
    for text in texts.reversed() {
      again.learn(text, isSaved: true)
      other.learn(text, isSaved: true)
    }
    #expect(try !again.save(in: endpoint) && !other.save(in: endpoint) && !documents.save(in: endpoint))
    #expect(try folder.read("recordings/rockets/persisted-queries.json") == written)
  }

  @Test func `two recorders add to one file, and the store takes no notice of it`() throws {
    var (left, right) = (try load(), try load())
    left.learn("{a}", isSaved: true)
    right.learn("{b}", isSaved: true)
    #expect(try left.save(in: endpoint) && right.save(in: endpoint))
    #expect(try load().count == 2)
    #expect(folder.files() == ["recordings/rockets/persisted-queries.json"])
    let store = try endpoint.store()
    #expect(store.fileCount == 0 && store.entries.isEmpty)
    let sent = try Sent("{a}", endpoint: "rockets")
    #expect(try store.save(response(canada), for: sent.key(), document: sent.document) == .new)
    #expect(try endpoint.store().fileCount == 1)
    #expect(try endpoint.writtenRecordings(rules: .none).count == 1)
  }

  @Test func `what must not be written, or is written in a manifest, is known all the same`() throws {
    try folder.write(#"{"\#(Self.hash)": \#(JSON.string(Self.text).compactText)}"#, to: "recordings/rockets/m.json")
    var documents = try load(["m.json"])
    #expect(documents.learn(Self.text, isSaved: true) == Self.hash)
    let secret = documents.learn("{secret}", isSaved: false)
    #expect(documents[secret] == "{secret}")
    #expect(try !documents.save(in: endpoint))
    #expect(folder.files() == ["recordings/rockets/m.json"])
    // Sent by somebody for whom it holds no secret, it is written.
    documents.learn("{secret}", isSaved: true)
    #expect(try documents.save(in: endpoint))
    #expect(try load()[secret] == "{secret}")
  }

  @Test func `a broken file of its own is an error, and stays`() throws {
    try folder.write("<<<<<<<", to: "recordings/rockets/persisted-queries.json")
    var documents = PersistedDocuments()
    documents.learn("{a}", isSaved: true)
    #expect(throws: RecordingError.self) { try documents.save(in: endpoint) }
    #expect(throws: RecordingError.self) { try load() }
    #expect(try folder.read("recordings/rockets/persisted-queries.json") == "<<<<<<<")
  }
}
