import RecordingsTestSupport
import Synchronization
import Testing

@testable import Recordings

/// The system reports changes, so that checks for changes cost nothing while nothing changes.
@Suite struct WatchingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/countries" }

  /// Records so many answers, each of another operation.
  private func record(_ numbers: Range<Int>) throws {
    let writer = try RecordingStore(path: path, endpoint: "countries")
    for number in numbers {
      let sent = try Sent("query Q\(number)($code: ID!) { country(code: $code) { name } }")
      _ = try writer.save(response("\(number)"), for: sent.key(#"{"code": "\#(number)"}"#), document: sent.document)
    }
  }

  private func watchedStore() throws -> RecordingStore {
    let store = try RecordingStore(path: path, endpoint: "countries")
    store.beginWatching()
    while try store.refresh(atMost: 1) {}
    return store
  }

  /// Edits a file in place, which its folder does not show.
  private func edit(_ operation: String) throws {
    let file = try #require(
      folder.files().first { $0.hasPrefix("countries/query.\(operation)-") && $0.hasSuffix(".json") })
    try folder.write(try folder.read(file) + "\n", to: file)
  }

  /// Indicates whether the next checks notice a change. On macOS the system reports it somewhat later.
  private func isNoticed(by store: RecordingStore) async throws -> Bool {
    for _ in 0..<100 {
      if try store.refresh(atMost: 1) { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  @Test func `while nothing changes, a check looks at the endpoint's folder only`() throws {
    try record(0..<20)
    let store = try watchedStore()
    #expect(try !store.refresh(atMost: 1))
    let check = store.withIndex { $0.nextCheck(atMost: 1, $0.watch.changes()) }
    #expect(check.folders.isEmpty)
    #expect(check.files.isEmpty)
  }

  @Test func `an edit in any folder is noticed, however many there are`() async throws {
    try record(0..<20)
    let store = try watchedStore()
    for operation in ["Q3", "Q19", "Q7"] {
      try edit(operation)
      #expect(try await isNoticed(by: store), "\(operation)")
    }
    #expect(try !store.refresh(atMost: 1))
  }

  @Test func `a new folder is watched, too`() async throws {
    try record(0..<2)
    let store = try watchedStore()
    try record(2..<4)
    #expect(try await isNoticed(by: store))
    while try store.refresh(atMost: 1) {}
    #expect(try store.recordings(inFolder: #require(store.entries.last).folder).count == 1)
    try edit("Q3")
    #expect(try await isNoticed(by: store))
  }

  @Test func `a folder that is replaced is watched again`() async throws {
    try record(0..<2)
    let store = try watchedStore()
    let name = try #require(store.entries.last).folder
    let text = try folder.files().filter { $0.hasPrefix("countries/\(name)/") }.map { ($0, try folder.read($0)) }
    try folder.remove("countries/\(name)")
    #expect(try await isNoticed(by: store))
    for (file, text) in text { try folder.write(text, to: file) }
    #expect(try await isNoticed(by: store))
    while try store.refresh(atMost: 1) {}
    #expect(try store.recordings(inFolder: name).count == 1)
    try edit("Q1")
    #expect(try await isNoticed(by: store))
  }

  @Test func `if the endpoint's folder is replaced, all folders are watched again`() async throws {
    try record(0..<3)
    let store = try watchedStore()
    try folder.move("countries", to: "old")
    try record(0..<3)
    #expect(try await isNoticed(by: store))
    while try store.refresh(atMost: 1) {}
    for entry in store.entries { #expect(try store.recordings(inFolder: entry.folder).count == 1) }
    while try store.refresh(atMost: 1) {}
    for operation in ["Q0", "Q1", "Q2"] {
      try edit(operation)
      #expect(try await isNoticed(by: store), "\(operation)")
    }
  }

  @Test func `a packed folder that is replaced is checked whole, even if a request has listed it first`() throws {
    try record(0..<20)
    let endpoint = EndpointFolder(name: "countries", below: folder.path)
    let packed = try endpoint.pack(into: "\(folder.path)/packed").path
    let store = try RecordingStore(path: packed, endpoint: "countries")
    store.beginWatching()
    while try store.refresh(atMost: 1) {}
    for entry in store.entries { #expect(try store.recordings(inFolder: entry.folder).count == 1) }
    while try store.refresh(atMost: 1) {}
    try edit("Q3")
    _ = try endpoint.pack(into: "\(folder.path)/packed")
    try store.withIndex { index throws(RecordingError) in _ = try index.relist() }
    var isNoticed = false
    for _ in 0..<3 where try store.refresh(atMost: 1) { isNoticed = true }
    #expect(isNoticed)
  }

  @Test func `sessions and their answers are watched, too`() async throws {
    let names = (0..<12).map { "s\($0)" }
    let story = try SessionFolder(folder, sessions: names)
    let all = try story.endpoint.store()
    let store = all.sessions
    all.beginWatching()
    for name in names { #expect(try store.recording(of: name) != nil) }
    while try store.refresh(atMost: 1) {}
    let file = try #require(folder.files().first { $0.hasPrefix("countries/sessions/s7-") })
    try folder.write(try folder.read(file) + "\n", to: file)
    var isNoticed = false
    for _ in 0..<100 where !isNoticed {
      isNoticed = try store.refresh(atMost: 1)
      try await Task.sleep(for: .milliseconds(isNoticed ? 0 : 20))
    }
    #expect(isNoticed)
  }

  // MARK: Where the system cannot report everything

  /// A watcher with the events of a test.
  private final class Watcher: FolderWatcher {
    let events = Mutex(FolderEvents())
    let limit: Int
    let watched = Mutex<Set<String>>([])

    init(limit: Int = .max) { self.limit = limit }

    func watch(_ folder: String) -> Bool {
      watched.withLock { watched in
        watched.insert(folder)
        return watched.count <= limit
      }
    }

    func changes() -> FolderEvents {
      events.withLock { events in
        defer { events = FolderEvents() }
        return events
      }
    }
  }

  @Test func `after events were lost, everything is checked once`() throws {
    try record(0..<20)
    let store = try RecordingStore(path: path, endpoint: "countries")
    let watcher = Watcher()
    store.withIndex { $0.watch.begin(at: path) { _ in watcher } }
    while try store.refresh(atMost: 1) {}
    #expect(watcher.watched.withLock { $0.count } == 20)
    try edit("Q19")
    #expect(try !store.refresh(atMost: 1))
    watcher.events.withLock { $0.isIncomplete = true }
    #expect(try store.refresh(atMost: 1))
    #expect(try !store.refresh(atMost: 1))
  }

  @Test func `if not all folders can be watched, checks go through all of them in turns`() throws {
    try record(0..<20)
    let store = try RecordingStore(path: path, endpoint: "countries")
    let watcher = Watcher(limit: 10)
    store.withIndex { $0.watch.begin(at: path) { _ in watcher } }
    while try store.refresh(atMost: 1) {}
    #expect(store.withIndex { $0.watch.changes() } == nil)
    try edit("Q19")
    #expect(try (0..<21).count { _ in try store.refresh(atMost: 1) } == 1)
  }

  @Test func `the type of a file system comes from the innermost mount`() {
    let table = MountTable(
      """
      /dev/vda / ext4 rw,relatime 0 0
      server:/home /home nfs4 rw 0 0
      /dev/vdb /home/ada/a\\040b xfs rw 0 0
      tmpfs /tmp tmpfs rw 0 0
      server:/tmp /tmp cifs rw 0 0
      """)
    #expect(table.type(of: "/recordings") == "ext4")
    #expect(table.type(of: "/home/ada") == "nfs4")
    #expect(table.type(of: "/home/ada/a b/recordings") == "xfs")
    #expect(table.type(of: "/homes") == "ext4")
    #expect(table.type(of: "/tmp") == "cifs")
  }
}
