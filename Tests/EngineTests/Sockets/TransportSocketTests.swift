import Requests
import Testing

@testable import Engine
@testable import Transports

/// `graphql-transport-ws`: what a client says, and what it hears.
@Suite("graphql-transport-ws")
struct TransportSocketTests {
  static let initialise = #"{"type":"connection_init"}"#
  static let acknowledged = #"{"type":"connection_ack"}"#

  static func subscribe(_ id: String, _ query: String) -> String {
    #"{"id":"\#(id)","type":"subscribe","payload":{"query":"\#(query)"}}"#
  }

  private func opened(
    limit: Int = 100, answers: [String: @Sendable () -> Response] = [:]
  ) -> ScriptedSocket {
    let socket = ScriptedSocket(GraphQLTransportWS(), limit: limit, answers: answers)
    #expect(socket.say(Self.initialise) == [Self.acknowledged])
    return socket
  }

  struct Exchange: Sendable {
    let said: [String]
    let heard: [String]
  }

  static let exchanges: [Exchange] = [
    // An operation that has one result, as graphql-ws says it.
    Exchange(
      said: [initialise, subscribe("1", "{ a }")],
      heard: [
        acknowledged, #"{"id":"1","type":"next","payload":{"data":{"echo":"{ a }"}}}"#,
        #"{"id":"1","type":"complete"}"#,
      ]),
    // Its id is free then.
    Exchange(
      said: [initialise, subscribe("1", "a"), subscribe("1", "b")],
      heard: [
        acknowledged, #"{"id":"1","type":"next","payload":{"data":{"echo":"a"}}}"#, #"{"id":"1","type":"complete"}"#,
        #"{"id":"1","type":"next","payload":{"data":{"echo":"b"}}}"#, #"{"id":"1","type":"complete"}"#,
      ]),
    Exchange(
      said: [#"{"type":"connection_init","payload":{"token":"x"}}"#, #"{"type":"ping"}"#],
      heard: [acknowledged, #"{"type":"pong"}"#]
    ),
    Exchange(said: [#"{"type":"ping","payload":{"a":[1]}}"#], heard: [#"{"type":"pong","payload":{"a":[1]}}"#]),
    Exchange(said: [initialise, #"{"type":"pong"}"#, #"{"type":"complete","id":"9"}"#], heard: [acknowledged]),
    // What breaks the protocol.
    Exchange(said: [subscribe("1", "{ a }")], heard: ["close 4401 Unauthorized"]),
    Exchange(said: [initialise, initialise], heard: [acknowledged, "close 4429 Too many initialisation requests"]),
    Exchange(
      said: [initialise, subscribe("é", "events"), subscribe("é", "{ a }")],
      heard: [acknowledged, "close 4409 Subscriber for é already exists"]),
    Exchange(
      said: ["{"],
      heard: [
        #"close 4400 Message is not JSON: Expected a name in double quotes or "}", found the end of the text (line 1, column 2)"#
      ]),
    Exchange(said: ["[1]"], heard: ["close 4400 Message is expected to be an object, but got array"]),
    Exchange(said: ["{}"], heard: ["close 4400 Message is missing the 'type' property"]),
    Exchange(
      said: [#"{"type":1}"#], heard: ["close 4400 Message expects the 'type' property to be a string, but got number"]),
    Exchange(said: [#"{"type":"start"}"#], heard: [#"close 4400 Invalid message 'type' property "start""#]),
    Exchange(said: [#"{"type":"next"}"#], heard: ["close 4400 Unexpected message of type next received"]),
    Exchange(
      said: [#"{"type":"ping","payload":"x"}"#],
      heard: [
        #"close 4400 "ping" message expects the 'payload' property to be an object or nullish or missing, but got string"#
      ]),
    Exchange(
      said: [initialise, #"{"type":"subscribe","payload":{"query":"a"}}"#],
      heard: [
        acknowledged,
        #"close 4400 "subscribe" message expects the 'id' property to be a string, but got undefined"#,
      ]),
    Exchange(
      said: [initialise, #"{"type":"subscribe","id":"","payload":{"query":"a"}}"#],
      heard: [acknowledged, #"close 4400 "subscribe" message requires a non-empty 'id' property"#]),
    Exchange(
      said: [initialise, #"{"type":"subscribe","id":"1"}"#],
      heard: [
        acknowledged,
        #"close 4400 "subscribe" message expects the 'payload' property to be an object, but got undefined"#,
      ]),
    Exchange(
      said: [initialise, #"{"type":"subscribe","id":"1","payload":{"query":1}}"#],
      heard: [
        acknowledged,
        #"close 4400 "subscribe" message payload expects the 'query' property to be a string, but got number"#,
      ]),
    Exchange(
      said: [initialise, #"{"type":"subscribe","id":"1","payload":{"query":"a","variables":[]}}"#],
      heard: [
        acknowledged,
        #"close 4400 "subscribe" message payload expects the 'variables' property to be an object or nullish or missing, but got array"#,
      ]),
  ]

  @Test("What is said, and what is heard", arguments: exchanges)
  func exchange(_ exchange: Exchange) {
    let never = QueueFeed()
    let socket = ScriptedSocket(GraphQLTransportWS(), answers: ["events": { .now(.feed(never)) }])
    let heard = exchange.said.flatMap { socket.say($0) }
    #expect(heard == exchange.heard)
    let isClosed = heard.last?.hasPrefix("close") == true
    #expect(socket.say(#"{"type":"ping"}"#).isEmpty == isClosed)
  }

  @Test("A reason has at most the 123 bytes that a close frame has room for")
  func longReason() {
    let action = SocketAction.closing(4400, String(repeating: "é", count: 100))
    guard case .close(_, let reason) = action else { return }
    #expect(reason.utf8.count == 123 && reason.hasSuffix("…"))
  }

  @Test("Binary messages are none of the protocol; the time to introduce oneself ends")
  func others() {
    let binary = opened()
    binary.conversation.receivedBinary()
    #expect(binary.take() == ["close 4400 Message is expected to be text, but got binary"])
    let slow = ScriptedSocket(GraphQLTransportWS())
    slow.conversation.initTimePassed()
    #expect(slow.take() == ["close 4408 Connection initialisation timeout"])
    let quick = opened()
    quick.conversation.initTimePassed()
    quick.conversation.heartbeat()
    #expect(quick.take() == [])
  }

  static let refused: [(answer: String, payload: String)] = [
    (#"{"errors":[{"message":"a"},{"message":"b"}]}"#, #"[{"message":"a"},{"message":"b"}]"#),
    (
      #"{"message":"x"}"#,
      #"[{"message":"The answer (status 401) has neither data nor errors.","extensions":{"code":"UNDERSTUDY_BAD_REQUEST"}}]"#
    ),
    (
      "<html>",
      #"[{"message":"The answer (status 401) is not a GraphQL response.","extensions":{"code":"UNDERSTUDY_BAD_REQUEST"}}]"#
    ),
  ]

  @Test("An answer without data is an error, and nothing follows it", arguments: refused)
  func refusal(answer: String, payload: String) {
    let socket = opened(answers: ["bad": { .now(.json(answer, status: 401)) }])
    #expect(socket.say(Self.subscribe("1", "bad")) == [#"{"id":"1","type":"error","payload":\#(payload)}"#])
    // The id is free again.
    #expect(socket.say(Self.subscribe("1", "a")).count == 2)
  }

  @Test("A result with errors beside data is a result, its bytes as they came")
  func partial() {
    let body = "{\"data\": null,\n \"errors\":[{\"message\":\"é\"}]}"
    let socket = opened(answers: ["part": { .now(.json(body)) }])
    #expect(socket.say(Self.subscribe("1", "part")).first == #"{"id":"1","type":"next","payload":\#(body)}"#)
  }

  @Test("Events are taken as they come, and woken for; a client that completes gets no more")
  func events() {
    let feed = QueueFeed()
    let socket = opened(answers: ["events": { .now(.feed(feed)) }])
    #expect(socket.say(Self.subscribe("1", "events")) == [])
    #expect(socket.wakes == 0)
    feed.push(.next("{\"data\":1}"))
    feed.push(.next("{\"data\":2}"))
    #expect(socket.wakes == 1)
    #expect(
      socket.take() == [1, 2].map { #"{"id":"1","type":"next","payload":{"data":\#($0)}}"# })
    feed.push(.next("{\"data\":3}"))
    #expect(socket.wakes == 2)
    #expect(socket.say(#"{"type":"complete","id":"1"}"#) == [])
    #expect(!feed.push(.next("{\"data\":4}")))
  }

  @Test("A feed's end and errors are said; its break breaks the connection, its close closes it")
  func ends() {
    for (event, heard) in [
      (StreamEvent.complete, #"{"id":"1","type":"complete"}"#),
      (.errors(Array(#"[{"message":"x"}]"#.utf8)), #"{"id":"1","type":"error","payload":[{"message":"x"}]}"#),
      (.drop, "drop"), (.close(4403, "Forbidden"), "close 4403 Forbidden"), (.close(1000, ""), "close 1000 "),
      (.close(1011, String(repeating: "é", count: 70)), "close 1011 \(String(repeating: "é", count: 60))…"),
    ] {
      let feed = QueueFeed()
      let other = QueueFeed()
      let socket = opened(answers: ["events": { .now(.feed(feed)) }, "other": { .now(.feed(other)) }])
      socket.say(Self.subscribe("1", "events"))
      socket.say(Self.subscribe("2", "other"))
      feed.push(event)
      #expect(socket.take() == [heard])
      #expect(other.push(.next("{}")) == !["drop", "close"].contains { heard.hasPrefix($0) })
    }
  }

  @Test("A socket that is gone cancels what it ran")
  func gone() {
    let feed = QueueFeed()
    let socket = opened(answers: ["events": { .now(.feed(feed)) }])
    socket.say(Self.subscribe("1", "events"))
    socket.conversation.closed()
    #expect(!feed.push(.complete))
    #expect(socket.take() == [] && socket.wakes == 0)
  }
}
