import AsyncHTTPClient
package import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import Transports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The upstream over HTTP, with AsyncHTTPClient: pooled connections, verified TLS, no redirects, no decoding.
package struct HTTPUpstream: Upstream {
  private let clients: HTTPClients
  /// The addresses of hosts that are not resolved for each connection.
  let pins: HostPins
  let timeout: TimeAmount
  /// The longest time for making a connection.
  static let connectTimeout = TimeAmount.seconds(10)
  /// The TLS configuration for WebSockets.
  let tls: TLSConfiguration

  /// - Parameters:
  ///   - timeout: the maximum time until the response begins.
  ///   - tls: the trusted CAs and the client certificate.
  ///   - pins: the addresses of hosts.
  package init(timeout: TimeAmount = .seconds(30), tls: UpstreamTLS = .usual, pins: HostPins = HostPins()) {
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls.configuration)
    self.tls = tls.configuration
    configuration.redirectConfiguration = .disallow
    configuration.decompression = .disabled
    configuration.timeout = .init(connect: min(timeout, Self.connectTimeout), read: timeout)
    // A refused connection is reported at once.
    configuration.connectionPool.retryConnectionEstablishment = false
    // Forwards the same HTTP/1.1 that any client would get.
    configuration.httpVersion = .http1Only
    configuration.tracing.tracer = nil
    clients = HTTPClients(configuration)
    self.timeout = timeout
    self.pins = pins
  }

  /// Closes the pooled connections. Call it once, at the end.
  package func shutdown() async { await clients.shutdown() }

  package func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
    let (url, address, authority) = placed(request.url)
    var outgoing = HTTPClientRequest(url: url)
    outgoing.method = HTTPMethod(rawValue: request.method)
    for field in request.headers.fields { outgoing.headers.add(name: field.name, value: field.value) }
    if let authority { outgoing.headers.replaceOrAdd(name: "host", value: authority) }
    if let stream = request.stream {
      outgoing.body = .stream(
        RequestBody(chunks: stream.chunks), length: stream.length.map { .known(Int64($0)) } ?? .unknown)
    } else if !request.body.isEmpty {
      outgoing.body = .bytes(ByteBuffer(bytes: request.body))
    }
    do {
      // The client determines how long an upload takes. The read timeout still applies after its end.
      let deadline = request.stream == nil ? timeout : max(timeout, .hours(1))
      let client = try clients.client(isPatient: request.isLong, pinned: address)
      let response = try await client.execute(outgoing, timeout: deadline)
      var headers = HeaderList()
      for (name, value) in response.headers { headers.append(name, value) }
      return UpstreamResponse(
        status: Int(response.status.code), headers: headers, body: UpstreamBody(body: response.body))
    } catch {
      let error = UpstreamError(classifying: error, timeout: timeout)
      // The diagnosis would resolve the name again, and connect.
      guard address == nil else { throw error }
      throw await error.diagnosed(request.url)
    }
  }

  /// Returns the URL with the port of a pinned address, that address by its host, and the `Host` field for it.
  private func placed(_ url: String) -> (url: String, address: HTTPClients.Pinned?, authority: String?) {
    guard let target = try? SocketURL(url), let place = pins.place(of: target.host, port: target.port) else {
      return (url, nil, nil)
    }
    let scheme = target.isSecure ? "https" : "http"
    let host = target.host.contains(":") ? "[\(target.host)]" : target.host
    return (
      "\(scheme)://\(host):\(place.port)\(target.target)",
      HTTPClients.Pinned(host: target.host, address: place.address), target.authority
    )
  }

  package func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] {
    try ContentDecoding.decode(body, coding: coding, limit: limit)
  }
}

/// A request's body for AsyncHTTPClient.
private struct RequestBody: AsyncSequence, Sendable {
  let chunks: any AsyncSequence<[UInt8], any Error> & Sendable

  func makeAsyncIterator() -> Iterator { Iterator(base: chunks.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: any AsyncIteratorProtocol<[UInt8], any Error>

    mutating func next() async throws -> ByteBuffer? {
      try await base.next(isolation: nil).map { ByteBuffer(bytes: $0) }
    }
  }
}

/// A response's body as byte arrays, with the engine's errors.
private struct UpstreamBody: AsyncSequence, Sendable {
  let body: HTTPClientResponse.Body

