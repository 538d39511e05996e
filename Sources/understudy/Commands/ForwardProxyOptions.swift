import ArgumentParser
import EndpointConfiguration
import Engine
import ProxyTLS
import Recordings
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

  @Flag(help: .more("As a proxy: the user of the proxy URL names the session. Others get 407."))
  var sessionsByProxyUser = false

  func validate() throws {
    if proxyToken == "" { throw ValidationError("--proxy-token must not be empty. Pass a password.") }
  }

  /// Returns the rules. `only` are the hosts to intercept, `host` is the address that is listened on.
  func rules(only: [String] = [], host: String) -> ForwardProxyRules {
    var rules = ForwardProxyRules()
    rules.only = Set(only.map { $0.lowercased() })
    rules.passed = Set(passed.map { $0.lowercased() })
    rules.token = proxyToken
    rules.isReachable = !host.isLoopbackHost
    return rules
  }

}

/// The options for the hosts that a proxy records, in commands that record.
struct InterceptionOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: .more("As a proxy: record only this host, and pass others on. Repeatable.", "host"))
  var only: [String] = []
}

extension ResolvedHost: ExpressibleByArgument {
  /// Reads `api.example.com=127.0.0.1:8443`.
  public init?(argument: String) { self.init(argument) }
}

extension HostPins {
  /// Adds the addresses in each `endpoint.yaml` of a recordings folder. A file with errors is skipped: loading its
  /// endpoint reports them.
  ///
  /// - Throws: `WorkFailure` if two files give a host different addresses.
  func add(recordings: String) throws(WorkFailure) {
    for endpoint in (try? RecordingsFolder(path: recordings).endpoints) ?? [] {
      for given in (try? endpoint.configuration().resolvedHosts) ?? [] where !add(given) {
        throw WorkFailure(
          "The endpoint.yaml of \(endpoint.name) gives \(given.host) the address \(given.place), and that of another endpoint a different one. Remove one of the two."
        )
      }
    }
  }
}
