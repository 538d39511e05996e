import Engine
import Foundation
import Requests
import Synchronization
import TestSupport
import Testing
import Transports

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Answers that are not written yet, as clients and users see them. Another recorder has the folder here for as long as
/// the test wants, so that nothing can be written.
@Suite("Answers that are not written yet")
struct RecorderTests {
  private let folder: TestFolder
  private let log = EventLog()

  init() throws { folder = try TestFolder() }

  /// An endpoint that answers with the number of the request.
  private final class CountingUpstream: Upstream {
    let asked = Mutex(0)

    func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      return UpstreamResponse(
        status: 200, headers: ["content-type": "application/json"],
        body: Once(bytes: Array(#"{"data":{"n":\#(number)}}"#.utf8)))
    }

    func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] { body }

    private struct Once: AsyncSequence, AsyncIteratorProtocol, Sendable {
      var bytes: [UInt8]?

      func makeAsyncIterator() -> Once { self }

      mutating func next() async throws -> [UInt8]? { bytes.take() }
    }
  }

  private func engine(_ upstream: CountingUpstream, answers: Int = 10_000, bytes: Int = 64 << 20) throws -> Engine {
    try folder.recorder(upstream, name: "shop", log: log) {
      $0.maximumUnwrittenAnswers = answers
      $0.maximumUnwrittenBytes = bytes
    }
  }

  private func ask(_ engine: Engine, _ number: Int, session: String? = nil) async -> Int {
    let body = #"{"query":"query Q($n: Int) { n }","variables":{"n":\#(number)}}"#
    var request = ClientRequest(
      method: "POST", target: "/shop", headers: ["Host": "127.0.0.1:4000", "Content-Type": "application/json"],
      body: Array(body.utf8))
    if let session { request.headers.append("X-Understudy-Session", session) }
    return await engine.respond(to: request).get().status
  }

  /// Holds the lock of the endpoint's folder until it is dropped.
  private final class OtherRecorder: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
      descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      try #require(descriptor >= 0)
      try #require(flock(descriptor, LOCK_EX) == 0)
    }

    func leave() { flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
  }

  private var recorded: Int { folder.contents().keys.count { $0.hasSuffix(".json") } }

  @Test(
    "Past a number of unwritten answers, or of their bytes, the next client waits until there is room",
    arguments: [(3, 64 << 20), (10_000, 3 * 17)])
  func clientsWait(answers: Int, bytes: Int) async throws {
    let upstream = CountingUpstream()
    let engine = try engine(upstream, answers: answers, bytes: bytes)
    #expect(await ask(engine, 0) == 200)
    _ = await engine.settle(session: nil)
    let other = try OtherRecorder("\(folder.path)/shop")
    for number in 1...3 { #expect(await ask(engine, number) == 200) }
    let isAnswered = Mutex(false)
    let waiting = Task {
      let status = await ask(engine, 4)
      isAnswered.withLock { $0 = true }
      return status
    }
    while upstream.asked.withLock({ $0 }) < 5 { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(50))
    #expect(!isAnswered.withLock { $0 })
    #expect(recorded == 1)
    other.leave()
    #expect(await waiting.value == 200)
    #expect(await engine.finish() == (0, 0))
    #expect(recorded == 5)
    #expect(log.outcomes.count == 5)
  }

  @Test("A client that waits for room is answered when the program stops")
  func stopping() async throws {
    let upstream = CountingUpstream()
    let engine = try engine(upstream, answers: 1)
    #expect(await ask(engine, 0) == 200)
    _ = await engine.settle(session: nil)
    let other = try OtherRecorder("\(folder.path)/shop")
    #expect(await ask(engine, 1) == 200)
    let waiting = Task { await ask(engine, 2) }
    while upstream.asked.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(1)) }
    engine.callOffExchanges()
    #expect(await waiting.value == 200)
    #expect(await engine.finish(until: .now) == (2, 0))
    other.leave()
    #expect(folder.contents().keys.allSatisfy { !$0.contains(".unwritten/") || $0.hasSuffix(".gitignore") })
  }

  @Test("The time that it has at the end is that of open sessions, too")
  func openSessionsPastTheTime() async throws {
    let engine = try engine(CountingUpstream())
    #expect(await ask(engine, 0) == 200)
    _ = await engine.settle(session: nil)
    let other = try OtherRecorder("\(folder.path)/shop")
    guard case .begun = engine.context.openSessions.begin("CartTests/1", on: 0, isNamed: true, isRecorded: true) else {
      Issue.record("the session did not begin")
      return
    }
    #expect(await ask(engine, 1, session: "CartTests/1") == 200)
    #expect(await engine.finish(until: .now.advanced(by: .milliseconds(100))) == (1, 1))
    other.leave()
  }

  @Test("Past the time that it has at the end, it says how many sessions are not saved")
  func sessionsPastTheTime() async throws {
    let engine = try engine(CountingUpstream())
    for number in 0..<3 { #expect(await ask(engine, number, session: "CartTests/\(number)") == 200) }
    _ = await engine.settle(session: nil)
    #expect(await engine.finish(until: .now) == (0, 3))
    // What was seen of them is there, marked incomplete, and is saved as a whole by a recorder that has time.
    let other = try self.engine(CountingUpstream())
    for number in 0..<3 { #expect(await ask(other, number, session: "CartTests/\(number)") == 200) }
    #expect(await other.finish() == (0, 0))
    let saved = log.events.filter { if case .session(let saved) = $0 { saved.outcome == .saved } else { false } }
    #expect(saved.count == 3)
  }

  @Test("Told to stop at once, it says how many answers are not written")
  func abandoned() async throws {
    let engine = try engine(CountingUpstream())
    #expect(await ask(engine, 0) == 200)
    _ = await engine.settle(session: nil)
    let other = try OtherRecorder("\(folder.path)/shop")
    for number in 1...5 { #expect(await ask(engine, number) == 200) }
    let unwritten = await engine.abandon()
    #expect(unwritten.answers == 5)
    #expect(unwritten.sessions == 0)
    other.leave()
  }

  @Test("The next recorder says how many answers were not written when the last one was killed")
  func killed() async throws {
    // It is never told to end, and goes away with its process.
    let killed = try engine(CountingUpstream())
    #expect(await ask(killed, 0) == 200)
    _ = await killed.settle(session: nil)
    let other = try OtherRecorder("\(folder.path)/shop")
    for number in 1...5 { #expect(await ask(killed, number) == 200) }
    let counts = try #require(
      folder.contents().first { $0.key.hasPrefix("shop/.unwritten/") && !$0.key.hasSuffix("e") })
    // A file of the same content that no recorder holds.
    try folder.write(String(decoding: counts.value, as: UTF8.self), to: "shop/.unwritten/2147483646-0")
    other.leave()
    let next = try engine(CountingUpstream())
    #expect(
      next.endpoints[0].warnings == [
        "shop: 5 answers that clients received were not written when the recorder was killed.\nTo record them, send the requests of that run again."
      ])
    #expect(try engine(CountingUpstream()).endpoints[0].warnings == [])
    await killed.finish()
    #expect(recorded == 6)
  }
}
