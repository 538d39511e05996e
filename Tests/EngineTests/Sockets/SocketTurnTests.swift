import OrderedJSON
import Requests
import Synchronization
import Testing

@testable import Engine
@testable import Transports

/// What runs on one socket, and in which order.
@Suite("Operations of one socket")
struct SocketTurnTests {
  private func opened(
    limit: Int = 100, answers: [String: @Sendable () -> Response] = [:]
  ) -> ScriptedSocket {
    let socket = ScriptedSocket(GraphQLTransportWS(), limit: limit, answers: answers)
    socket.say(TransportSocketTests.initialise)
    return socket
  }

  private func ids(_ heard: [String]) -> [String] {
    heard.compactMap { (try? JSON.parse(text: $0))?["id"]?.stringValue }
  }

  @Test("Operations take turns, so that one with much to say keeps none waiting; no more is taken than was asked for")
  func turns() {
    let feeds = (0..<3).map { _ in QueueFeed() }
    for feed in feeds.prefix(2) { for _ in 0..<100 { feed.push(.next("{}")) } }
    feeds[2].push(.next("{}"))
    let answers = Dictionary(
      uniqueKeysWithValues: feeds.enumerated().map { index, feed in
        ("f\(index)", { @Sendable () -> Response in .now(.feed(feed)) })
      })
    let socket = opened(answers: answers)
    for index in 0..<3 {
      socket.conversation.received(TransportSocketTests.subscribe("\(index)", "f\(index)"))
    }
    let first = ids(socket.take(40))
    #expect(first.count == 40)
    #expect(first.filter { $0 == "0" }.count < 30 && first.contains("1") && first.contains("2"))
    var rest: [String] = []
    while true {
      let more = ids(socket.take(64))
      rest += more
      if more.count < 64 { break }
    }
    #expect(first.count + rest.count == 201)
  }

  @Test("One operation more than the bound is refused, and the others go on")
  func bound() {
    let feeds = (0..<3).map { _ in QueueFeed() }
    let next = Mutex(0)
    let socket = opened(
      limit: 2,
      answers: [
        "events": {
          .now(
            .feed(
              feeds[
                next.withLock { number in
                  defer { number += 1 }
                  return number
                }]))
        }
      ])
    for id in ["1", "2"] { socket.say(TransportSocketTests.subscribe(id, "events")) }
    let refused = socket.say(TransportSocketTests.subscribe("3", "events"))
    #expect(refused.count == 1)
    #expect(refused.first?.contains("All 2 operations that one WebSocket may run at a time are running.") == true)
    #expect(refused.first?.contains("UNDERSTUDY_TOO_MANY_OPERATIONS") == true)
    socket.say(#"{"type":"complete","id":"1"}"#)
    #expect(socket.say(TransportSocketTests.subscribe("3", "events")) == [])
    feeds[2].push(.next("{}"))
    #expect(ids(socket.take()) == ["3"])
  }

  /// Answers that come when they are told to.
  private final class Gate: Sendable {
    private let begun = Mutex<[String]>([])
    private let streams = Mutex<[String: AsyncStream<Void>.Continuation]>([:])

    var order: [String] { begun.withLock { $0 } }

    func answer(_ name: String) -> @Sendable () -> Response {
      {
        .later { [self] in
          let (stream, continuation) = AsyncStream<Void>.makeStream()
          streams.withLock { $0[name] = continuation }
          begun.withLock { $0.append(name) }
          for await _ in stream { break }
          return .json("{\"data\":\"\(name)\"}")
        }
      }
    }

    func open(_ name: String) async throws {
      for _ in 0..<500 where !order.contains(name) { try await Task.sleep(for: .milliseconds(2)) }
      streams.withLock { $0[name] }?.finish()
    }
  }

  @Test("Mutations run one after the other in their order; queries need not wait for them")
  func mutations() async throws {
    let gate = Gate()
    let names = ["mutation a", "mutation b", "query"]
    let socket = opened(answers: Dictionary(uniqueKeysWithValues: names.map { ($0, gate.answer($0)) }))
    for (id, name) in zip(["1", "2", "3"], names) { socket.say(TransportSocketTests.subscribe(id, name)) }
    try await gate.open("query")
    #expect(ids(try await socket.wait(for: 2)) == ["3", "3"])
    #expect(!gate.order.contains("mutation b"))
    try await gate.open("mutation a")
    try await gate.open("mutation b")
    #expect(ids(try await socket.wait(for: 4)) == ["1", "1", "2", "2"])
    #expect(socket.wakes > 0)
  }

  @Test("A mutation that was taken back before its turn is not made")
  func takenBack() async throws {
    let gate = Gate()
    let names = ["mutation a", "mutation b", "mutation c"]
    let socket = opened(answers: Dictionary(uniqueKeysWithValues: names.map { ($0, gate.answer($0)) }))
    for (id, name) in zip(["1", "2", "3"], names) { socket.say(TransportSocketTests.subscribe(id, name)) }
    socket.say(#"{"type":"complete","id":"2"}"#)
    try await gate.open("mutation a")
    try await gate.open("mutation c")
    #expect(ids(try await socket.wait(for: 4)) == ["1", "1", "3", "3"])
    #expect(gate.order == ["mutation a", "mutation c"])
  }

  @Test("An operation is a POST with the handshake's header fields and what the client said of itself")
  func request() throws {
    let socket = ScriptedSocket(
      GraphQLTransportWS(),
      handshake: ScriptedSocket.handshake(
        [
          "Host": "localhost:4000", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "x",
          "Sec-WebSocket-Protocol": "graphql-transport-ws", "Cookie": "a=b", "Accept-Encoding": "gzip",
          "apollographql-client-name": "ios",
        ], path: "/board/~one?x=1"))
    socket.say(
      #"{"type":"connection_init","payload":{"authorization":"t","n":1,"Host":"evil","bad name":"x","two":"a\r\nb","headers":{"X-Tenant":"a"}}}"#
    )
    socket.say(#"{"type":"subscribe","id":"1","payload":{"query":"{ a }","variables":{"b":1.0}}}"#)
    let request = try #require(socket.requests.first)
    #expect(request.method == "POST" && request.target == RequestTarget("/board/~one?x=1"))
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"query":"{ a }","variables":{"b":1.0}}"#)
    #expect(
      request.headers.fields.map { "\($0.name): \($0.value)" } == [
        "Host: localhost:4000", "Cookie: a=b", "apollographql-client-name: ios", "authorization: t", "X-Tenant: a",
        "content-type: application/json",
      ])
    #expect(request.socket?.subprotocol == "graphql-transport-ws")
    #expect(request.socket?.initPayload?["n"] == 1)
  }
}
