import NIOCore
import NIOExtras
import NIOPosix
package import Requests
import Synchronization

#if canImport(Darwin)
  import Darwin
#endif

/// A listening socket with its connections, spread over the process's event loops. A connection stays on one loop, and
/// each loop has its own answer table, so connections need no locks.
package final class ProxyServer: Sendable {
  package let host: String
  /// The port in use, even if port 0 was requested.
  package let port: Int

  private let connections: OpenConnections
  private let draining: Draining
  private let loop: any EventLoop
  private let quiescing: ServerQuiescingHelper
  private let isSecure: Bool

  /// The URL for clients without a path, e.g. `http://127.0.0.1:4000`. A wildcard address becomes the loopback address.
  package var origin: String {
    let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
    return "\(isSecure ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  private init(
    host: String, port: Int, connections: OpenConnections, draining: Draining, loop: any EventLoop,
    quiescing: ServerQuiescingHelper, isSecure: Bool
  ) {
    self.host = host
    self.port = port
    self.connections = connections
    self.draining = draining
    self.loop = loop
    self.quiescing = quiescing
    self.isSecure = isSecure
  }

  /// Starts to listen. With `tls`, accepts only TLS, including HTTP/2. `interception` ends the TLS of tunnels.
  /// - Throws: `StartError` if the port is taken or the address is not one of this machine.
  package static func start(
    host: String = "127.0.0.1", port: Int, limits: ConnectionLimits = ConnectionLimits(),
    tls: (any ConnectionSecurity)? = nil, interception: (any TunnelInterception)? = nil,
    responder: any Responder
  ) async throws(StartError) -> ProxyServer {
    let loops = MultiThreadedEventLoopGroup.singleton
    #if canImport(Darwin)
      // Linux refuses a taken port. Here, `SO_REUSEADDR` allows 127.0.0.1 beside a server on all addresses.
      if await PortProbe.isAnswered(host: host, port: port) {
        throw StartError(host: host, port: port, cause: IOError(errnoCode: EADDRINUSE, reason: "bind"))
      }
    #endif
    let quiescing = ServerQuiescingHelper(group: loops)
    let connections = OpenConnections(limit: limits.connections)
    let draining = Draining()
    do {
      let connection = ServerConnection(
        responder: responder,
        tables: try await LoopTables(Array(loops.makeIterator()), reading: responder.readHeaders),
        limits: limits, tunnels: Tunnels(interception), draining: draining)
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
              // A TLS handshake only for an error is not worth it.
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
        host: host, port: port, connections: connections, draining: draining, loop: loops.next(),
        quiescing: quiescing, isSecure: tls != nil)
    } catch {
      throw StartError(host: host, port: port, cause: error)
    }
  }

  /// Lets connections go while requests are still answered: each of HTTP/1.1 closes after its next answer.
  package func drain() { draining.begin() }

  /// The number of open connections.
  package var openConnections: Int { connections.count }

  /// Stops: accepts no more connections, lets requests finish, and closes the rest after `grace`.
  package func shutdown(grace: Duration) async {
    let (moments, moment) = AsyncStream<Void>.makeStream()
    let drained = loop.makePromise(of: Void.self)
    drained.futureResult.whenComplete { _ in moment.yield() }
    quiescing.initiateShutdown(promise: drained)
    let alarm = Task {
      try await Task.sleep(for: grace)
      moment.yield()
    }
    // Waits until every connection is done or the time is over.
    for await _ in moments { break }
    alarm.cancel()
    connections.closeAll()
  }
}

/// The open connections, up to a limit.
final class OpenConnections: Sendable {
  private let limit: Int
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  init(limit: Int) { self.limit = limit }

  var count: Int { channels.withLock { $0.count } }

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

  func closeAll() {
    for channel in channels.withLock({ Array($0.values) }) { channel.close(promise: nil) }
  }
}

/// Opens free ports with a server's address, limits and TLS.
package struct ServerPorts: PortOpener {
  private let host: String
  private let limits: ConnectionLimits
  private let tls: (any ConnectionSecurity)?
  private let interception: (any TunnelInterception)?

  package init(
    host: String, limits: ConnectionLimits, tls: (any ConnectionSecurity)?,
    interception: (any TunnelInterception)? = nil
  ) {
    self.host = host
    self.limits = limits
    self.tls = tls
    self.interception = interception
  }

  package func open(_ responder: any Responder) async throws -> OpenPort {
    let server = try await ProxyServer.start(
      host: host, port: 0, limits: limits, tls: tls, interception: interception, responder: responder)
    return OpenPort(port: server.port, url: server.origin) { await server.shutdown(grace: $0) }
  }
}
