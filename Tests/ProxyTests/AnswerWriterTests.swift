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
    var left = 2

    func makeAsyncIterator() -> Chunks { self }

    mutating func next() async throws -> [UInt8]? {
      left -= 1
      return left < 0 ? nil : [0x61]
    }
  }

  /// A subscription may have no event for a long time. The first part of a result is there.
  @Test(arguments: [(false, "head | chunk | chunk | end |"), (true, "head chunk | chunk | end |")])
  func `a head goes alone unless it waits for the body`(headWaits: Bool, written: String) async throws {
    let channel = NIOAsyncTestingChannel()
    let outbound = Outbound()
    try await channel.pipeline.addHandler(outbound).get()
    var answer = Answer(status: 200, headers: [:], body: .stream(Chunks()))
    answer.headWaits = headWaits
    let request = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
    let isWhole = await AnswerWriter(channel: channel, request: request, isLast: false).write(answer)
    #expect(isWhole)
    #expect(outbound.events.withLock { $0.joined(separator: " ") } == written)
    _ = try await channel.finish()
  }
}
