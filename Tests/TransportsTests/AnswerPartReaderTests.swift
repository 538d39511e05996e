import OrderedJSON
import TestSupport
import Testing

@testable import Transports

/// `multipart/mixed`, however it is cut.
@Suite("Multipart bodies")
struct AnswerPartReaderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let boundary: String
    let text: String
    let bodies: [String]
    let isOver: Bool

    init(_ name: String, boundary: String = "graphql", _ text: String, _ bodies: [String], isOver: Bool = true) {
      self.name = name
      self.boundary = boundary
      self.text = text
      self.bodies = bodies
      self.isOver = isOver
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      "as Apollo's clients want it",
      "\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{\"a\":1}\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{\"b\":2}\r\n--graphql--",
      ["{\"a\":1}", "{\"b\":2}"]),
    Case(
      "a dash for a boundary", boundary: "-",
      "\r\n---\r\nContent-Type: application/json\r\n\r\n{\"a\":1}\r\n---\r\nContent-Type: application/json\r\n\r\n{\"b\":2}\r\n-----\r\n",
      ["{\"a\":1}", "{\"b\":2}"]),
    Case("a preamble and an epilogue", "hello\r\n--graphql\r\n\r\nx\r\n--graphql--\r\n--graphql\r\n\r\ny", ["x"]),
    Case("LF only", "--graphql\nA: b\n\nx\n--graphql--\n", ["x"]),
    Case("lines within a body", "--graphql\r\n\r\n{\r\n\"a\":\r\n1}\r\n--graphql--\r\n", ["{\r\n\"a\":\r\n1}"]),
    Case("an empty line ends a body", "--graphql\r\n\r\nx\r\n\r\n--graphql--\r\n", ["x\r\n"]),
    Case("spaces behind a delimiter", "--graphql \t\r\n\r\nx\r\n--graphql-- \r\n", ["x"]),
    Case("dashes within a body", "--graphql\r\n\r\n-- graphql\r\n--\r\n--graphql--\r\n", ["-- graphql\r\n--"]),
    Case("an empty part", "--graphql\r\n\r\n\r\n--graphql--\r\n", [""]),
    Case("an empty part without a line", "--graphql\n\n--graphql\n\nx\n--graphql--", ["", "x"]),
    Case("two delimiters without a part", "--graphql\r\n--graphql\r\nA: b\r\n\r\nx\r\n--graphql--\r\n", ["x"]),
    Case("CR and LF within a body", "--graphql\r\n\r\nx\r\r\ny\n\r\n--graphql--\r\n", ["x\r\r\ny\n"]),
    Case("no end", "--graphql\r\n\r\nx\r\n--graphql\r\n", ["x"], isOver: false),
    Case("nothing", "", [], isOver: false),
  ]

  @Test("At once, byte by byte, and cut in two at every place", arguments: cases)
  func cut(_ example: Case) throws {
    let bytes = Array(example.text.utf8)
    for cut in 0...bytes.count {
      var parser = AnswerPartReader(boundary: example.boundary)
      let parts = try parser.take(bytes[..<cut]) + parser.take(bytes[cut...])
      #expect(parts.map { String(decoding: $0, as: UTF8.self) } == example.bodies, "cut at \(cut)")
      #expect(parser.isOver == example.isOver)
      #expect(parser.finish() == nil)
    }
    var parser = AnswerPartReader(boundary: example.boundary)
    var parts: [[UInt8]] = []
    for byte in bytes { parts += try parser.take([byte]) }
    #expect(parts.map { String(decoding: $0, as: UTF8.self) } == example.bodies)
  }

  @Test("A header has only fields")
  func headers() throws {
    var parser = AnswerPartReader(boundary: "b")
    let parts = try parser.take(Array("--b\r\nCONTENT-Type:application/json\r\nx: 1\r\n\r\n{}\r\n--b--".utf8))
    #expect(parts == [Array("{}".utf8)])
    var broken = AnswerPartReader(boundary: "b")
    #expect(throws: UpstreamError.self) { try broken.take(Array("--b\r\nno field\r\n\r\n{}\r\n--b--".utf8)) }
    var endless = AnswerPartReader(boundary: "b")
    #expect(throws: UpstreamError.self) {
      for _ in 0..<20 { _ = try endless.take(Array("--b\r\nx: \(String(repeating: "y", count: 1_000))".utf8)) }
    }
  }

  @Test("Many parts in one chunk")
  func many() throws {
    for lineEnd in ["\r\n", "\n"] {
      let parts = (0..<1_000).map { "--b\(lineEnd)A: b\(lineEnd + lineEnd)\($0)\(lineEnd)" }
      var parser = AnswerPartReader(boundary: "b")
      let bodies = try parser.take(Array((parts.joined() + "--b--").utf8))
      #expect(bodies == (0..<1_000).map { Array("\($0)".utf8) })
      #expect(parser.isOver)
    }
  }

  @Test("A whole part is told before its delimiter comes, and once")
  func early() throws {
    var parser = AnswerPartReader(boundary: "b") { (try? JSON.parse($0)) != nil }
    func bodies(_ text: String) throws -> [String] {
      try parser.take(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try bodies("--b\r\n\r\n{\"a\":{}") == [])
    #expect(try bodies("}") == ["{\"a\":{}}"])
    #expect(try bodies("\r\n") == [])
    #expect(try bodies("--b\r\n\r\n{\"c\":1}\r\n") == ["{\"c\":1}\r\n"])
    #expect(try bodies("--b\r\n\r\n{}\r\n--b--") == ["{}"])
    #expect(parser.isOver)
  }

  @Test("A last part without a delimiter is told at the end")
  func unfinished() throws {
    var parser = AnswerPartReader(boundary: "b")
    #expect(try parser.take(Array("--b\r\n\r\n{}\r\n".utf8)) == [])
    #expect(parser.finish() == Array("{}\r\n".utf8))
    #expect(parser.finish() == nil)
  }

  @Test("A part over the limit is refused")
  func limit() {
    var parser = AnswerPartReader(boundary: "b", limit: 30)
    #expect(throws: UpstreamError.self) {
      try parser.take(Array("--b\r\n\r\n\(String(repeating: "x", count: 40))\r\n--b--".utf8))
    }
  }

  @Test(
    "Media types",
    arguments: [
      ("text/event-stream; charset=utf-8", StreamMediaType.events),
      ("Text/Event-Stream", .events),
      (
        "multipart/mixed;boundary=\"gra;ph\\\"ql\";subscriptionSpec=1.0",
        .multipart(boundary: "gra;ph\"ql", isSubscription: true, deferSpec: nil)
      ),
      (
        "multipart/mixed; BOUNDARY=-; deferSpec=20220824",
        .multipart(boundary: "-", isSubscription: false, deferSpec: "20220824")
      ),
      ("multipart/mixed", .multipart(boundary: "-", isSubscription: false, deferSpec: nil)),
      ("application/json; boundary=x", nil),
    ] as [(String, StreamMediaType?)])
  func mediaTypes(_ value: String, _ expected: StreamMediaType?) {
    #expect(StreamMediaType(["Content-Type": value]) == expected)
  }
}
