import NIOCore
import NIOHTTP1
import Requests

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension AnswerWriter {
  /// Writes an answer with injected faults. Returns false if the connection must break.
  func write(_ answer: Answer, _ delivery: Delivery, closing: Bool) async throws -> Bool {
    guard !delivery.resets else {
      await reset()
      return false
    }
    var head = ResponseEncoding.head(of: answer, for: request, closing: closing)
    var pace = Pace(delivery)
    if case .bytes(let bytes) = answer.body, let most = delivery.truncatesAfter {
      // Announces more bytes than are sent, so that the client sees the truncation.
      head.headers.replaceOrAdd(name: "content-length", value: String(max(bytes.count, most + 1)))
    }
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    channel.flush()
    guard request.method != .HEAD else {
      try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
      return true
    }
    switch answer.body {
    case .bytes(let bytes): try await write(bytes, &pace)
    case .stream(let chunks):
      for try await chunk in chunks {
        try await write(chunk, &pace)
        if pace.isOver { break }
      }
    case .events: return false
    }
    guard delivery.truncatesAfter == nil else { return false }
    try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
    return true
  }

  /// Resets the connection. An HTTP/2 stream has no socket; it is reset alone, like any that breaks off.
  private func reset() async {
    guard let socket = channel as? any SocketOptionProvider else { return }
    // Closing a socket without lingering resets the connection.
    try? await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    let channel = channel
    try? await channel.eventLoop.submit {
      // Closes below TLS, which would otherwise end the connection in order.
      let tls = try channel.pipeline.syncOperations.context(name: ServerConnection.encryption)
      tls.close(promise: nil)
    }.get()
  }

  private func write(_ bytes: [UInt8], _ pace: inout Pace) async throws {
    var rest = bytes[...]
    while !rest.isEmpty, !pace.isOver {
      let piece = rest.prefix(pace.next)
      rest = rest.dropFirst(piece.count)
      try await channel.writeAndFlush(part(Array(piece)))
      try await pace.took(piece.count)
    }
  }

  /// The pace and the end of a body.
  private struct Pace {
    private var left: Int?
    private let bytesPerSecond: Int?

    init(_ delivery: Delivery) {
      left = delivery.truncatesAfter
      bytesPerSecond = delivery.bytesPerSecond
    }

    var isOver: Bool { left == 0 }

    /// The number of bytes to send next: at least one, at most a twentieth of a second's.
    var next: Int { min(left ?? .max, bytesPerSecond.map { max(1, $0 / 20) } ?? .max) }

    /// Counts sent bytes, and waits until more may be sent.
    mutating func took(_ count: Int) async throws {
      left = left.map { $0 - count }
      guard let bytesPerSecond, !isOver else { return }
      try await Task.sleep(for: .nanoseconds(Int64(count) * 1_000_000_000 / Int64(bytesPerSecond)))
    }
  }
}
