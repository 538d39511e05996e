import Foundation
import OrderedJSON
import Recordings
import Requests
import Synchronization
import TestSupport

@testable import Engine
@testable import Transports

/// A real endpoint whose answers a test makes as they are asked for: HTTP by a closure, WebSockets by hand.
final class LiveUpstream: Upstream {
  typealias Answering = @Sendable (UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse

  private let answering: Answering
  private let subprotocol: String?
  private let state = Mutex(State())

  private struct State {
    var requests: [UpstreamRequest] = []
    var offers: [[String]] = []
    var sockets: [LiveSocket] = []
  }

  /// - Parameters:
  ///   - subprotocol: what its WebSockets speak; nil where it has none.
  ///   - answering: answers over HTTP.
  init(
    subprotocol: String? = nil,
    answering: @escaping Answering = { (_) throws(UpstreamError) in throw UpstreamError(.unreachable, "no HTTP") }
  ) {
    self.subprotocol = subprotocol
    self.answering = answering
  }

  var requests: [UpstreamRequest] { state.withLock { $0.requests } }
  var offers: [[String]] { state.withLock { $0.offers } }
  var sockets: [LiveSocket] { state.withLock { $0.sockets } }

  func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
    state.withLock { $0.requests.append(request) }
    return try await answering(request)
  }

  func openSocket(
    _ request: UpstreamRequest, subprotocols: [String]
  ) async throws(UpstreamError) -> any UpstreamSocket {
    let socket = subprotocol.map { LiveSocket($0) }
    state.withLock { state in
      state.requests.append(request)
      state.offers.append(subprotocols)
      if let socket { state.sockets.append(socket) }
    }
    guard let socket else { throw UpstreamError(.unreachable, "it answered 400 instead of a WebSocket") }
    return socket
  }

  func decode(_ body: [UInt8], coding _: String, limit _: Int) throws(UpstreamError) -> [UInt8] { body }
}

/// A WebSocket of the real endpoint: what was said to it, and what it says.
final class LiveSocket: UpstreamSocket {
  let subprotocol: String?
  let messages: AsyncStream<UpstreamSocketMessage>
  private let says: AsyncStream<UpstreamSocketMessage>.Continuation
  private let state = Mutex<(heard: [JSON], closedWith: UInt16?)>(([], nil))

  init(_ subprotocol: String) {
    self.subprotocol = subprotocol
    (messages, says) = AsyncStream.makeStream()
  }

  var heard: [JSON] { state.withLock { $0.heard } }
  var closedWith: UInt16? { state.withLock { $0.closedWith } }

  func send(_ text: String) async throws(UpstreamError) {
    state.withLock { $0.heard.append((try? JSON.parse(text: text)) ?? .null) }
  }

  func close(code: UInt16) async { state.withLock { $0.closedWith = code } }

  func say(_ message: JSON) { says.yield(.text(message.compactText)) }

  func breakOff(_ code: UInt16 = 1006, _ reason: String = "") {
    says.yield(.closed(code: code, reason: reason))
    says.finish()
  }

  /// Waits until it was asked, acknowledges the connection, and gives the id of the operation whose text has this word.
  func acknowledge(_ word: String) async -> JSON {
    await until { heard.contains { $0["type"] == "connection_init" } }
    say(["type": "connection_ack"])
    return await id(of: word)
  }

  func id(of word: String) async -> JSON {
    await until { asked(word) != nil }
    return asked(word) ?? .null
  }

  private func asked(_ word: String) -> JSON? {
    heard.last { $0["payload"]?["query"]?.stringValue?.contains(word) == true }?["id"]
  }
}

/// A body that a test sends chunk by chunk.
struct LiveBody: AsyncSequence, Sendable {
  let chunks: AsyncThrowingStream<[UInt8], any Error>
  let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation

  init() { (chunks, continuation) = AsyncThrowingStream.makeStream() }

  func say(_ text: String) { continuation.yield(Array(text.utf8)) }

  func end() { continuation.finish() }

  func breakOff() { continuation.finish(throwing: UpstreamError(.broken, "the connection was closed")) }

  func makeAsyncIterator() -> AsyncThrowingStream<[UInt8], any Error>.AsyncIterator { chunks.makeAsyncIterator() }

