import Crypto
package import Proxy
import Requests
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The certificates for intercepted hosts, which the local CA issues on demand and which exist only in memory.
package final class InterceptionCertificates: TunnelInterception {
  /// The maximum number of certificates; the oldest are made again.
  private static let limit = 500
  /// The validity of a certificate: longer than a run of tests.
  private static let lifetime: TimeInterval = 86_400

  private let authority: @Sendable () throws(TLSProblem) -> LocalAuthority
  private let state = Mutex(State())

  private struct State {
    /// One key for all hosts of a run, since making one for each takes longer than the rest.
    var key: P256.Signing.PrivateKey?
    var made: [String: ServerTLS] = [:]
    /// The hosts of `made`, the oldest first.
    var order: [String] = []
  }

  /// Reads the CA in a folder whenever a certificate is made, so that one created during the run is used. Without a
  /// path, uses the default folder.
  package init(folder: String?) { authority = { () throws(TLSProblem) in try AuthorityFolder(folder).load() } }

  package init(_ authority: LocalAuthority) { self.authority = { authority } }

  package func security(for host: String) async throws -> any ConnectionSecurity {
    if let known = state.withLock({ $0.made[host] }) { return known }
    // Beside the event loops: it reads files, and signs.
    return try await Task(executorPreference: BlockingExecutor.shared) { try self.make(for: host) }.value
  }

  private func make(for host: String) throws(TLSProblem) -> ServerTLS {
    let key = state.withLock { state in
      let key = state.key ?? P256.Signing.PrivateKey()
      state.key = key
      return key
    }
    let made = try ServerTLS(authority().identity(for: host, key: key, lifetime: Self.lifetime, now: .now))
    state.withLock { state in
      if state.made.updateValue(made, forKey: host) == nil { state.order.append(host) }
      if state.order.count > Self.limit { state.made[state.order.removeFirst()] = nil }
    }
    return made
  }
}
