import Requests
import Synchronization
import Testing
import Transports

@testable import Proxy

/// Answers with the header fields and the target that the engine sees, one a line.
private final class FieldResponder: Responder {
  let generation = 0

  func respond(to request: ClientRequest) -> Response {
    let lines = request.headers.fields.map { "<\($0.name): \($0.value)>" } + ["<\(request.target.path)>"]
    return .now(Answer(status: 200, headers: [:], body: .bytes(Array(lines.joined(separator: "\n").utf8))))
  }
}

/// RFC 9112 and RFC 9110, as a client's bytes meet them.
@Suite("HTTP/1.1 to the letter, over real sockets")
struct HTTPRulesTests {
  /// The answer to bytes on a connection that the client then leaves open; it ends with the server's close.
  private func answer(to bytes: String, _ limits: ConnectionLimits = ConnectionLimits()) async throws -> String {
    try await ProxyServer.serve(FieldResponder(), limits) { server in
      let client = try await RawClient(port: server.port)
      try await client.send(bytes)
      return await client.readToEnd()
    }
  }

  /// The answer to a request whose client closes behind it.
  private func answered(_ head: String, _ body: String = "") async throws -> String {
    try await answer(to: "\(head)Connection: close\r\n\r\n\(body)")
  }

  private func isRefused(_ text: String, _ status: Int, _ words: String) -> Bool {
    text.hasPrefix("HTTP/1.1 \(status) ") && text.lowercased().contains("\r\nconnection: close\r\n")
      && text.contains(words)
  }

  // MARK: The host

  @Test("HTTP/1.1 without Host is 400, and the connection ends")
  func noHost() async throws {
    #expect(isRefused(try await answer(to: "GET / HTTP/1.1\r\n\r\n"), 400, "no Host header field"))
    let rest = try await answer(to: "GET / HTTP/1.1\r\nAccept: */*\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(rest.hasPrefix("HTTP/1.1 400 ") && !rest.contains("HTTP/1.1 200 "))
  }

  @Test("Two Host fields are 400, in HTTP/1.0 as well", arguments: ["1.0", "1.1"])
  func twoHosts(version: String) async throws {
    let text = try await answer(to: "GET / HTTP/\(version)\r\nHost: localhost\r\nhost: localhost\r\n\r\n")
    #expect(isRefused(text, 400, "2 Host header fields"))
  }

  @Test("HTTP/1.0 may come without Host")
  func oldVersion() async throws {
    #expect(try await answered("GET / HTTP/1.0\r\n").hasPrefix("HTTP/1.1 200 "))
  }

  @Test(
    "A Host that is no host is 400",
    arguments: ["a b", "localhost:x", "localhost:4000@evil.example", "http://localhost", "[::1", "[]:1", "a/b", ":80"])
  func oddHost(host: String) async throws {
    #expect(isRefused(try await answer(to: "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n"), 400, "is not a host"))
  }

  @Test(
    "A Host with and without a port is one, and so is an address", arguments: ["a_b.c-d", "a:1", "[::1]:80", "[::1]"])
  func goodHost(host: String) async throws {
    #expect(try await answered("GET / HTTP/1.1\r\nHost: \(host)\r\n").contains("<Host: \(host)>"))
  }

  @Test("The host of an absolute target takes the place of the Host field")
  func absoluteTarget() async throws {
    let text = try await answered("GET http://one.example:80/a?b HTTP/1.1\r\nHost: two.example\r\n")
    #expect(text.contains("<host: one.example:80>"))
    #expect(!text.contains("two.example"))
    #expect(text.contains("</a>"))
    let bare = try await answered("GET http://one.example/ HTTP/1.0\r\n")
    #expect(bare.contains("<host: one.example>"))
  }

  @Test("An absolute target whose host is none is 400", arguments: ["http:///a", "http://u@localhost/", "http://a:b/"])
  func oddTarget(target: String) async throws {
    let text = try await answer(to: "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(text.hasPrefix("HTTP/1.1 400 "))
  }

  // MARK: The body

  @Test(
    "A transfer coding other than chunked is 501",
    arguments: ["gzip", "gzip, chunked", "identity", "xchunked"])
  func transferCoding(coding: String) async throws {
    let text = try await answer(
      to: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \(coding)\r\n\r\n2\r\nab\r\n0\r\n\r\n")
    #expect(isRefused(text, 501, "The Transfer-Encoding \\\"\(coding)\\\" is not supported"))
  }

  @Test("Chunked is taken in any letters")
  func chunked() async throws {
    let text = try await answered(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n", "2\r\nab\r\n0\r\n\r\n")
    #expect(text.hasPrefix("HTTP/1.1 200 "))
  }

  @Test("White space around a Content-Length is no part of it, and the limit holds", arguments: ["  5", "5  ", "\t5 "])
  func paddedLength(length: String) async throws {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\(length)\r\n"
    let text = try await answered(head, "12345")
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(text.contains("<Content-Length: 5>"))
    var limits = ConnectionLimits()
    limits.bodyBytes = 4
    // Before any of the body is there.
    #expect(isRefused(try await answer(to: head + "\r\n", limits), 413, "4 bytes"))
  }

  @Test("White space around any value is no part of it")
  func paddedValue() async throws {
    let text = try await answered("GET / HTTP/1.1\r\nHost: a \r\nX-Padded: \t one two \t\r\n")
    #expect(text.contains("<X-Padded: one two>"))
    #expect(text.contains("<Host: a>"))
  }

  // MARK: The bounds

  @Test("431 says that there are too many fields, or too many bytes")
  func bounds() async throws {
    func head(_ fields: Int) -> String {
      "GET / HTTP/1.1\r\nHost: a\r\n" + (0..<(fields - 2)).map { "X-\($0): 1\r\n" }.joined()
    }
    #expect(try await answered(head(256)).hasPrefix("HTTP/1.1 200 "))
    #expect(isRefused(try await answered(head(257)), 431, "more than 256 header fields"))
    let long = "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 65_530))\r\n"
    #expect(isRefused(try await answered(long), 431, "larger than the limit of 65536 bytes"))
    let many = "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "Xyzzy: 0123456789\r\n", count: 20_000)
    #expect(isRefused(try await answered(many), 431, "larger than the limit of 65536 bytes"))
  }
}
