package import NIOCore
import NIOHTTP1
import Requests
import Synchronization
import Transports

/// Secures the connections of a port. Implemented in `ProxyTLS`, so that a server without TLS builds without it.
package protocol ConnectionSecurity: Sendable {
  /// Begins a connection: the handshake, then the handlers of `connection`. Called on the channel's event loop.
  func begin(_ channel: any Channel, _ connection: ServerConnection) throws
}

/// The shared parts of a server's connections: the responder and the limits.
package struct ServerConnection: Sendable {
  /// The name of the handler that encrypts. A reset of the connection starts below it.
  package static let encryption = "encryption"

  let responder: any Responder
  let tables: LoopTables
  package let limits: ConnectionLimits
  let tunnels: Tunnels
  let draining: Draining
  /// The request for the tunnel that the connection is inside of; nil for a connection to the port itself.
  private(set) var tunnel: ClientRequest?
  /// True if the TLS of the tunnel names another host than the tunnel does.
  package var isMisdirected = false

  init(responder: any Responder, tables: LoopTables, limits: ConnectionLimits, tunnels: Tunnels, draining: Draining) {
    self.responder = responder
    self.tables = tables
    self.limits = limits
    self.tunnels = tunnels
    self.draining = draining
  }

  /// The host that clients inside the tunnel may name; nil for a connection to the port itself.
  package var tunnelHost: String? { tunnel?.origin?.host }

  /// Returns the parts of a connection inside a tunnel.
  func inside(_ tunnel: ClientRequest) -> ServerConnection {
    var connection = self
    connection.tunnel = tunnel
    return connection
  }

  /// Reports that the client of a tunnel broke off the handshake, with the alert that it sent, if any.
  package func handshakeFailed(alert: String?) {
    if let tunnel { _ = responder.answer(to: .handshake(alert: alert), of: tunnel) }
  }

  /// Adds the handlers of plain HTTP/1.1 inside a tunnel.
  package func addPlainHandlers(to channel: any Channel) throws {
    var connection = self
    connection.tunnel?.origin = tunnel?.origin?.plain
    try connection.addHandlers(to: channel, .plain)
  }

  /// Adds the handlers of plain HTTP/1.1.
  func addHandlers(to channel: any Channel) throws { try addHandlers(to: channel, .plain) }

  package func addSecureHandlers(to channel: any Channel) throws { try addHandlers(to: channel, .tls) }

  private func addHandlers(to channel: any Channel, _ carrier: ConnectionHandler.Carrier) throws {
    let pipeline = channel.pipeline.syncOperations
    // Reads only: tracking writes takes a promise for each answer.
    try pipeline.addHandler(IdleStateHandler(readTimeout: limits.idleTime))
    try pipeline.addHandler(HTTPResponseEncoder())
    try pipeline.addHandler(
      ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits.ofDecoder)))
    try add(carrier, to: channel)
  }

  /// Adds the handler of an HTTP/2 stream, above one that converts it to HTTP/1.1.
  package func addStreamHandler(to stream: any Channel) throws { try add(.http2, to: stream) }

  private func add(_ carrier: ConnectionHandler.Carrier, to channel: any Channel) throws {
    try channel.pipeline.syncOperations.addHandler(
      ConnectionHandler(self, table: tables.table(of: channel.eventLoop), carrier: carrier))
  }
}

/// Set once a server is to lose its connections, because it stops soon. Each of HTTP/1.1 then closes after its next answer.
final class Draining: Sendable {
  private let isSet = Atomic<Bool>(false)

  var isOn: Bool { isSet.load(ordering: .relaxed) }

  func begin() { isSet.store(true, ordering: .relaxed) }
}

/// The answer tables of a server's event loops.
struct LoopTables: Sendable {
  /// The tables by loop. The box traps if a table is used on another loop.
  private let tables: [ObjectIdentifier: NIOLoopBound<SharedAnswers>]

  /// Throws if a loop has ended.
  init(_ loops: [any EventLoop], reading headers: HeaderNames) async throws {
    var tables: [ObjectIdentifier: NIOLoopBound<SharedAnswers>] = [:]
    for loop in loops {
      tables[ObjectIdentifier(loop)] = try await loop.submit {
        let table = AnswerTable(reading: headers, loops: loops.count)
        return NIOLoopBound(SharedAnswers(table), eventLoop: loop)
      }.get()
    }
    self.tables = tables
  }

  /// Returns the table of the calling loop; an empty one for a loop of another server.
  func table(of loop: any EventLoop) -> SharedAnswers { tables[ObjectIdentifier(loop)]?.value ?? SharedAnswers() }
}

extension ConnectionLimits {
  /// The limits of SwiftNIO's decoder. Its error does not say which one was exceeded, so the field limit is set where
  /// the byte limit applies first. `RequestFraming` counts the fields.
  fileprivate var ofDecoder: NIOHTTPDecoderLimitConfiguration {
    var bounds = NIOHTTPDecoderLimitConfiguration()
    bounds.maxHeaderFieldSize = headerBytes
    bounds.maxHeaderListSize = headerBytes
    bounds.maxHeaderFieldCount = headerBytes
    return bounds
  }
}
