import Synchronization

/// The hosts of proxy requests that were seen in a run.
final class ForwardedHosts: Sendable {
  /// The maximum number of hosts in each list.
  private static let limit = 1_000

  private let state = Mutex(State())

  private struct State {
    /// The number of times that a client closed the connection when it got the certificate.
    var rejections: [String: Int] = [:]
    var escaped: [String: Int] = [:]
    var others = 0
  }

  /// Notes a host whose client does not accept the certificate. Without an alert that is only certain the second time: a
  /// client may also close a connection because it no longer needs it. Returns true once it is certain.
  func note(rejecting host: String, isCertain: Bool) -> Bool {
    state.withLock { state in
      guard state.rejections[host] != nil || state.rejections.count < Self.limit else { return false }
      let before = state.rejections[host] ?? 0
      state.rejections[host] = isCertain ? 2 : before + 1
      return before < 2 && (isCertain || before == 1)
    }
  }

  func isRejecting(_ host: String) -> Bool { state.withLock { $0.rejections[host] ?? 0 } >= 2 }

  /// Counts a request to a host that no endpoint has, and that was refused.
  func note(escaped host: String) {
    state.withLock { state in
      if state.escaped[host] == nil, state.escaped.count >= Self.limit { return state.others += 1 }
      state.escaped[host, default: 0] += 1
    }
  }

  /// The refused hosts with the number of their requests, sorted.
  var escaped: [Escape] {
    state.withLock { state in
      let hosts = state.escaped.keys.sorted().map { Escape(host: $0, count: state.escaped[$0] ?? 0) }
      return hosts + (state.others == 0 ? [] : [Escape(host: "other hosts", count: state.others)])
    }
  }
}

/// Requests to a host that no endpoint has, which were refused.
package struct Escape: Hashable, Sendable {
  package let host: String
  package let count: Int

  /// `3 requests to telemetry.example`.
  package var text: String { "\(count == 1 ? "1 request" : "\(count) requests") to \(host)" }

  /// The ways to answer them.
  package var advice: String {
    "No recorded endpoint has this host. Record it with understudy record, or let it through: --pass \(host)"
  }
}
