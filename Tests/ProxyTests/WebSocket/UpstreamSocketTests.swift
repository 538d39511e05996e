import NIOCore
import Proxy
import ProxyTLS
import Testing

@testable import Transports

/// The client's side of WebSockets, against the server of this program.
@Suite("WebSockets to the real endpoint")
struct UpstreamSocketTests {
  let responder = SocketResponder()

  /// A socket to a server, and what is done with it.
  private func connect(
    _ path: String = "/ws", subprotocols: [String] = ["graphql-ws"],
    _ body: (any UpstreamSocket, ProxyServer) async throws -> Void
  ) async throws {
    let server = try await ProxyServer.start(port: 0, responder: responder)
    let upstream = HTTPUpstream(timeout: .seconds(60))
    let request = UpstreamRequest(
      method: "GET", url: "http://127.0.0.1:\(server.port)\(path)", headers: ["Authorization": "t"], body: [])
    do {
      try await body(upstream.openSocket(request, subprotocols: subprotocols), server)
    } catch {
      await upstream.shutdown()
      await server.shutdown(grace: .milliseconds(100))
      throw error
    }
    await upstream.shutdown()
    await server.shutdown(grace: .milliseconds(100))
  }

  @Test("Messages go both ways, of any length, and the endpoint chooses the subprotocol")
  func messages() async throws {
    try await connect { socket, _ in
      #expect(socket.subprotocol == "graphql-ws")
      var messages = socket.messages.makeAsyncIterator()
      for text in ["é", String(repeating: "x", count: 65_536), String(repeating: "y", count: 1_000_000)] {
        try await socket.send(text)
        #expect(await messages.next() == .text(text))
      }
      responder.conversations.first?.push("by itself")
      #expect(await messages.next() == .text("by itself"))
      await socket.close(code: 1000)
      #expect(await messages.next() == .closed(code: 1000, reason: ""))
      #expect(await messages.next() == nil)
      #expect(responder.conversations.first?.notes.last == "closed")
      await #expect(throws: UpstreamError.self) { try await socket.send("too late") }
    }
  }

  @Test(
    "A close and a break of the endpoint are told apart, and what is no text is no close of its own",
    arguments: [
      ("close", 4000, "bye"), ("drop", 1006, "the connection broke"), ("garble", 1006, "A text message is not UTF-8"),
    ])
  func ends(word: String, code: UInt16, reason: String) async throws {
    try await connect { socket, _ in
      try await socket.send(word)
      var last: UpstreamSocketMessage?
      for await message in socket.messages { last = message }
      #expect(last == .closed(code: code, reason: reason))
    }
  }

  @Test("An endpoint that answers with a status is unreachable, and the status is told")
  func refused() async throws {
    let error = await #expect(throws: UpstreamError.self) { try await connect("/nothing") { _, _ in } }
    #expect(error?.reason == .unreachable)
    #expect(error?.detail.hasPrefix("it answered the WebSocket request with status 404: {") == true)
    let plain = await #expect(throws: UpstreamError.self) {
      try await connect("/ws", subprotocols: ["a\r\nb"]) { _, _ in }
    }
    #expect(plain != nil)
  }

  @Test(
    "Nobody there, no such host, and a URL that is none",
    arguments: [
      ("http://127.0.0.1:1/", "127.0.0.1:1 refused the connection or is unreachable"),
      ("wss://127.0.0.1:1/", "127.0.0.1:1 refused the connection or is unreachable"),
      ("ftp://127.0.0.1/", "the upstream URL cannot be used"),
    ])
  func unreachable(url: String, detail: String) async throws {
    let upstream = HTTPUpstream(timeout: .seconds(60))
    let error = await #expect(throws: UpstreamError.self) {
      try await upstream.openSocket(
        UpstreamRequest(method: "GET", url: url, headers: [:], body: []), subprotocols: ["graphql-ws"])
    }
    #expect(error?.reason == .unreachable)
    #expect(error?.detail.hasPrefix(detail) == true, "\(error?.detail ?? "")")
    await upstream.shutdown()
  }

  @Test("What nobody reads yet is bounded: the endpoint is not read from, and nothing is lost")
  func bounded() async throws {
    try await connect { socket, _ in
      try await socket.send("flood 30000 1000")
      try await Task.sleep(for: .milliseconds(500))
      let conversation = try #require(responder.conversations.first)
      #expect(conversation.taken < 25_000)
      var count = 0
      for await message in socket.messages {
        guard case .text(let text) = message, text.utf8.count == 1000 else { break }
        count += 1
        if count == 30_000 { break }
      }
      #expect(count == 30_000)
    }
  }
}
