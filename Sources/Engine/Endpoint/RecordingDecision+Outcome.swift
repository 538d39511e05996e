import OrderedJSON
import Requests
import Transports

extension RecordingDecision {
  /// The effect of the answer on the session.
  var outcome: Endpoint.Outcome {
    switch self {
    case .keep(let response): .answered(response)
    case .pass(let reason): .passed(reason)
    case .fail(let answer):
      (400..<500).contains(answer.status) ? .refused(nil, answer.words) : .passed("the answer is not GraphQL")
    case .undecided(let reason): .undecided(reason)
    case .handshake: .notSent
    case .refused(let response, let reason): .refused(response, reason)
    }
  }

  var isHandshake: Bool { if case .handshake = self { true } else { false } }
}

extension UpstreamError {
  /// The effect on the session. Only a request that never reached the upstream was certainly not executed.
  var outcome: Endpoint.Outcome { reason == .unreachable ? .notSent : .undecided(detail) }
}

extension FirstResponse {
  /// Notes an answer if it is a GraphQL response, or a list of them.
  func note(_ body: [UInt8], of response: UpstreamResponse, upstream: any Upstream) {
    guard !hasCome, let plain = try? RecordingDecision.decoded(body, of: response, upstream: upstream),
      let json = try? JSON.parse(plain)
    else { return }
    for item in json.arrayValue ?? [json] { note(item) }
  }
}
