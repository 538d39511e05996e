import RecordingsTestSupport
import Testing

@testable import Recordings

/// A check for changes looks at a limited number of files, and the next check goes on with the others.
@Suite struct RefreshInPartsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A store that has read so many recordings.
  private func store(of count: Int, folders: Int = 1) throws -> RecordingStore {
    let writer = try RecordingStore(path: "\(folder.path)/countries", endpoint: "countries")
    for number in 0..<count {
      let sent = try Sent("query Q\(number % folders)($code: ID!) { country(code: $code) { name } }")
      _ = try writer.save(
        response("\(number)"), for: sent.key(#"{"code": "\#(number)"}"#), document: sent.document)
    }
    return try RecordingStore(path: "\(folder.path)/countries", endpoint: "countries")
  }

  /// Edits a file in place, which its folder does not show.
  private func edit(_ text: String) throws {
    let file = try #require(
      folder.files().first { file in
        file.hasSuffix(".json") && !file.contains("/sessions/") && (try? folder.read(file))?.contains(text) == true
      })
    try folder.write(try folder.read(file) + "\n", to: file)
  }

  @Test(arguments: [1, 30]) func `a check looks at no more than its limit, and the checks of a round at everything`(
    _ folders: Int
  ) throws {
    let store = try store(of: 30, folders: folders)
    var files: Set<String> = []
    var seen: Set<String> = []
    for _ in 0..<3 {
      let check = store.withIndex { $0.nextCheck(atMost: 10) }
      #expect(check.files.count == 10)
      #expect(check.folders.count == min(folders, 10))
      files.formUnion(check.files.map(\.file.path))
      seen.formUnion(check.folders.map(\.text))
    }
    #expect(files.count == 30)
    #expect(seen.count == folders)
  }

  @Test func `where there are no more than the limit, each check looks at all`() throws {
    let store = try store(of: 10, folders: 5)
    for _ in 0..<3 {
      let check = store.withIndex { $0.nextCheck(atMost: 10) }
      #expect(check.files.count == 10)
      #expect(check.folders.count == 5)
    }
  }

  @Test func `an edit in place is noticed by one of the checks of a round`() throws {
    let store = try store(of: 30)
    for _ in 0..<3 { #expect(try !store.refresh(atMost: 10)) }
    try edit("\"25\"")
    #expect(try (0..<3).count { _ in try store.refresh(atMost: 10) } == 1)
    try edit("\"7\"")
    #expect(try store.refresh())
  }

  @Test func `a new file and a new folder are noticed at once`() throws {
    let store = try store(of: 30)
    #expect(try !store.refresh(atMost: 10))
    _ = try self.store(of: 31)
    #expect(try store.refresh(atMost: 10))
    _ = try self.store(of: 31, folders: 2)
    #expect(try store.refresh(atMost: 10))
    #expect(store.entries.count == 2)
  }

  @Test func `the files of named sessions are looked at in parts, too`() throws {
    let names = (0..<12).map { "s\($0)" }
    let story = try SessionFolder(folder, sessions: names)
    let store = try story.endpoint.store().sessions
    for name in names { #expect(try store.recording(of: name) != nil) }
    for _ in 0..<3 { #expect(try !store.refresh(atMost: 4)) }
    let file = try #require(folder.files().first { $0.hasPrefix("countries/sessions/s7-") })
    try folder.write(try folder.read(file) + "\n", to: file)
    // Two rounds, with the two answers that the sessions share. What has changed is forgotten, so it is noticed once.
    #expect(try (0..<8).count { _ in try store.refresh(atMost: 4) } == 1)
  }
}
