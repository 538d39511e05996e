import OrderedJSON
import Recordings
import Testing

@testable import Transports

/// The client's side of both subprotocols, message by message.
@Suite("Clients of WebSockets")
struct SocketClientTests {
  private static let query: JSON = ["query": "subscription { n }"]
  private static let result: JSON = ["data": ["n": 1]]

  /// A client whose connection was acknowledged and who runs one operation.
  private func running(_ dialect: SocketDialect) -> SocketClient {
    var client = SocketClient(dialect)
    _ = client.received(#"{"type":"connection_ack"}"#)
    #expect(client.start(Self.query).number == 1)
    return client
  }

  @Test("What waits is asked once the connection is acknowledged, in order")
  func acknowledged() {
    var client = SocketClient(.transport)
    #expect(client.begin(["a": 1]) == [.send(#"{"type":"connection_init","payload":{"a":1}}"#)])
    #expect(client.begin(nil) == [.send(#"{"type":"connection_init"}"#)])
    #expect(client.start(Self.query).steps == [])
    #expect(client.start(["query": "{ a }"]).steps == [])
    #expect(client.start(["query": "{ b }"]).steps == [])
    #expect(client.stop(2) == [])
    #expect(
      client.received(#"{"type":"connection_ack","payload":{}}"#) == [
        .answer(.taken([:])),
        .send(#"{"id":"1","type":"subscribe","payload":{"query":"subscription { n }"}}"#),
        .send(#"{"id":"3","type":"subscribe","payload":{"query":"{ b }"}}"#),
      ])
    #expect(client.stop(1) == [.send(#"{"id":"1","type":"complete"}"#)])
    #expect(client.stop(1) == [])
    #expect(client.end() == [.close(1000)])
  }

  @Test("The older words")
  func legacy() {
    var client = running(.legacy)
    #expect(
      client.start(["query": "{ a }"]).steps == [.send(#"{"id":"2","type":"start","payload":{"query":"{ a }"}}"#)])
    #expect(client.received(#"{"type":"ka"}"#) == [])
    #expect(client.received(#"{"type":"something_new"}"#) == [])
    #expect(
      client.received(#"{"type":"data","id":"1","payload":{"data":{"n":1}}}"#) == [.deliver(1, .next(Self.result))])
    #expect(client.stop(1) == [.send(#"{"id":"1","type":"stop"}"#)])
    #expect(client.received(#"{"type":"complete","id":"1"}"#) == [])
    #expect(client.received(#"{"type":"complete","id":"2","payload":null}"#) == [.deliver(2, .complete)])
    #expect(client.end() == [.send(#"{"type":"connection_terminate"}"#), .close(1000)])
  }

  @Test(
    "Errors, as servers spell them",
    arguments: [
      #"[{"message":"no"}]"#, #"{"message":"no"}"#, #"{"errors":[{"message":"no"}]}"#, #""no""#,
    ])
  func errors(_ payload: String) {
    for dialect in SocketDialect.allCases {
      var client = running(dialect)
      #expect(
        client.received(#"{"id":"1","type":"error","payload":\#(payload)}"#) == [
          .deliver(1, .errors([["message": "no"]]))
        ]
      )
      #expect(client.received(#"{"id":"1","type":"complete"}"#) == [])
    }
  }

  @Test("An error that says nothing says so")
  func silentError() {
    var client = running(.legacy)
    guard case .deliver(1, .errors(let errors))? = client.received(#"{"id":"1","type":"error"}"#).first else {
      Issue.record("no error was told")
      return
    }
    #expect(errors[0]?["message"]?.stringValue?.contains("an error without a message") == true)
  }

  @Test("Pings are answered with what they carry")
  func ping() {
    var client = running(.transport)
    #expect(client.received(#"{"type":"ping"}"#) == [.send(#"{"type":"pong"}"#)])
    #expect(client.received(#"{"type":"ping","payload":{"a":1}}"#) == [.send(#"{"type":"pong","payload":{"a":1}}"#)])
    #expect(client.received(#"{"type":"pong"}"#) == [])
  }

  @Test("What is not of the protocol ends the connection, and every operation is told")
  func wrong() {
    for text in ["hello", "[]", #"{"type":"ka"}"#, #"{"type":"next","id":"1"}"#, #"{"type":"next","payload":{}}"#] {
      var client = running(.transport)
      let steps = client.received(text)
      #expect(steps.last == .close(4400), "\(text)")
      guard case .deliver(1, .lost(let error))? = steps.first else {
        Issue.record("\(text): the operation was not told")
        continue
      }
      #expect(error.reason == .unreadable)
      #expect(!client.isBusy)
    }
  }

  @Test("What is said of operations that nobody runs is passed over")
  func strangers() {
    var client = running(.transport)
    #expect(client.received(#"{"type":"next","id":"9","payload":{}}"#) == [])
    #expect(client.received(#"{"type":"next","id":"x","payload":{}}"#) == [])
    #expect(client.isBusy)
  }

  @Test("A connection that closes breaks its operations; one that was never taken refuses them")
  func closed() throws {
    var taken = running(.transport)
    #expect(
      taken.closed(code: 1006, reason: "")
        == [.deliver(1, .lost(UpstreamError(.broken, "it closed the WebSocket (1006)")))])
    #expect(taken.closed(code: 1006, reason: "") == [])
    for (code, reason) in [(4403, "Forbidden"), (1011, ""), (1000, "bye"), (1005, "")] as [(UInt16, String)] {
      var closed = running(.transport)
      let close = try #require(SocketClose(code: code, reason: reason))
      #expect(closed.closed(code: code, reason: reason) == [.deliver(1, .closed(close))])
    }
    var refused = SocketClient(.transport)
    _ = refused.start(Self.query)
    #expect(
      refused.closed(code: 4403, reason: "Forbidden") == [
        .answer(.closed(SocketClose(code: 4403, reason: "Forbidden"))),
        .deliver(
          1,
          .lost(UpstreamError(.refused, "it refused the connection by closing the WebSocket (4403: Forbidden)"))),
      ])
    #expect(refused.start(Self.query).steps == [.deliver(2, .lost(UpstreamError(.broken, "the WebSocket was closed")))])
  }

  @Test("A connection is refused, and closed by the endpoint, or in the end by the client")
  func refused() {
    var legacy = SocketClient(.legacy)
    _ = legacy.start(Self.query)
    #expect(
      legacy.received(#"{"type":"connection_error","payload":{"message":"no token"}}"#) == [
        .answer(.refused(["message": "no token"])),
        .deliver(1, .lost(UpstreamError(.refused, "it refused the connection: no token"))),
      ])
    #expect(legacy.received(#"{"type":"connection_ack"}"#) == [])
    var waiting = legacy
    let closed = [SocketClient.Step.answer(.closed(SocketClose(code: 1011, reason: "no")))]
    #expect(legacy.closed(code: 1011, reason: "no") == closed)
    #expect(legacy.acknowledgementTimePassed() == [])
    let error = UpstreamError(.timeout, "it did not close the WebSocket after refusing it")
    #expect(waiting.acknowledgementTimePassed() == [.answer(.failed(error)), .close(1000)])
    #expect(waiting.closed(code: 1000, reason: "") == [])
    // Said of a connection that was taken, it is its end.
    var taken = running(.legacy)
    #expect(taken.received(#"{"type":"connection_error"}"#).last == .close(1000))
  }

  @Test("A connection that is never acknowledged")
  func late() {
    var late = SocketClient(.transport)
    _ = late.start(Self.query)
    let error = UpstreamError(.timeout, "it did not acknowledge the WebSocket's connection_init")
    #expect(late.acknowledgementTimePassed() == [.answer(.failed(error)), .deliver(1, .lost(error)), .close(1000)])
    var early = running(.transport)
    #expect(early.acknowledgementTimePassed() == [])
  }

  @Test("Both subprotocols are offered, the client's own first")
  func offers() {
    #expect(SocketDialect.transport.offers == ["graphql-transport-ws", "graphql-ws"])
    #expect(SocketDialect.legacy.offers == ["graphql-ws", "graphql-transport-ws"])
  }
}
