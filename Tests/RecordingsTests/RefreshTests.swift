import Foundation
import GraphQLLanguage
import RecordingsTestSupport
import Testing

@testable import Recordings

/// Changes on disk are seen without opening anew.
@Suite struct RefreshTests {
  let folder: TemporaryFolder
  let sent: Sent
  let key: OperationKey

  init() throws {
    folder = try TemporaryFolder()
    sent = try Sent(countryDetail)
    key = try sent.key(#"{"code": "CA"}"#)
  }

  func open(readingAllUpTo limit: Int = 2_000) throws -> RecordingStore {
    try RecordingStore(path: "\(folder.path)/countries", endpoint: "countries", readingAllUpTo: limit)
  }

  func record(_ body: String, _ key: OperationKey, document: Document? = nil) throws {
    _ = try open().save(response(body), for: key, document: document ?? sent.document)
  }

  @Test func `nothing changed is said to be nothing changed`() throws {
    try record("1", key)
    let store = try open()
    let generation = store.generation
    for _ in 0..<3 {
      #expect(try !store.refresh())
      #expect(try store.lookup(key) != nil)
    }
    #expect(store.generation == generation)
  }

  @Test(arguments: [0, 2_000]) func `new folders, new files and new contents are seen`(_ limit: Int) throws {
    let store = try open(readingAllUpTo: limit)
    var generations = [store.generation]
    func expectChange(_ name: Comment) throws {
      #expect(try store.refresh(), name)
      #expect(try !store.refresh(), name)
      #expect(!generations.contains(store.generation), name)
      generations.append(store.generation)
    }
    try record("1", key)
    try expectChange("endpoint's folder")
    #expect(try store.lookup(key)?.recording.responses(in: "start") == [response("1")])
    let other = try Sent("{ b }")
    try record("2", other.key(), document: other.document)
    try expectChange("operation's folder")
    try record("3", sent.key(#"{"code": "US"}"#))
    try expectChange("file")
    #expect(store.fileCount == 3)
    try record("4", key)
    try expectChange("content")
    #expect(try store.lookup(key)?.recording.responses(in: "start") == [response("4")])
    let file = try #require(try store.lookup(key))
    try folder.remove("countries/\(file.folder)/\(file.file)")
    try expectChange("removed file")
    #expect(try store.lookup(key) == nil)
    try folder.remove("countries/\(file.folder)")
    try expectChange("removed folder")
    #expect(store.entries.map(\.operationName) == [nil])
    try folder.remove("countries")
    try expectChange("removed endpoint")
    #expect(store.fileCount == 0)
  }

  @Test(arguments: [0, 2_000]) func `a look-up sees them by itself`(_ limit: Int) throws {
    let store = try open(readingAllUpTo: limit)
    #expect(try store.lookup(key) == nil)
    for body in ["1", "2", "3"] {
      try record(body, key)
      #expect(try store.lookup(key)?.recording.responses(in: "start") == [response(body)])
    }
    let other = try sent.key(#"{"code": "US"}"#)
    #expect(try store.lookup(other) == nil)
    try record("4", other)
    #expect(try store.lookup(other) != nil)
    let stored = try #require(try store.lookup(key))
    try folder.remove("countries/\(stored.folder)/\(stored.file)")
    #expect(try store.lookup(key) == nil)
    #expect(try store.lookup(other) != nil)
  }

  /// Its files were listed, and no refresh has noticed that they are gone.
  @Test func `an operation that was removed before it is read is absent`() throws {
    try record("1", key)
    let store = try open(readingAllUpTo: 0)
    let name = try #require(store.entries.first).folder
    try folder.remove("countries/\(name)")
    #expect(try store.document(inFolder: name) == nil)
    #expect(try store.lookup(key) == nil)
  }

  @Test func `a recording without its operation is never absent`() throws {
    try record("1", key)
    let store = try open(readingAllUpTo: 0)
    let file = "countries/\(try #require(store.entries.first).folder)/operation.graphql"
    let text = try folder.read(file)
    try folder.remove(file)
    for _ in 0..<2 {
      let error = #expect(throws: RecordingError.self) { try store.lookup(key) }
      #expect("\(try #require(error))".contains("/operation.graphql: is missing, so the operation of the recordings"))
    }
    // Without a refresh.
    try folder.write(text, to: file)
    #expect(try store.lookup(key) != nil)
  }

  /// In one tick of the file system's clock stamps do not show a change.
  @Test func `changes in quick succession are seen`() throws {
    let store = try open(readingAllUpTo: 0)
    let writer = try open()
    for number in 0..<60 {
      let key = try sent.key(#"{"code": "\#(number)"}"#)
      _ = try writer.save(response("\(number)"), for: key, document: sent.document)
      #expect(try store.lookup(key)?.recording.responses(in: "start") == [response("\(number)")])
      _ = try writer.save(response("\(number)+"), for: key, document: sent.document)
      #expect(try store.lookup(key)?.recording.responses(in: "start").count == 2)
    }
  }

  @Test func `a file that becomes broken is an error from then on, until it is right`() throws {
    try record("1", key)
    let store = try open()
    let stored = try #require(try store.lookup(key))
    let path = "countries/\(stored.folder)/\(stored.file)"
    let right = try folder.read(path)
    try folder.write("{", to: path)
    #expect(try store.refresh())
    for _ in 0..<2 { #expect(throws: RecordingError.self) { try store.lookup(key) } }
    try folder.write(right, to: path)
    #expect(try store.lookup(key)?.recording == stored.recording)
  }

  @Test func `a name that is not right is an error as soon as it is seen`() throws {
    try record("1", key)
    let store = try open()
    let stored = try #require(try store.lookup(key))
    try folder.write("{}", to: "countries/\(stored.folder)/code=US.json")
    #expect(throws: RecordingError.self) { try store.refresh() }
  }

  @Test func `an operation that was edited is read again`() throws {
    try record("1", key)
    let store = try open()
    let stored = try #require(try store.lookup(key))
    let path = "countries/\(stored.folder)/operation.graphql"
    // Another spelling is the same operation.
    try folder.write("# A comment\nquery CountryDetail($code: ID!) { country(code: $code) { name } }\n", to: path)
    #expect(try store.refresh())
    #expect(try store.lookup(key)?.recording == stored.recording)
    try folder.write("query CountryDetail($code: ID!) { country(code: $code) { capital } }", to: path)
    #expect(try store.refresh())
    #expect(throws: RecordingError.self) { try store.lookup(sent.key(#"{"code": "US"}"#)) }
  }
}
