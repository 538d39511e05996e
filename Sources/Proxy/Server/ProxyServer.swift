package import Engine
import NIOCore
import NIOExtras
import NIOPosix
import Synchronization

#if canImport(Darwin)
  import Darwin
#endif

/// The listening socket and all connections to it, spread over the process's event loops. Each connection stays on one
/// loop, and each loop has a table of answers of its own, so that connections need no locks between them.
package final class ProxyServer: Sendable {
  /// The host that was asked for, e.g. `127.0.0.1`.
  package let host: String
  /// The port that is listened on; with port 0 asked for, the one that was free.
  package let port: Int

  private let connections: OpenConnections
  private let loop: any EventLoop
  private let quiescing: ServerQuiescingHelper
  private let isSecure: Bool

  /// The URL that clients are pointed at, without a path, e.g. `http://127.0.0.1:4000`, or `https:` with TLS.
  ///
  /// A wildcard address is nothing to connect to; clients on this machine use its loopback address.
  package var origin: String {
    let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
    return "\(isSecure ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  private init(
    host: String, port: Int, connections: OpenConnections, loop: any EventLoop, quiescing: ServerQuiescingHelper,
    isSecure: Bool
  ) {
    self.host = host
    self.port = port
    self.connections = connections
    self.loop = loop
    self.quiescing = quiescing
    self.isSecure = isSecure
  }

  /// Starts to listen; with `tls`, for TLS only, and in it for HTTP/2 as well.
  ///
  /// - Throws: `StartError` where the port is taken or the address is not one of this machine.
  package static func start(
    host: String = "127.0.0.1", port: Int, limits: ConnectionLimits = ConnectionLimits(),
    tls: (any ConnectionSecurity)? = nil,
    responder: any Responder
  ) async throws(StartError) -> ProxyServer {
    let loops = MultiThreadedEventLoopGroup.singleton
    #if canImport(Darwin)
      // Linux refuses the port itself. Here `SO_REUSEADDR` allows 127.0.0.1 beside a server on all addresses.
      if await PortProbe.isAnswered(host: host, port: port) {
        throw StartError(host: host, port: port, cause: IOError(errnoCode: EADDRINUSE, reason: "bind"))
      }
    #endif
    let quiescing = ServerQuiescingHelper(group: loops)
    let connections = OpenConnections(limit: limits.connections)
    do {
      let connection = ServerConnection(
        responder: responder,
        tables: try await LoopTables(Array(loops.makeIterator()), identifying: responder.identifyingHeaders),
        limits: limits)
      let bootstrap = ServerBootstrap(group: loops)
        .serverChannelOption(.backlog, value: 1024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(quiescing.makeServerChannelHandler(channel: channel))
          }
        }
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            guard connections.add(channel) else {
              // There is no handshake only to say it in.
              if tls != nil { return channel.close(promise: nil) }
              let refusal = RefusalHandler(problem: .tooManyConnections(limit: limits.connections))
              return try channel.pipeline.syncOperations.addHandler(refusal)
            }
            if let tls { try tls.begin(channel, connection) } else { try connection.addHandlers(to: channel) }
          }
        }
      let channel = try await bootstrap.bind(host: host, port: port).get()
      let port = channel.localAddress?.port ?? port
      return ProxyServer(
        host: host, port: port, connections: connections, loop: loops.next(), quiescing: quiescing,
        isSecure: tls != nil)
    } catch {
      throw StartError(host: host, port: port, cause: error)
    }
  }

  /// Stops: takes no more connections, lets what is in flight finish, and closes what is left after `grace`.
  package func shutdown(grace: Duration) async {
    let (moments, moment) = AsyncStream<Void>.makeStream()
    let drained = loop.makePromise(of: Void.self)
    drained.futureResult.whenComplete { _ in moment.yield() }
    quiescing.initiateShutdown(promise: drained)
    let alarm = Task {
      try await Task.sleep(for: grace)
      moment.yield()
    }
    // Whichever comes first: every connection is done, or the time is over.
    for await _ in moments { break }
    alarm.cancel()
    connections.closeAll()
  }
}

/// The connections that are open, up to a bound.
final class OpenConnections: Sendable {
  private let limit: Int
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  init(limit: Int) { self.limit = limit }

  /// Takes a connection until it closes; false where there are too many.
  func add(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isTaken = channels.withLock { channels in
      guard channels.count < limit else { return false }
      channels[id] = channel
      return true
    }
    if isTaken { channel.closeFuture.whenComplete { _ in self.channels.withLock { _ = $0.removeValue(forKey: id) } } }
    return isTaken
  }

  /// Closes all that are still open.
  func closeAll() {
    for channel in channels.withLock({ Array($0.values) }) { channel.close(promise: nil) }
  }
}

/// Opens free ports beside a server's own: the same address, limits and TLS.
package struct ServerPorts: PortOpener {
  private let host: String
  private let limits: ConnectionLimits
  private let tls: (any ConnectionSecurity)?

  package init(host: String, limits: ConnectionLimits, tls: (any ConnectionSecurity)?) {
    self.host = host
    self.limits = limits
    self.tls = tls
  }

  package func open(_ responder: any Responder) async throws -> OpenPort {
    let server = try await ProxyServer.start(host: host, port: 0, limits: limits, tls: tls, responder: responder)
    return OpenPort(port: server.port, url: server.origin) { await server.shutdown(grace: $0) }
  }
}
