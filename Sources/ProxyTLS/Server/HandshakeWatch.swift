import NIOCore
import NIOSSL
import NIOTLS
import OrderedJSON

/// Reports that a client broke off its TLS handshake: it does not trust the certificate.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private var failed: ((_ alert: String?) -> Void)?

  /// `failed` is called at most once, with the alert that the client sent, if any.
  init(_ failed: @escaping (_ alert: String?) -> Void) { self.failed = failed }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    guard case .handshakeCompleted = event as? TLSUserEvent else { return }
    failed = nil
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Other errors, such as a version that is too old, are not about the certificate.
    if let alert = Self.alert(in: "\(error)") { report(alert) } else { failed = nil }
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    report(nil)
    context.fireChannelInactive()
  }

  private func report(_ alert: String?) {
    failed?(alert)
    failed = nil
  }

  /// Returns the name of the alert in BoringSSL's error, such as `unknown ca`. OpenSSL's clients send theirs in plain
  /// text, which cannot be read where encrypted bytes are expected.
  static func alert(in words: String) -> String? {
    for marker in ["TLSV1_ALERT_", "SSLV3_ALERT_"] {
      guard let start = words.firstRange(ofText: marker) else { continue }
      let name = words[start.upperBound...].prefix { $0.isUppercase || $0 == "_" }
      return name.lowercased().split(separator: "_").joined(separator: " ")
    }
    return words.contains("DECRYPTION_FAILED") ? "unreadable" : nil
  }
}
