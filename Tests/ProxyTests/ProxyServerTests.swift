import NIOCore
import NIOEmbedded
import NIOHTTP1
import Requests
import Synchronization
import Testing
import Transports

@testable import Proxy

/// Answers with the request's body, at once or later as its path says; notes how often it was asked.
final class EchoResponder: Responder {
  private let asked = Atomic<Int>(0)
  private let moves = Atomic<Int>(0)

  var count: Int { asked.load(ordering: .relaxed) }
  var generation: Int { moves.load(ordering: .relaxed) }
  func move() { moves.add(1, ordering: .relaxed) }

  func respond(to request: ClientRequest) -> Response {
    asked.add(1, ordering: .relaxed)
    let path = request.target.path
    @Sendable func answer(_ body: Answer.Body, isRepeatable: Bool = false) -> Answer {
      Answer(status: 200, headers: ["content-type": "text/plain"], body: body, isRepeatable: isRepeatable)
    }
    let body = request.body
    switch path {
    case "/same": return .now(answer(.bytes(body), isRepeatable: true))
    case "/later", "/much-later":
      return .later {
        try? await Task.sleep(for: path == "/later" ? .milliseconds(50) : .seconds(4))
        return answer(.bytes(body))
      }
    case "/stream": return .later { answer(.stream(Parts(parts: ["one", "two"], breaks: false))) }
    case "/broken": return .later { answer(.stream(Parts(parts: ["one"], breaks: true))) }
    default: return .now(answer(.bytes(body)))
    }
  }
}

private struct Parts: AsyncSequence, Sendable {
  let parts: [String]
  let breaks: Bool

  func makeAsyncIterator() -> Iterator { Iterator(rest: parts[...], breaks: breaks) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<String>
    let breaks: Bool

    mutating func next() async throws -> [UInt8]? {
      if let part = rest.popFirst() { return Array(part.utf8) }
      if breaks { throw UpstreamError(.broken, "gone") }
      return nil
    }
  }
}

@Suite("The server, over real sockets")
struct ProxyServerTests {
  let responder = EchoResponder()

  private func serve<Result>(
    _ limits: ConnectionLimits = ConnectionLimits(), _ body: (ProxyServer) async throws -> Result
  ) async throws -> Result {
    try await ProxyServer.serve(responder, limits, body)
  }

  @Test("Requests that come in one piece are answered in their order, fast ones behind slow ones too")
  func pipelining() async throws {
    let text = try await serve { server in
      let client = try await RawClient(port: server.port)
      try await client.send(
        .post("first", path: "/later") + .post("second") + .post("third", path: "/later") + .post("fourth"))
      return await client.read(until: "fourth")
    }
    let words = ["first", "second", "third", "fourth"]
    let bodies = text.split(separator: "\r\n\r\n").map(String.init).compactMap { part in
      words.first { part.hasPrefix($0) }
    }
    #expect(bodies == words)
  }

