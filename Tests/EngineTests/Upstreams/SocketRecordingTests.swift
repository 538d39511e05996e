import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Subscriptions of clients with a WebSocket, recorded through to the endpoint's.
@Suite("Recording over WebSockets", .timeLimit(.minutes(10)))
struct SocketRecordingTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let added = "subscription NoteAdded { noteAdded { id } }"
  static let counted = "subscription Counted { counted }"

  private static func added(_ id: Int) -> JSON { ["data": ["noteAdded": ["id": .int(id)]]] }

  @Test("Passed on and recorded, in each subprotocol", arguments: SocketDialect.allCases)
  func subscription(_ dialect: SocketDialect) async throws {
    let upstream = LiveUpstream(subprotocol: dialect.rawValue)
    let recorder = try StreamRecorder(upstream, folder: folder)
    let origin = StreamRecorder.origin(payload: ["token": "t"])
    let stream = try #require(await recorder.subscribe(Self.added, over: origin))
    #expect(upstream.offers == [["graphql-transport-ws", "graphql-ws"]])
    let handshake = try #require(upstream.requests.first)
    #expect(handshake.headers[first: "X-Client"] == "mine")
    for name in ["Sec-WebSocket-Key", "Sec-WebSocket-Protocol", "Upgrade", "Host"] {
      #expect(handshake.headers[first: name] == nil)
    }
    let socket = upstream.sockets[0]
    let id = await socket.acknowledge("noteAdded")
    #expect(socket.heard[0]["payload"] == ["token": "t"])
    let next: JSON = dialect == .transport ? "next" : "data"
    socket.say(["id": id, "type": next, "payload": Self.added(1)])
    socket.say(["id": id, "type": next, "payload": Self.added(2)])
    #expect(await stream.next(2) == [.next(Self.added(1)), .next(Self.added(2))])
    socket.say(["id": id, "type": "complete"])
    #expect(await stream.next(1) == [.complete])
    await recorder.engine.finish()
    let answer = try #require(recorder.recorded("NoteAdded"))
    #expect(answer["events"] == [["payload": Self.added(1)], ["payload": Self.added(2)]])
    #expect(answer["end"] == ["how": "complete"])
    #expect(answer["headers"] == [:])
    #expect(folder.contents().values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("connection_init") })
  }

  @Test("Operations of one client share the endpoint's socket; those of another have their own")
  func demultiplexed() async throws {
    let upstream = LiveUpstream(subprotocol: "graphql-transport-ws")
    let recorder = try StreamRecorder(upstream, folder: folder)
    let (one, other) = (StreamRecorder.origin(), StreamRecorder.origin("graphql-ws"))
    let first = try #require(await recorder.subscribe(Self.added, over: one))
    let second = try #require(await recorder.subscribe(Self.counted, over: one))
    _ = try #require(await recorder.subscribe(Self.counted, over: other))
    #expect(upstream.sockets.count == 2)
    #expect(upstream.offers.last == ["graphql-ws", "graphql-transport-ws"])
    let socket = upstream.sockets[0]
    let addedID = await socket.acknowledge("noteAdded")
    let countedID = await socket.id(of: "counted")
    socket.say(["id": countedID, "type": "next", "payload": ["data": ["counted": 1]]])
    socket.say(["id": addedID, "type": "next", "payload": Self.added(1)])
    #expect(await first.next(1) == [.next(Self.added(1))])
    #expect(await second.next(1) == [.next(["data": ["counted": 1]])])
  }

  @Test("A client's connection that is gone closes the endpoint's")
  func closes() async throws {
    let upstream = LiveUpstream(subprotocol: "graphql-transport-ws")
    let recorder = try StreamRecorder(upstream, folder: folder)
    var origin: SocketOrigin? = StreamRecorder.origin()
    let stream = try #require(await recorder.subscribe(Self.added, over: origin))
    let socket = upstream.sockets[0]
    let id = await socket.acknowledge("noteAdded")
    socket.say(["id": id, "type": "next", "payload": Self.added(1)])
    _ = await stream.next(1)
    stream.feed.cancel()
    origin = nil
    await until { socket.closedWith != nil }
    #expect(socket.closedWith == 1000)
    #expect(socket.heard.last == ["id": id, "type": "complete"])
    await recorder.engine.finish()
    #expect(recorder.recorded("NoteAdded")?["end"] == ["how": "open"])
  }

  @Test("What is open when the recorder stops is written")
  func stopped() async throws {
    let upstream = LiveUpstream(subprotocol: "graphql-transport-ws")
    let recorder = try StreamRecorder(upstream, folder: folder)
    let origin = StreamRecorder.origin()
    let stream = try #require(await recorder.subscribe(Self.added, over: origin))
    let id = await upstream.sockets[0].acknowledge("noteAdded")
    upstream.sockets[0].say(["id": id, "type": "next", "payload": Self.added(1)])
    _ = await stream.next(1)
    await recorder.engine.finish()
    let answer = try #require(recorder.recorded("NoteAdded"))
    #expect(answer["events"] == [["payload": Self.added(1)]])
    #expect(answer["end"] == ["how": "open"])
    withExtendedLifetime(origin) {}
  }

  @Test("Errors end it, and so does a connection that breaks")
  func ends() async throws {
    let upstream = LiveUpstream(subprotocol: "graphql-transport-ws")
    let recorder = try StreamRecorder(upstream, folder: folder)
    let origin = StreamRecorder.origin()
    let added = try #require(await recorder.subscribe(Self.added, over: origin))
    let counted = try #require(await recorder.subscribe(Self.counted, over: origin))
    let socket = upstream.sockets[0]
    let id = await socket.acknowledge("noteAdded")
    socket.say(["id": id, "type": "error", "payload": [["message": "no"]]])
    #expect(await added.next(1) == [.errors(JSON.array([["message": "no"]]).serialize())])
    socket.breakOff()
    #expect(await counted.next(1) == [.drop])
    await recorder.engine.finish()
    #expect(recorder.recorded("NoteAdded")?["end"] == ["how": "errors", "errors": [["message": "no"]]])
    #expect(recorder.recorded("Counted")?["end"] == ["how": "dropped"])
    // The next operation opens a new one.
    _ = try #require(await recorder.subscribe(Self.added, over: origin))
    #expect(upstream.sockets.count == 2)
  }

  @Test(
    "An endpoint that closes meanwhile: the client is closed so, and every operation has the code and the reason",
    arguments: [("graphql-transport-ws", 4403, "Forbidden"), ("graphql-ws", 1011, ""), ("graphql-ws", 1000, "bye")])
  func closed(subprotocol: String, code: UInt16, reason: String) async throws {
    let upstream = LiveUpstream(subprotocol: subprotocol)
    let recorder = try StreamRecorder(upstream, folder: folder)
    let origin = StreamRecorder.origin(subprotocol)
    let added = try #require(await recorder.subscribe(Self.added, over: origin))
    let counted = try #require(await recorder.subscribe(Self.counted, over: origin))
    let events = try #require(await recorder.subscribe("subscription Third { third }", over: origin))
    let socket = upstream.sockets[0]
    let id = await socket.acknowledge("noteAdded")
    socket.say(["id": id, "type": subprotocol == "graphql-ws" ? "data" : "next", "payload": Self.added(1)])
    #expect(await added.next(1) == [.next(Self.added(1))])
    // A client whose connection is closed leaves its other operations.
    added.feed.whenReady { for other in [counted, events] { other.feed.cancel() } }
    socket.breakOff(code, reason)
    #expect(await added.next(1) == [.close(code, reason)])
    await recorder.engine.finish()
    let end: JSON =
      reason.isEmpty
      ? ["how": "dropped", "code": .int(Int(code))]
      : ["how": "dropped", "code": .int(Int(code)), "reason": .string(reason)]
    for name in ["NoteAdded", "Counted", "Third"] { #expect(recorder.recorded(name)?["end"] == end, "\(name)") }
  }

  @Test("A query that the endpoint closes the connection for has no answer, and its client is closed so")
  func closedBeforeAnAnswer() async throws {
    let upstream = LiveUpstream(subprotocol: "graphql-transport-ws")
    let recorder = try StreamRecorder(upstream, folder: folder)
    let origin = StreamRecorder.origin()
    async let asked = recorder.subscribe(Board.list, over: origin)
    await until { upstream.sockets.count == 1 }
    _ = await upstream.sockets[0].acknowledge("notes")
    upstream.sockets[0].breakOff(4400, "too long")
    let answer = try #require(await asked)
    #expect(await answer.next(1) == [.close(4400, "too long")])
    await recorder.engine.finish()
    #expect(recorder.recording("Notes") == nil)
    #expect(recorder.reasons == ["the API closed the WebSocket (4400: too long) before it answered"])
  }

  @Test("The end keeps how long it came after the last event", arguments: ["complete", "close"])
  func endWait(end: String) async throws {
    let clock = SetStopwatch()
    let upstream = LiveUpstream(subprotocol: "graphql-transport-ws")
    let recorder = try StreamRecorder(upstream, folder: folder, clock: clock)
    let origin = StreamRecorder.origin()
    let stream = try #require(await recorder.subscribe(Self.added, over: origin))
    let socket = upstream.sockets[0]
    let id = await socket.acknowledge("noteAdded")
    clock.milliseconds = 70
    socket.say(["id": id, "type": "next", "payload": Self.added(1)])
    _ = await stream.next(1)
    clock.milliseconds = 190
    if end == "complete" { socket.say(["id": id, "type": "complete"]) } else { socket.breakOff(1011) }
    _ = await stream.next(1)
    await recorder.engine.finish()
    let answer = try #require(recorder.recorded("NoteAdded"))
    #expect(answer["events"]?[0]?["wait"] == 70)
    #expect(answer["end"]?["wait"] == 120)
  }

  @Test("An endpoint that refuses the connection says so to the client, and nothing is kept")
  func refused() async throws {
    let upstream = LiveUpstream(subprotocol: "graphql-transport-ws")
    let recorder = try StreamRecorder(upstream, folder: folder)
    let origin = StreamRecorder.origin()
    let stream = try #require(await recorder.subscribe(Self.added, over: origin))
    upstream.sockets[0].breakOff(4403, "Forbidden")
    guard case .errors(let errors)? = await stream.next(1).first else {
      Issue.record("no errors came")
      return
    }
    #expect(String(decoding: errors, as: UTF8.self).contains("4403: Forbidden"))
    await recorder.engine.finish()
    #expect(recorder.recording("NoteAdded") == nil)
    #expect(recorder.reasons.contains { $0.contains("4403: Forbidden") })
  }

  @Test("Queries and mutations go over the socket too, and are recorded as any")
  func singles() async throws {
    let upstream = LiveUpstream(subprotocol: "graphql-ws")
    let recorder = try StreamRecorder(upstream, folder: folder)
    let origin = StreamRecorder.origin()
    async let answer = recorder.ask(Board.tick, over: origin)
    await until { upstream.sockets.count == 1 }
    let socket = upstream.sockets[0]
    let id = await socket.acknowledge("tick")
    socket.say(["id": id, "type": "data", "payload": ["data": ["tick": 1]]])
    socket.say(["id": id, "type": "complete"])
    #expect(try await answer.text == #"{"data":{"tick":1}}"#)
    async let failed = recorder.ask(Board.list, over: origin)
    let second = await socket.id(of: "notes")
    socket.say(["id": second, "type": "error", "payload": ["message": "no"]])
    #expect(try await failed.text == #"{"errors":[{"message":"no"}]}"#)
    await recorder.engine.finish()
    #expect(recorder.recorded("Tick")?["body"] == ["data": ["tick": 1]])
    #expect(recorder.recorded("Notes")?["body"] == ["errors": [["message": "no"]]])
    #expect(recorder.recording("Notes")?["states"]?["start"] == nil)
  }

  @Test("Without a WebSocket the endpoint is asked by HTTP, once and for all of the connection's operations")
  func fallsBack() async throws {
    let body = LiveBody()
    let upstream = LiveUpstream { (_) throws(UpstreamError) in body.response("text/event-stream") }
    let recorder = try StreamRecorder(upstream, folder: folder)
    let origin = StreamRecorder.origin()
    let stream = try #require(await recorder.subscribe(Self.added, over: origin))
    let request = try #require(upstream.requests.last)
    #expect(request.method == "POST")
    #expect(request.headers[all: "accept"] == [StreamMediaType.accepted])
    #expect(request.headers[all: "accept-encoding"] == ["identity"])
    body.say("event: next\ndata: \(Self.added(1).compactText)\n\n")
    body.say("event: complete\n\n")
    #expect(await stream.next(2) == [.next(Self.added(1)), .complete])
    await recorder.engine.finish()
    #expect(recorder.recorded("NoteAdded")?["events"] == [["payload": Self.added(1)]])
  }
}
