import OrderedJSON
import Requests
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// In which state an event came, and what becomes of streams whose session goes on without them.
@Suite("Streams and the session's history", .timeLimit(.minutes(10)))
struct StreamStateTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let added = "subscription NoteAdded { noteAdded }"

  private static func added(_ id: Int) -> JSON { ["data": ["noteAdded": .int(id)]] }

  /// A recorder with an open subscription by events, whose mutations wait for the gate of their number.
  private struct Scene {
    let recorder: StreamRecorder
    let stream: EventStream
    let body = LiveBody()
    let gates: [AsyncStream<Never>.Continuation]
    let ticks = Ticks()

    final class Ticks: Sendable {
      let count = Mutex(0)
    }

    init(_ folder: TestFolder, gates count: Int = 2, bytes: Int? = nil) async throws {
      let gates = (0..<count).map { _ in AsyncStream<Never>.makeStream() }
      self.gates = gates.map(\.continuation)
      let upstream = LiveUpstream { [body, ticks] (request) throws(UpstreamError) in
        let query = (try? JSON.parse(request.body))?["query"]?.stringValue ?? ""
        guard query.hasPrefix("mutation") else { return body.response("text/event-stream") }
        let number = ticks.count.withLock { count in
          count += 1
          return count
        }
        for await _ in gates[number - 1].stream {}
        return LiveBody.whole(#"{"data":{"tick":\#(number)}}"#).response("application/json")
      }
      recorder = try StreamRecorder(upstream, folder: folder, bytes: bytes)
      stream = try #require(await recorder.subscribe(StreamStateTests.added, accept: "text/event-stream"))
    }

    func say(_ number: Int) async -> [StreamEvent] {
      body.say("event: next\ndata: \(StreamStateTests.added(number).compactText)\n\n")
      return await stream.next(1)
    }

    func tick(_ number: Int) async -> Task<Answer, Never> {
      let task = Task { [recorder] in await recorder.ask(Board.tick) }
      await until { ticks.count.withLock { $0 } == number }
      return task
    }

    /// The states that the recorded mutation led to, first to last.
    var states: [JSON] {
      var states: [JSON] = []
      var state = "start"
      while let next = recorder.recording("Tick")?["states"]?[state]?["next"]?.stringValue {
        states.append(.string(next))
        state = next
      }
      return states
    }
  }

  @Test("An event that comes before the mutation's answer belongs to the state after it")
  func published() async throws {
    let scene = try await Scene(folder)
    #expect(await scene.say(0) == [.next(Self.added(0))])
    let first = await scene.tick(1)
    #expect(await scene.say(1) == [.next(Self.added(1))])
    scene.gates[0].finish()
    _ = await first.value
    #expect(await scene.say(2) == [.next(Self.added(2))])
    let second = await scene.tick(2)
    scene.gates[1].finish()
    _ = await second.value
    scene.body.say("event: complete\n\n")
    #expect(await scene.stream.next(1) == [.complete])
    await scene.recorder.engine.finish()
    let states = scene.states
    #expect(states.count == 2)
    let answer = try #require(scene.recorder.recorded("NoteAdded"))
    #expect(
      answer["events"] == [
        ["payload": Self.added(0)], ["after": states[0], "payload": Self.added(1)], ["payload": Self.added(2)],
      ])
    #expect(answer["end"] == ["after": states[1], "how": "complete"])
    #expect(scene.recorder.recording("NoteAdded")?["states"]?["start"] != nil)
  }

  @Test("With several mutations in flight it is the first to complete, and the end waits as an event does")
  func several() async throws {
    let scene = try await Scene(folder)
    let first = await scene.tick(1)
    let second = await scene.tick(2)
    _ = await scene.say(1)
    scene.body.say("event: complete\n\n")
    _ = await scene.stream.next(1)
    #expect(scene.recorder.log.outcomes == [])
    scene.gates[1].finish()
    _ = await second.value
    scene.gates[0].finish()
    _ = await first.value
    await scene.recorder.engine.finish()
    let states = scene.states
    let answer = try #require(scene.recorder.recorded("NoteAdded"))
    #expect(answer["events"] == [["after": states[0], "payload": Self.added(1)]])
    #expect(answer["end"] == ["how": "complete"])
  }

  @Test("A session that is started over meanwhile: not kept, with the reason, and passed on all the same")
  func startedOver() async throws {
    let scene = try await Scene(folder)
    _ = await scene.say(1)
    #expect(scene.recorder.engine.reset(session: "default"))
    #expect(await scene.say(2) == [.next(Self.added(2))])
    scene.body.say("event: complete\n\n")
    _ = await scene.stream.next(1)
    await scene.recorder.engine.finish()
    #expect(scene.recorder.recording("NoteAdded") == nil)
    #expect(scene.recorder.reasons == ["the session was reset while the stream was open"])
  }

  @Test("Over the bound of bytes it is passed on, not kept, and said once")
  func bounds() async throws {
    let scene = try await Scene(folder, bytes: 100)
    for number in 0..<10 { #expect(await scene.say(number) == [.next(Self.added(number))]) }
    scene.body.say("event: complete\n\n")
    _ = await scene.stream.next(1)
    await scene.recorder.engine.finish()
    #expect(scene.recorder.recording("NoteAdded") == nil)
    #expect(scene.recorder.reasons == ["the stream is larger than the limit of 100 bytes"])
    let warnings = scene.recorder.log.events.filter { if case .warning = $0 { true } else { false } }
    #expect(warnings.count == 1)
  }

  @Test("A mutation that never reached the endpoint leaves an event in the state as it is")
  func notSent() async throws {
    let body = LiveBody()
    let gate = AsyncStream<Never>.makeStream()
    let upstream = LiveUpstream { (request) throws(UpstreamError) in
      guard String(decoding: request.body, as: UTF8.self).contains("mutation") else {
        return body.response("text/event-stream")
      }
      for await _ in gate.stream {}
      throw UpstreamError(.unreachable, "refused")
    }
    let recorder = try StreamRecorder(upstream, folder: folder)
    let stream = try #require(await recorder.subscribe(Self.added, accept: "text/event-stream"))
    let mutation = Task { await recorder.ask(Board.tick) }
    await until { upstream.requests.count == 2 }
    body.say("data: \(Self.added(1).compactText)\n\nevent: complete\n\n")
    _ = await stream.next(2)
    #expect(recorder.log.outcomes == [])
    gate.continuation.finish()
    _ = await mutation.value
    await recorder.engine.finish()
    #expect(recorder.recorded("NoteAdded")?["events"] == [["payload": Self.added(1)]])
  }

  @Test("A stream whose client leaves while the program ends is recorded, however late its thread runs")
  func leftAtTheEnd() async throws {
    let body = LiveBody()
    let clock = StallingStopwatch()
    let upstream = LiveUpstream { (_) throws(UpstreamError) in body.response("text/event-stream") }
    let recorder = try StreamRecorder(upstream, folder: folder, clock: clock)
    let stream = try #require(await recorder.subscribe(Self.added, accept: "text/event-stream"))
    body.say("event: next\ndata: \(Self.added(1).compactText)\n\n")
    _ = await stream.next(1)
    // The first look at the clock is for the wait before the end. At the second, the stream is no longer in the table.
    clock.stallsAt.withLock { $0 = 2 }
    Task.detached { stream.feed.cancel() }
    await until { clock.stallsAt.withLock { $0 == 0 } }
    await recorder.engine.finish()
    #expect(recorder.recorded("NoteAdded")?["events"] == [["payload": Self.added(1)]])
    #expect(recorder.log.outcomes.count == 1)
  }

  @Test("How long an event took, as coarse as what varies")
  func waits() {
    let milliseconds: [(UInt64, Int)] = [(0, 0), (9, 0), (10, 10), (14, 10), (15, 20), (1994, 1990), (1996, 2000)]
    for (time, wait) in milliseconds {
      #expect(OpenStream.wait(5_000_000, 5_000_000 + time * 1_000_000) == wait)
    }
    #expect(OpenStream.wait(5_000_000, 0) == 0)
  }
}
