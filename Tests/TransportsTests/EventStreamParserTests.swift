import TestSupport
import Testing

@testable import Transports

/// `text/event-stream`, however it is cut.
@Suite("Server-sent events")
struct EventStreamParserTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let events: [ServerSentEvent]

    init(_ name: String, _ text: String, _ events: [(String, String)]) {
      self.name = name
      self.text = text
      self.events = events.map { ServerSentEvent(name: $0, data: Array($1.utf8)) }
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      "graphql-sse", "event: next\ndata: {\"a\":1}\n\nevent: complete\ndata:\n\n",
      [("next", "{\"a\":1}"), ("complete", "")]),
    Case("CRLF", "event: next\r\ndata: 1\r\n\r\n", [("next", "1")]),
    Case("CR", "event: next\rdata: 1\r\r", [("next", "1")]),
    Case("mixed line ends", "data: 1\r\ndata: 2\rdata: 3\n\r\n", [("", "1\n2\n3")]),
    Case("byte order mark", "\u{FEFF}data: 1\n\n", [("", "1")]),
    Case("a mark that is not at the start", "\n\u{FEFF}data: 1\n\n", []),
    Case("several lines of data", "data: {\ndata: \ndata:  }\n\n", [("", "{\n\n }")]),
    Case("comments", ": hello\n:\n\ndata: 1\n: in between\n\n", [("", "1")]),
    Case("no space, one space, two spaces", "data:1\n\ndata: 1\n\ndata:  1\n\n", [("", "1"), ("", "1"), ("", " 1")]),
    Case("a field without a colon", "data\n\n", [("", "")]),
    Case("fields that nobody reads", "id: 7\nretry: 10\nfoo: bar\ndata: 1\n\n", [("", "1")]),
    Case("the last name counts", "event: a\nevent: b\ndata: 1\n\n", [("b", "1")]),
    Case("an end without data", "event: complete\n\n", [("complete", "")]),
    Case("a name is not kept for the next", "event: a\ndata: 1\n\ndata: 2\n\n", [("a", "1"), ("", "2")]),
    Case("what does not end is none", "data: 1\n\ndata: 2\n", [("", "1")]),
    Case("case counts", "Data: 1\n\n", []),
    Case("more than ASCII", "data: Grüße 🚀\n\n", [("", "Grüße 🚀")]),
  ]

  @Test("At once, byte by byte, and cut in two at every place", arguments: cases)
  func cut(_ example: Case) throws {
    let bytes = Array(example.text.utf8)
    for cut in bytes.indices {
      var parser = EventStreamParser()
      #expect(try parser.take(bytes[..<cut]) + parser.take(bytes[cut...]) == example.events, "cut at \(cut)")
    }
    var parser = EventStreamParser()
    var events: [ServerSentEvent] = []
    for byte in bytes { events += try parser.take([byte]) }
    #expect(events == example.events)
  }

  @Test("An event over the limit is refused; many small ones are not")
  func limit() throws {
    var parser = EventStreamParser(limit: 20)
    for _ in 0..<100 { #expect(try parser.take(Array("data: 0123456789\n\n".utf8)).count == 1) }
    #expect(throws: UpstreamError.self) { try parser.take(Array("data: 0123456789012345\n\n".utf8)) }
    var lines = EventStreamParser(limit: 20)
    #expect(throws: UpstreamError.self) { try lines.take(Array("data: 0123456789\ndata: 0123456789\n\n".utf8)) }
  }
}
