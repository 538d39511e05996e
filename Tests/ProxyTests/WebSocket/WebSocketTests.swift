import NIOCore
import Proxy
import Testing

/// WebSockets over real connections: handshakes, frames good and bad, and who does not behave.
@Suite("WebSockets, over real sockets")
struct WebSocketTests {
  let responder = SocketResponder()

  private func serve<Result>(
    _ limits: (inout SocketLimits) -> Void = { _ in }, _ body: (ProxyServer) async throws -> Result
  ) async throws -> Result {
    var connection = ConnectionLimits()
    limits(&connection.sockets)
    return try await ProxyServer.serve(responder, connection, body)
  }

  @Test("The handshake is answered as the RFC's example is, with the subprotocol and no extension")
  func handshake() async throws {
    let head = try await serve { server in
      let client = try await FrameClient(port: server.port)
      let headers = "Sec-WebSocket-Protocol: graphql-ws\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"
      try await client.send(Array(FrameClient.handshake(headers: headers).utf8))
      return await client.readHead()
    }
    #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
    let fields = head.lowercased()
    #expect(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    #expect(fields.contains("sec-websocket-protocol: graphql-ws\r\n"))
    #expect(fields.contains("upgrade: websocket\r\n") && fields.contains("connection: upgrade\r\n"))
    #expect(!fields.contains("extensions") && !fields.contains("content-length") && !fields.contains("chunked"))
  }

