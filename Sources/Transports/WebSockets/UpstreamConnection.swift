package import OrderedJSON
import Synchronization

/// A WebSocket to the upstream for one client's connection: opened on first use, reopened if closed by the upstream.
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

  /// Offers `dialect` first; `initPayload` is the client's payload of `connection_init`.
  package init(_ upstream: any Upstream, _ request: UpstreamRequest, dialect: SocketDialect, initPayload: JSON?) {
    self.upstream = upstream
    self.request = request
    offers = dialect.offers
    self.initPayload = initPayload
  }

  deinit { state.withLock { $0.line }?.close() }

  /// Returns the open socket.
  /// - Throws: the reason that there is none: the upstream supports no WebSockets or none of these subprotocols.
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

  /// Stores an open socket. A failed attempt is not repeated, so that the client's other operations use HTTP at once.
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
  /// Returns the value, or another one if the caller is cancelled. The task goes on for others that wait.
  func value(orIfCancelled other: Success) async -> Success {
    let (values, continuation) = AsyncStream<Success>.makeStream()
    Task<Void, Never> { continuation.yield(await value) }
    for await value in values { return value }
    return other
  }
}
