import Foundation
import GraphQLLanguage
import RecordingsTestSupport
import Synchronization
import Testing

@testable import Recordings

@Suite struct ConcurrencyTests {
  func open(_ folder: TemporaryFolder) throws -> RecordingStore {
    try RecordingStore(path: "\(folder.path)/countries", endpoint: "countries")
  }

  /// Each store has an index of its own, as another process would; the lock is between open files, not processes.
  @Test(arguments: [1, 2, 4]) func `recorders at the same time lose nothing`(_ stores: Int) throws {
    let folder = try TemporaryFolder()
    let operations = try (0..<3).map { try Sent("query Q\($0)($n: Int) { a }") }
    let recorders = try (0..<stores).map { _ in try open(folder) }
    let errors = Mutex<[String]>([])
    let threads = 4
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      do {
        for number in 0..<30 {
          let sent = operations[number % 3]
          // Half of the keys are everybody's, half are each thread's own.
          let variable = number % 2 == 0 ? number : 1_000 * (thread + 1) + number
          let key = try sent.key(#"{"n": \#(variable)}"#)
          let outcome = try recorders[thread % stores].save(
            response("\(variable)"), for: key, document: sent.document, session: "\(thread)")
          if outcome != .new, outcome != .known { errors.withLock { $0.append("\(variable): \(outcome)") } }
        }
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.withLock { $0 } == [])
    let store = try open(folder)
    #expect(store.fileCount == 15 + threads * 15)
    for thread in 0..<threads {
      for number in 0..<30 {
        let variable = number % 2 == 0 ? number : 1_000 * (thread + 1) + number
        let key = try operations[number % 3].key(#"{"n": \#(variable)}"#)
        for store in recorders + [store] {
          #expect(try store.lookup(key)?.recording.responses(in: "start") == [response("\(variable)")])
        }
      }
    }
    #expect(folder.files().allSatisfy { $0.hasSuffix(".json") || $0.hasSuffix("/operation.graphql") })
  }

  /// As Git does in another branch, or another recorder.
  @Test func `files that come and go while they are read are there or absent`() throws {
    let folder = try TemporaryFolder()
    _ = try SessionFolder(folder, sessions: ["a"])
    let sent = try Sent(countryDetail)
    let key = try sent.key(#"{"code": "CA"}"#)
    _ = try open(folder).save(response("1"), for: key, document: sent.document)
    let store = try open(folder)
    let stored = try #require(try store.lookup(key))
    let file = try #require(store.sessions.files.first)
    let session = "\(store.sessions.folder)/\(file)"
    let mover = Thread {
      while !Thread.current.isCancelled {
        for path in [session, stored.path] {
          _ = rename(path, "\(folder.path)/aside")
          _ = rename("\(folder.path)/aside", path)
        }
      }
    }
    mover.start()
    defer { mover.cancel() }
    var seen: Set<String> = []
    for number in 0..<200_000 where number < 2_000 || seen.count < 4 {
      seen.insert(try store.sessions.recording(inFile: file) == nil ? "no session" : "a session")
      let found = try store.lookup(key).map { $0.recording.responses(in: "start") == [response("1")] }
      seen.insert(found.map { $0 ? "the answer" : "another answer" } ?? "no answer")
    }
    #expect(seen == ["a session", "no session", "the answer", "no answer"])
  }

  /// It did not write the answer again, because the file existed.
  @Test func `an answer that a recorder gets while it is removed stays`() throws {
    let folder = try TemporaryFolder()
    let story = try SessionFolder(folder, sessions: ["a"])
    let sessions = try story.endpoint.store().sessions
    let answer = response(#"{"data": {"country": {"name": "Chad"}}}"#)
    let id = SessionFormat.id(of: answer)
    #expect(try sessions.write(answer, as: id, inFolder: story.folderName) == .new)
    let request = SessionRecording.Request(
      operation: story.folderName, identity: .anonymous, variables: try object(#"{"code":"TD"}"#), answers: [id])
    var written: SessionStore.Written?
    try sessions.discard(SessionRecording(name: "b", steps: [.request(request)])) {
      // The recorder of another session, which is noted after this.
      written = try? sessions.write(answer, as: id, inFolder: story.folderName)
      return []
    }
    #expect(written == .known)
    #expect(folder.files().contains { $0.hasSuffix("/answers/\(id).json") })
    // Nobody gets it now.
    try sessions.discard(SessionRecording(name: "b", steps: [.request(request)]))
    #expect(!folder.files().contains { $0.hasSuffix("/answers/\(id).json") })
  }

  @Test func `whether there are recordings is known while files are read, and can be made stale`() throws {
    let folder = try TemporaryFolder()
    let store = try open(folder)
    #expect(store.isEmpty)
    let sent = try Sent(countryDetail)
    _ = try store.save(response(canada), for: try sent.key(#"{"code":"CA"}"#), document: sent.document, session: "a")
    #expect(store.withIndex { _ in !store.isEmpty })
    let (generation, sessions) = (store.generation, store.sessions.generation)
    store.moveGeneration()
    #expect(store.generation > generation && store.sessions.generation > sessions)
    #expect(try !store.refresh())
    #expect(try !open(folder).isEmpty)
  }

  /// Else the second time would close what another thread has opened meanwhile.
  @Test func `what is no regular file is closed once`() throws {
    let folder = try TemporaryFolder()
    let reader = DispatchGroup()
    var lost = 0
    DispatchQueue(label: "reader").async(group: reader) {
      for _ in 0..<20_000 { _ = try? Files.OpenFile(folder.path) }
    }
    repeat {
      if !opensAndCloses() { lost += 1 }
    } while reader.wait(timeout: .now()) == .timedOut
    #expect(lost == 0)
  }

  /// Else a second file would be written for the session, and the first one, which is older, would be replayed.
  @Test func `a listing that began before a session was saved does not forget its file`() throws {
    let folder = try TemporaryFolder()
    let story = try SessionFolder(folder, sessions: ["a"])
    let store = try story.endpoint.store().sessions
    let steps = try #require(try store.recording(of: "a")).recording.steps
    var beginning = try store.beginning(of: "b")
    let listing = try store.listing()
    let first = try store.save(SessionRecording(name: "b", steps: Array(steps.prefix(1))), since: &beginning)
    #expect(store.take(listing) == nil)
    #expect(store.mayContain("b"))
    #expect(try store.save(SessionRecording(name: "b", steps: steps), since: &beginning) == first)
    #expect(store.take(try store.listing()) != nil)
    #expect(store.count == 2)
    let late = try store.listing()
    try store.remove("b", since: beginning)
    #expect(store.take(late) == nil)
    #expect(!store.mayContain("b"))
  }

  @Test func `an answer that was read while its file changed does not stay`() throws {
    let folder = try TemporaryFolder()
    let store = try SessionStore(path: "\(folder.path)/countries")
    let operation = "query.CountryDetail-12345678"
    let place = "countries/\(SessionStore.place(of: "a", inFolder: operation))"
    func write(_ number: Int) throws {
      let bytes = SessionFormat.encode(response("\(number)"))
      try folder.write(String(decoding: bytes, as: UTF8.self), to: place)
    }
    try write(0)
    let isDone = Atomic(false)
    let reader = DispatchGroup()
    DispatchQueue.global().async(group: reader) {
      while !isDone.load(ordering: .relaxed) { _ = try? store.answer("a", inFolder: operation) }
    }
    for number in 1...500 {
      store.forget()
      try write(number)
      store.forget()
      #expect(try store.answer("a", inFolder: operation) == response("\(number)"))
    }
    isDone.store(true, ordering: .relaxed)
    reader.wait()
  }

  @Test func `states that recorders add to one file at the same time are all kept`() throws {
    let folder = try TemporaryFolder()
    let sent = try Sent(countryDetail)
    let key = try sent.key(#"{"code": "CA"}"#)
    let errors = Mutex<[String]>([])
    let recorders = try (0..<4).map { _ in try open(folder) }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      do {
        for number in 0..<15 {
          _ = try recorders[thread].save(
            response("\(thread)"), for: key, document: sent.document, state: "\(thread)x\(number)")
        }
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.withLock { $0 } == [])
    let recording = try #require(try open(folder).lookup(key)).recording
    #expect(recording.states.count == 60)
    for state in recording.states { #expect(state.responses == [response(String(state.name.prefix(1)))]) }
  }

  @Test func `reading while others write gives whole answers`() throws {
    let folder = try TemporaryFolder()
    let sent = try Sent(countryDetail)
    let key = try sent.key(#"{"code": "CA"}"#)
    let writer = try open(folder)
    _ = try writer.save(response("0"), for: key, document: sent.document)
    let reader = try open(folder)
    let errors = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
      do {
        for number in 1..<60 {
          if thread == 0 {
            _ = try writer.save(response("\(number)"), for: key, document: sent.document)
          } else {
            let answers = try reader.lookup(key)?.recording.responses(in: "start") ?? []
            let expected = (0..<answers.count).map { response("\($0)") }
            if answers.isEmpty || answers != expected { errors.withLock { $0.append("\(answers.count)") } }
            if thread == 2 { try reader.refresh() }
          }
        }
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.withLock { $0 } == [])
  }

  @Test func `what a killed recorder left behind is passed over, then removed by the next one`() throws {
    let folder = try TemporaryFolder()
    let sent = try Sent(countryDetail)
    let key = try sent.key(#"{"code": "CA"}"#)
    _ = try open(folder).save(response("1"), for: key, document: sent.document)
    let operation = try #require(try open(folder).lookup(key)).folder
    let gone = "countries/\(operation)/.understudy-2147483646-7.tmp"
    // The process 1 runs on every machine.
    let running = "countries/\(operation)/.understudy-1-999999.tmp"
    let unknown = "countries/\(operation)/.understudy-x.tmp"
    for name in [gone, running, unknown] { try folder.write("{ \"form", to: name) }
    let store = try open(folder)
    #expect(store.fileCount == 1)
    #expect(try store.lookup(key)?.recording.responses(in: "start") == [response("1")])
    _ = try store.save(response("2"), for: key, document: sent.document)
    #expect(folder.files().contains(gone))
    _ = try EndpointFolder(name: "countries", below: folder.path).removeLeftovers()
    let left = folder.files().filter { $0.hasSuffix(".tmp") }
    #expect(left == [running])
  }

  @Test func `a file that a killed process of the same number left is written over`() throws {
    let folder = try TemporaryFolder()
    let sent = try Sent(countryDetail)
    let (one, other) = (try sent.key(#"{"code": "CA"}"#), try sent.key(#"{"code": "FR"}"#))
    _ = try open(folder).save(response("1"), for: one, document: sent.document)
    let operation = try #require(try open(folder).lookup(one)).folder
    let used = TemporaryName.next().split { "-.".contains($0) }[2]
    // Other tests use names at the same time.
    let names = try (1...200).map { ".understudy-\(Files.process)-\(try #require(Int(used)) + $0).tmp" }
    for name in names { try folder.write("{ \"form", to: "countries/\(operation)/\(name)") }
    _ = try open(folder).save(response("2"), for: other, document: sent.document)
    #expect(try open(folder).lookup(other)?.recording.responses(in: "start") == [response("2")])
    #expect(folder.files().count { $0.hasSuffix(".tmp") } == names.count - 1)
  }
}

/// Whether a file was still open when it was closed.
private func opensAndCloses() -> Bool { close(open("/dev/null", O_RDONLY)) == 0 }
