import NIOHTTP1
import OrderedJSON
import Transports

/// The header fields that decide how a request is read, found in one pass.
struct RequestFraming {
  private var bytes: Int
  private let fieldCount: Int
  private var hostCount = 0
  private(set) var host: String?
  private var codings: [String] = []
  /// The announced length, without surrounding white space (RFC 9110, section 5.5).
  private(set) var contentLength: Int?
  private let version: HTTPVersion
  private let target: String

  init(_ head: HTTPRequestHead) {
    version = head.version
    target = head.uri
    bytes = head.uri.utf8.count
    fieldCount = head.headers.count
    for (name, value) in head.headers {
      bytes += name.utf8.count + value.utf8.count
      // The length rules out most names without reading them.
      switch name.utf8.count {
      case 4 where name.equalsIgnoringASCIICase("host"):
        hostCount += 1
        host = value
      case 14 where contentLength == nil && name.equalsIgnoringASCIICase("content-length"):
        contentLength = Int(value) ?? Int(value.trimmingSpaces())
      case 17 where name.equalsIgnoringASCIICase("transfer-encoding"):
        codings += value.split(separator: ",").map { $0.trimmingSpaces().lowercased() }
      default: break
      }
    }
  }

  /// Returns the reason to refuse the request before its body is read; nil if there is none. A connection's requests
  /// nearly all have the same host, so `knownHost` is one that is known to be valid.
  func problem(within limits: ConnectionLimits, knownHost: String?) -> ConnectionProblem? {
    if bytes > limits.headerBytes { return .headersTooLarge(limit: limits.headerBytes) }
    if fieldCount > limits.headerFields { return .tooManyHeaderFields(limit: limits.headerFields) }
    if let problem = hostProblem(knownHost) { return .host(problem) }
    // Codings other than `chunked` change the body and are not decoded (RFC 9112, section 6.1).
    return codings.isEmpty || codings == ["chunked"] ? nil : .transferCoding(codings.joined(separator: ", "))
  }

  /// True if the request names the origin of its tunnel. `knownHost` is known to do so.
  func names(_ tunnel: ProxiedOrigin, knownHost: String?) -> Bool {
    if let authority = RequestTarget.authority(of: target) { return tunnel.isNamed(by: authority) }
    return host == knownHost || tunnel.isNamed(by: host?.trimmingSpaces() ?? "")
  }

  /// Returns the problem with the request's host (RFC 9112, section 3.2). HTTP/1.0 has no `Host`.
  private func hostProblem(_ knownHost: String?) -> ConnectionProblem.Host? {
    if hostCount > 1 { return .repeated(hostCount) }
    if hostCount == 0, version == .http1_1 { return .missing }
    if let host, host != knownHost {
      let authority = host.trimmingSpaces()
      if !authority.isEmpty, !authority.isAuthority { return .invalid(authority) }
    }
    if let authority = RequestTarget.authority(of: target), !authority.isAuthority { return .invalid(authority) }
    return nil
  }
}
