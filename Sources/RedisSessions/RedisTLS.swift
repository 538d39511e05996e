#if Redis
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL
  import NIOTLS
  import SharedSessions

  /// TLS for hiredis, which has none in version 0.14: hiredis gets one end of a pair of sockets, and an event loop passes
  /// the bytes of the other end on through TLS.
  enum RedisTLS {
    /// The environment variable with the file of the authorities to trust; by default those of the system.
    static let authoritiesVariable = "UNDERSTUDY_SESSIONS_CA"
    /// The time limit for the connection and the handshake, in seconds.
    private static let seconds: Int64 = 2

    /// The option with the seconds after which an idle connection is checked. Its values are those of hiredis.
    #if os(Linux)
      private static let keepAliveTime = TCP_KEEPIDLE
    #else
      private static let keepAliveTime = TCP_KEEPALIVE
    #endif

    /// Connects to a server, and returns a socket for the plain bytes. Blocks.
    static func connect(_ address: RedisAddress) throws(StoreProblem) -> Int32 {
      var pair: [Int32] = [-1, -1]
      #if os(Linux)
        let kind = Int32(SOCK_STREAM.rawValue)
      #else
        let kind = SOCK_STREAM
      #endif
      guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else {
        throw StoreProblem("There is no free socket for the session store. Raise the limit of open files (ulimit -n).")
      }
      let (own, other) = (pair[0], pair[1])
      var isHandedOver = false
      do {
        let context = try Self.context(.makeClientConfiguration())
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let handshake = loop.makePromise(of: Void.self)
        let isIP = (try? SocketAddress(ipAddress: address.host, port: address.port)) != nil
        let late = "the handshake took more than \(seconds) s"
        loop.scheduleTask(in: .seconds(seconds)) { handshake.fail(StoreProblem(late)) }
        let server = try ClientBootstrap(group: loop).connectTimeout(.seconds(seconds))
          .channelOption(.socketOption(.so_keepalive), value: 1)
          .channelOption(.tcpOption(.init(rawValue: Self.keepAliveTime)), value: 15)
          .channelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 5)
          .channelOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 3)
          .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              let tls = try NIOSSLClientHandler(context: context, serverHostname: isIP ? nil : address.host)
              try channel.pipeline.syncOperations.addHandlers(tls, Handshake(handshake))
            }
          }
          .connect(host: address.host, port: address.port).wait()
        do {
          try handshake.futureResult.wait()
          // From here on, the channel closes it.
          isHandedOver = true
          let local = try ClientBootstrap(group: loop).channelOption(.autoRead, value: false).withConnectedSocket(other)
            .wait()
          try loop.submit {
            try server.pipeline.syncOperations.addHandler(Passing(to: local))
            try local.pipeline.syncOperations.addHandler(Passing(to: server))
          }.wait()
          local.setOption(.autoRead, value: true).whenFailure { _ in local.close(promise: nil) }
          return own
        } catch {
          server.close(promise: nil)
          throw error
        }
      } catch {
        close(own)
        if !isHandedOver { close(other) }
        throw problem(address.name, error)
      }
    }

    /// Returns the reason why a connection failed, and what to do.
    private static func problem(_ store: String, _ error: any Error) -> StoreProblem {
      if let error = error as? UnreadableAuthorities {
        return StoreProblem(
          "The file \(error.file) with authorities for the session store cannot be read. Set \(authoritiesVariable) to the file of an authority, in PEM form."
        )
      }
      let text = "\(error)"
      if text.contains("CERTIFICATE") {
        return StoreProblem(
          "The session store \(store) cannot be reached with TLS: its certificate is not trusted, or has expired. To trust it, set \(authoritiesVariable) to the file of its authority."
        )
      }
      if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
        return StoreProblem(
          "The session store \(store) cannot be reached with TLS: its certificate is for another host. Use a host of its certificate in the URL after --sessions."
        )
      }
      if error is StoreProblem || text.contains("WRONG_VERSION") || error as? ChannelError == .eof {
        let reason = error is StoreProblem ? text : "it refused TLS"
        return StoreProblem(
          "The session store \(store) cannot be reached with TLS: \(reason). If it has no TLS, use a URL that begins with redis:// or valkey://."
        )
      }
      return StoreProblem(
        "The session store \(store) cannot be reached with TLS: \(text). Start it, or correct its URL after --sessions."
      )
    }

    /// Makes a context that trusts the authorities in the file of `UNDERSTUDY_SESSIONS_CA`, if it is set.
    private static func context(_ plain: TLSConfiguration) throws -> NIOSSLContext {
      guard let file = ProcessInfo.processInfo.environment[authoritiesVariable], !file.isEmpty else {
        return try NIOSSLContext(configuration: plain)
      }
      var configuration = plain
      configuration.trustRoots = .file(file)
      do {
        return try NIOSSLContext(configuration: configuration)
      } catch {
        throw UnreadableAuthorities(file: file)
      }
    }

    private struct UnreadableAuthorities: Error {
      let file: String
    }
  }

  /// Tells when the handshake is over.
  private final class Handshake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let promise: EventLoopPromise<Void>

    init(_ promise: EventLoopPromise<Void>) { self.promise = promise }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent { promise.succeed() }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      promise.fail(error)
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      promise.fail(ChannelError.eof)
      context.fireChannelInactive()
    }
  }

  /// Passes bytes on to another connection, and closes it at the end.
  private final class Passing: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let other: any Channel

    init(to other: any Channel) { self.other = other }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      other.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
#endif
