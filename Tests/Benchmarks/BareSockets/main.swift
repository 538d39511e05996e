// A bare SwiftNIO WebSocket server that says one text over and over: what `make bench` compares subscriptions with.
// It upgrades, reads and encodes as SwiftNIO's own example server does, on one event loop, and does nothing else.
//
//   bare-sockets --message-file F [--port N]
//
// A client says how many messages it wants, as a decimal number in a text message. The first line on standard output
// is the server's URL.

import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import _NIOFileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

final class SameMessage: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let message: ByteBuffer
  private var wanted = 0

  init(message: ByteBuffer) { self.message = message }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      wanted += Int(String(buffer: frame.unmaskedData)) ?? 0
      send(context: context)
    case .connectionClose: context.close(promise: nil)
    default: break
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    context.eventLoop.execute { bound.value.handler.send(context: bound.value.context) }
  }

  /// A turn as long as ours, then it is another client's.
  private func send(context: ChannelHandlerContext) {
    var turn = 256
    while turn > 0, wanted > 0, context.channel.isWritable {
      context.write(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: message)), promise: nil)
      wanted -= 1
      turn -= 1
    }
    context.flush()
    guard wanted > 0, context.channel.isWritable else { return }
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    context.eventLoop.execute { bound.value.handler.send(context: bound.value.context) }
  }
}

func option(_ name: String) -> String? {
  guard let index = CommandLine.arguments.firstIndex(of: name) else { return nil }
  return CommandLine.arguments.dropFirst(index + 1).first
}

guard let file = option("--message-file") else {
  print("usage: bare-sockets --message-file F [--port N]")
  throw CancellationError()
}
let message = try await ByteBuffer(contentsOf: FilePath(file), maximumSizeAllowed: .mebibytes(64))
let upgrader = NIOWebSocketServerUpgrader(
  shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
  upgradePipelineHandler: { channel, _ in
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(SameMessage(message: message))
    }
  })
let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let server = try await ServerBootstrap(group: group)
  .serverChannelOption(.backlog, value: 1024)
  .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
  .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
  .childChannelInitializer { channel in
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(
        withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
    }
  }
  .bind(host: "127.0.0.1", port: option("--port").flatMap { Int($0) } ?? 0).get()
print("http://127.0.0.1:\(server.localAddress?.port ?? 0)")
// A pipe is fully buffered, and its reader waits for this line.
fflush(nil)
try await server.closeFuture.get()
