import Engine
package import NIOCore
import NIOHTTP1

/// Makes the connections of a port secure. `ProxyTLS` does, so that a server without TLS is built without it.
package protocol ConnectionSecurity: Sendable {
  /// Begins a connection: the handshake, then the handlers of `connection`. Called on the channel's event loop.
  func begin(_ channel: any Channel, _ connection: ServerConnection) throws
}

/// What each connection of one server is given: how requests are answered, and the bounds.
package struct ServerConnection: Sendable {
  /// The name of the handler that encrypts. A reset of the connection starts below it.
  package static let encryption = "encryption"

  let responder: any Responder
  let tables: LoopTables
  package let limits: ConnectionLimits

  /// Adds the handlers of HTTP/1.1 in the clear.
  func addHandlers(to channel: any Channel) throws { try addHandlers(to: channel, .plain) }

  /// Adds the handlers of HTTP/1.1 above those that encrypt.
  package func addSecureHandlers(to channel: any Channel) throws { try addHandlers(to: channel, .tls) }

  private func addHandlers(to channel: any Channel, _ carrier: ConnectionHandler.Carrier) throws {
    let pipeline = channel.pipeline.syncOperations
    // Of reads alone: to learn of each write's end costs a promise for each answer.
    try pipeline.addHandler(IdleStateHandler(readTimeout: limits.idleTime))
    try pipeline.addHandler(HTTPResponseEncoder())
    try pipeline.addHandler(
      ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits.ofDecoder)))
    try add(carrier, to: channel)
  }

  /// Adds the handler of one stream of HTTP/2, above one that makes HTTP/1.1 of it.
  package func addStreamHandler(to stream: any Channel) throws { try add(.http2, to: stream) }

  private func add(_ carrier: ConnectionHandler.Carrier, to channel: any Channel) throws {
    try channel.pipeline.syncOperations.addHandler(
      ConnectionHandler(
        responder: responder, table: tables.table(of: channel.eventLoop), limits: limits, carrier: carrier))
  }
}

/// A table of answers for each event loop of a server.
struct LoopTables: Sendable {
  /// By the loop. The box says that a table is touched on its loop only, and traps if it ever should not be.
  private let tables: [ObjectIdentifier: NIOLoopBound<SharedAnswers>]

  /// - Parameters:
  ///   - loops: the event loops of the server.
  ///   - identifying: names of headers, in lower case, that say who asks, by a rule.
  /// - Throws: where a loop has ended already.
  init(_ loops: [any EventLoop], identifying: Set<String>) async throws {
    var tables: [ObjectIdentifier: NIOLoopBound<SharedAnswers>] = [:]
    for loop in loops {
      tables[ObjectIdentifier(loop)] = try await loop.submit {
        let table = AnswerTable(identifying: identifying, loops: loops.count)
        return NIOLoopBound(SharedAnswers(table), eventLoop: loop)
      }.get()
    }
    self.tables = tables
  }

  /// The table of the loop that calls; an empty one of its own for a loop that is not the server's.
  func table(of loop: any EventLoop) -> SharedAnswers { tables[ObjectIdentifier(loop)]?.value ?? SharedAnswers() }
}

extension ConnectionLimits {
  /// The bounds of SwiftNIO's decoder, which says only that one was broken: always the bytes. Each field has a byte at
  /// least, so the bytes end before the fields do. `RequestFraming` counts the fields.
  fileprivate var ofDecoder: NIOHTTPDecoderLimitConfiguration {
    var bounds = NIOHTTPDecoderLimitConfiguration()
    bounds.maxHeaderFieldSize = headerBytes
    bounds.maxHeaderListSize = headerBytes
    bounds.maxHeaderFieldCount = headerBytes
    return bounds
  }
}
