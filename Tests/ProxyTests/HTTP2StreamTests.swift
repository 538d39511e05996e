import Foundation
import NIOCore
import NIOSSL
import Requests
import Synchronization
import Testing
import Transports

@testable import Proxy
@testable import ProxyTLS

/// Answers each request when it is let go, and only then.
private final class HeldResponder: Responder {
  let generation = 0
  let isReleased = Atomic<Bool>(false)
  let count = Atomic<Int>(0)

  func respond(to request: ClientRequest) -> Response {
    count.add(1, ordering: .relaxed)
    return .later { [self] in
      while !isReleased.load(ordering: .relaxed), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
      return Answer(status: 200, headers: [:], body: .bytes([]))
    }
  }
}

/// A client of HTTP/2 that sends exactly the given frames (RFC 9113, section 4.1).
private final class HTTP2Client {
  struct Frame {
    let type: UInt8
    let flags: UInt8
    let stream: UInt32
    let payload: ByteBuffer

    var endsStream: Bool { (type == 0 || type == 1) && flags & 1 != 0 }
    /// The error code of RST_STREAM.
    var reset: UInt32? { type == 3 ? payload.getInteger(at: payload.readerIndex) : nil }
  }

  static let preface = ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") + frame(4, 0, 0)
  static let acknowledgment = frame(4, 1, 0)

  let channel: any Channel
  private var received: AsyncStream<ByteBuffer>.Iterator
  private var unread = ByteBuffer()

  init(port: Int, trusting authority: LocalAuthority) async throws {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.additionalTrustRoots = [.certificates([try authority.certificate.forTLS])]
    tls.applicationProtocols = ["h2"]
    let stream: AsyncStream<ByteBuffer>
    (channel, stream) = try await RawClient.connected(port: port, tls: NIOSSLContext(configuration: tls))
    received = stream.makeAsyncIterator()
  }

  func send(_ bytes: ByteBuffer) async throws { try await channel.writeAndFlush(bytes) }

  /// The next frame; nil at the end of the connection.
  func next() async -> Frame? {
    while true {
      if let head = unread.getBytes(at: unread.readerIndex, length: 9) {
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        if unread.readableBytes >= 9 + length {
          unread.moveReaderIndex(forwardBy: 9)
          let stream = head[5...8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
          return Frame(
            type: head[3], flags: head[4], stream: stream, payload: unread.readSlice(length: length) ?? ByteBuffer())
        }
      }
      guard var more = await received.next() else { return nil }
      unread.writeBuffer(&more)
    }
  }

  /// A GET without a body, in header fields that no table is needed for (RFC 7541, section 6.2.2).
  static func request(_ stream: UInt32, _ extra: [(String, String)] = []) -> ByteBuffer {
    var block = ByteBuffer()
    let fields = [(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "localhost")] + extra
    for (name, value) in fields {
      block.writeInteger(UInt8(0))
      for text in [name, value] {
        // An integer with a prefix of 7 bits (section 5.1).
        var rest = text.utf8.count
        block.writeInteger(UInt8(min(rest, 127)))
        if rest >= 127 {
          rest -= 127
          while rest >= 128 {
            block.writeInteger(UInt8(rest % 128 + 128))
            rest /= 128
          }
          block.writeInteger(UInt8(rest))
        }
        block.writeString(text)
      }
    }
    // HEADERS with END_STREAM, and CONTINUATION for what is over the largest frame.
    var first = block.readSlice(length: min(block.readableBytes, 16000)) ?? ByteBuffer()
    var bytes = frame(1, block.readableBytes == 0 ? 5 : 1, stream, first)
    while block.readableBytes > 0 {
      first = block.readSlice(length: min(block.readableBytes, 16000)) ?? ByteBuffer()
      bytes = bytes + frame(9, block.readableBytes == 0 ? 4 : 0, stream, first)
    }
    return bytes
  }

  static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: ByteBuffer = ByteBuffer()) -> ByteBuffer
  {
    let length = payload.readableBytes
    var bytes = ByteBuffer(bytes: [UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags])
    bytes.writeInteger(stream)
    bytes.writeImmutableBuffer(payload)
    return bytes
  }
}

private func + (left: ByteBuffer, right: ByteBuffer) -> ByteBuffer {
  var both = left
  both.writeImmutableBuffer(right)
  return both
}

@Suite("The streams of an HTTP/2 connection, over real sockets")
struct HTTP2StreamTests {
  private let responder = HeldResponder()
  private let authority: LocalAuthority

