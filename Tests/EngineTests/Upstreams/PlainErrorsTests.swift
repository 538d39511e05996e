import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Endpoints that answer a subscription over HTTP with errors, as plain JSON and with status 200.
@Suite("Subscriptions answered by errors", .timeLimit(.minutes(10)))
struct PlainErrorsTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func refusing(_ text: String, subprotocol: String? = nil) -> LiveUpstream {
    LiveUpstream(subprotocol: subprotocol) { (_) throws(UpstreamError) in
      LiveBody.whole(text).response("application/json")
    }
  }

  @Test(
    "Errors with status 200 are kept where no other way leads further, and replayed to everybody",
    arguments: [FallbackTests.events, FallbackTests.parts, nil])
  func errorsAsPlainJSON(_ accept: String?) async throws {
    let text = #"{"errors":[{"message":"No board 7.","extensions":{"code":"NOT_FOUND"}}]}"#
    let upstream = refusing(text)
    let recorder = try StreamRecorder(upstream, folder: folder)
    // Without an `Accept` it comes over a WebSocket, which the endpoint has none of.
    let origin = accept == nil ? StreamRecorder.origin() : nil
    #expect(try await recorder.ask(FallbackTests.counted, over: origin, accept: accept).text == text)
    await recorder.engine.finish()
    #expect(recorder.recorded("Counted")?["body"]?.compactText == text)
    if accept != nil { #expect(recorder.warnings.count == 1 && recorder.warnings[0].contains("which are recorded")) }
    let player = try Board(folder: folder).player()
    for type in [FallbackTests.events, FallbackTests.parts] {
      var request = Board.request(FallbackTests.counted)
      request.headers.append("Accept", type)
      let told = try await player.respond(to: request).get().text
      // Who takes events alone gets it as one.
      #expect(
        told == (type == FallbackTests.events ? "event: next\ndata: \(text)\n\nevent: complete\ndata:\n\n" : text))
    }
    var request = Board.request(FallbackTests.counted)
    request.socket = StreamRecorder.origin()
    let feed = SocketAnswer.feed(ofWhole: await player.respond(to: request).get(), in: GraphQLTransportWS())
    let errors = try #require(try JSON.parse(Array(text.utf8))["errors"])
    #expect(await EventStream(.subscription, feed).next(2) == [.errors(errors.serialize())])
  }

  @Test("Errors to a client that reads no stream, and what another way brings instead, are not kept")
  func errorsOfTheWay() async throws {
    let plain = try StreamRecorder(refusing(FallbackTests.refusal), folder: folder)
    #expect(try await plain.ask(FallbackTests.counted, accept: "application/json").text == FallbackTests.refusal)
    await plain.engine.finish()
    #expect(plain.recording("Counted") == nil && plain.reasons.count == 1)
    // Over a WebSocket it has the subscription.
    let upstream = refusing(FallbackTests.refusal, subprotocol: "graphql-transport-ws")
    let recorder = try StreamRecorder(upstream, folder: folder)
    async let stream = recorder.subscribe(FallbackTests.counted, accept: FallbackTests.events)
    await until { !upstream.sockets.isEmpty }
    let id = await upstream.sockets[0].acknowledge("counted")
    upstream.sockets[0].say(["id": id, "type": "next", "payload": FallbackTests.one])
    upstream.sockets[0].say(["id": id, "type": "complete"])
    #expect(await stream?.next(2) == [.next(FallbackTests.one), .complete])
    await recorder.engine.finish()
    #expect(recorder.recorded("Counted")?["events"] == [["payload": FallbackTests.one]])
  }
}
