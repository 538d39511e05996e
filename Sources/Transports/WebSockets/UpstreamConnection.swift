package import OrderedJSON
import Synchronization

/// A WebSocket to the real endpoint for one client's connection: opened when it is first needed, and again where the
/// endpoint has closed it since; closed when nobody holds this any more.
package final class UpstreamConnection: Sendable {
  private let upstream: any Upstream
  private let request: UpstreamRequest
  private let offers: [String]
  private let initPayload: JSON?
  private let state = Mutex(State())

  private struct State {
    var opening: Task<Opened, Never>?
    var line: SocketLine?
  }

  private typealias Opened = Result<SocketLine, UpstreamError>

  /// - Parameters:
  ///   - upstream: where sockets come from.
  ///   - request: what is asked for a socket: its URL and header fields.
  ///   - dialect: the subprotocol that is offered first.
  ///   - initPayload: of `connection_init`, as the client's.
  package init(_ upstream: any Upstream, _ request: UpstreamRequest, dialect: SocketDialect, initPayload: JSON?) {
    self.upstream = upstream
    self.request = request
    offers = dialect.offers
    self.initPayload = initPayload
  }

  deinit { state.withLock { $0.line }?.close() }

  /// The open socket.
  ///
  /// - Throws: why there is none: the endpoint knows no WebSockets, or none of these subprotocols.
  package func line() async throws(UpstreamError) -> SocketLine {
    let opening = state.withLock { state -> Task<Opened, Never> in
      if let opening = state.opening, state.line?.isOver != true { return opening }
      let opening = Task { [weak self, upstream, request, offers, initPayload] in
        let opened = await Self.open(upstream, request, offers, initPayload)
        if case .success(let line) = opened { self?.keep(line) ?? line.close() }
        return opened
      }
      state.opening = opening
      state.line = nil
      return opening
    }
    let opened = await opening.value(orIfCancelled: .failure(.clientLeft))
    return try opened.get()
  }

  /// Holds an open socket. One that was refused stays so: the client's other operations go the other way at once.
  private func keep(_ line: SocketLine) { state.withLock { $0.line = line } }

  private static func open(
    _ upstream: any Upstream, _ request: UpstreamRequest, _ offers: [String], _ initPayload: JSON?
  ) async -> Opened {
    do {
      let socket = try await upstream.openSocket(request, subprotocols: offers)
      guard let dialect = socket.subprotocol.flatMap({ SocketDialect(rawValue: $0) }) else {
        await socket.close(code: 1002)
        return .failure(UpstreamError(.unreadable, "its WebSocket supports none of \(offers.joined(separator: ", "))"))
      }
      return .success(SocketLine(socket, dialect, initPayload))
    } catch {
      return .failure(error)
    }
  }
}

extension Task where Failure == Never {
  /// The value; another as soon as whoever waits for it is cancelled. The task itself goes on for those who wait longer.
  func value(orIfCancelled other: Success) async -> Success {
    let (values, continuation) = AsyncStream<Success>.makeStream()
    Task<Void, Never> { continuation.yield(await value) }
    for await value in values { return value }
    return other
  }
}
