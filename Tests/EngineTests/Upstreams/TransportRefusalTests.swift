import OrderedJSON
import Replay
import Requests
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Endpoints whose WebSocket takes subscriptions only.
@Suite("Queries refused by a WebSocket", .timeLimit(.minutes(10)))
struct TransportRefusalTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let refused: JSON = ["message": "queries are not allowed when using graphql-ws"]

  private func recorder(_ http: (status: Int, text: String)? = nil) throws -> StreamRecorder {
    let upstream = LiveUpstream(subprotocol: "graphql-ws") { (_) throws(UpstreamError) in
      guard let http else { throw UpstreamError(.unreachable, "no HTTP") }
      return LiveBody.whole(http.text).response("application/json", status: http.status)
    }
    return try StreamRecorder(upstream, folder: folder)
  }

  /// Asks over a WebSocket, on which the endpoint answers with an error.
  private func ask(_ query: String, _ error: JSON, _ recorder: StreamRecorder) async throws -> String {
    let origin = StreamRecorder.origin("graphql-ws")
    async let answer = recorder.ask(query, over: origin)
    await until { !recorder.upstream.sockets.isEmpty }
    let socket = recorder.upstream.sockets[recorder.upstream.sockets.count - 1]
    let id = await socket.acknowledge(query)
    socket.say(["id": id, "type": "error", "payload": error])
    let text = try await answer.text
    await recorder.engine.finish()
    withExtendedLifetime(origin) {}
    return text
  }

  @Test("The answer over HTTP is the operation's, and the next query goes there at once")
  func overHTTP() async throws {
    let text = #"{"data":{"notes":[]}}"#
    let recorder = try recorder((200, text))
    #expect(try await ask(Board.list, Self.refused, recorder) == text)
    #expect(recorder.recorded("Notes")?["body"]?.compactText == text)
    let origin = StreamRecorder.origin("graphql-ws")
    #expect(try await recorder.ask("query Other { notes }", over: origin).text == text)
    #expect(recorder.upstream.sockets.count == 1)
  }

  @Test("Where HTTP does not help, the refusal is passed on and not recorded", arguments: [Board.list, Board.tick])
  func passedOn(query: String) async throws {
    let recorder = try recorder()
    let error: JSON = ["message": "queries and mutations are not allowed when using graphql-ws"]
    #expect(try await ask(query, error, recorder) == #"{"errors":[\#(error.compactText)]}"#)
    #expect(folder.contents().keys.allSatisfy { !$0.hasSuffix(".json") })
    #expect(recorder.reasons.count == 1 && recorder.reasons[0].contains("over this WebSocket protocol"))
    // Nothing was executed.
    #expect(!recorder.engine.endpoints[0].state.withLock { $0.sessions["default"]?.history.isUndecided ?? true })
  }

  @Test("A mutation is not sent twice")
  func mutation() async throws {
    let recorder = try recorder((200, #"{"data":{"tick":1}}"#))
    _ = try await ask(Board.tick, ["message": "mutations are not allowed when using graphql-ws"], recorder)
    #expect(recorder.upstream.requests.allSatisfy { $0.method == "GET" })
    #expect(recorder.recorded("Tick") == nil)
  }

  @Test(
    "Errors of the operation are its answer",
    arguments: [
      (#"{"message":"Cannot query field","locations":[{"line":1,"column":2}]}"#, false),
      (#"{"message":"You are not allowed to see this","path":["notes"]}"#, false),
      (#"{"message":"Log in first"}"#, true),
      (#"{"message":"queries are not allowed for guests"}"#, true),
    ])
  func ofTheOperation(error: String, isConfirmed: Bool) async throws {
    let text = #"{"errors":[\#(error)]}"#
    let recorder = try recorder((400, text))
    #expect(try await ask(Board.list, try JSON.parse(text: error), recorder) == text)
    let answer = recorder.recorded("Notes")
    #expect(answer?["body"]?.compactText == text)
    #expect(answer?["status"] == 200 && answer?["headers"] == [:])
    #expect(recorder.upstream.requests.contains { $0.method == "POST" } == isConfirmed)
  }

  @Test(
    "A result with errors and no data is passed on as a result, and an error message as one",
    arguments: ["data", "error"])
  func asSent(type: String) async throws {
    let recorder = try recorder()
    let origin = StreamRecorder.origin("graphql-ws")
    async let answer = recorder.ask(Board.list, over: origin)
    await until { !recorder.upstream.sockets.isEmpty }
    let id = await recorder.upstream.sockets[0].acknowledge(Board.list)
    let error: JSON = ["message": "no", "locations": [["line": 1, "column": 2]]]
    let errors: JSON = ["errors": [error, ["message": "neither"]]]
    recorder.upstream.sockets[0].say(["id": id, "type": .string(type), "payload": type == "data" ? errors : error])
    let feed = SocketAnswer.feed(ofWhole: await answer, in: SubscriptionsTransportWS())
    #expect(
      feed.take(2)
        == (type == "data" ? [.next(errors.serialize()), .complete] : [.errors(JSON.array([error]).serialize())]))
    withExtendedLifetime(origin) {}
  }

  @Test("An answer over a WebSocket is replayed over HTTP as JSON")
  func replayed() async throws {
    let recorder = try recorder()
    _ = try await ask(Board.list, ["message": "no", "path": ["notes"]], recorder)
    let answer = try await Board(folder: folder).player().ask(Board.list)
    #expect(answer.answer.headers[first: "content-type"] == "application/json; charset=utf-8")
    #expect(answer.message == "no")
  }
}
