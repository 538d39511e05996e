import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Recordings
import Transports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension UpstreamError {
  /// Adds the likely cause, if the server or the environment shows it.
  ///
  /// - Parameter url: the URL of the request, which failed before an answer began.
  /// - Returns: the error to report.
  func diagnosed(_ url: String) async -> UpstreamError {
    guard let target = try? SocketURL(url) else { return self }
    switch reason {
    case .broken, .unreadable:
      guard self != .clientLeft, !target.isSecure, await TLSProbe.speaksTLS(target.host, target.port) else {
        return self
      }
      return UpstreamError(
        .unreachable, "the server expects TLS on this port",
        advice: "Write https:// in the upstream URL instead of http://.")
    case .unreachable:
      guard let variable = ProxyVariable.name(for: target) else {
        guard advice == nil, target.isSecure, detail.hasPrefix("no ") else { return self }
        return UpstreamError(
          reason, detail,
          advice:
            "Check the URL and the network. If the server does not use TLS on this port, write http:// in the upstream URL instead of https://."
        )
      }
      return UpstreamError(
        reason, detail,
        advice:
          "\(variable) is set, but Understudy connects without a proxy. Use an upstream URL that is reachable without it."
      )
    case .timeout, .refused, .stopping: return self
    }
  }
}

/// The environment variable that sets a proxy for a server, as curl reads it.
enum ProxyVariable {
  /// - Parameters:
  ///   - target: the server.
  ///   - environment: returns the value of a variable.
  /// - Returns: the variable's name; nil if no proxy is set for this server.
  static func name(
    for target: SocketURL,
    in environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) -> String? {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let host = target.host.lowercased()
    if host.isLoopbackHost { return nil }
    let exceptions = (value("NO_PROXY") ?? value("no_proxy") ?? "").lowercased()
    for exception in exceptions.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let name = exception.drop { $0 == "." || $0 == "*" }
      if exception == "*" || host == name || host.hasSuffix(".\(name)") { return nil }
    }
    let names = target.isSecure ? ["HTTPS_PROXY", "https_proxy"] : ["http_proxy", "HTTP_PROXY"]
    return (names + ["ALL_PROXY", "all_proxy"]).first { value($0) != nil }
  }
}

/// Checks whether a server uses TLS.
enum TLSProbe {
  private static let patience = TimeAmount.seconds(2)

  /// Returns true if a server answers a TLS handshake. Its certificate is not checked.
  static func speaksTLS(_ host: String, _ port: Int) async -> Bool {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .none
    guard let tls = try? NIOSSLContext(configuration: configuration) else { return false }
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let answered = loop.makePromise(of: Bool.self)
    let bootstrap = ClientBootstrap(group: loop).connectTimeout(patience).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        let isAddress = (try? SocketAddress(ipAddress: host, port: port)) != nil
        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : host))
        try pipeline.addHandler(Listener(answered: answered))
      }
    }
    let alarm = loop.scheduleTask(in: patience) { answered.succeed(false) }
    let channel = try? await bootstrap.connect(host: host, port: port).get()
    if channel == nil { answered.succeed(false) }
    let result = (try? await answered.futureResult.get()) ?? false
    alarm.cancel()
    channel?.close(promise: nil)
    return result
  }

  private final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let answered: EventLoopPromise<Bool>

    init(answered: EventLoopPromise<Bool>) { self.answered = answered }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .handshakeCompleted? = event as? TLSUserEvent { answered.succeed(true) }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // Only a server that uses TLS sends an alert.
      answered.succeed("\(error)".contains("ALERT_"))
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      answered.succeed(false)
      context.fireChannelInactive()
    }
  }
}
