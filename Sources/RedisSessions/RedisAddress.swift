import Recordings
package import SharedSessions

/// The address of a Redis or Valkey server: `redis://[user@]host[:port][/database][?prefix=understudy:]`, with TLS as
/// `rediss://`. Its password is never in the URL.
package struct RedisAddress: Hashable, Sendable {
  package let host: String
  package let port: Int
  package let user: String?
  package let database: Int
  /// The prefix of all keys.
  package let prefix: String
  package let usesTLS: Bool

  private static let schemes = ["redis", "rediss", "valkey", "valkeys"]

  /// True for a text that is meant as an address.
  package static func isMeant(by text: String) -> Bool { schemes.contains { text.hasPrefix("\($0)://") } }

  /// - Throws: `StoreProblem` that says what is wrong with the URL.
  package init(_ text: String) throws(StoreProblem) {
    func problem(_ reason: String) -> StoreProblem {
      StoreProblem("\(reason) Write it as redis://HOST:PORT/DATABASE, such as redis://127.0.0.1:6379/0.")
    }
    guard let scheme = Self.schemes.first(where: { text.hasPrefix("\($0)://") }) else {
      throw problem("The session store has no URL of Redis or Valkey.")
    }
    usesTLS = scheme.hasSuffix("s") && scheme != "redis"
    var rest = text.dropFirst(scheme.utf8.count + 3)
    var prefix = "understudy:"
    if let mark = rest.firstIndex(of: "?") {
      let query = rest[rest.index(after: mark)...]
      guard query.hasPrefix("prefix="), query.utf8.count > 7 else {
        throw problem("The URL of the session store has ?\(query). Only ?prefix=NAME is possible, with a name.")
      }
      prefix = String(query.dropFirst(7))
      rest = rest[..<mark]
    }
    self.prefix = prefix
    var user: String?
    if let at = rest.lastIndex(of: "@") {
      guard !rest[..<at].contains(":") else {
        throw problem(
          "The URL of the session store has a password, which other users of this machine can see. Set it in the environment variable UNDERSTUDY_SESSIONS_PASSWORD instead."
        )
      }
      user = String(rest[..<at])
      rest = rest[rest.index(after: at)...]
    }
    self.user = user
    let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !parts[1].isEmpty {
      guard let number = Int(parts[1]), number >= 0 else {
        throw problem("The database of the session store is not a number: \"\(parts[1])\".")
      }
      database = number
    } else {
      database = 0
    }
    guard let authority = URLAuthority(parts[0]) else { throw problem("The URL of the session store has no host.") }
    guard authority.portText == nil || authority.port != nil else {
      throw problem("The port of the session store is not a number from 1 to 65535.")
    }
    host = String(authority.host)
    port = authority.port ?? 6379
  }

  /// True if the server is on this machine, so that it may be without a password.
  package var isLocal: Bool { host.isLoopbackHost }

  /// The address as shown in messages.
  package var name: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
