// A bare SwiftNIO HTTP server that answers everything with the bytes of one file: what `make bench` compares replay
// with. It reads requests and encodes answers as SwiftNIO's own example server does, on one event loop, and does
// nothing else.
//
//   bare-server --body-file F [--port N]
//
// The first line on standard output is its URL.

import NIOCore
import NIOHTTP1
import NIOPosix
import _NIOFileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

final class SameAnswer: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let body: ByteBuffer
  private var keepsAlive = true

  init(body: ByteBuffer) { self.body = body }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): keepsAlive = head.isKeepAlive
    case .body: break
    case .end:
      var headers = HTTPHeaders()
      headers.add(name: "content-type", value: "application/json; charset=utf-8")
      headers.add(name: "content-length", value: String(body.readableBytes))
      let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      context.write(wrapOutboundOut(.end(nil)), promise: nil)
      if !keepsAlive { context.close(promise: nil) }
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) { context.flush() }
}

func option(_ name: String) -> String? {
  guard let index = CommandLine.arguments.firstIndex(of: name) else { return nil }
  return CommandLine.arguments.dropFirst(index + 1).first
}

guard let file = option("--body-file") else {
  print("usage: bare-server --body-file F [--port N]")
  throw CancellationError()
}
let body = try await ByteBuffer(contentsOf: FilePath(file), maximumSizeAllowed: .mebibytes(64))
let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let server = try await ServerBootstrap(group: group)
  .serverChannelOption(.backlog, value: 1024)
  .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
  .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
  .childChannelInitializer { channel in
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.configureHTTPServerPipeline()
      try channel.pipeline.syncOperations.addHandler(SameAnswer(body: body))
    }
  }
  .bind(host: "127.0.0.1", port: option("--port").flatMap { Int($0) } ?? 0).get()
print("http://127.0.0.1:\(server.localAddress?.port ?? 0)")
// A pipe is fully buffered, and its reader waits for this line.
fflush(nil)
try await server.closeFuture.get()
