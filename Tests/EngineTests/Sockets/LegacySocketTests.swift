import Requests
import Testing

@testable import Engine
@testable import Transports

/// The older `graphql-ws`, of subscriptions-transport-ws.
@Suite("graphql-ws, the older protocol")
struct LegacySocketTests {
  static let initialise = #"{"payload":{},"type":"connection_init"}"#
  static let acknowledged = [#"{"type":"connection_ack"}"#, #"{"type":"ka"}"#]

  struct Exchange: Sendable {
    let said: [String]
    let heard: [String]
  }

  static func start(_ id: String, _ query: String) -> String {
    #"{"id":"\#(id)","payload":{"operationName":"A","query":"\#(query)","variables":null},"type":"start"}"#
  }

  static let exchanges: [Exchange] = [
    Exchange(
      said: [initialise, start("1", "{ a }")],
      heard: acknowledged + [
        #"{"type":"data","id":"1","payload":{"data":{"echo":"{ a }"}}}"#,
        #"{"type":"complete","id":"1","payload":null}"#,
      ]),
    Exchange(
      said: [initialise, start("1", "events"), #"{"id":"1","type":"stop"}"#],
      heard: acknowledged + [#"{"type":"complete","id":"1","payload":null}"#]),
    Exchange(said: [initialise, #"{"id":"7","type":"stop"}"#], heard: acknowledged),
    Exchange(said: [initialise, #"{"type":"connection_terminate"}"#], heard: acknowledged + ["close 1000 "]),
    Exchange(
      said: [initialise, start("1", "bad")],
      heard: acknowledged + [#"{"type":"error","id":"1","payload":{"message":"a","path":["b"]}}"#]),
    // An id that runs already is taken over, as by the library's server.
    Exchange(
      said: [initialise, start("1", "events"), start("1", "{ a }")],
      heard: acknowledged + [
        #"{"type":"data","id":"1","payload":{"data":{"echo":"{ a }"}}}"#,
        #"{"type":"complete","id":"1","payload":null}"#,
      ]),
    Exchange(said: [initialise, initialise], heard: acknowledged + acknowledged),
    // What breaks the protocol.
    Exchange(
      said: [start("1", "{ a }")],
      heard: [
        #"{"type":"connection_error","payload":{"message":"The client sent an operation before connection_init."}}"#,
        "close 1011 The client sent an operation before connection_init.",
      ]),
    Exchange(
      said: ["nonsense"],
      heard: [
        #"{"type":"connection_error","payload":{"message":"Message is not JSON: Expected a value, found \"nonsense\" (line 1, column 1)"}}"#
      ]),
    Exchange(
      said: [initialise, #"{"type":"subscribe","id":"1","payload":{"query":"a"}}"#],
      heard: acknowledged + [#"{"type":"error","id":"1","payload":{"message":"Invalid message type!"}}"#]),
    Exchange(
      said: [initialise, #"{"type":"ping"}"#],
      heard: acknowledged + [#"{"type":"error","payload":{"message":"Invalid message type!"}}"#]),
    Exchange(
      said: [initialise, #"{"type":"start","id":"1"}"#],
      heard: acknowledged + [
        #"{"type":"error","id":"1","payload":{"message":"\"start\" message expects the 'payload' property to be an object, but got undefined"}}"#
      ]),
  ]

  @Test("What is said, and what is heard", arguments: exchanges)
  func exchange(_ exchange: Exchange) {
    let never = QueueFeed()
    let socket = ScriptedSocket(
      SubscriptionsTransportWS(),
      answers: [
        "events": { .now(.feed(never)) },
        "bad": { .now(.json(#"{"errors":[{"message":"a","path":["b"]},{"message":"c"}]}"#)) },
      ])
    #expect(exchange.said.flatMap { socket.say($0) } == exchange.heard)
  }

  @Test("Errors without data of the endpoint, recorded or passed on, are a result with all of them")
  func errorsOfTheEndpoint() {
    let errors =
      #"{"errors":[{"message":"a","locations":[{"line":1,"column":3}]},{"message":"b"}],"extensions":{"c":1}}"#
    @Sendable func answer(_ source: AnswerSource, isErrorMessage: Bool = false) -> Response {
      var answer = Answer.json(errors)
      answer.headers.set(AnswerSource.header, source.rawValue)
      answer.isErrorMessage = isErrorMessage
      return .now(answer)
    }
    let socket = ScriptedSocket(
      SubscriptionsTransportWS(),
      answers: [
        "recorded": { answer(.recorded) }, "upstream": { answer(.upstream) }, "own": { answer(.error) },
        "message": { answer(.upstream, isErrorMessage: true) },
      ])
    socket.say(Self.initialise)
    let result = [#"{"type":"data","id":"1","payload":\#(errors)}"#, #"{"type":"complete","id":"1","payload":null}"#]
    #expect(socket.say(Self.start("1", "recorded")) == result)
    #expect(socket.say(Self.start("1", "upstream")) == result)
    let message = [
      #"{"type":"error","id":"1","payload":{"message":"a","locations":[{"line":1,"column":3}]}}"#
    ]
    #expect(socket.say(Self.start("1", "own")) == message)
    #expect(socket.say(Self.start("1", "message")) == message)
  }

  @Test("The connection's heartbeat is said once the client is known; nothing bounds the time until then")
  func heartbeat() {
    let socket = ScriptedSocket(SubscriptionsTransportWS())
    socket.conversation.heartbeat()
    socket.conversation.initTimePassed()
    #expect(socket.take() == [])
    socket.say(Self.initialise)
    socket.conversation.heartbeat()
    #expect(socket.take() == [#"{"type":"ka"}"#])
  }
}
