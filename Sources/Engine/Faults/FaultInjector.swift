import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Synchronization
import Transports

/// Injects the first fault that is due for a request, from its header, the control API, or `endpoint.yaml`.
///
/// Faults never change recordings, only the answer to the client. A status or reset replaces the operation, which then
/// has no effect anywhere, so that the client may retry.
struct FaultInjector {
  let context: EngineContext
  let endpoint: Endpoint
  let request: ClientRequest
  let session: String
  /// Nil while recording, too: replicas record nothing.
  var sharing: (any SessionSharing)? = nil

  /// Returns the answer of `usual` or of an override, or its fault. With a fault, the answer is always complete.
  func answer(_ usual: (ClientRequest) -> Response) -> Response {
    let posted = context.faults.entries.filter {
      ($0.endpoint == nil || $0.endpoint == endpoint.name)
        && ($0.session?.hasSameScalars(as: SessionName.name(of: session)) ?? true)
    }
    let header = request.headers[all: FaultHeader.name]
    let configuration = endpoint.configuration
    // Fast path for nearly all requests.
    if posted.isEmpty, header.isEmpty, configuration.faults.isEmpty, configuration.answers.isEmpty {
      return usual(request)
    }
    let subject = FaultSubject(request, at: endpoint)
    let asked = posted.filter { !$0.rule.isOverride }
    let overrides = OverriddenAnswer(
      context: context, endpoint: endpoint, session: session, start: start, sharing: sharing, subject: subject)
    func answer(_ request: ClientRequest) -> Response {
      overrides.answer(request, posted: posted.filter(\.rule.isOverride), usual)
    }
    var rules: [(FaultCounts.Source, FaultRule)] = []
    if !header.isEmpty {
      do throws(FaultProblem) {
        let rule = try FaultHeader.fault(header.joined(separator: ","))
        if let problem = subject.problem(with: rule.fault) { throw problem }
        rules.append((.header, rule))
      } catch {
        return .now(
          ErrorAnswer.make(status: 400, message: "\(FaultHeader.name): \(error.message)", code: .badFault))
      }
    }
    rules += asked.map { (.call($0.number), $0.rule) }
    rules += endpoint.configuration.faults.enumerated().map { (.file($0.offset), $0.element) }
    rules = rules.filter { subject.isMeant(by: $0.1) }
    guard !rules.isEmpty else { return answer(request) }
    guard let due = endpoint.dueFault(rules, session: session, start: start, now: context.clock.now()) else {
      return answer(request).unrepeatable
    }
    return wrong(due, subject, answer)
  }

  /// The start that the request names; nil if replicas share the session, which learn of it from the answer alone.
  private var start: String? { sharing?.isShared != true ? request.headers[first: SessionName.startHeader] : nil }

  private func wrong(
    _ due: DueFault, _ subject: FaultSubject, _ usual: (ClientRequest) -> Response
  ) -> Response {
    let spoiler = FaultedAnswer(context: context, endpoint: endpoint, request: request, due: due, subject: subject)
    if let answer = spoiler.replacement {
      return spoiler.delayed(.besides(session, sharing) { .now(answer) })
    }
    var whole = request
    whole.takesPieces = false
    return spoiler.delayed(usual(whole).mapped { spoiler.spoil(&$0) })
  }
}

extension Response {
  /// A response that does not come from its session, which must have begun if replicas serve the sessions.
  static func besides(
    _ session: String, _ sharing: (any SessionSharing)?, _ response: @escaping @Sendable () -> Response
  ) -> Response {
    guard let sharing, SessionName.isNamed(session) else { return response() }
    return .later {
      if let refusal = await sharing.refusal(ofSession: session) { return refusal }
      return await response().answer
    }
  }

  /// The same answer, which a table must not repeat: for the next equal request, a fault or an override may be due.
  var unrepeatable: Response {
    mapped { answer in
      answer.isRepeatable = false
      answer.validity = nil
    }
  }
}

extension Endpoint {
  /// Returns the first of several faults that is due in a session.
  func dueFault(
    _ rules: [(FaultCounts.Source, FaultRule)], session name: String, start: String?, now: UInt64
  ) -> DueFault? {
    // A problem with the session is reported when the request is answered.
    try? state.withLock { state in
      try state.sessions.with(name, start: start, now: now) { session in
        for (source, rule) in rules {
          if let due = session.faults.next(rule, from: source) { return due }
        }
        return nil
      }
    }
  }
}
