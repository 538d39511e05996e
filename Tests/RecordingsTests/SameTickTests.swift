import Foundation
import GraphQLLanguage
import RecordingsTestSupport
import Testing

@testable import Recordings

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file system's clock stands still for some milliseconds, and changes in that time do not show in a stamp. Here the
/// stamps are set back after each change, as if it had come in the tick of the last look.
@Suite struct SameTickTests {
  let folder: TemporaryFolder
  let sent: Sent
  let key: OperationKey
  let other: OperationKey

  init() throws {
    folder = try TemporaryFolder()
    sent = try Sent(countryDetail)
    key = try sent.key(#"{"code": "CA"}"#)
    other = try sent.key(#"{"code": "US"}"#)
  }

  var root: String { "\(folder.path)/countries" }

  func open() throws -> RecordingStore {
    try RecordingStore(path: root, endpoint: "countries", readingAllUpTo: 0)
  }

  func save(_ body: String, _ key: OperationKey, _ store: RecordingStore) throws -> SaveOutcome {
    try store.save(response(body), for: key, document: sent.document)
  }

  /// Runs `body` and gives what is at the path the stamp that it had before.
  func keepingStamp<Result>(of path: String, _ body: () throws -> Result) throws -> Result {
    let before = try #require(try Files.currentStamp(path))
    let result = try body()
    try setTime(of: path, seconds: before.seconds, nanoseconds: before.nanoseconds)
    return result
  }

  /// Makes the last change lie in a tick that is not over, whenever it is looked at.
  func setTime(of path: String, seconds: Int = 4_000_000_000, nanoseconds: Int = 7) throws {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
  }

  /// HFS+ keeps whole seconds, FAT every second one, exFAT hundredths, most others what the system says.
  @Test(arguments: [
    (0, (10, 900_000_000), false), (0, (11, 999_999_999), false), (0, (12, 0), true),
    (10_000_000, (10, 19_999_999), false), (10_000_000, (10, 20_000_000), true),
    (10_000_001, (10, 10_000_001), false), (10_000_001, (10, 10_000_002), true),
  ])
  func `a tick is as long as the file system's own`(_ nanoseconds: Int, _ now: (Int, Int), _ isOver: Bool) {
    let stamp = FileStamp(seconds: 10, nanoseconds: nanoseconds, size: 1, inode: 1)
    #expect(stamp.isBefore(FileTime(seconds: now.0, nanoseconds: now.1)) == isOver)
  }

  @Test func `a file that comes in the tick of the listing is found`() throws {
    _ = try save("1", key, open())
    let operation = try #require(try open().lookup(key)).folder
    try setTime(of: "\(root)/\(operation)")
    let (first, second) = (try open(), try open())
    try keepingStamp(of: "\(root)/\(operation)") { _ = try save("2", other, open()) }
    #expect(try first.lookup(other) != nil)
    #expect(try second.refresh())
    #expect(second.fileCount == 2)
  }

  @Test func `a folder that comes in the tick of the listing is found`() throws {
    _ = try save("1", key, open())
    try setTime(of: root)
    let (first, second) = (try open(), try open())
    let list = try Sent("{ countries { name } }")
    try keepingStamp(of: root) {
      _ = try open().save(response("2"), for: list.key(), document: list.document)
    }
    #expect(try first.lookup(list.key()) != nil)
    #expect(try second.refresh())
    #expect(second.fileCount == 2)
  }

  @Test func `a file that changes in place in the tick of the reading is read again`() throws {
    _ = try save("1", key, open())
    let stored = try #require(try open().lookup(key))
    try setTime(of: stored.path)
    let (first, second) = (try open(), try open())
    _ = (try first.lookup(key), try second.lookup(key))
    #expect(try !second.refresh())
    try keepingStamp(of: stored.path) {
      let handle = try #require(FileHandle(forUpdatingAtPath: stored.path))
      let text = String(decoding: try #require(try handle.readToEnd()), as: UTF8.self)
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: Data(text.replacingOccurrences("\"body\": 1", "\"body\": 2").utf8))
      try handle.close()
    }
    #expect(try first.lookup(key)?.recording.responses(in: "start") == [response("2")])
    #expect(try second.refresh())
  }

  @Test func `what another recorder writes in the tick of an own write is found`() throws {
    let (one, two) = (try open(), try open())
    _ = try save("1", key, one)
    let operation = try #require(try one.lookup(key)).folder
    try keepingStamp(of: root) {
      try keepingStamp(of: "\(root)/\(operation)") { _ = try save("2", other, two) }
    }
    #expect(try one.lookup(other) != nil)
  }

  @Test func `what another recorder writes in the tick of an own write is not written over`() throws {
    let (one, two) = (try open(), try open())
    _ = try save("1", key, one)
    let operation = try #require(try one.lookup(key)).folder
    try keepingStamp(of: "\(root)/\(operation)") { _ = try save("2", other, two) }
    #expect(try save("3", other, one) == .disputed)
    #expect(try save("2", other, open()) == .known)
    // The same where the folder is new.
    let list = try Sent("{ countries { name } }")
    try keepingStamp(of: root) { _ = try two.save(response("4"), for: list.key(), document: list.document) }
    #expect(try one.save(response("5"), for: list.key(), document: list.document) == .disputed)
    #expect(try open().fileCount == 3)
  }
}
