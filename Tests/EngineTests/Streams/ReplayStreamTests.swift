import OrderedJSON
import Recordings
import Replay
import Requests
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Recorded subscriptions and results in parts, as a player gives them.
@Suite("Replayed streams, from recordings")
struct ReplayStreamTests {
  let board: StreamedBoard
  let timer = VirtualTimer()

  private static let chain = [(StreamedBoard.book, "25"), (StreamedBoard.cancel, "25")]

  init() throws {
    board = try StreamedBoard()
    let chain = Self.chain.map { (query: $0.0, id: $0.1) }
    try board.record(mutations: chain)
    let events: [RecordedEvents.Event] = [
      .init(payload: StreamedBoard.trips(0)),
      .init(payload: StreamedBoard.trips(1), after: try StreamedBoard.state(after: [chain[0]]), wait: 30),
      .init(payload: StreamedBoard.trips(-1), after: try StreamedBoard.state(after: chain)),
    ]
    try board.record(StreamedBoard.booked, answer: .events(RecordedEvents(events: events, end: .open)))
  }

  private func subscribe(
    _ engine: Engine, accept: String = "text/event-stream", session: String? = nil
  ) async throws -> StreamReader {
    try StreamReader(
      await engine.respond(to: StreamedBoard.request(StreamedBoard.booked, accept: accept, session: session)).get())
  }

  private func send(_ engine: Engine, _ query: String, _ id: String, session: String? = nil) async -> Answer {
    await engine.respond(
      to: StreamedBoard.request(query, ["id": .string(id)], accept: "application/json", session: session)
    ).get()
  }

  /// The stream that answers the subscription, before anything of it is read.
  private func stream(of player: Engine) throws -> EventStream {
    let request = StreamedBoard.request(StreamedBoard.booked)
    let endpoint = player.endpoints[0]
    let asked = try endpoint.asked(try endpoint.parsed(request), by: request, in: "default")
    guard case .answer(let answer) = try endpoint.recordedAnswer(to: asked, context: player.context),
      case .events(let stream) = answer.body
    else { throw Failure("no stream") }
    return stream
  }

  private func event(_ number: Int) -> String { "event: next\ndata: \(StreamedBoard.trips(number).compactText)\n\n" }

  private func open(_ engine: Engine, session: String = "default") -> Int {
    engine.endpoints[0].state.withLock { $0.sessions[session]?.streams.count ?? 0 }
  }

  @Test("An event comes when its session has made the mutation that it followed, and in no other session")
  func mutations() async throws {
    let player = try board.player(timer: timer)
    let reader = try await subscribe(player, session: "a")
    let other = try await subscribe(player, session: "b")
    #expect(reader.answer.headers[first: "Understudy-State"] == "exact")
    #expect(try await reader.next() == event(0))
    #expect(try await other.next() == event(0))
    _ = await send(player, StreamedBoard.book, "25", session: "a")
    #expect(try await reader.next() == event(1))
    _ = await send(player, StreamedBoard.cancel, "25", session: "a")
    #expect(try await reader.next() == event(-1))
    #expect(player.reset(session: "a") && player.reset(session: "b"))
    #expect(try await reader.rest() == "event: complete\ndata:\n\n")
    #expect(try await other.rest() == "event: complete\ndata:\n\n")
    #expect(player.misses.isEmpty)
  }

  @Test("An event comes after the mutation's answer was handed out")
  func handedOut() async throws {
    let player = try board.player(timer: timer)
    let stream = try stream(of: player)
    #expect(stream.feed.take(10).count == 1)
    var mutation: Answer? = await send(player, StreamedBoard.book, "25")
    #expect(stream.feed.take(10).isEmpty && mutation?.status == 200)
    mutation = nil
    #expect(stream.feed.take(10).count == 1)
    stream.feed.cancel()
    #expect(open(player) == 0)
  }