  @Test("A request that comes byte by byte is a request")
  func drip() async throws {
    let text = try await serve { server in
      let client = try await RawClient(port: server.port)
      for byte in String.post("{\"a\":1}") { try await client.send(String(byte)) }
      return await client.read(until: "{\"a\":1}")
    }
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test("The third time the same bytes come, the responder is not asked; after a change it is")
  func table() async throws {
    try await serve { server in
      let client = try await RawClient(port: server.port)
      var answers: [String] = []
      for _ in 0..<5 {
        try await client.send(.post("x=1", path: "/same"))
        answers.append(await client.read(until: "x=1"))
      }
      #expect(responder.count == 2)
      #expect(Set(answers).count == 1)
      responder.move()
      try await client.send(.post("x=1", path: "/same"))
      #expect(await client.read(until: "x=1") == answers[0])
      #expect(responder.count == 3)
    }
  }

  @Test("Requests that differ in anything are not taken for each other")
  func tableTwins() async throws {
    try await serve { server in
      let client = try await RawClient(port: server.port)
      let twins = [
        String.post("x=1", path: "/same"), .post("x=2", path: "/same"),
        .post("x=1", path: "/same", headers: "Authorization: a\r\n"),
        .post("x=1", path: "/same", headers: "Authorization: b\r\n"), .post("x=1", path: "/same?a"),
        "PUT" + String.post("x=1", path: "/same").dropFirst(4),
        .post("x=1", path: "/same", headers: "authorization: a\r\n"),
      ]
      // Each is kept before the next one comes, which must be asked for all the same.
      for twin in twins {
        let before = responder.count
        for _ in 0..<3 {
          try await client.send(twin)
          _ = await client.read(until: "x=")
        }
        #expect(responder.count > before, "\(twin)")
      }
    }
  }

  @Test("An answer that comes in parts is sent in parts, and one that breaks off breaks the connection")
  func streams() async throws {
    try await serve { server in
      let whole = try await RawClient(port: server.port)
      try await whole.send(.post("", path: "/stream"))
      let text = await whole.read(until: "0\r\n\r\n")
      #expect(text.contains("3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"))
      let broken = try await RawClient(port: server.port)
      try await broken.send(.post("", path: "/broken"))
      let rest = await broken.readToEnd()
      #expect(rest.contains("one"))
      #expect(!rest.contains("0\r\n\r\n"))
    }
  }

  @Test("A body over the bound gets 413 before it is sent, and the connection ends")
  func tooLarge() async throws {
    var limits = ConnectionLimits()
    limits.bodyBytes = 10
    let text = try await serve(limits) { server in
      let client = try await RawClient(port: server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\n\r\n")
      return await client.readToEnd()
    }
    #expect(text.hasPrefix("HTTP/1.1 413 "))
    #expect(text.contains("UNDERSTUDY_BODY_TOO_LARGE"))
    #expect(responder.count == 0)
  }

  @Test("Header fields over the bound get 431")
  func headers() async throws {
    let text = try await serve { server in
      let client = try await RawClient(port: server.port)
      try await client.send(.post("x", headers: "X-Large: \(String(repeating: "a", count: 70_000))\r\n"))
      return await client.readToEnd()
    }
    #expect(text.hasPrefix("HTTP/1.1 431 "))
  }

  @Test(
    "A client that is too slow gets 408, and others are served meanwhile",
    arguments: ["POST / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"])
  func slow(start: String) async throws {
    var limits = ConnectionLimits()
    limits.requestTime = .milliseconds(300)
    try await serve(limits) { server in
      let slow = try await RawClient(port: server.port)
      try await slow.send(start)
      let other = try await RawClient(port: server.port)
      try await other.send(.post("hello"))
      #expect(await other.read(until: "hello").contains("200 OK"))
      #expect(await slow.readToEnd().hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test("One connection over the bound is told so, and a place that is free again is given")
  func connections() async throws {
    var limits = ConnectionLimits()
    limits.connections = 1
    try await serve(limits) { server in
      let first = try await RawClient(port: server.port)
      try await first.send(.post("x=1"))
      _ = await first.read(until: "x=1")
      let second = try await RawClient(port: server.port)
      #expect(await second.readToEnd().hasPrefix("HTTP/1.1 503 "))
      await first.close()
      var text = ""
      for _ in 0..<50 where !text.contains("200 OK") {
        let third = try await RawClient(port: server.port)
        try? await third.send(.post("x=3", headers: "Connection: close\r\n"))
        text = await third.readToEnd()
      }
      #expect(text.contains("200 OK"))
    }
  }

  @Test("Bytes that are not HTTP get 400 with the reason", arguments: ["\u{16}\u{3}\u{1}hello\r\n\r\n", "GET\r\n\r\n"])
  func notHTTP(bytes: String) async throws {
    let text = try await serve { server in
      let client = try await RawClient(port: server.port)
      try await client.send(bytes)
      return await client.readToEnd()
    }
    #expect(text.hasPrefix("HTTP/1.1 400 "))
  }

  @Test("A client of HTTP/1.0 gets its answer and the end; HEAD gets no body")
  func versions() async throws {
    try await serve { server in
      let old = try await RawClient(port: server.port)
      try await old.send("POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc")
      #expect(await old.readToEnd().hasSuffix("\r\n\r\nabc"))
      let head = try await RawClient(port: server.port)
      try await head.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc")
      let text = await head.readToEnd()
      #expect(text.hasSuffix("\r\n\r\n") && text.contains("content-length: 3") && !text.contains("chunked"))
    }
  }

  @Test("Waiting for 100 Continue works")
  func continues() async throws {
    try await serve { server in
      let client = try await RawClient(port: server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
      #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      try await client.send("abc")
      #expect(await client.read(until: "abc").hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test("A connection is closed when it was idle for the time that it may, which begins after the last answer")
  func idle() async throws {
    var limits = ConnectionLimits()
    limits.idleTime = .seconds(3)
    try await serve(limits) { server in
      let idle = try await RawClient(port: server.port)
      try await idle.send(.post("only"))
      let busy = try await RawClient(port: server.port)
      try await busy.send(.post("first", path: "/much-later"))
      #expect(await idle.readToEnd().hasSuffix("only"))
      #expect(await busy.read(until: "first").hasSuffix("first"))
      // Twice that time after the request, though not after its answer.
      try await Task.sleep(for: .milliseconds(2500))
      try await busy.send(.post("second"))
      #expect(await busy.readToEnd().hasSuffix("second"))
    }
  }

  @Test("At the end an answer in flight is finished, and idle connections do not hold it up")
  func shutdown() async throws {
    let server = try await ProxyServer.start(port: 0, responder: responder)
    let idle = try await RawClient(port: server.port)
    let busy = try await RawClient(port: server.port)
    try await busy.send(.post("in flight", path: "/later"))
    while responder.count == 0 { try await Task.sleep(for: .milliseconds(2)) }
    async let stopped: Void = server.shutdown(grace: .seconds(10))
    #expect(await busy.readToEnd().contains("in flight"))
    #expect(await idle.readToEnd() == "")
    await stopped
    await #expect(throws: (any Error).self) { try await RawClient(port: server.port) }
  }

  @Test("A port in use says so and what to do")
  func portInUse() async throws {
    try await serve { server in
      let error = await #expect(throws: StartError.self) {
        try await ProxyServer.start(port: server.port, responder: responder)
      }
      #expect(
        error?.description
          == "Port \(server.port) on 127.0.0.1 is in use. Choose another port with --port, or --port 0 for any free one."
      )
    }
  }
}

@Suite("Whole answers in bytes")
struct WireBytesTests {
  @Test(
    "An answer is framed as SwiftNIO's encoder frames it",
    arguments: [
      (200, .POST, .http1_1), (200, .HEAD, .http1_1), (200, .GET, .http1_0), (201, .POST, .http1_1),
      (204, .POST, .http1_1), (304, .GET, .http1_1), (299, .POST, .http1_1), (502, .POST, .http1_1),
    ] as [(Int, HTTPMethod, HTTPVersion)])
  func framing(status: Int, method: HTTPMethod, version: HTTPVersion) throws {
    let request = HTTPRequestHead(version: version, method: method, uri: "/graphql")
    let body = status == 204 || status == 304 ? "" : "{}"
    let answer = Answer(
      status: status, headers: ["content-type": "application/json", "transfer-encoding": "chunked"],
      body: .bytes(Array(body.utf8)))
    let channel = EmbeddedChannel(handler: HTTPResponseEncoder())
    let head = ResponseEncoding.head(of: answer, for: request, closing: false)
    try channel.writeOutbound(HTTPServerResponsePart.head(head))
    try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: body))))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    var expected = ByteBuffer()
    while var part = try channel.readOutbound(as: ByteBuffer.self) { expected.writeBuffer(&part) }
    #expect(ResponseEncoding.wireBytes(of: answer, for: request).map(String.init(buffer:)) == String(buffer: expected))
  }
}
