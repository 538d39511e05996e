import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL
import Requests

@testable import Proxy
@testable import ProxyTLS

extension ProxyServer {
  /// Runs a server on a free port while the body does.
  static func serve<Result>(
    _ responder: any Responder, _ limits: ConnectionLimits = ConnectionLimits(),
    _ body: (ProxyServer) async throws -> Result
  ) async throws -> Result {
    let server = try await start(port: 0, limits: limits, responder: responder)
    do {
      let result = try await body(server)
      await server.shutdown(grace: .milliseconds(200))
      return result
    } catch {
      await server.shutdown(grace: .milliseconds(200))
      throw error
    }
  }
}

extension HTTPClient {
  /// A client that trusts an authority, and speaks HTTP/2 where it is offered.
  static func trusting(_ authority: LocalAuthority, http2: Bool) throws -> HTTPClient {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.additionalTrustRoots = [.certificates([try authority.certificate.forTLS])]
    var configuration = Configuration(tlsConfiguration: tls)
    // Slow machines are patient.
    configuration.timeout.connect = .seconds(60)
    configuration.httpVersion = http2 ? .automatic : .http1Only
    return HTTPClient(
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
  }
}

/// A TCP client that sends exactly the bytes that it is told to, and reads what comes.
struct RawClient {
  let channel: any Channel
  private let received: AsyncStream<ByteBuffer>.Iterator

  init(port: Int) async throws {
    let stream: AsyncStream<ByteBuffer>
    (channel, stream) = try await Self.connected(port: port)
    received = stream.makeAsyncIterator()
  }

  /// A connection, and what comes on it until it ends.
  static func connected(port: Int, tls: NIOSSLContext? = nil) async throws -> (any Channel, AsyncStream<ByteBuffer>) {
    let (stream, continuation) = AsyncStream<ByteBuffer>.makeStream()
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls {
            let handler = try NIOSSLClientHandler(context: tls, serverHostname: "localhost")
            try channel.pipeline.syncOperations.addHandler(handler)
          }
          try channel.pipeline.syncOperations.addHandler(Collector(continuation: continuation))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    return (channel, stream)
  }

  func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

  func close() async { try? await channel.close() }

  /// Everything up to the end of the connection.
  func readToEnd() async -> String {
    var iterator = received
    var text = ""
    while let buffer = await iterator.next() { text += String(buffer: buffer) }
    return text
  }

  /// What has come when a text has come as often as said.
  func read(until mark: String, times: Int = 1) async -> String {
    var iterator = received
    var text = ""
    while text.split(separator: mark, omittingEmptySubsequences: false).count <= times,
      let buffer = await iterator.next()
    {
      text += String(buffer: buffer)
    }
    return text
  }

  private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let continuation: AsyncStream<ByteBuffer>.Continuation

    init(continuation: AsyncStream<ByteBuffer>.Continuation) { self.continuation = continuation }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { continuation.yield(unwrapInboundIn(data)) }
    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}

extension String {
  /// A POST of a body on a connection that stays open.
  static func post(_ body: String, path: String = "/graphql", headers: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
}
