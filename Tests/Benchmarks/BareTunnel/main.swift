// A bare SwiftNIO tunnel: what `make bench` compares the tunnels of the proxy with. It reads `CONNECT` and joins the two
// connections as SwiftNIO's own example proxy does, on one event loop, and does nothing else.
//
//   bare-tunnel [--port N]
//
// The first line on standard output is its URL. The host in `CONNECT` must be an IPv4 address.

import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One side of a tunnel. Reads only while the other side can be written to.
final class Side: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny
  typealias OutboundOut = NIOAny

  private var partner: Side?
  private var context: ChannelHandlerContext?
  private var isReadHeld = false

  static func pair() -> (Side, Side) {
    let (one, two) = (Side(), Side())
    (one.partner, two.partner) = (two, one)
    return (one, two)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    partner = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { partner?.context?.write(data, promise: nil) }

  func channelReadComplete(context: ChannelHandlerContext) { partner?.context?.flush() }

  func channelInactive(context: ChannelHandlerContext) { partner?.context?.close(promise: nil) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { partner?.context?.close(promise: nil) }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    guard context.channel.isWritable, let partner, partner.isReadHeld else { return }
    partner.isReadHeld = false
    partner.context?.read()
  }

  func read(context: ChannelHandlerContext) {
    if partner?.context?.channel.isWritable == true { context.read() } else { isReadHeld = true }
  }
}

/// Reads `CONNECT`, and replaces itself by the tunnel.
final class Connect: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data) else { return }
    let parts = head.uri.split(separator: ":")
    guard head.method == .CONNECT, parts.count == 2, let port = Int(parts[1]),
      let place = try? SocketAddress(ipAddress: String(parts[0]), port: port)
    else { return context.close(promise: nil) }
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    ClientBootstrap(group: context.eventLoop)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .connect(to: place)
      .whenComplete { result in
        guard case .success(let other) = result else { return bound.value.context.close(promise: nil) }
        bound.value.handler.join(bound.value.context, other)
      }
  }

  private func join(_ context: ChannelHandlerContext, _ other: any Channel) {
    do {
      let pipeline = context.channel.pipeline.syncOperations
      let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
      let (side, otherSide) = Side.pair()
      context.writeAndFlush(NIOAny(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n")), promise: nil)
      try pipeline.addHandler(side)
      try other.pipeline.syncOperations.addHandler(otherSide)
      pipeline.removeHandler(context: context, promise: nil)
      pipeline.removeHandler(context: decoder, promise: nil)
    } catch {
      other.close(promise: nil)
      context.close(promise: nil)
    }
  }
}

func option(_ name: String) -> String? {
  guard let index = CommandLine.arguments.firstIndex(of: name) else { return nil }
  return CommandLine.arguments.dropFirst(index + 1).first
}

let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let server = try await ServerBootstrap(group: group)
  .serverChannelOption(.backlog, value: 1024)
  .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
  .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
  .childChannelInitializer { channel in
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandlers(
        ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)), Connect())
    }
  }
  .bind(host: "127.0.0.1", port: option("--port").flatMap { Int($0) } ?? 0).get()
print("http://127.0.0.1:\(server.localAddress?.port ?? 0)")
// A pipe is fully buffered, and its reader waits for this line.
fflush(nil)
try await server.closeFuture.get()
