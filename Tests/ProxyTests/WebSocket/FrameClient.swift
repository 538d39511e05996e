import NIOCore

/// A WebSocket client that sends exactly the bytes that it is told to, and can be told not to read.
final class FrameClient {
  let channel: any Channel
  private var received: AsyncStream<ByteBuffer>.Iterator
  private var buffer = ByteBuffer()
  private var isOver = false

  /// A frame as a server sends it.
  struct Frame: Equatable {
    var first: UInt8
    var data: [UInt8]

    var text: String { String(decoding: data, as: UTF8.self) }

    /// E.g. `close 4000 bye`, `text hello`, `ping`.
    var shown: String {
      switch first {
      case 0x81: return "text \(text)"
      case 0x88 where data.count < 2: return "close"
      case 0x88: return "close \(Int(data[0]) << 8 | Int(data[1])) \(String(decoding: data[2...], as: UTF8.self))"
      case 0x89: return "ping"
      case 0x8A: return "pong \(text)"
      default: return "frame \(first)"
      }
    }
  }

  init(port: Int) async throws {
    let stream: AsyncStream<ByteBuffer>
    (channel, stream) = try await RawClient.connected(port: port)
    received = stream.makeAsyncIterator()
  }

  /// A client whose WebSocket is open.
  static func opened(port: Int, headers: String = "", behind: [UInt8] = []) async throws -> FrameClient {
    let client = try await FrameClient(port: port)
    try await client.send(Array(handshake(headers: headers).utf8) + behind)
    let head = await client.readHead()
    guard head.hasPrefix("HTTP/1.1 101 ") else { throw NotOpened(head: head) }
    return client
  }

  struct NotOpened: Error {
    let head: String
  }

  static func handshake(_ path: String = "/ws", headers: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(headers)\r\n"
  }

  /// The bytes of a client's frame, masked.
  static func frame(_ first: UInt8, _ data: [UInt8]) -> [UInt8] {
    let mask: [UInt8] = [1, 2, 3, 4]
    var bytes: [UInt8] = [first]
    switch data.count {
    case ...125: bytes.append(0x80 | UInt8(data.count))
    case ...0xFFFF: bytes += [0x80 | 126, UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
    default: bytes += [0x80 | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: data.count >> ($0 * 8)) }
    }
    return bytes + mask + data.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }
  func say(_ text: String) async throws { try await send(Self.text(text)) }

  /// Leaves what comes in the operating system's buffers, or takes it again.
  func reads(_ reads: Bool) async throws { try await channel.setOption(.autoRead, value: reads).get() }

  /// Answers pings without data from now on, on the event loop: a test that waits for its turn would be late.
  func answerPings() async throws { try await channel.pipeline.addHandler(PingAnswerer(), position: .first) }

  private final class PingAnswerer: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      for byte in unwrapInboundIn(data).readableBytesView where byte == 0x89 {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: FrameClient.frame(0x8A, []))), promise: nil)
      }
      context.fireChannelRead(data)
    }
  }

  func readHead() async -> String {
    var text = ""
    while !text.hasSuffix("\r\n\r\n") {
      guard await fill(1), let byte = buffer.readInteger(as: UInt8.self) else { break }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }

  func readToEnd() async -> String {
    while await fill(buffer.readableBytes + 1) {}
    return String(buffer: buffer)
  }

  /// The next frame; nil at the end of the connection.
  func next() async -> Frame? {
    guard await fill(2), let first = buffer.readInteger(as: UInt8.self), let short = buffer.readInteger(as: UInt8.self)
    else { return nil }
    var length = Int(short)
    if short == 126 {
      guard await fill(2) else { return nil }
      length = buffer.readInteger(as: UInt16.self).map(Int.init) ?? 0
    } else if short == 127 {
      guard await fill(8) else { return nil }
      length = buffer.readInteger(as: Int.self) ?? 0
    }
    guard await fill(length), let data = buffer.readBytes(length: length) else { return nil }
    buffer.discardReadBytes()
    return Frame(first: first, data: data)
  }

  /// What comes up to the end of the connection, pings left out.
  func rest() async -> [String] {
    var shown: [String] = []
    while let frame = await next() { if frame.first != 0x89 { shown.append(frame.shown) } }
    return shown
  }

  private func fill(_ count: Int) async -> Bool {
    while buffer.readableBytes < count {
      guard var more = await received.next() else { return false }
      buffer.writeBuffer(&more)
    }
    return true
  }
}