  @Test("The events of a batch's mutations come after the batch's answer was handed out, in their order")
  func handedOutBatch() async throws {
    let player = try board.player(timer: timer)
    let stream = try stream(of: player)
    #expect(stream.feed.take(10).count == 1)
    var batch = StreamedBoard.request("", accept: "application/json")
    batch.body = JSON.array(
      Self.chain.map { ["query": .string($0.0), "variables": ["id": .string($0.1)]] }
    ).serialize()
    var answers: Answer? = await player.respond(to: batch).get()
    #expect(answers?.status == 200)
    #expect(stream.feed.take(10).isEmpty)
    answers = nil
    #expect(
      stream.feed.take(10) == [StreamedBoard.trips(1), StreamedBoard.trips(-1)].map { .next($0.serialize()) })
  }

  @Test(
    "In a state that was not recorded it tells of what happens from then on, as inferred, and strictly it is a miss")
  func otherState() async throws {
    let player = try board.player(timer: timer)
    _ = await send(player, StreamedBoard.book, "25")
    let reader = try await subscribe(player)
    #expect(reader.answer.headers[first: "Understudy-State"] == "inferred")
    #expect(player.inferredAnswers.count == 1)
    _ = await send(player, StreamedBoard.cancel, "25")
    #expect(try await reader.next() == event(-1))
    player.endStreams()

    let strict = try board.player(timer: timer) { $0.isStrict = true }
    _ = await send(strict, StreamedBoard.book, "25")
    let miss = await strict.respond(to: StreamedBoard.request(StreamedBoard.booked)).get()
    #expect(miss.headers[first: "Understudy-Source"] == "miss")
    #expect(try await miss.text.contains("UNDERSTUDY_NO_RECORDING") && strict.misses.count == 1)
  }

  @Test("Recorded pauses are kept on demand")
  func timing() async throws {
    let player = try board.player(timer: timer) { $0.timing = .recorded }
    let reader = try await subscribe(player)
    #expect(try await reader.next() == event(0))
    _ = await send(player, StreamedBoard.book, "25")
    #expect(timer.alarms == 1)
    timer.pass(milliseconds: 30)
    #expect(try await reader.next() == event(1))
  }

  @Test("A changed disk leaves what is open alone")
  func changedDisk() async throws {
    let player = try board.player(timer: timer)
    let reader = try await subscribe(player)
    #expect(try await reader.next() == event(0))
    for name in board.folder.contents().keys where name.contains("subscription") { try? board.folder.remove(name) }
    player.refresh()
    _ = await send(player, StreamedBoard.book, "25")
    #expect(try await reader.next() == event(1))
  }

  @Test("A client that goes leaves nothing behind, and one that takes no stream opens none")
  func noLeaks() async throws {
    let player = try board.player(timer: timer)
    do {
      let reader = try await subscribe(player)
      #expect(try await reader.next() != nil && open(player) == 1)
    }
    #expect(open(player) == 0)
    let refused = await player.respond(
      to: StreamedBoard.request(StreamedBoard.booked, accept: "application/json")
    ).get()
    #expect(refused.status == 406 && open(player) == 0)
  }

  @Test("Five hundred clients share one recording's bytes and all see it")
  func many() async throws {
    let player = try board.player(timer: timer)
    var readers: [StreamReader] = []
    for _ in 0..<500 { readers.append(try await subscribe(player)) }
    _ = await send(player, StreamedBoard.book, "25")
    for reader in readers { #expect(try await reader.next() == event(0) + event(1)) }
    readers = []
    #expect(open(player) == 0)
  }

  // MARK: Results in parts

  private static let deferred = "query Trip { trip { id ... @defer { site } } }"

  private func recordParts(_ accept: String, _ parts: [JSON]) throws {
    let events = RecordedEvents(events: parts.map { .init(payload: $0) }, end: .complete)
    try board.record(Self.deferred, headers: [.init(name: "accept", value: accept)], answer: .events(events))
  }

  @Test("Parts are given in the spelling in which they were recorded; another is a miss that says which there are")
  func parts() async throws {
    let first: JSON = .object(["data": .object(["trip": .object(["id": "1"])]), "hasNext": .bool(true)])
    let last: JSON = .object(["hasNext": .bool(false)])
    try recordParts("multipart/mixed;deferSpec=20220824", [first, last])
    let player = try board.player(timer: timer)
    let accept = "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json"
    let reader = try StreamReader(await player.respond(to: StreamedBoard.request(Self.deferred, accept: accept)).get())
    #expect(reader.answer.headers[first: "content-type"] == "multipart/mixed;boundary=graphql;deferSpec=20220824")
    let part = "\r\ncontent-type: application/json\r\n\r\n"
    #expect(try await reader.next() == "\r\n--graphql\(part)\(first.compactText)\r\n--graphql")
    #expect(try await reader.rest() == "\(part)\(last.compactText)\r\n--graphql--")

    let miss = await player.respond(to: StreamedBoard.request(Self.deferred, accept: "application/json")).get()
    #expect(miss.headers[first: "Understudy-Source"] == "miss")
    #expect(
      player.misses.first?.differences.map(\.description) == [
        #"header accept: recorded "multipart/mixed;deferSpec=20220824", sent "application/json""#
      ])
    try board.record(
      Self.deferred, headers: [.init(name: "accept", value: "application/json")],
      answer: .json(.object(["data": .object(["trip": .object(["id": "1", "site": "x"])])])))
    player.refresh()
    let whole = await player.respond(to: StreamedBoard.request(Self.deferred, accept: "application/json")).get()
    #expect(try await whole.text == #"{"data":{"trip":{"id":"1","site":"x"}}}"#)
  }
}
