import OrderedJSON
import Recordings
package import Requests
import Transports

/// Tunnels that clients open through this program as a proxy (`CONNECT`).
extension Engine {
  package func connect(_ request: ClientRequest) async -> ConnectDecision {
    guard forwarding != nil, let origin = request.origin else { return .refused(notServed) }
    let answer: Answer
    if let refusal = refusal(of: request, to: origin) {
      answer = refusal
    } else {
      do {
        return try await decision(about: origin)
      } catch {
        answer = error.answer
      }
    }
    if let problem = answer.problem { context.note(problem, request, status: answer.status) }
    return .refused(answer)
  }

  private func decision(about origin: ProxiedOrigin) async throws(ForwardingRefusal) -> ConnectDecision {
    if recordsHosts {
      let address = isKnown(origin) ? nil : try await address(of: origin)
      let isIntercepted =
        intercepts(origin) || (isKnown(origin) && !passes(origin))
      if isIntercepted, !context.hosts.isRejecting(origin.host) { return .intercepted }
      if let address { return .tunneled(address) }
      return .tunneled(try await self.address(of: origin))
    }
    if passes(origin) { return .tunneled(try await address(of: origin)) }
    guard isKnown(origin) else { throw ForwardingRefusal(escaped(origin)) }
    return .intercepted
  }

  private var notServed: Answer {
    ErrorAnswer.make(status: 405, message: "This port is not a proxy.", code: .unsupported)
  }

  /// Resolves and checks the address of a host. Hosts on this machine, and link-local ones, must be allowed by name:
  /// a client must not reach services through this program that it was not meant to reach.
  @discardableResult
  func address(of origin: ProxiedOrigin) async throws(ForwardingRefusal) -> PinnedAddress {
    guard let forwarding else { throw ForwardingRefusal(notServed) }
    let address: PinnedAddress
    do {
      address = try await forwarding.pinning.pin(origin.host, port: origin.port)
    } catch {
      throw ForwardingRefusal(
        ErrorAnswer.make(
          status: 502,
          message:
            "The host \(origin.host) is unknown. Check its name, or give its address: --resolve \(origin.host)=ADDRESS:\(origin.port)",
          code: .upstreamUnreachable))
    }
    if address.place == .thisMachine, main.listeners.ports.contains(address.port) {
      throw ForwardingRefusal(
        ErrorAnswer.make(
          status: 403, message: "\(origin.authority) is this proxy itself. Send the request to it without a proxy.",
          code: .forbiddenHost))
    }
    let isNamed = address.isGiven || forwarding.rules.names(origin.host) || passes(origin) || isKnown(origin)
    guard address.place == .elsewhere || isNamed else {
      let place = address.place == .thisMachine ? "is on this machine" : "has a link-local address"
      throw ForwardingRefusal(
        ErrorAnswer.make(
          status: 403,
          message:
            "\(origin.authority) \(place) (\(address.address)), so the proxy refuses it. To allow it: --resolve \(origin.host)=\(address.shown)",
          code: .forbiddenHost))
    }
    return address
  }

  package func answer(to problem: TunnelProblem, of request: ClientRequest) -> Answer {
    let host = request.origin?.host ?? ""
    let answer: Answer
    switch problem {
    case .noCertificate(let reason):
      answer = ErrorAnswer.make(
        status: 502, message: "The connection to \(host) cannot be intercepted. \(reason)", code: .noCertificate)
    case .unreachable(let place):
      answer = ErrorAnswer.make(
        status: 502, message: "\(host) (\(place)) refused the connection or is unreachable.",
        code: .upstreamUnreachable)
    case .tooMany(let limit):
      answer = ErrorAnswer.make(
        status: 503, message: "All \(limit) tunnels are in use, which is the limit. Close some, and try again.",
        code: .tooManyConnections)
    case .handshake(let alert): answer = handshakeFailed(host, alert)
    }
    if let problem = answer.problem { context.note(problem, request, status: answer.status) }
    return answer
  }

  /// Reports a client that does not accept the certificate of a host. While recording, the host is passed on from then
  /// on, so that the client works.
  private func handshakeFailed(_ host: String, _ alert: String?) -> Answer {
    let path = forwarding?.authority ?? "the CA's file"
    let reason = alert.map { "rejected the certificate for \(host) (TLS alert: \($0))" }
    var message =
      "A client \(reason ?? "closed the connection when it got the certificate for \(host)"). Make it trust the CA \(path), for example: curl --cacert \(path). If it accepts only certain certificates (pinning), it cannot be intercepted"
    if recordsHosts {
      message += ": from now on, connections to \(host) pass through and are not recorded."
      if context.hosts.note(rejecting: host, isCertain: alert != nil) { context.warn(message) }
    } else {
      message += ". To let it through: --pass \(host)"
    }
    var answer = ErrorAnswer.make(status: 502, message: message, code: .noCertificate)
    if recordsHosts { answer.problem = nil }
    return answer
  }
}

/// A proxy request that is refused, with the answer.
struct ForwardingRefusal: Error {
  let answer: Answer

  init(_ answer: Answer) { self.answer = answer }
}

extension PinnedAddress {
  /// The address as in `--resolve`.
  fileprivate var shown: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
}
