import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Clients of a recorder are taken or refused by the real endpoint.
@Suite("Clients that the endpoint takes or refuses", .timeLimit(.minutes(10)))
struct SocketIntroductionTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A client of a recorder whose endpoint is asked by hand.
  private struct Scene {
    let upstream: LiveUpstream
    let recorder: StreamRecorder
    let conversation: any SocketConversation
    let wakes = Wakes()

    init(_ folder: TestFolder, client: String = "graphql-transport-ws", endpoint: String?) throws {
      upstream = LiveUpstream(subprotocol: endpoint)
      recorder = try StreamRecorder(upstream, folder: folder)
      guard case .accepted(let accepted) = recorder.engine.openSocket(StreamRecorder.origin(client).handshake) else {
        throw StreamReader.NoStream(text: "refused")
      }
      conversation = accepted
      conversation.start(wake: wakes.wake)
    }

    /// Says something, and takes what that brings at once.
    func say(_ text: String) -> [String] {
      conversation.received(text)
      return conversation.take(64).map(\.shown)
    }

    /// What is said when the server is woken.
    func woken() async -> [String] {
      let before = wakes.count
      var shown = conversation.take(64).map(\.shown)
      while shown.isEmpty {
        await until { wakes.count > before }
        shown = conversation.take(64).map(\.shown)
      }
      return shown
    }

    func socket() async -> LiveSocket {
      await until { upstream.sockets.first?.heard.isEmpty == false }
      return upstream.sockets[0]
    }
  }

  private static let initialise = #"{"type":"connection_init","payload":{"token":"t"}}"#
  private static let protocols = ["graphql-transport-ws", "graphql-ws"]

  @Test("A client hears connection_ack when the endpoint has said it, with its payload", arguments: protocols)
  func taken(client: String) async throws {
    let scene = try Scene(folder, client: client, endpoint: client)
    #expect(scene.say(Self.initialise) == [])
    let socket = await scene.socket()
    #expect(socket.heard == [["type": "connection_init", "payload": ["token": "t"]]])
    if client == "graphql-transport-ws" {
      #expect(scene.say(#"{"type":"ping","payload":{"n":1}}"#) == [#"{"type":"pong","payload":{"n":1}}"#])
      #expect(scene.say(#"{"type":"ping"}"#) == [#"{"type":"pong"}"#])
    }
    // It has said connection_init in time, whenever that is answered; and nothing is alive yet.
    scene.conversation.initTimePassed()
    scene.conversation.heartbeat()
    #expect(scene.conversation.take(64) == [])
    socket.say(["type": "connection_ack", "payload": ["server": 7]])
    let signs = client == "graphql-ws" ? [#"{"type":"ka"}"#] : []
    #expect(await scene.woken() == [#"{"type":"connection_ack","payload":{"server":7}}"#] + signs)
    // What is asked goes over the same socket.
    let start = client == "graphql-ws" ? "start" : "subscribe"
    _ = scene.say(#"{"id":"1","type":"\#(start)","payload":{"query":"subscription Added { added }"}}"#)
    _ = await socket.id(of: "added")
    #expect(scene.upstream.sockets.count == 1)
  }

  @Test("A client that the endpoint closes is closed so; nothing is recorded, and that is told", arguments: protocols)
  func refused(client: String) async throws {
    let scene = try Scene(folder, client: client, endpoint: "graphql-transport-ws")
    #expect(scene.say(Self.initialise) == [])
    await scene.socket().breakOff(4403, "Forbidden")
    #expect(await scene.woken() == ["close 4403 Forbidden"])
    await scene.recorder.engine.finish()
    #expect(
      scene.recorder.reasons == [
        "http://127.0.0.1:1/graphql refused the connection: the server closed the WebSocket after connection_init (4403: Forbidden)"
      ])
    #expect(folder.contents().keys.allSatisfy { !$0.hasSuffix(".json") })
    #expect(scene.say(Self.initialise) == [])
  }

  @Test("A break without a word is one for the client")
  func broken() async throws {
    let scene = try Scene(folder, endpoint: "graphql-transport-ws")
    _ = scene.say(Self.initialise)
    await scene.socket().breakOff()
    #expect(await scene.woken() == ["drop"])
    #expect(scene.recorder.reasons.count == 1)
  }

  @Test("connection_error is passed on with its payload, then the close")
  func connectionError() async throws {
    let scene = try Scene(folder, client: "graphql-ws", endpoint: "graphql-ws")
    #expect(scene.say(Self.initialise) == [])
    // The library's clients do not wait; what they ask is never asked.
    #expect(scene.say(#"{"id":"1","type":"start","payload":{"query":"subscription Added { added }"}}"#) == [])
    let socket = await scene.socket()
    socket.say(["type": "connection_error", "payload": ["message": "no token", "code": 7]])
    #expect(
      await scene.woken() == [#"{"type":"connection_error","payload":{"message":"no token","code":7}}"#])
    socket.breakOff(1011, "go away")
    #expect(await scene.woken() == ["close 1011 go away"])
    #expect(socket.heard.count == 1)
    #expect(
      scene.recorder.reasons == [
        #"http://127.0.0.1:1/graphql refused the connection: connection_error {"message":"no token","code":7}"#
      ])
  }

  @Test("A client of the newer protocol, which has no connection_error, is closed with what it says")
  func translated() async throws {
    let scene = try Scene(folder, endpoint: "graphql-ws")
    _ = scene.say(Self.initialise)
    await scene.socket().say(["type": "connection_error", "payload": ["message": "no token"]])
    #expect(await scene.woken() == ["close 4403 no token"])
  }

  @Test("An endpoint that says what is of no protocol is no endpoint to talk to")
  func garbled() async throws {
    let scene = try Scene(folder, endpoint: "graphql-transport-ws")
    _ = scene.say(Self.initialise)
    await scene.socket().say(["type": "hello"])
    let close = try #require(await scene.woken().first)
    #expect(
      close.hasPrefix(#"close 1011 The upstream cannot be reached: it sent a message of the unknown type "hello""#))
  }

  @Test("Without a WebSocket of the endpoint everybody is taken, and asks by HTTP")
  func noSocket() async throws {
    let scene = try Scene(folder, endpoint: nil)
    _ = scene.say(Self.initialise)
    #expect(await scene.woken() == [#"{"type":"connection_ack"}"#])
  }

  @Test("A client that goes meanwhile lets go of the endpoint")
  func gone() async throws {
    let scene = try Scene(folder, endpoint: "graphql-transport-ws")
    _ = scene.say(Self.initialise)
    let socket = await scene.socket()
    scene.conversation.closed()
    socket.say(["type": "connection_ack"])
    #expect(scene.conversation.take(64) == [])
    // The conversation still knows its client, as long as a server holds it.
    #expect(scene.wakes.count == 0)
  }

  // MARK: The client's messages meanwhile

  @Test("The newer protocol has nothing come before connection_ack; a second connection_init is one too many")
  func strict() {
    let early = ScriptedSocket(GraphQLTransportWS(), introduce: { _, _ in })
    #expect(early.say(#"{"type":"connection_init"}"#) == [])
    #expect(early.say(TransportSocketTests.subscribe("1", "{ a }")) == ["close 4401 Unauthorized"])
    let twice = ScriptedSocket(GraphQLTransportWS(), introduce: { _, _ in })
    #expect(twice.say(#"{"type":"connection_init"}"#) == [])
    #expect(twice.say(#"{"type":"connection_init"}"#) == ["close 4429 Too many initialisation requests"])
  }

  @Test("In the older one what comes before waits, in order, and may be stopped")
  func patient() async throws {
    let gate = AsyncStream<Never>.makeStream()
    let socket = ScriptedSocket(SubscriptionsTransportWS()) { _, report in
      for await _ in gate.stream {}
      report(.taken(nil))
    }
    #expect(socket.say(LegacySocketTests.initialise) == [])
    #expect(socket.say(LegacySocketTests.start("1", "mutation A { a }")) == [])
    #expect(socket.say(LegacySocketTests.start("2", "{ b }")) == [])
    #expect(socket.say(LegacySocketTests.start("3", "{ c }")) == [])
    #expect(socket.say(#"{"id":"2","type":"stop"}"#) == [#"{"type":"complete","id":"2","payload":null}"#])
    #expect(socket.requests.isEmpty)
    gate.continuation.finish()
    let heard = try await socket.wait(for: 6)
    #expect(
      heard == LegacySocketTests.acknowledged
        + [("1", "mutation A { a }"), ("3", "{ c }")].flatMap { id, query in
          [
            #"{"type":"data","id":"\#(id)","payload":{"data":{"echo":"\#(query)"}}}"#,
            #"{"type":"complete","id":"\#(id)","payload":null}"#,
          ]
        })
    #expect(socket.wakes > 0)
  }
}
