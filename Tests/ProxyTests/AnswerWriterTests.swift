import NIOCore
import NIOEmbedded
import NIOHTTP1
import Requests
import Synchronization
import Testing
import Transports

@testable import Proxy

@Suite struct AnswerWriterTests {
  /// Notes what is written, and when it is flushed.
  private final class Outbound: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = HTTPServerResponsePart

    let events = Mutex<[String]>([])

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      let event =
        switch unwrapOutboundIn(data) {
        case .head: "head"
        case .body: "chunk"
        case .end: "end"
        }
      events.withLock { $0.append(event) }
      context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
      events.withLock { $0.append("|") }
      context.flush()
    }
  }

  private struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var left: Int
    let breaks: Bool

    func makeAsyncIterator() -> Chunks { self }

    mutating func next() async throws -> [UInt8]? {
      left -= 1
      if left < 0, breaks { throw CancellationError() }
      return left < 0 ? nil : [0x61]
    }
  }

  /// A subscription may have no event for a long time. The first part of a generated result is there.
  @Test(
    arguments: [
      (false, 2, false, "head | chunk | chunk | end |"), (true, 2, false, "head chunk | chunk | end |"),
      (true, 0, false, "head end |"), (true, 0, true, "head |"), (true, 1, true, "head chunk | |"),
    ])
  func `a head goes alone unless it waits for the body`(
    headWaits: Bool, chunks: Int, breaks: Bool, written: String
  ) async throws {
    let channel = NIOAsyncTestingChannel()
    let outbound = Outbound()
    try await channel.pipeline.addHandler(outbound).get()
    var answer = Answer(status: 200, headers: [:], body: .stream(Chunks(left: chunks, breaks: breaks)))
    answer.headWaits = headWaits
    let request = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
    let isWhole = await AnswerWriter(channel: channel, request: request, isLast: false).write(answer)
    #expect(isWhole == !breaks)
    // What was flushed off the event loop was flushed before this.
    try await channel.testingEventLoop.executeInContext {}
    #expect(outbound.events.withLock { $0.joined(separator: " ") } == written)
    _ = try await channel.finish()
  }
}
