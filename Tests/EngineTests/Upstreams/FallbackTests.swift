import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Clients over HTTP before endpoints that have their subscriptions another way.
@Suite("Subscriptions over another way", .timeLimit(.minutes(10)))
struct FallbackTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let counted = "subscription Counted { counted }"
  static let events = "text/event-stream"
  static let parts = "multipart/mixed;subscriptionSpec=1.0, application/json"
  static let one: JSON = ["data": ["counted": 1]]
  static let refusal = #"{"errors":[{"message":"Subscriptions are not answered by one result."}]}"#

  /// An endpoint that refuses subscriptions over HTTP.
  private func refusing(
    _ text: String = refusal, status: Int = 400, subprotocol: String? = "graphql-transport-ws"
  ) -> LiveUpstream {
    LiveUpstream(subprotocol: subprotocol) { (_) throws(UpstreamError) in
      LiveBody.whole(text).response("application/json", status: status)
    }
  }

  private func count(_ upstream: LiveUpstream, _ method: String) -> Int {
    upstream.requests.count { $0.method == method }
  }

  /// Subscribes, with the endpoint's next WebSocket telling of one result and the end.
  private func subscribe(_ recorder: StreamRecorder, accept: String, _ dialect: SocketDialect = .transport) async
    -> [StreamEvent]?
  {
    let known = recorder.upstream.sockets.count
    async let stream = recorder.subscribe(Self.counted, accept: accept)
    await until { recorder.upstream.sockets.count > known }
    let socket = recorder.upstream.sockets[known]
    let id = await socket.acknowledge("counted")
    socket.say(["id": id, "type": dialect == .transport ? "next" : "data", "payload": Self.one])
    socket.say(["id": id, "type": "complete"])
    return await stream?.next(2)
  }

  @Test(
    "A WebSocket is tried, in either subprotocol, and from then on asked at once", arguments: SocketDialect.allCases)
  func socket(_ dialect: SocketDialect) async throws {
    for accept in [Self.events, Self.parts] {
      let folder = try TestFolder()
      let upstream = refusing(subprotocol: dialect.rawValue)
      let recorder = try StreamRecorder(upstream, folder: folder)
      #expect(await subscribe(recorder, accept: accept, dialect) == [.next(Self.one), .complete])
      #expect(upstream.offers == [["graphql-transport-ws", "graphql-ws"]])
      // As it is asked, and for the other kind of stream.
      let accepts = upstream.requests.filter { $0.method == "POST" }.map { $0.headers[first: "accept"] }
      #expect(accepts == [accept, accept == Self.events ? Self.parts : Self.events])
      #expect(await subscribe(recorder, accept: accept, dialect) == [.next(Self.one), .complete])
      #expect(count(upstream, "POST") == 2)
      #expect(upstream.offers.count == 2)
      await recorder.engine.finish()
      #expect(recorder.recorded("Counted")?["events"] == [["payload": Self.one]])
      #expect(recorder.warnings.filter { $0.hasPrefix("board refuses subscriptions over HTTP") }.count == 1)
    }
  }

  @Test(
    "What a WebSocket refuses too is answered as it was over HTTP",
    arguments: [
      ["type": "error", "payload": [["message": "Cannot query field"]]],
      ["type": "next", "payload": ["errors": [["message": "Cannot query field"]]]],
    ] as [JSON])
  func refusedTwice(_ message: JSON) async throws {
    let upstream = refusing()
    let recorder = try StreamRecorder(upstream, folder: folder)
    for number in [0, 1] {
      async let answer = recorder.ask(Self.counted, accept: Self.events)
      await until { upstream.sockets.count > number }
      let socket = upstream.sockets[number]
      let id = await socket.acknowledge("counted")
      var members = message.objectValue?.members ?? []
      members.append(.init("id", id))
      socket.say(.object(JSONObject(members)))
      #expect(await answer.status == 400)
      #expect(try await answer.text == Self.refusal)
      await until { socket.closedWith != nil }
    }
    // Nothing was learnt of ways.
    #expect(count(upstream, "POST") == 4)
    await recorder.engine.finish()
    #expect(recorder.recording("Counted") == nil)
    #expect(
      recorder.reasons.first
        == "the API refused a subscription over HTTP (status 400), and over WebSocket (Cannot query field); if subscriptions have another URL, add it to board/endpoint.yaml: subscriptions: { url: wss://… }"
    )
  }

  @Test("One result of an endpoint that executes subscriptions as queries is kept only where there is no other way")
  func executedAsQuery() async throws {
    let text = #"{"data":{"counted":null}}"#
    let recorder = try StreamRecorder(refusing(text, status: 200), folder: folder)
    #expect(await subscribe(recorder, accept: Self.events) == [.next(Self.one), .complete])
    await recorder.engine.finish()
    #expect(recorder.recorded("Counted")?["events"] == [["payload": Self.one]])
    let alone = try StreamRecorder(refusing(text, status: 200, subprotocol: nil), folder: try TestFolder())
    #expect(try await alone.ask(Self.counted, accept: Self.events).text == text)
    await alone.engine.finish()
    #expect(alone.recorded("Counted")?["body"] == ["data": ["counted": JSON.null]])
  }

  @Test("A connection that is refused, and none that can be opened")
  func notLetIn() async throws {
    let upstream = refusing()
    let recorder = try StreamRecorder(upstream, folder: folder)
    async let answer = recorder.ask(Self.counted, accept: Self.events)
    await until { upstream.sockets.count == 1 }
    upstream.sockets[0].breakOff(4403, "Forbidden")
    #expect(try await answer.text == Self.refusal)
    let none = try StreamRecorder(refusing(subprotocol: nil), folder: folder)
    #expect(try await none.ask(Self.counted, accept: Self.events).text == Self.refusal)
    await recorder.engine.finish()
    await none.engine.finish()
    #expect(recorder.reasons.contains { $0.contains(", and over WebSocket (") })
    #expect(none.reasons.contains { $0.contains("it answered 400 instead of a WebSocket") })
    #expect(recorder.recording("Counted") == nil)
  }

  @Test("An endpoint that has the other kind of stream over HTTP", arguments: [events, parts])
  func otherStream(_ accept: String) async throws {
    let upstream = LiveUpstream(subprotocol: "graphql-transport-ws") { (request) throws(UpstreamError) in
      switch request.headers[first: "accept"] {
      case accept?: LiveBody.whole("").response("text/plain", status: 406)
      case Self.events?:
        LiveBody.whole("event: next\ndata: \(Self.one.compactText)\n\nevent: complete\n\n").response(Self.events)
      default:
        LiveBody.whole(
          "\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{\"payload\":\(Self.one.compactText)}\r\n--graphql--"
        ).response("multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0")
      }
    }
    let recorder = try StreamRecorder(upstream, folder: folder)
    for _ in [0, 1] {
      let stream = try #require(await recorder.subscribe(Self.counted, accept: accept))
      #expect(await stream.next(2) == [.next(Self.one), .complete])
    }
    #expect(upstream.requests.count == 3)
    #expect(upstream.offers == [])
    await recorder.engine.finish()
    #expect(recorder.recorded("Counted")?["events"] == [["payload": Self.one]])
  }

  @Test("An endpoint that has streams over HTTP refuses what is asked, not the way")
  func ownWay() async throws {
    let upstream = LiveUpstream(subprotocol: "graphql-transport-ws") { (request) throws(UpstreamError) in
      String(decoding: request.body, as: UTF8.self).contains("Counted")
        ? LiveBody.whole("event: complete\n\n").response(Self.events)
        : LiveBody.whole(Self.refusal).response("application/json", status: 400)
    }
    let recorder = try StreamRecorder(upstream, folder: folder)
    #expect(await recorder.subscribe(Self.counted, accept: Self.events)?.next(1) == [.complete])
    #expect(await recorder.ask("subscription Other { other }", accept: Self.events).status == 400)
    #expect(upstream.requests.count == 2)
    await recorder.engine.finish()
    #expect(recorder.reasons == ["the API refused a subscription over HTTP (status 400)"])
  }

  @Test("Who is not let in over HTTP may be over WebSocket, and others over HTTP")
  func aboutWhoAsks() async throws {
    let upstream = refusing(status: 401)
    let recorder = try StreamRecorder(upstream, folder: folder)
    #expect(await subscribe(recorder, accept: Self.events) == [.next(Self.one), .complete])
    #expect(await subscribe(recorder, accept: Self.events) == [.next(Self.one), .complete])
    #expect(count(upstream, "POST") == 4)
  }

  @Test("An endpoint that says nothing has taken the subscription")
  func quiet() async throws {
    let upstream = refusing()
    let recorder = try StreamRecorder(upstream, folder: folder)
    async let stream = recorder.subscribe(Self.counted, accept: Self.events)
    await until { upstream.sockets.count == 1 }
    let socket = upstream.sockets[0]
    let id = await socket.acknowledge("counted")
    let open = try #require(await stream)
    // From now on it is the client's, a refusal too.
    socket.say(["id": id, "type": "error", "payload": [["message": "no"]]])
    #expect(await open.next(1) == [.errors(JSON.array([["message": "no"]]).serialize())])
    await recorder.engine.finish()
    #expect(recorder.recorded("Counted")?["end"]?["how"] == "errors")
  }

  @Test(
    "What is no refusal of the way is not asked again",
    arguments: [
      (200, #"{"errors":[{"message":"PersistedQueryNotFound"}]}"#),
      (429, #"{"errors":[{"message":"Too many."}]}"#), (503, "down"),
    ])
  func noRefusal(_ status: Int, _ text: String) async throws {
    let upstream = refusing(text, status: status)
    let recorder = try StreamRecorder(upstream, folder: folder)
    _ = await recorder.ask(Self.counted, accept: Self.events)
    #expect(upstream.requests.count == 1)
    await recorder.engine.finish()
  }

  @Test("Where endpoint.yaml says the way, and where the client reads no stream, nothing else is tried")
  func said() async throws {
    try folder.write("subscriptions:\n  protocol: sse\n", to: "board/endpoint.yaml")
    let recorder = try StreamRecorder(refusing(), folder: folder)
    #expect(await recorder.ask(Self.counted, accept: Self.events).status == 400)
    #expect(recorder.upstream.requests.count == 1)
    let plain = try StreamRecorder(refusing(), folder: try TestFolder())
    #expect(await plain.ask(Self.counted, accept: "application/json").status == 400)
    #expect(plain.upstream.requests.count == 1)
    #expect(
      recorder.reasons == [
        "the API refused a subscription over HTTP (status 400), which board/endpoint.yaml configures"
      ])
    #expect(plain.reasons.first?.contains("no other transport is available") == true)
  }

  @Test("A client that asks by GET has its operation asked in words, and the rest of its query stays")
  func byGET() async throws {
    let upstream = refusing()
    let recorder = try StreamRecorder(upstream, folder: folder)
    let request = ClientRequest(
      method: "GET", target: "/board?key=k&query=subscription%20Counted%20%7B%20counted%20%7D",
      headers: ["Host": "localhost", "Accept": Self.events])
    let endpoint = try #require(recorder.engine.endpoints.first)
    let response = RecordMode(context: recorder.engine.context).respond(
      to: request, at: endpoint, rest: "", session: "default")
    async let answer = response.get()
    await until { upstream.sockets.count == 1 }
    let id = await upstream.sockets[0].acknowledge("counted")
    upstream.sockets[0].say(["id": id, "type": "next", "payload": Self.one])
    guard case .events(let stream) = await answer.body else {
      Issue.record("no stream came")
      return
    }
    #expect(await stream.next(1) == [.next(Self.one)])
    #expect(upstream.requests.last?.url == "http://127.0.0.1:1/graphql?key=k")
  }
}

extension StreamRecorder {
  var warnings: [String] {
    log.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
  }
}