  func makeAsyncIterator() -> Iterator { Iterator(base: body.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: HTTPClientResponse.Body.AsyncIterator

    mutating func next() async throws -> [UInt8]? {
      do {
        return try await base.next().map { Array($0.readableBytesView) }
      } catch let error as CancellationError {
        throw error
      } catch {
        throw UpstreamError(classifying: error, timeout: nil)
      }
    }
  }
}

extension UpstreamError {
  /// Classifies the errors of AsyncHTTPClient, SwiftNIO and TLS; `authorities` are this system's CAs.
  init(
    classifying error: any Error, timeout: TimeAmount?,
    authorities: @autoclosure () -> SystemAuthorities = .ofThisSystem
  ) {
    func within(_ timeout: TimeAmount?) -> String {
      timeout.map { " within \($0.nanoseconds / 1_000_000) ms" } ?? ""
    }
    switch error {
    case let error as HTTPClientError:
      switch error {
      case .connectTimeout:
        self.init(.unreachable, "no connection\(within(timeout.map { min($0, HTTPUpstream.connectTimeout) }))")
      case .readTimeout, .deadlineExceeded, .writeTimeout: self.init(.timeout, "no answer\(within(timeout))")
      case .remoteConnectionClosed: self.init(.broken, "the connection was closed before the answer was complete")
      case .cancelled: self = .clientLeft
      case .invalidURL, .emptyHost, .emptyScheme:
        self.init(.unreachable, "the upstream URL cannot be used (\(error.shortDescription))")
      default: self.init(.broken, error.shortDescription)
      }
    case let error as NIOConnectionError:
      if error.connectionErrors.isEmpty {
        self.init(
          .unreachable, "the host \(error.host) is unknown",
          advice: "Check that the upstream URL has the right name, and whether it needs a VPN or another DNS server.")
      } else {
        self.init(
          .unreachable, "\(error.host):\(error.port) refused the connection or is unreachable",
          advice: Self.startAdvice)
      }
    // SwiftNIO's TLS finds no CAs to load, and cannot connect.
    case BoringSSLError.unknownError where authorities().areMissing:
      self.init(.unreachable, SystemAuthorities.advice)
    case is NIOSSLError, is BoringSSLError:
      let words = "\(error)"
      self.init(.unreachable, Self.reason(ofTLS: words, authorities()), advice: Self.advice(ofTLS: words))
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self.init(.unreachable, "its certificate is for a different host name")
    case let error as IOError where error.errnoCode == ECONNREFUSED:
      self.init(
        .unreachable, "the connection was refused",
        advice: Self.startAdvice)
    case let error as IOError: self.init(.broken, "the connection broke (\(error))")
    case HTTPParserError.invalidEOFState:
      self.init(.broken, "the connection was closed before the answer was complete")
    case is CancellationError: self = .clientLeft
    // An upload whose body ends too early.
    case let error as UploadProblem: self.init(.broken, error.message)
    case is HTTPParserError: self.init(.unreadable, "the answer is not HTTP/1.1 (\(error))")
    default: self.init(.broken, "\(error)")
    }
  }

  /// Explains BoringSSL's error, which contains a source location and often no useful reason.
  private static func reason(ofTLS words: String, _ authorities: SystemAuthorities) -> String {
    if words.contains("CERTIFICATE_VERIFY_FAILED") {
      return authorities.areMissing
        ? "its certificate is not trusted: \(SystemAuthorities.advice)"
        : "its certificate is not trusted; pass its CA with --upstream-ca"
    }
    if words.contains("ALERT_CERTIFICATE_REQUIRED") {
      return "it requires a client certificate; pass one with --upstream-cert and --upstream-key"
    }
    if ["ALERT_UNKNOWN_CA", "ALERT_BAD_CERTIFICATE", "ALERT_CERTIFICATE_"].contains(where: words.contains) {
      return "it rejects the client certificate (--upstream-cert)"
    }
    // Before TLS 1.3 there is no specific alert.
    if words.contains("ALERT_HANDSHAKE_FAILURE") {
      return "it refused the TLS handshake; if it requires a client certificate, pass one with --upstream-cert"
    }
    return words.contains("WRONG_VERSION_NUMBER")
      ? "the server does not use TLS on this port" : "no TLS connection could be made"
  }

  private static let startAdvice = "Start the API, or correct the host and the port in the upstream URL."

  private static func advice(ofTLS words: String) -> String? {
    if words.contains("CERTIFICATE_VERIFY_FAILED") {
      return "Behind a proxy that replaces TLS certificates, pass the proxy's CA."
    }
    if words.contains("WRONG_VERSION_NUMBER") { return "Write http:// in the upstream URL instead of https://." }
    return nil
  }
}
