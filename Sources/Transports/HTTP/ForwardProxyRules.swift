/// The user's rules for requests that clients send through this program as a proxy.
package struct ForwardProxyRules: Sendable {
  /// The hosts to intercept while recording; all if empty. Tunnels to others are passed on.
  package var only: Set<String> = []
  /// The hosts whose connections are passed on, neither recorded nor replayed.
  package var passed: Set<String> = []
  /// The password that proxy requests need; nil for none.
  package var token: String?
  /// True if other machines can reach the port, so that proxy requests need a token.
  package var isReachable = false

  package init() {}

  package func passes(_ host: String) -> Bool { Self.has(host, in: passed) }

  /// True if the user named a host, which may then be on this machine.
  package func names(_ host: String) -> Bool {
    passes(host) || Self.has(host, in: only)
  }

  /// True if a set has the host, or a pattern such as `*.example.com` for the hosts below it.
  package static func has(_ host: String, in names: Set<String>) -> Bool {
    if names.contains(host) { return true }
    guard names.contains(where: { $0.hasPrefix("*.") }) else { return false }
    var rest = Substring(host)
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if names.contains("*.\(rest)") { return true }
    }
    return false
  }
}
