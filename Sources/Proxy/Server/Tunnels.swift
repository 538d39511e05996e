import NIOCore
import NIOPosix
import Requests
import Synchronization
import Transports

/// Ends the TLS of tunnels. Implemented in `ProxyTLS`, so that a server without TLS builds without it.
package protocol TunnelInterception: Sendable {
  /// Returns the security of a tunnel to a host, with a certificate for exactly that host.
  /// - Throws: the reason why there is none, and the fix.
  func security(for host: String) async throws -> any ConnectionSecurity
}

/// The tunnels of a port, which its clients open with `CONNECT`.
final class Tunnels: Sendable {
  /// The maximum number of tunnels that pass bytes on. Intercepted ones are connections like others.
  static let limit = 256
  private static let connectTime = TimeAmount.seconds(10)

  private let interception: (any TunnelInterception)?
  private let open = Mutex(0)

  init(_ interception: (any TunnelInterception)?) { self.interception = interception }

  /// The way in which a tunnel begins.
  enum Opening: Sendable {
    case refused(Answer)
    case intercepted(any ConnectionSecurity)
    /// The connection to the host, which reads nothing yet.
    case connected(any Channel)
  }

  /// Begins the tunnel that a request names, with any connection on `loop`.
  func open(_ request: ClientRequest, by responder: any Responder, on loop: any EventLoop) async -> Opening {
    switch await responder.connect(request) {
    case .refused(let answer): return .refused(answer)
    case .intercepted:
      guard let interception, let host = request.origin?.host else {
        return .refused(responder.answer(to: .noCertificate("This port has no TLS."), of: request))
      }
      do {
        return .intercepted(try await interception.security(for: host))
      } catch {
        return .refused(responder.answer(to: .noCertificate("\(error)"), of: request))
      }
    case .tunneled(let place):
      guard reserve() else { return .refused(responder.answer(to: .tooMany(limit: Self.limit), of: request)) }
      do {
        let channel = try await ClientBootstrap(group: loop)
          .connectTimeout(Self.connectTime)
          .channelOption(.autoRead, value: false)
          .channelOption(.allowRemoteHalfClosure, value: true)
          .channelOption(.tcpOption(.tcp_nodelay), value: 1)
          .connect(to: SocketAddress(ipAddress: place.address, port: place.port)).get()
        channel.closeFuture.whenComplete { _ in self.release() }
        return .connected(channel)
      } catch {
        release()
        return .refused(responder.answer(to: .unreachable("\(place.address) port \(place.port)"), of: request))
      }
    }
  }

  private func reserve() -> Bool {
    open.withLock { open in
      guard open < Self.limit else { return false }
      open += 1
      return true
    }
  }

  private func release() { open.withLock { $0 -= 1 } }
}
