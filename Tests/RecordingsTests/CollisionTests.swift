import GraphQLLanguage
import RecordingsTestSupport
import Testing

@testable import Recordings

/// Names carry few digits here, so that different keys fall on one name all the time.
@Suite struct CollisionTests {
  static let scheme = NameScheme(digits: [1, 2, 64])

  func open(_ folder: TemporaryFolder, readingAllUpTo limit: Int = 10_000) throws -> RecordingStore {
    try RecordingStore(
      path: "\(folder.path)/countries", endpoint: "countries", readingAllUpTo: limit, scheme: Self.scheme)
  }

  @Test func `files whose digits collide are told apart by their content`() throws {
    let folder = try TemporaryFolder()
    // The variables in brief are the same for all: their ends are cut off.
    let sent = try Sent("query Q($s: String) { a }")
    let start = String(repeating: "x", count: 80)
    let keys = try (0..<60).map { try sent.key(#"{"s": "\#(start)\#($0)"}"#) }
    let store = try open(folder)
    for (number, key) in keys.enumerated() {
      #expect(try store.lookup(key) == nil)
      #expect(try store.save(response("\(number)"), for: key, document: sent.document) == .new)
    }
    for store in [store, try open(folder), try open(folder, readingAllUpTo: 0)] {
      #expect(store.fileCount == 60)
      for (number, key) in keys.enumerated() {
        #expect(try store.lookup(key)?.recording.responses(in: "start") == [response("\(number)")])
      }
      #expect(try store.lookup(sent.key(#"{"s": "\#(start)"}"#)) == nil)
    }
    // All three lengths were needed.
    let lengths = Set(folder.files().filter { $0.hasSuffix(".json") }.map { $0.split(separator: "-").last?.count })
    #expect(lengths == [1 + 5, 2 + 5, 64 + 5])
    // Recording again finds each in its own file.
    let again = try open(folder)
    let before = try folder.contents()
    for (number, key) in keys.enumerated() {
      #expect(try again.save(response("\(number)"), for: key, document: sent.document) == .known)
    }
    #expect(try folder.contents() == before)
  }

  @Test func `folders whose digits collide are told apart by their content`() throws {
    let folder = try TemporaryFolder()
    let all = try (0..<60).map { try Sent("query Q { a\($0) }") }
    let store = try open(folder)
    for (number, sent) in all.enumerated() {
      #expect(try store.save(response("\(number)"), for: sent.key(), document: sent.document) == .new)
    }
    for store in [store, try open(folder), try open(folder, readingAllUpTo: 0)] {
      #expect(store.entries.count == 60)
      for (number, sent) in all.enumerated() {
        #expect(try store.lookup(sent.key())?.recording.responses(in: "start") == [response("\(number)")])
      }
      #expect(try store.lookup(Sent("query Q { b }").key()) == nil)
    }
    #expect(Set(store.entries.map { $0.name.digits.count }) == [1, 2, 64])
  }

  @Test func `a folder that a killed recorder left empty is used`() throws {
    let folder = try TemporaryFolder()
    let sent = try Sent("query Q { a }")
    let name = FolderName(sent.key, digits: 1).text
    try folder.write("half", to: "countries/\(name)/.understudy-2147483646-1.tmp")
    let store = try open(folder)
    #expect(try store.save(response("1"), for: sent.key(), document: sent.document) == .new)
    #expect(store.entries.map(\.folder) == [name])
  }
}
