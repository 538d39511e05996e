import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

@Suite struct StoreTests {
  let folder: TemporaryFolder
  let sent: Sent

  init() throws {
    folder = try TemporaryFolder()
    sent = try Sent(countryDetail)
  }

  func open(readingAllUpTo limit: Int = RecordingStore.readAllLimit) throws -> RecordingStore {
    try RecordingStore(path: "\(folder.path)/countries", endpoint: "countries", readingAllUpTo: limit)
  }

  @Test func `what was saved is found, by this store and by the next`() throws {
    let store = try open()
    let key = try sent.key(#"{"code": "CA"}"#)
    #expect(try store.lookup(key) == nil)
    #expect(try store.save(response(canada), for: key, document: sent.document) == .new)
    for store in [store, try open(), try open(readingAllUpTo: 0)] {
      let found = try #require(try store.lookup(key))
      #expect(found.recording.responses(in: "start") == [response(canada)])
      #expect(found.recording.operationName == "CountryDetail")
      #expect(found.recording.kind == .query)
      #expect(found.key == key)
      #expect(try store.lookup(sent.key(#"{"code": "US"}"#)) == nil)
      #expect(try store.lookup(sent.key(#"{"code": "CA"}"#, identity: .authenticated(name: nil))) == nil)
      #expect(try store.lookup(sent.key()) == nil)
      #expect(store.fileCount == 1)
    }
  }

  @Test func `the files are called as the page for reviewers says`() throws {
    let store = try open()
    _ = try store.save(response(canada), for: sent.key(#"{"code": "CA"}"#), document: sent.document)
    let all = try Sent("{ countries { name } }")
    _ = try store.save(response(canada), for: all.key(), document: all.document)
    let digits = [
      all.key.hash.hex, try all.key().hash.hex, sent.key.hash.hex, try sent.key(#"{"code": "CA"}"#).hash.hex,
    ]
    .map { String($0.prefix(8)) }
    #expect(
      folder.files() == [
        "countries/query-\(digits[0])/no-variables-\(digits[1]).json",
        "countries/query-\(digits[0])/operation.graphql",
        "countries/query.CountryDetail-\(digits[2])/code=CA-\(digits[3]).json",
        "countries/query.CountryDetail-\(digits[2])/operation.graphql",
      ])
    #expect(
      try folder.read("countries/query.CountryDetail-\(digits[2])/operation.graphql")
        == "query CountryDetail($code: ID!) {\n  country(code: $code) {\n    name\n  }\n}\n")
  }

  @Test func `only the operation that was meant is written`() throws {
    let many = try Sent(
      "query A { ...F } query B { b } fragment F on Query { a } fragment G on Query { g }", operationName: "A")
    let store = try open()
    _ = try store.save(response("1"), for: many.key(), document: many.document)
    #expect(try open().lookup(many.key()) != nil)
    let file = try #require(folder.files().first { $0.hasSuffix("operation.graphql") })
    #expect(try folder.read(file) == "query A {\n  ...F\n}\n\nfragment F on Query {\n  a\n}\n")
  }

  @Test func `a document that does not hold the key's operation is not written`() throws {
    let store = try open()
    #expect(throws: RecordingError.self) {
      try store.save(response("1"), for: sent.key(), document: Sent("query CountryDetail { other }").document)
    }
    #expect(folder.files() == [])
  }

  @Test func `a key of another endpoint is neither found nor written`() throws {
    let other = try Sent(countryDetail, endpoint: "posts")
    let store = try open()
    _ = try store.save(response("1"), for: sent.key(), document: sent.document)
    let before = try folder.contents()
    #expect(try store.lookup(other.key()) == nil)
    #expect(throws: RecordingError.self) { try store.save(response("1"), for: other.key(), document: other.document) }
    #expect(try folder.contents() == before)
  }

  @Test func `entries tell of folders and files without reading them`() throws {
    let store = try open()
    for code in ["CA", "US", "DE"] {
      _ = try store.save(response(canada), for: sent.key(#"{"code": "\#(code)"}"#), document: sent.document)
    }
    let book = try Sent("mutation BookTrip { book }")
    _ = try store.save(response(canada), for: book.key(), document: book.document)
    let entries = try open(readingAllUpTo: 0).entries
    #expect(entries.map(\.operationName) == ["BookTrip", "CountryDetail"])
    #expect(entries.map(\.kind) == [.mutation, .query])
    #expect(entries.map(\.fileCount) == [1, 3])
    #expect(entries.map { $0.mayHold(sent.key) } == [false, true])
    #expect(store.files(inFolder: entries[1].folder).map { String($0.prefix(7)) } == ["code=CA", "code=DE", "code=US"])
    let recordings = try store.recordings(inFolder: entries[1].folder, limit: 2)
    #expect(recordings.map { $0.recording.variables.members[0].value } == [.string("CA"), .string("DE")])
    #expect(try store.document(inFolder: entries[1].folder)?.key == sent.key)
    #expect(try store.recordings(inFolder: "query-00000000").isEmpty && store.files(inFolder: "..").isEmpty)
  }

  @Test func `what was read at the opening is read again only if its file shows a change`() throws {
    _ = try open().save(response(canada), for: sent.key(#"{"code": "CA"}"#), document: sent.document)
    let stored = try #require(try open().lookup(sent.key(#"{"code": "CA"}"#)))
    let old = FileStamp(seconds: 1_000_000_000, nanoseconds: 0, size: 0, inode: 0)
    try setTime(of: stored.path, to: old)
    let (store, later) = (try open(), try open())
    // The same file with the same size and time, as no editor leaves it.
    let handle = try #require(FileHandle(forUpdatingAtPath: stored.path))
    let text = String(decoding: try #require(try handle.readToEnd()), as: UTF8.self)
    let changed = text.replacingOccurrences("Canada", "Kanada")
    try #require(changed != text)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: Data(changed.utf8))
    try handle.close()
    try setTime(of: stored.path, to: old)
    func answers(_ store: RecordingStore) throws -> [RecordedResponse] {
      try store.recordings(inFolder: stored.folder).flatMap { $0.recording.responses(in: "start") }
    }
    #expect(try answers(store) == [response(canada)])
    try setTime(of: stored.path, to: FileStamp(seconds: old.seconds + 1, nanoseconds: 0, size: 0, inode: 0))
    let kanada = canada.replacingOccurrences("Canada", "Kanada")
    #expect(try answers(store) == [response(kanada)] && answers(later) == [response(kanada)])
    try FileManager.default.removeItem(atPath: stored.path)
    #expect(try answers(store) == [])
  }

  @Test func `a folder that is not there is an empty one`() throws {
    let store = try open()
    #expect(try store.lookup(sent.key()) == nil)
    #expect(try !store.refresh())
    #expect(store.entries == [] && store.fileCount == 0)
    #expect(folder.files() == [])
  }

  @Test func `other files and folders are none of ours`() throws {
    try folder.write("# notes", to: "countries/README.md")
    try folder.write("upstream: https://example.com\n", to: "countries/endpoint.yaml")
    try folder.write("x", to: "countries/.DS_Store")
    try folder.write("x", to: "countries/notes/a.json")
    try folder.write("x", to: "countries/.git/query-00000000/a.json")
    let store = try open()
    _ = try store.save(response(canada), for: sent.key(), document: sent.document)
    let operation = try #require(store.entries.first?.folder)
    try folder.write("x", to: "countries/\(operation)/notes.txt")
    try folder.write("x", to: "countries/\(operation)/.hidden-00000000.json")
    try folder.write("x", to: "countries/\(operation)/a-00000000.json.orig")
    let again = try open()
    #expect(again.fileCount == 1)
    #expect(try again.lookup(sent.key()) != nil)
  }

  @Test func `an index of many names finds each of them`() throws {
    let writer = try open()
    var keys: [OperationKey] = []
    for number in 0..<40 {
      let sent = try Sent("query Q\(number % 4)($n: Int) { a }")
      keys.append(try sent.key(#"{"n": \#(number)}"#))
      _ = try writer.save(response("\(number)"), for: keys[number], document: sent.document)
    }
    let store = try open(readingAllUpTo: 0)
    #expect(store.fileCount == 40 && store.entries.count == 4)
    for (number, key) in keys.enumerated() {
      #expect(try store.lookup(key)?.recording.responses(in: "start") == [response("\(number)")])
    }
  }
}