  /// A response that has it.
  func response(_ contentType: String, status: Int = 200) -> UpstreamResponse {
    UpstreamResponse(status: status, headers: ["content-type": contentType], body: self)
  }

  /// A whole body.
  static func whole(_ text: String) -> LiveBody {
    let body = LiveBody()
    body.say(text)
    body.end()
    return body
  }
}

/// Waits until something holds; a test's time limit is what ends a wait in vain.
func until(_ holds: () -> Bool) async {
  while !holds() { try? await Task.sleep(for: .milliseconds(2)) }
}

extension EventStream {
  /// The next events, as many as are asked for, or up to the last one.
  func next(_ count: Int) async -> [StreamEvent] {
    var events: [StreamEvent] = []
    while events.count < count, events.last?.isLast != true {
      let taken = feed.take(count - events.count)
      events += taken
      if taken.isEmpty { await withCheckedContinuation { ready in feed.whenReady { ready.resume() } } }
    }
    return events
  }
}

extension StreamEvent {
  static func next(_ json: JSON) -> StreamEvent { .next(json.serialize()) }
}

/// A recorder of an endpoint `board`, and its clients.
struct StreamRecorder: Sendable {
  let folder: TestFolder
  let upstream: LiveUpstream
  let engine: Engine
  let log = EventLog()

  init(
    _ upstream: LiveUpstream, folder: TestFolder, bytes: Int? = nil, clock: any Stopwatch = SteppingStopwatch()
  ) throws {
    self.upstream = upstream
    self.folder = folder
    engine = try folder.recorder(upstream, name: "board", log: log, clock: clock) { configuration in
      if let bytes { configuration.maximumRecordedBytes = bytes }
    }
  }

  /// A client's connection.
  static func origin(_ subprotocol: String = "graphql-transport-ws", payload: JSON? = nil) -> SocketOrigin {
    let handshake = ClientRequest(
      method: "GET", target: "/board",
      headers: [
        "Host": "localhost", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "x",
        "Sec-WebSocket-Protocol": subprotocol, "X-Client": "mine",
      ])
    return SocketOrigin(subprotocol: subprotocol, handshake: handshake, initPayload: payload)
  }

  func ask(_ query: String, over origin: SocketOrigin? = nil, accept: String? = nil) async -> Answer {
    var request = Board.request(query)
    request.socket = origin
    if let accept { request.headers.append("Accept", accept) }
    // Before a transport spells it.
    guard let endpoint = engine.endpoints.first else { return Answer(status: 0, headers: [:], body: .bytes([])) }
    let response = RecordMode(context: engine.context).respond(to: request, at: endpoint, rest: "", session: "default")
    return await response.get()
  }

  func subscribe(_ query: String, over origin: SocketOrigin? = nil, accept: String? = nil) async -> EventStream? {
    if case .events(let stream) = await ask(query, over: origin, accept: accept).body { stream } else { nil }
  }

  /// The recording whose folder's name has this word: its states, and its answers.
  func recording(_ word: String) -> JSON? {
    let found = folder.contents().first { $0.key.contains(word) && $0.key.hasSuffix(".json") }
    return found.flatMap { try? JSON.parse(Array($0.value)) }
  }

  /// The only recorded answer of it.
  func recorded(_ word: String) -> JSON? {
    let answers = recording(word)?["responses"]?.objectValue?.members ?? []
    return answers.count == 1 ? answers[0].value : nil
  }

  var reasons: [String] {
    log.outcomes.compactMap { if case .notRecorded(let reason) = $0 { reason } else { nil } }
  }
}

/// A clock that a test sets.
final class SetStopwatch: Stopwatch {
  private let time = Atomic<UInt64>(0)

  var milliseconds: UInt64 {
    get { time.load(ordering: .acquiring) / 1_000_000 }
    set { time.store(newValue * 1_000_000, ordering: .releasing) }
  }

  func now() -> UInt64 { time.load(ordering: .acquiring) }
}

/// A clock that holds up one of its readers.
final class StallingStopwatch: Stopwatch {
  /// The number of readings up to the one that takes long; 0 once it has begun.
  let stallsAt = Mutex<Int?>(nil)

  func now() -> UInt64 {
    let stalls = stallsAt.withLock { count in
      defer { count = count.map { max(0, $0 - 1) } }
      return count == 1
    }
    if stalls { Thread.sleep(forTimeInterval: 0.3) }
    return 1
  }
}