  init() throws { authority = try LocalAuthority.make(now: .now) }

  private func connected(_ body: (HTTP2Client) async throws -> Void) async throws {
    let server = try await ProxyServer.start(
      port: 0, tls: ServerTLS(authority: authority, hosts: ["localhost"]), responder: responder)
    let client = try await HTTP2Client(port: server.port, trusting: authority)
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(client)) } catch { outcome = .failure(error) }
    try? await client.channel.close()
    await server.shutdown(grace: .milliseconds(200))
    try outcome.get()
  }

  /// The stream ids of the 128 requests that are allowed at a time; those behind them go on by two.
  private static let allowed = (0..<128).map { UInt32(2 * $0 + 1) }

  @Test(
    "A stream over the bound is refused, and the connection and its other streams live on", arguments: [true, false])
  func oneTooMany(acknowledges: Bool) async throws {
    try await connected { client in
      var bytes = HTTP2Client.preface
      // A client may send requests before it has seen any settings.
      if !acknowledges { for stream in Self.allowed + [257, 259] { bytes = bytes + HTTP2Client.request(stream) } }
      try await client.send(bytes)
      var open = Set(Self.allowed)
      var refused: [UInt32] = []
      var shown: UInt32?
      while let frame = await client.next() {
        #expect(frame.type != 7, "GOAWAY")
        if frame.type == 4, frame.flags & 1 == 0 {
          shown = frame.setting(3)
          var more = HTTP2Client.acknowledgment
          if acknowledges { for stream in Self.allowed + [257, 259] { more = more + HTTP2Client.request(stream) } }
          try await client.send(more)
        }
        if let code = frame.reset {
          #expect(code == 7, "REFUSED_STREAM")
          refused.append(frame.stream)
          if refused.count == 2 { responder.isReleased.store(true, ordering: .relaxed) }
        }
        if frame.endsStream { open.remove(frame.stream) }
        if open.isEmpty { break }
      }
      #expect(shown == 128)
      #expect(refused == [257, 259])
      #expect(responder.count.load(ordering: .relaxed) == 128)
      // There is room again.
      try await client.send(HTTP2Client.request(261))
      while let frame = await client.next(), !(frame.stream == 261 && frame.endsStream) {
        #expect(frame.type != 3 && frame.type != 7)
      }
      #expect(responder.count.load(ordering: .relaxed) == 129)
    }
  }

  @Test("A stream that its client resets makes room for the next one, though both come at once")
  func reset() async throws {
    try await connected { client in
      var bytes = HTTP2Client.preface
      for stream in Self.allowed { bytes = bytes + HTTP2Client.request(stream) }
      // CANCEL of the first one, and another request right behind it.
      bytes = bytes + HTTP2Client.frame(3, 0, 1, ByteBuffer(integer: UInt32(8))) + HTTP2Client.request(257)
      bytes = bytes + HTTP2Client.request(259)
      try await client.send(bytes)
      while let frame = await client.next() {
        #expect(frame.type != 7, "GOAWAY")
        guard frame.reset != nil else { continue }
        #expect(frame.stream == 259)
        break
      }
      #expect(responder.count.load(ordering: .relaxed) == 129)
    }
  }

  @Test("A connection whose bytes come one by one is one, and header fields of the first request may be large")
  func drip() async throws {
    responder.isReleased.store(true, ordering: .relaxed)
    try await connected { client in
      let bytes = HTTP2Client.preface + HTTP2Client.request(1) + HTTP2Client.acknowledgment
      for byte in bytes.readableBytesView { try await client.send(ByteBuffer(integer: byte)) }
      while let frame = await client.next(), !frame.endsStream { #expect(frame.type != 7, "GOAWAY") }
    }
    try await connected { client in
      let large = [("x-large", String(repeating: "a", count: 40_000))]
      try await client.send(HTTP2Client.preface + HTTP2Client.request(1, large))
      while let frame = await client.next(), !frame.endsStream { #expect(frame.type != 7, "GOAWAY") }
    }
    #expect(responder.count.load(ordering: .relaxed) == 2)
  }
}

extension HTTP2Client.Frame {
  /// A value of SETTINGS (section 6.5.1).
  fileprivate func setting(_ name: UInt16) -> UInt32? {
    stride(from: payload.readerIndex, to: payload.writerIndex, by: 6).lazy
      .filter { payload.getInteger(at: $0, as: UInt16.self) == name }
      .compactMap { payload.getInteger(at: $0 + 2, as: UInt32.self) }.first
  }
}
