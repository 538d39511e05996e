import OrderedJSON
import RecordingsTestSupport
import Synchronization
import Testing

@testable import Recordings

@Suite("What a store keeps in memory is bounded in bytes")
struct StoreBoundTests {
  private let folder: TemporaryFolder
  private let sent: Sent

  init() throws {
    folder = try TemporaryFolder()
    sent = try Sent(countryDetail)
  }

  private var path: String { "\(folder.path)/countries" }

  private func key(_ number: Int) throws -> OperationKey { try sent.key(#"{"code": "\#(number)"}"#) }

  private func answer(_ text: String) -> RecordedResponse {
    response(#"{"data":"\#(text)\#(String(repeating: "x", count: 1_000))"}"#)
  }

  @Test("Recordings that were read are given up one by one, the oldest first")
  func readRecordings() async throws {
    let store = try RecordingStore(path: path, endpoint: "countries")
    for number in 0..<10 {
      _ = try store.save(answer("\(number)"), for: key(number), document: sent.document)
    }
    // So that a later change is sure to be visible.
    try await Task.sleep(for: .milliseconds(50))
    var index = StoreIndex(path: path, endpoint: "countries", scheme: .standard, cacheLimit: 6_000)
    _ = try index.relist()
    for number in 0..<10 {
      let found = try index.lookup(key(number))
      #expect(found?.recording.states.first?.responses == [answer("\(number)")])
      #expect(index.cache.bytes <= 6_000 && index.cache.count >= min(number + 1, 3))
    }
    let (first, last) = (try key(0).hash, try key(9).hash)
    #expect(index.cache.peek(last) != nil && index.cache.peek(first) == nil)
    // An edit of the one that was given up is noticed, although the system reports nothing.
    func hasChanged() throws -> Bool {
      var check = index.nextCheck(atMost: 4)
      try check.look(FolderWatch())
      return try index.refresh(check)
    }
    for _ in 0..<3 { #expect(try !hasChanged()) }
    let file = try #require(index.read.file(first)?.path.dropping(folder.path))
    try folder.write(try folder.read(file) + "\n", to: file)
    #expect(try (0..<3).count { _ in try hasChanged() } == 1)
    #expect(try !hasChanged())
    // Also if it is read again before the check.
    for number in 0..<10 { _ = try index.lookup(key(number)) }
    try folder.write(try folder.read(file) + "\n", to: file)
    let generation = index.generation
    _ = try index.lookup(key(0))
    #expect(index.generation != generation)
  }

  @Test("Answers of sessions that were read are given up one by one")
  func readAnswers() throws {
    _ = try RecordingStore(path: path, endpoint: "countries").save(answer("a"), for: key(0), document: sent.document)
    let store = try SessionStore(path: path)
    let operation = "query.CountryDetail-12345678"
    for number in 0..<10 { _ = try store.write(answer("\(number)"), as: "\(number)", inFolder: operation) }
    store.state.withLock { $0.answers = BoundedTable(byteLimit: 6_000) }
    for number in 0..<10 {
      #expect(try store.answer("\(number)", inFolder: operation) == answer("\(number)"))
      let (bytes, count) = store.state.withLock { ($0.answers.bytes, $0.answers.count) }
      #expect(bytes <= 6_000 && count >= min(number + 1, 3))
    }
    // As above.
    for _ in 0..<3 { #expect(try !store.refresh(atMost: 4)) }
    let file = "countries/\(operation)/answers/0.json"
    try folder.write(try folder.read(file).replacing("x", with: "y"), to: file)
    #expect(try (0..<3).count { _ in try store.refresh(atMost: 4) } == 1)
    #expect(try store.answer("0", inFolder: operation) != answer("0"))
    for number in 0..<10 { _ = try store.answer("\(number)", inFolder: operation) }
    try folder.write(try folder.read(file) + "\n", to: file)
    let generation = store.generation
    _ = try store.answer("0", inFolder: operation)
    #expect(store.generation != generation)
  }

  @Test("An answer that a run cannot remember is not saved, and nothing is shortened")
  func runMemory() throws {
    let before = try RecordingStore(path: path, endpoint: "countries")
    for text in ["a", "b"] { _ = try before.save(answer(text), for: key(0), document: sent.document) }
    let store = try RecordingStore(path: path, endpoint: "countries")
    store.run.withLock { $0 = RunMemory(byteLimit: 10_000) }
    #expect(try store.save(answer("a"), for: key(0), document: sent.document) == .known)
    var refused: [Int] = []
    for number in 1..<10 {
      let key = try key(number)
      do throws(RecordingError) {
        _ = try store.save(answer("new"), for: key, document: sent.document)
      } catch {
        #expect(error.message.contains("record the rest in another run"))
        refused.append(number)
      }
    }
    #expect(!refused.isEmpty && !refused.contains(1))
    #expect(store.run.withLock { $0.heldBytes } <= 10_000)
    #expect(try store.lookup(key(9)) == nil)
    // What the run has seen before takes no room.
    #expect(try store.save(answer("a"), for: key(0), document: sent.document) == .known)
    #expect(try store.finish() == 0)
    #expect(try store.lookup(key(0))?.recording.states.first?.responses == [answer("a"), answer("b")])
  }
}

extension String {
  /// This path below a folder.
  fileprivate func dropping(_ folder: String) -> String { String(dropFirst(folder.count + 1)) }
}
