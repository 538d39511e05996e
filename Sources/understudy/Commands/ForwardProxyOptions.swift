import ArgumentParser
import Engine
import ProxyTLS
import Transports

/// The options for requests that clients send through this program as a proxy.
struct ForwardProxyOptions: ParsableArguments {
  @Option(
    name: [.customLong("pass"), .customLong("tunnel")], parsing: .singleValue,
    help: .more("As a proxy: let connections to this host through, unrecorded. Repeatable.", "host"))
  var passed: [String] = []

  @Option(
    parsing: .singleValue,
    help: .more("As a proxy: connect to this address for a host. Repeatable.", "host=address:port"))
  var resolve: [ResolvedHost] = []

  @Option(help: .more("As a proxy: require this password. Needed with --host 0.0.0.0.", "token"))
  var proxyToken: String?

  func validate() throws {
    if proxyToken == "" { throw ValidationError("--proxy-token must not be empty. Pass a password.") }
  }

  /// Returns the rules. `only` are the hosts to intercept, `host` is the address that is listened on.
  func rules(only: [String] = [], host: String) -> ForwardProxyRules {
    var rules = ForwardProxyRules()
    rules.only = Set(only.map { $0.lowercased() })
    rules.passed = Set(passed.map { $0.lowercased() })
    rules.resolved = Set(resolve.map(\.host))
    rules.token = proxyToken
    rules.isReachable = !(host == "localhost" || host == "::1" || host.hasPrefix("127."))
    return rules
  }

  /// The addresses of `--resolve`.
  var pins: HostPins {
    HostPins(Dictionary(resolve.map { ($0.host, ($0.address, $0.port)) }) { _, last in last })
  }
}

/// A host with its address: `api.example.com=127.0.0.1:8443`.
struct ResolvedHost: ExpressibleByArgument, Sendable {
  let host: String
  let address: String
  let port: Int

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="),
      let host = ProxiedOrigin(scheme: "https", authority: String(argument[..<equals]), isTunneled: false),
      let place = ProxiedOrigin(
        scheme: "https", authority: String(argument[argument.index(after: equals)...]), isTunneled: false),
      !host.namesPort, HostPins.isAddress(place.host)
    else { return nil }
    (self.host, address, port) = (host.host, place.host, place.port)
  }
}
