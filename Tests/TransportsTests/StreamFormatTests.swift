import GraphQLExecution
import Recordings
import Synchronization
import TestSupport
import Testing

@testable import Transports

/// Streams as they stand in an HTTP body, byte by byte.
@Suite("Spelling of streams")
struct StreamFormatTests {
  private func text(_ spelling: StreamFormat, _ events: [StreamEvent]) throws -> String {
    var writer = StreamWriter(spelling)
    var bytes: [UInt8] = []
    for event in events { try writer.write(event, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func next(_ text: String) -> StreamEvent { .next(Array(text.utf8)) }

  @Test("Server-sent events")
  func events() throws {
    #expect(
      try text(.events, [next(#"{"data":{"n":1}}"#), .complete])
        == "event: next\ndata: {\"data\":{\"n\":1}}\n\nevent: complete\ndata:\n\n")
    #expect(
      try text(.events, [.errors(Array(#"[{"message":"no"}]"#.utf8))])
        == "event: next\ndata: {\"errors\":[{\"message\":\"no\"}]}\n\nevent: complete\ndata:\n\n")
    #expect(try text(.events, [next("{\n\"data\":1}")]) == "event: next\ndata: {\ndata: \"data\":1}\n\n")
    #expect(try text(.events, [.complete]) == "event: complete\ndata:\n\n")
  }

  @Test("Apollo's multipart protocol for subscriptions")
  func subscriptionParts() throws {
    let part = "\r\ncontent-type: application/json\r\n\r\n"
    #expect(
      try text(.subscriptionParts, [next(#"{"data":{"tripsBooked":1}}"#), .complete])
        == "\r\n--graphql\(part){\"payload\":{\"data\":{\"tripsBooked\":1}}}\r\n--graphql--")
    #expect(
      try text(.subscriptionParts, [.errors(Array(#"[{"message":"…"}]"#.utf8))])
        == "\r\n--graphql\(part){\"payload\":null,\"errors\":[{\"message\":\"…\"}]}\r\n--graphql--")
    #expect(try text(.subscriptionParts, [.complete]) == "\r\n--graphql--")
    var writer = StreamWriter(.subscriptionParts)
    var bytes: [UInt8] = []
    writer.writeHeartbeat(to: &bytes)
    try writer.write(next("{}"), to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\r\n--graphql\(part){}\r\n--graphql\(part){\"payload\":{}}\r\n--graphql")
  }

  @Test("Parts of one result, in both spellings")
  func parts() throws {
    let events = [next(#"{"data":{},"hasNext":true}"#), next(#"{"hasNext":false}"#), .complete]
    let part = "\r\ncontent-type: application/json\r\n\r\n"
    #expect(
      try text(.parts(.deferSpec20220824), events)
        == "\r\n--graphql\(part){\"data\":{},\"hasNext\":true}\r\n--graphql\(part){\"hasNext\":false}\r\n--graphql--")
    #expect(
      try text(.parts(.draft), events)
        == "\r\n---\(part){\"data\":{},\"hasNext\":true}\r\n---\(part){\"hasNext\":false}\r\n-----")
    #expect(
      try text(.parts(.draft), [.errors(Array("[]".utf8))])
        == "\r\n---\(part){\"errors\":[],\"hasNext\":false}\r\n-----")
  }

  @Test("The content type carries the boundary and the protocol")
  func contentType() {
    #expect(StreamFormat.events.contentType == "text/event-stream; charset=utf-8")
    #expect(StreamFormat.subscriptionParts.contentType == "multipart/mixed;boundary=graphql;subscriptionSpec=1.0")
    #expect(
      StreamFormat.parts(.deferSpec20220824).contentType == "multipart/mixed;boundary=graphql;deferSpec=20220824")
    #expect(StreamFormat.parts(.draft).contentType == "multipart/mixed;boundary=\"-\"")
  }

  @Test("Results that are there go out together, parts of a result one by one")
  func chunks() async throws {
    for (spelling, count) in [(StreamFormat.events, 1), (.parts(.draft), 3)] {
      let feed = QueueFeed()
      for event in [next("1"), next("2"), .complete] { feed.push(event) }
      var chunks = 0
      for try await _ in EncodedStream(feed, as: spelling, timer: VirtualTimer()) { chunks += 1 }
      #expect(chunks == count)
    }
  }

  @Test("Where nothing comes for long a heartbeat does")
  func heartbeat() async throws {
    let timer = VirtualTimer()
    let feed = QueueFeed()
    let chunks = Task {
      var texts: [String] = []
      for try await chunk in EncodedStream(feed, as: .events, timer: timer) {
        texts.append(String(decoding: chunk, as: UTF8.self))
        feed.push(.complete)
      }
      return texts
    }
    while timer.alarms == 0 { await Task.yield() }
    timer.pass(milliseconds: EncodedStream.heartbeat)
    #expect(try await chunks.value == [":\n\n", "event: complete\ndata:\n\n"])
    #expect(timer.alarms == 0)
  }

  @Test(
    "What came before a break goes out, then the body breaks off, and so where a WebSocket was closed",
    arguments: [StreamEvent.drop, SocketClose(code: 4403, reason: "Forbidden").map { .close($0) } ?? .drop])
  func drop(event: StreamEvent) async throws {
    let feed = QueueFeed()
    for event in [next("1"), event] { feed.push(event) }
    var iterator = EncodedStream(feed, as: .events, timer: VirtualTimer()).makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    await #expect(throws: StreamWriter.Dropped.self) { try await iterator.next() }
  }

  @Test("A client that goes while nothing comes cancels the feed, and so does an answer that is never sent")
  func cancelled() async throws {
    let cancelled = Wakes()
    let timer = VirtualTimer()
    let feed = QueueFeed(cancelled: cancelled.wake)
    let reading = Task { [stream = EncodedStream(feed, as: .events, timer: timer)] in for try await _ in stream {} }
    while timer.alarms == 0 { await Task.yield() }
    reading.cancel()
    _ = await reading.result
    #expect(cancelled.count == 1 && timer.alarms == 0)
    do { _ = EncodedStream(QueueFeed(cancelled: cancelled.wake), as: .events, timer: timer) }
    #expect(cancelled.count == 2)
  }
}
