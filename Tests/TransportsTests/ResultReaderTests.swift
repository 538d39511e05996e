import OrderedJSON
import Testing

@testable import Transports

/// What the bodies of streams say.
@Suite("Results of HTTP streams")
struct ResultReaderTests {
  private func results(
    _ contentType: String, isSubscription: Bool = true, _ chunks: String...
  ) throws -> [UpstreamResult] {
    let type = try #require(StreamMediaType(["content-type": contentType]))
    var reader = ResultReader(type, isSubscription: isSubscription)
    var results: [UpstreamResult] = []
    for chunk in chunks { results += try reader.take(Array(chunk.utf8)) }
    return try results + reader.finish()
  }

  static let one: JSON = ["data": ["n": 1]]
  static let failure: JSON = [["message": "no"]]

  @Test("Server-sent events")
  func events() throws {
    let next = "event: next\ndata: {\"data\":{\"n\":1}}\n\n"
    #expect(try results("text/event-stream", next, "event: complete\n\n", next) == [.next(Self.one), .complete])
    // A server that only ends the body has ended the operation.
    #expect(try results("text/event-stream", "data: {\"data\":{\"n\":1}}\n\n") == [.next(Self.one), .complete])
    #expect(try results("text/event-stream", "event: ping\ndata: 1\n\ndata:\n\n") == [.complete])
    #expect(
      try results("text/event-stream", "event: error\ndata: [{\"message\":\"no\"}]\n\n") == [.errors(Self.failure)])
    #expect(throws: UpstreamError.self) { try results("text/event-stream", "data: hello\n\n") }
  }

  private static func body(_ parts: String...) -> String {
    parts.map { "\r\n--graphql\r\ncontent-type: application/json\r\n\r\n\($0)" }.joined() + "\r\n--graphql--"
  }

  @Test("Parts of a subscription")
  func subscription() throws {
    let type = "multipart/mixed;boundary=graphql;subscriptionSpec=1.0"
    #expect(
      try results(type, Self.body("{}", "{\"payload\":{\"data\":{\"n\":1}}}", "{}")) == [.next(Self.one), .complete])
    #expect(
      try results(type, Self.body("{\"payload\":null,\"errors\":[{\"message\":\"no\"}]}")) == [.errors(Self.failure)])
    #expect(
      try results(type, Self.body("{\"payload\":{\"data\":{\"n\":1}},\"errors\":[{\"message\":\"no\"}]}"))
        == [.next(Self.one), .errors(Self.failure)])
    #expect(
      try results(
        "multipart/mixed; boundary=graphql", Self.body("{\"data\":{\"n\":1},\"hasNext\":true}", "{\"hasNext\":false}"))
        == [.next(Self.one), .complete])
  }

  @Test("Parts of one answer")
  func incremental() throws {
    let type = "multipart/mixed;boundary=graphql;deferSpec=20220824"
    let first = "{\"data\":{\"n\":1},\"hasNext\":true}"
    let last = "{\"hasNext\":false}"
    #expect(
      try results(type, isSubscription: false, Self.body(first, last, "{}"))
        == [.next(["data": ["n": 1], "hasNext": true]), .next(["hasNext": false]), .complete])
    #expect(throws: UpstreamError.self) { try results(type, isSubscription: false, Self.body("[1]")) }
  }
}
