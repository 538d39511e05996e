import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Subscriptions by HTTP, and answers in parts.
@Suite("Recording HTTP streams", .timeLimit(.minutes(10)))
struct HTTPStreamRecordingTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let counted = "subscription Counted { counted }"
  static let one: JSON = ["data": ["counted": 1]]

  private func recorder(_ response: UpstreamResponse) throws -> StreamRecorder {
    try StreamRecorder(LiveUpstream { (_) throws(UpstreamError) in response }, folder: folder)
  }

  @Test("Events and parts are the same subscription")
  func alike() async throws {
    var answers: [JSON?] = []
    for (type, text) in [
      ("text/event-stream", "event: next\ndata: \(Self.one.compactText)\n\nevent: complete\n\n"),
      (
        "multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0",
        "\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{\"payload\":\(Self.one.compactText)}\r\n--graphql--"
      ),
    ] {
      let folder = try TestFolder()
      let body = LiveBody()
      let upstream = LiveUpstream { (_) throws(UpstreamError) in body.response(type) }
      let recorder = try StreamRecorder(upstream, folder: folder)
      let stream = try #require(await recorder.subscribe(Self.counted, accept: type))
      #expect(upstream.requests[0].headers[all: "accept"] == [type])
      body.say(text)
      #expect(await stream.next(2) == [.next(Self.one), .complete])
      await recorder.engine.finish()
      answers.append(recorder.recorded("Counted"))
    }
    #expect(answers[0] != nil)
    #expect(answers[0] == answers[1])
  }

  @Test(
    "A coding that is none is read as it is, of a stream and of a single answer",
    arguments: ["none", "identity", "None", "", "identity, none"])
  func noCoding(coding: String) async throws {
    var events = LiveBody.whole("data: \(Self.one.compactText)\n\n").response("text/event-stream")
    events.headers.append("Content-Encoding", coding)
    let stream = try #require(await recorder(events).subscribe(Self.counted, accept: "text/event-stream"))
    #expect(await stream.next(1) == [.next(Self.one)])
    #expect(events.headers.contentCodings == [])
    var plain = HeaderList()
    plain.append("Content-Encoding", "GZIP, none")
    #expect(plain.contentCodings == ["gzip"])
  }

  @Test("An endpoint that has no streams: its refusal is passed on, and nothing is recorded")
  func noStream() async throws {
    let text = #"{"errors":[{"message":"Subscriptions are not supported."}]}"#
    let recorder = try recorder(LiveBody.whole(text).response("application/json", status: 400))
    let answer = await recorder.ask(Self.counted, accept: "text/event-stream")
    #expect(answer.status == 400)
    #expect(try await answer.text == text)
    await recorder.engine.finish()
    #expect(recorder.recorded("Counted") == nil)
  }

  @Test("A plain result is an answer to a subscription as well")
  func oneResult() async throws {
    let text = #"{"data":{"counted":1}}"#
    let recorder = try recorder(LiveBody.whole(text).response("application/json"))
    let answer = await recorder.ask(Self.counted, accept: "text/event-stream")
    #expect(answer.status == 200)
    await recorder.engine.finish()
    #expect(recorder.recorded("Counted")?["status"] == 200)
  }

  @Test("A connection that breaks, and one that sends what is no stream")
  func broken() async throws {
    let body = LiveBody()
    let recorder = try recorder(body.response("text/event-stream"))
    let stream = try #require(await recorder.subscribe(Self.counted, accept: "text/event-stream"))
    body.say("data: \(Self.one.compactText)\n\n")
    _ = await stream.next(1)
    body.breakOff()
    #expect(await stream.next(1) == [.drop])
    await recorder.engine.finish()
    #expect(recorder.recorded("Counted")?["end"] == ["how": "dropped"])
    let wrong = try self.recorder(LiveBody.whole("data: hello\n\n").response("text/event-stream"))
    let garbled = try #require(
      await wrong.subscribe("subscription Other { other }", accept: "text/event-stream"))
    guard case .errors? = await garbled.next(1).first else {
      Issue.record("no errors came")
      return
    }
    await wrong.engine.finish()
    #expect(wrong.recording("Other") == nil)
    #expect(wrong.reasons.contains { $0.contains("not a JSON object. It begins: hello") })
  }

  static let deferred = "query Slow { notes { id ... @defer { text } } }"
  static let parts = "multipart/mixed;boundary=\"-\";deferSpec=20220824"

  @Test("Parts are passed on as they come, and recorded with their content type")
  func deferred() async throws {
    let body = LiveBody()
    let upstream = LiveUpstream { (_) throws(UpstreamError) in body.response(Self.parts) }
    let recorder = try StreamRecorder(upstream, folder: folder)
    let first: JSON = ["data": ["notes": []], "hasNext": true]
    let last: JSON = ["incremental": [["path": ["notes", 0], "data": ["text": "a"]]], "hasNext": false]
    body.say("\r\n---\r\ncontent-type: application/json\r\n\r\n\(first.compactText)\r\n---")
    let stream = try #require(await recorder.subscribe(Self.deferred, accept: Self.parts))
    #expect("\(stream.kind)".contains("deferSpec20220824"))
    #expect(upstream.requests[0].headers[all: "accept-encoding"] == ["identity"])
    #expect(await stream.next(1) == [.next(first)])
    #expect(recorder.log.outcomes == [])
    body.say("\r\ncontent-type: application/json\r\n\r\n\(last.compactText)\r\n-----\r\n")
    #expect(await stream.next(2) == [.next(last), .complete])
    await recorder.engine.finish()
    let answer = try #require(recorder.recorded("Slow"))
    #expect(answer["events"] == [["payload": first], ["payload": last]])
    #expect(answer["end"] == ["how": "complete"])
    #expect(answer["headers"]?["content-type"]?.stringValue == Self.parts)
  }

  @Test("A mutation in parts completes with its first part")
  func deferredMutation() async throws {
    let body = LiveBody()
    let upstream = LiveUpstream { (request) throws(UpstreamError) in
      let isMutation = String(decoding: request.body, as: UTF8.self).contains("mutation")
      return isMutation
        ? body.response(Self.parts)
        : LiveBody.whole(#"{"data":{"notes":[]}}"#).response("application/json")
    }
    let recorder = try StreamRecorder(upstream, folder: folder)
    body.say("---\r\n\r\n{\"data\":{\"add\":{\"id\":\"1\"}},\"hasNext\":true}\r\n---")
    let query = "mutation Add { add { id ... @defer { text } } }"
    let stream = try #require(await recorder.subscribe(query, accept: Self.parts))
    _ = await stream.next(1)
    _ = await recorder.ask(Board.list)
    // A client that goes does not take the answer with it.
    stream.feed.cancel()
    body.say("\r\n\r\n{\"incremental\":[],\"hasNext\":false}\r\n-----")
    await until { recorder.log.outcomes.count == 2 }
    await recorder.engine.finish()
    let state = try #require(recorder.recording("Add")?["states"]?["start"]?["next"]?.stringValue)
    #expect(recorder.recording("Notes")?["states"]?[state] != nil)
    #expect(recorder.recorded("Add")?["events"]?.arrayValue?.count == 2)
  }

  @Test("One answer that comes in a stream's clothes is an answer")
  func single() async throws {
    let text = "event: next\ndata: {\"data\":{\"notes\":[]}}\n\nevent: complete\n\n"
    let recorder = try recorder(LiveBody.whole(text).response("text/event-stream"))
    let answer = await recorder.ask(Board.list, accept: "text/event-stream")
    #expect(try await answer.text == #"{"data":{"notes":[]}}"#)
    await recorder.engine.finish()
    #expect(recorder.recorded("Notes")?["body"] == ["data": ["notes": []]])
  }

  @Test("What endpoint.yaml says of subscriptions goes before the client's own protocol")
  func configured() async throws {
    try folder.write(
      "subscriptions:\n  url: ws://127.0.0.1:2/events\n  protocol: graphql-ws\n", to: "board/endpoint.yaml")
    let upstream = LiveUpstream(subprotocol: "graphql-ws")
    let recorder = try StreamRecorder(upstream, folder: folder)
    var stream = await recorder.subscribe(Self.counted, accept: "text/event-stream")
    #expect(upstream.offers == [["graphql-ws", "graphql-transport-ws"]])
    #expect(upstream.requests.map(\.url) == ["http://127.0.0.1:2/events"])
    let socket = upstream.sockets[0]
    let id = await socket.acknowledge("counted")
    socket.say(["id": id, "type": "data", "payload": Self.one])
    #expect(await stream?.next(1) == [.next(Self.one)])
    // It is this one request's.
    stream?.feed.cancel()
    stream = nil
    await until { socket.closedWith != nil }
    await recorder.engine.finish()
    #expect(recorder.recorded("Counted")?["events"] == [["payload": Self.one]])
  }

  @Test("Secrets of events are not written, and reach the client")
  func secrets() async throws {
    let secret = "s3cr3t-0f-the-ev3nt-9471"
    let event: JSON = ["data": ["loggedIn": ["token": .string(secret), "name": "Ada"]]]
    let text = "event: next\ndata: \(event.compactText)\n\nevent: complete\n\n"
    let recorder = try recorder(LiveBody.whole(text).response("text/event-stream"))
    let query = "subscription LoggedIn { loggedIn { token name } }"
    let stream = try #require(await recorder.subscribe(query, accept: "text/event-stream"))
    #expect(await stream.next(2) == [.next(event), .complete])
    await recorder.engine.finish()
    #expect(recorder.recorded("LoggedIn")?["events"]?[0]?["payload"]?["data"]?["loggedIn"]?["name"] == "Ada")
    for bytes in folder.contents().values { #expect(!String(decoding: bytes, as: UTF8.self).contains(secret)) }
  }

  @Test("An event that no file can hold is passed on, and the stream is not kept")
  func unwritable() async throws {
    let text = "data: {\"data\":{\"counted\":1,\"counted\":2}}\n\nevent: complete\n\n"
    let recorder = try recorder(LiveBody.whole(text).response("text/event-stream"))
    let stream = try #require(await recorder.subscribe(Self.counted, accept: "text/event-stream"))
    #expect(await stream.next(2).count == 2)
    await recorder.engine.finish()
    #expect(recorder.recording("Counted") == nil)
    #expect(recorder.reasons == ["an event has a duplicate key, or is nested too deeply"])
  }
}
