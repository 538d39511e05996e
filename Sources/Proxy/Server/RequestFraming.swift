import NIOHTTP1
import Transports

/// The header fields that decide how a request is read, found in one pass over them.
struct RequestFraming {
  /// The bytes of the target, and of all names and values.
  private var bytes: Int
  private let fieldCount: Int
  private var hosts: [String] = []
  private var codings: [String] = []
  /// The length that was announced. Spaces and tabs around it are no part of it (RFC 9110, section 5.5).
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
      // The length tells most names apart without reading them.
      switch name.utf8.count {
      case 4 where name.equalsIgnoringASCIICase("host"): hosts.append(value.trimmingSpaces())
      case 14 where contentLength == nil && name.equalsIgnoringASCIICase("content-length"):
        contentLength = Int(value.trimmingSpaces())
      case 17 where name.equalsIgnoringASCIICase("transfer-encoding"):
        codings += value.split(separator: ",").map { $0.trimmingSpaces().lowercased() }
      default: break
      }
    }
  }

  /// The reason why the request is refused before its body is read; nil for a request that is read.
  func problem(within limits: ConnectionLimits) -> ConnectionProblem? {
    if bytes > limits.headerBytes { return .headersTooLarge(limit: limits.headerBytes) }
    if fieldCount > limits.headerFields { return .tooManyHeaderFields(limit: limits.headerFields) }
    if let problem = hostProblem { return .host(problem) }
    // Anything but `chunked` changes the body, and nothing here undoes it (RFC 9112, section 6.1).
    return codings.isEmpty || codings == ["chunked"] ? nil : .transferCoding(codings.joined(separator: ", "))
  }

  /// The problem with the host that the request names (RFC 9112, section 3.2). HTTP/1.0 has no `Host`.
  private var hostProblem: ConnectionProblem.Host? {
    if hosts.count > 1 { return .repeated(hosts.count) }
    if hosts.isEmpty, version == .http1_1 { return .missing }
    if let host = hosts.first, !host.isEmpty, !host.isAuthority { return .invalid(host) }
    if let authority = RequestTarget.authority(of: target), !authority.isAuthority { return .invalid(authority) }
    return nil
  }
}
