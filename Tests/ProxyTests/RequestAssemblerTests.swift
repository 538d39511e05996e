import NIOCore
import NIOHTTP1
import Requests
import Testing

@testable import Proxy

/// The deciding half of a connection, as a script of what comes in and what has to be done.
@Suite("Whole requests, within the bounds")
struct RequestAssemblerTests {
  private func assembler(body: Int = 10, headers: Int = 1000) -> RequestAssembler {
    var limits = ConnectionLimits()
    limits.bodyBytes = body
    limits.headerBytes = headers
    return RequestAssembler(limits: limits)
  }

  private func head(_ headers: HTTPHeaders = [:]) -> HTTPRequestHead {
    var all: HTTPHeaders = ["host": "localhost"]
    all.add(contentsOf: headers)
    return HTTPRequestHead(version: .http1_1, method: .POST, uri: "/graphql", headers: all)
  }

  @Test("A request is dispatched at its end, with all its chunks")
  func whole() {
    var assembler = assembler()
    #expect(assembler.received(head: head()) == .nothing)
    #expect(assembler.isReceiving)
    #expect(assembler.received(body: ByteBuffer(string: "{\"a")) == .nothing)
    #expect(assembler.received(body: ByteBuffer(string: "\":1}")) == .nothing)
    #expect(assembler.receivedEnd() == .dispatch(head(), ByteBuffer(string: "{\"a\":1}")))
    #expect(!assembler.isReceiving)
  }

  @Test("A second request on the connection starts with an empty body")
  func second() {
    var assembler = assembler()
    for body in ["one", "two"] {
      #expect(assembler.received(head: head()) == .nothing)
      #expect(assembler.received(body: ByteBuffer(string: body)) == .nothing)
      #expect(assembler.receivedEnd() == .dispatch(head(), ByteBuffer(string: body)))
    }
  }

  @Test("A body may be as large as the bound, and not a byte larger")
  func bodyBound() {
    var exact = assembler(body: 4)
    _ = exact.received(head: head())
    #expect(exact.received(body: ByteBuffer(string: "1234")) == .nothing)
    var over = assembler(body: 4)
    _ = over.received(head: head())
    #expect(over.received(body: ByteBuffer(string: "123")) == .nothing)
    #expect(over.received(body: ByteBuffer(string: "45")) == .refuse(.bodyTooLarge(limit: 4)))
  }

  @Test("A body whose announced length is over the bound is refused before it comes")
  func announced() {
    var assembler = assembler(body: 4)
    #expect(assembler.received(head: head(["content-length": "5"])) == .refuse(.bodyTooLarge(limit: 4)))
  }

  @Test("What comes after a refusal is dropped, and a second refusal is not sent")
  func afterRefusal() {
    var assembler = assembler(body: 1)
    _ = assembler.received(head: head(["content-length": "5"]))
    #expect(assembler.received(body: ByteBuffer(string: "12345")) == .nothing)
    #expect(assembler.receivedEnd() == .nothing)
    #expect(assembler.received(head: head()) == .nothing)
    #expect(assembler.refuse(.requestTooSlow(seconds: 1)) == .nothing)
  }

  @Test("Header fields over the bound are refused")
  func headerBound() {
    var assembler = assembler(headers: 100)
    let headers: HTTPHeaders = ["x": String(repeating: "a", count: 100)]
    #expect(assembler.received(head: head(headers)) == .refuse(.headersTooLarge(limit: 100)))
  }

  @Test("A client that waits for 100 Continue gets it, and one of HTTP/1.0 does not")
  func continues() {
    var assembler = assembler()
    #expect(assembler.received(head: head(["expect": "100-continue"])) == .sendContinue)
    var old = head(["expect": "100-continue"])
    old.version = .http1_0
    var other = self.assembler()
    #expect(other.received(head: old) == .nothing)
  }

  @Test(
    "Each problem has its status and names its bound",
    arguments: [
      (ConnectionProblem.bodyTooLarge(limit: 7), 413, "7 bytes"), (.headersTooLarge(limit: 8), 431, "8 bytes"),
      (.tooManyHeaderFields(limit: 8), 431, "more than 8 header fields"), (.host(.missing), 400, "no Host"),
      (.host(.repeated(3)), 400, "3 Host"), (.host(.invalid("a b")), 400, "\"a b\""),
      (.transferCoding("gzip"), 501, "\"gzip\""),
      (.tooManyConnections(limit: 9), 503, "9 connections"), (.requestTooSlow(seconds: 3), 408, "3 s"),
      (.notHTTP("invalidVersion"), 400, "invalidVersion"),
    ])
  func problems(problem: ConnectionProblem, status: Int, bound: String) {
    #expect(problem.answer.status == status)
    #expect(problem.message.contains(bound))
  }
}