  static let handshakes: [(change: [(String, String)], status: String, part: String)] = [
    ([("Sec-WebSocket-Version: 13\r\n", "")], "426", "The header Sec-WebSocket-Version is missing."),
    ([("Version: 13", "Version: 8")], "426", "sec-websocket-version: 13"),
    ([("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "")], "400", "The header Sec-WebSocket-Key is missing."),
    ([("dGhlIHNhbXBsZSBub25jZQ==", "short")], "400", #"The header Sec-WebSocket-Key is \"short\"."#),
    ([("GET", "POST")], "405", "A WebSocket is opened with GET, not POST."),
    ([("HTTP/1.1", "HTTP/1.0")], "400", "A WebSocket is opened with HTTP/1.1."),
    ([("\r\n\r\n", "\r\nContent-Length: 2\r\n\r\n{}")], "400", "The WebSocket request has a body."),
    ([("/ws", "/nothing")], "404", "nothing here"),
  ]

  @Test("A bad handshake is answered with what is wrong, and the connection ends", arguments: handshakes)
  func badHandshake(change: [(String, String)], status: String, part: String) async throws {
    var request = FrameClient.handshake()
    for (old, new) in change {
      let range = try #require(request.firstRange(of: old))
      request.replaceSubrange(range, with: new)
    }
    let sent = Array(request.utf8)
    let answer = try await serve { server in
      let client = try await FrameClient(port: server.port)
      try await client.send(sent)
      return await client.readToEnd()
    }
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.contains(part), "\(answer)")
    #expect(responder.conversations.isEmpty)
  }

  @Test("A request that asks for another protocol is answered as any other, and the connection ends behind it")
  func otherUpgrade() async throws {
    let answer = try await serve { server in
      let client = try await FrameClient(port: server.port)
      let request =
        "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nContent-Length: 3\r\n\r\nabc"
      try await client.send(Array(request.utf8))
      return await client.readToEnd()
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 OK") && answer.hasSuffix("abc"))
  }

  @Test(
    "Messages go both ways: small, fragmented with a ping between, and large; what is sent behind the handshake too")
  func messages() async throws {
    try await serve { server in
      let client = try await FrameClient.opened(port: server.port, behind: FrameClient.text("early"))
      #expect(await client.next()?.shown == "text early")
      try await client.say("é")
      #expect(await client.next()?.shown == "text é")
      let parts = Array("é".utf8)
      try await client.send(
        FrameClient.frame(0x01, [parts[0]]) + FrameClient.frame(0x89, Array("hi".utf8))
          + FrameClient.frame(0x00, []) + FrameClient.frame(0x80, [parts[1]]))
      #expect(await client.next()?.shown == "pong hi")
      #expect(await client.next()?.shown == "text é")
      for length in [125, 126, 65_535, 65_536, 1_000_000] {
        let text = String(repeating: "y", count: length)
        try await client.say(text)
        #expect(await client.next()?.text == text)
      }
      for byte in FrameClient.text("slow") { try await client.send([byte]) }
      #expect(await client.next()?.shown == "text slow")
      #expect(responder.conversations.first?.notes.contains("binary") == false)
      try await client.send(FrameClient.frame(0x82, [1]))
      try await client.say("x")
      #expect(await client.next()?.shown == "text x")
      #expect(responder.conversations.first?.notes.contains("binary") == true)
    }
  }

  static let bad: [(frames: [UInt8], heard: String)] = [
    ([0x81, 0x01, 0x61], "close 1002 A client's frame is not masked"),
    (FrameClient.frame(0xC1, [0x61]), "close 1002 A frame has reserved bits set, and no extension was agreed on"),
    (FrameClient.frame(0x83, [0x61]), "close 1002 A frame has the reserved opcode 3"),
    (FrameClient.frame(0x8B, []), "close 1002 A frame has the reserved opcode 11"),
    (FrameClient.frame(0x80, [0x61]), "close 1002 A continuation frame does not belong to a message"),
    (
      FrameClient.frame(0x01, [0x61]) + FrameClient.frame(0x81, [0x61]),
      "close 1002 A message began before the fragmented message was complete"
    ),
    (FrameClient.frame(0x09, []), "close 1002 A control frame is fragmented"),
    (FrameClient.frame(0x89, [UInt8](repeating: 0, count: 126)), "close 1002 A control frame has more than 125 bytes"),
    (FrameClient.frame(0x88, [3]), "close 1002 A close frame has an invalid code"),
    (FrameClient.frame(0x88, [3, 0xED]), "close 1002 A close frame has an invalid code"),
    (FrameClient.frame(0x88, [3, 0xE8, 0xFF]), "close 1007 The reason of a close is not UTF-8"),
    (FrameClient.frame(0x81, [0xC3, 0x28]), "close 1007 A text message is not UTF-8"),
    (FrameClient.frame(0x01, [0xC3]) + FrameClient.frame(0x80, []), "close 1007 A text message is not UTF-8"),
    (
      FrameClient.frame(0x81, [UInt8](repeating: 0x61, count: 1001)),
      "close 1009 A message is larger than the limit of 1000 bytes"
    ),
    (
      FrameClient.frame(0x01, [UInt8](repeating: 0x61, count: 600))
        + FrameClient.frame(0x80, [UInt8](repeating: 0x61, count: 600)),
      "close 1009 A message is larger than the limit of 1000 bytes"
    ),
    (
      [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      "close 1009 A message is larger than the limit of 1000 bytes"
    ),
  ]

  @Test(
    "Frames that break the protocol close the connection with the code and the reason; others notice nothing",
    arguments: bad)
  func badFrames(frames: [UInt8], heard: String) async throws {
    try await serve({
      $0.messageBytes = 1000
      $0.closeTime = .milliseconds(100)
    }) { server in
      let other = try await FrameClient.opened(port: server.port)
      let client = try await FrameClient.opened(port: server.port)
      try await client.send(frames)
      #expect(await client.rest() == [heard])
      try await other.say("still here")
      #expect(await other.next()?.shown == "text still here")
      #expect(responder.conversations.map { $0.notes.contains("closed") } == [false, true])
    }
  }

  @Test("A close is answered with its code, and the conversation hears of the end once the connection is gone")
  func close() async throws {
    try await serve { server in
      for (data, heard) in [([UInt8]([0x0F, 0xA0, 0x61]), "close 4000 "), ([], "close")] {
        let client = try await FrameClient.opened(port: server.port)
        try await client.send(FrameClient.frame(0x88, data) + FrameClient.text("too late"))
        #expect(await client.rest() == [heard])
        // The client sees the end of the connection before its server does.
        for _ in 0..<1_000 where responder.conversations.last?.notes.isEmpty ?? true {
          try await Task.sleep(for: .milliseconds(2))
        }
        #expect(responder.conversations.last?.notes.first == "closed")
      }
      let told = try await FrameClient.opened(port: server.port)
      try await told.say("close")
      #expect(await told.next()?.shown == "close 4000 bye")
      try await told.send(FrameClient.frame(0x88, [0x0F, 0xA0]))
      #expect(await told.rest() == [])
      let dropped = try await FrameClient.opened(port: server.port)
      try await dropped.say("drop")
      #expect(await dropped.rest() == ["text last"])
    }
  }

  @Test("What happens by itself is sent")
  func pushed() async throws {
    try await serve { server in
      let clients = try await [FrameClient.opened(port: server.port), FrameClient.opened(port: server.port)]
      for (index, conversation) in responder.conversations.enumerated() { conversation.push("event \(index)") }
      for (index, client) in clients.enumerated() { #expect(await client.next()?.shown == "text event \(index)") }
    }
  }

  @Test("Many messages come whole and in order")
  func flood() async throws {
    try await serve { server in
      let client = try await FrameClient.opened(port: server.port)
      try await client.say("flood 5000 1000")
      for _ in 0..<5000 { #expect(await client.next()?.data.count == 1000) }
      try await client.say("end")
      #expect(await client.next()?.shown == "text end")
    }
  }

  @Test("A client that does not read gets no more than fits, and is closed with the reason; others notice nothing")
  func slowReader() async throws {
    // The client has that long again to read why: on a busy machine this test may be held up in between.
    try await serve({ $0.stallTime = .seconds(5) }) { server in
      let slow = try await FrameClient.opened(port: server.port)
      let other = try await FrameClient.opened(port: server.port)
      try await slow.reads(false)
      try await slow.say("flood 100000 1000")
      let conversation = try #require(responder.conversations.first)
      try await other.say("hello")
      #expect(await other.next()?.shown == "text hello")
      await conversation.hasClosed()
      #expect(conversation.taken < 50_000)
      try await slow.reads(true)
      #expect(await slow.rest().last == "close 1008 The client did not read for 5 s")
      try await other.say("still")
      #expect(await other.next()?.shown == "text still")
    }
  }

  @Test("A client that reads late, but in time, gets everything, and is heard all the same")
  func lateReader() async throws {
    // A busy machine may hold this test up for longer than a client may usually read nothing.
    try await serve({ $0.stallTime = .minutes(30) }) { server in
      let client = try await FrameClient.opened(port: server.port)
      try await client.reads(false)
      try await client.say("flood 20000 1000")
      try await client.say("behind")
      // Whether it is heard before or after is a matter of time: what does not fit holds up the reading, too.
      try await Task.sleep(for: .milliseconds(200))
      try await client.reads(true)
      var counts: [Int: Int] = [:]
      for _ in 0..<20_001 { counts[await client.next()?.data.count ?? 0, default: 0] += 1 }
      #expect(counts == [1000: 20_000, "behind".utf8.count: 1])
    }
  }

  @Test("A client of which nothing is heard is taken for gone; one that answers pings is not")
  func halfOpen() async throws {
    try await serve({
      $0.pingTime = .milliseconds(1000)
      $0.silenceTime = .milliseconds(6000)
    }) { server in
      let silent = try await FrameClient.opened(port: server.port)
      let alive = try await FrameClient.opened(port: server.port)
      try await alive.answerPings()
      for _ in 0..<8 { #expect(await alive.next()?.shown == "ping") }
      #expect(await silent.rest() == [])
      await responder.conversations[0].hasClosed()
      #expect(responder.conversations[1].notes.filter { $0 == "heartbeat" }.count >= 5)
      #expect(!responder.conversations[1].notes.contains("closed"))
    }
  }

  @Test("The time to introduce oneself is told once; the time without a request that HTTP allows is not a socket's")
  func times() async throws {
    var limits = ConnectionLimits()
    limits.idleTime = .seconds(8)
    limits.sockets.initTime = .milliseconds(150)
    let server = try await ProxyServer.start(port: 0, limits: limits, responder: responder)
    let client = try await FrameClient.opened(port: server.port)
    try await Task.sleep(for: .seconds(10))
    let conversation = try #require(responder.conversations.first)
    while conversation.notes.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    try await client.say("here")
    #expect(await client.next()?.shown == "text here")
    #expect(responder.conversations.first?.notes == ["init time", "text here"])
    await server.shutdown(grace: .milliseconds(200))
  }

  @Test("At the end a socket is closed with 1001, and does not hold the end up")
  func shutdown() async throws {
    let server = try await ProxyServer.start(port: 0, responder: responder)
    let client = try await FrameClient.opened(port: server.port)
    async let stopped: Void = server.shutdown(grace: .seconds(10))
    let frame = await client.next()
    #expect(frame?.shown == "close 1001 Understudy is stopping")
    try await client.send(FrameClient.frame(0x88, [3, 0xE9]))
    #expect(await client.rest() == [])
    await stopped
  }

  @Test("A socket behind a slow answer on the same connection opens when that is given")
  func behindAnswer() async throws {
    try await serve { server in
      let client = try await FrameClient(port: server.port)
      try await client.send(
        Array((String.post("slow", path: "/later") + FrameClient.handshake()).utf8) + FrameClient.text("hello"))
      #expect(await client.readHead().hasPrefix("HTTP/1.1 200 OK"))
      _ = await client.readHead()
      #expect(await client.next()?.shown == "text hello")
      try await client.say("again")
      #expect(await client.next()?.shown == "text again")
    }
  }
}
