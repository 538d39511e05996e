import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Redaction
import Replay
import Requests
import Synchronization
import Transports

/// Sends the recorded requests of one endpoint and compares the answers.
struct EndpointVerification {
  let plan: VerifyPlan
  let options: VerifyOptions
  var live: LiveEndpoint
  let total: Int
  let onEvent: @Sendable (VerifyEvent) -> Void

  /// The ids and secrets that the upstream issued in the current session.
  private var ids: SessionIDs
  /// True if the session has sent a mutation other than a log-in.
  private var hasChanged = false
  /// The histories that executed a mutation.
  private var changing: Set<Int> = []
  private var calling: CallingByID
  private var hasAnswered = false
  private var failuresInARow = 0
  /// True once a mutation was sent; from then on the endpoint's data may differ from the recorded data.
  private(set) var hasMutated = false
  /// The findings reported so far. A finding about an operation is reported once for all its recordings.
  var said: Set<VerifyFinding> = []
  private let callers: Int

  /// The number of failures in a row after which an endpoint is given up.
  private static let patience = 3

  init(
    plan: VerifyPlan, options: VerifyOptions, live: LiveEndpoint, total: Int,
    onEvent: @escaping @Sendable (VerifyEvent) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.live = live
    self.total = total
    self.onEvent = onEvent
    calling = CallingByID(plan.endpoint.documents)
    ids = SessionIDs(hints: plan.endpoint.hints)
    callers =
      Set(
        plan.histories.joined().compactMap { step in
          if case .known(let pseudonym, _) = step.recorded.identity { pseudonym } else { nil }
        }
      ).count
  }

  var endpoint: Endpoint { plan.endpoint }

  /// True if the options contain a credential for the endpoint.
  var hasCredential: Bool { endpoint.configuration.identity.credential(in: options.headers.pairs) != nil }

  /// The reason that an endpoint is given up.
  private struct GivenUp: Error {
    let reason: String
  }

  /// Sends all requests and adds the results to the report.
  mutating func run(_ report: inout VerifyReport) async {
    onEvent(.began(endpoint: endpoint.name, url: live.url.shown, count: plan.count))
    // Redacts the credential wherever an answer repeats it.
    endpoint.withRedactor { _ = try? $0.caller(headers: options.headers.pairs) }
    for (number, session) in plan.histories.enumerated() {
      ids = SessionIDs(hints: endpoint.hints)
      hasChanged = false
      var index = 0
      do {
        try await reset()
        while index < session.count {
          let step = session[index]
          try Task.checkCancellation()
          onEvent(.progress(done: report.done, of: total, next: step.recorded.title))
          let outcome = try await take(step, of: number, &report)
          report.done += 1
          index += 1
          guard let reason = outcome.whyNothingFollows(step.recorded) else { continue }
          leave(session[index...], reason, &report)
          break
        }
      } catch {
        let isGivenUp = error is GivenUp
        let left = session[index...] + plan.histories[(number + 1)...].joined()
        leave(left, isGivenUp ? .gaveUp(endpoint.name) : .stopped, &report)
        if let error = error as? GivenUp {
          report.failed.append(endpoint.name)
          onEvent(.failed(endpoint: endpoint.name, error.reason))
        } else {
          report.isStopped = true
        }
        return
      }
    }
  }

  /// Resets the endpoint before a session, if mutations are sent and there is a reset command.
  private func reset() async throws {
    guard options.executesMutations, let reset = options.reset, let problem = await reset() else { return }
    try Task.checkCancellation()
    throw GivenUp(
      reason: "\(endpoint.name) was not reset, so its sessions were not sent: \(problem) Correct --reset-command.")
  }

  private func leave(_ steps: some Sequence<VerifyPlan.Step>, _ reason: SkipReason, _ report: inout VerifyReport) {
    for step in steps {
      report.done += 1
      if !step.isOnTheWay { report.skipped.add(reason, step.recorded.file) }
    }
  }

  // MARK: One request

  /// The outcome of a request.
  private enum Outcome {
    case notSent
    /// The request contains an id that may belong to another object now, so its session ends.
    case endsSession
    /// A mutation may not have had its recorded effect.
    case notCarriedOut
    case done

    /// Returns the reason that the requests recorded after this one cannot be sent; nil if they can.
    func whyNothingFollows(_ step: RecordedStep) -> SkipReason? {
      switch self {
      case .endsSession: .notSent(step.title)
      case .notSent: step.leadsOn ? .notSent(step.title) : nil
      case .notCarriedOut: step.leadsOn ? .notCarriedOut(step.title) : nil
      case .done: nil
      }
    }
  }

  /// Sends one request and compares its answer.
  /// - Throws: `GivenUp` or `CancellationError`.
  private mutating func take(
    _ step: VerifyPlan.Step, of history: Int, _ report: inout VerifyReport
  ) async throws -> Outcome {
    let recorded = step.recorded
    let request: VerifyRequest
    do throws(SkippedRequest) {
      request = try VerifyRequest(
        recorded, at: endpoint, given: options.headers, ids: ids, sendsUnissued: sendsUnissued(recorded),
        callers: callers)
    } catch {
      if !step.isOnTheWay { report.skipped.add(error.reason, recorded.file) }
      // A given token replaces the log-in.
      if case .secret = error.reason, recorded.handsOutSecret, hasCredential { return .done }
      switch error.reason {
      case .unissuedID, .ambiguousID: return .endsSession
      default: return .notSent
      }
    }
    for words in request.replaced { onEvent(.replaced(recorded.stored.path, "\(recorded.title): \(words)")) }
    if recorded.kind == .mutation {
      hasMutated = true
      hasChanged = hasChanged || !recorded.handsOutSecret
      if !step.isOnTheWay { report.mutations.sent += 1 }
    }
    if recorded.leadsOn { changing.insert(history) }
    let reply = try await calling.ask(request, recorded, &live)
    switch reply {
    case .answered(let captured):
      (hasAnswered, failuresInARow) = (true, 0)
      guard let written = written(captured, request, history: history) else {
        note(step, "the answer cannot be compared, because its secrets cannot be found.", &report)
        return .notCarriedOut
      }
      learn(captured, written, request, recorded)
      let answer = ids.asRecorded(written, to: request.asked.stated)
      let open = report.open
      if !step.isOnTheWay {
        let isDisturbed = options.reset == nil && changing.contains { $0 != history }
        compare(answer, with: recorded, request, isDisturbed: isDisturbed, &report)
      }
      if MutationOutcome.isDone(answer, recorded.response) { return .done }
      if recorded.leadsOn, report.open == open { noteFailure(recorded, &report) }
      return .notCarriedOut
    case .unusable(let words, let isForeign):
      // An error page may repeat what it was sent.
      let what = endpoint.withRedactor { $0.text(words) }
      // An error page before any answer: this is not the endpoint, or a credential is missing.
      if isForeign, !hasAnswered { throw GivenUp(reason: "\(live.url.shown): \(what)") }
      note(step, "there was no GraphQL response. \(what)", &report)
    case .limited(let said):
      throw GivenUp(
        reason:
          "\(live.url.shown) keeps limiting the rate (\(said)). Try later, or send fewer than \(Self.shown(live.rate)) requests a second: --rate \(Self.shown(live.rate / 2))"
      )
    case .failed(let error):
      guard hasAnswered else { throw GivenUp(reason: Self.advice(error, live.url)) }
      note(step, "there was no answer: \(error.detail).", &report)
    }
    failuresInARow += 1
    if failuresInARow >= Self.patience {
      throw GivenUp(
        reason:
          "Stopped sending to \(live.url.shown) after \(Self.patience) requests in a row without an answer. Check the network, and try again later."
      )
    }
    return .notCarriedOut
  }

  private static func shown(_ rate: Double) -> String {
    rate == rate.rounded() ? "\(Int(rate))" : "\((rate * 100).rounded() / 100)"
  }

  /// Returns the advice for an endpoint that does not answer.
  private static func advice(_ error: UpstreamError, _ url: UpstreamURL) -> String {
    switch error.reason {
    case .timeout:
      "\(url.shown) did not answer in time: \(error.detail). Raise --upstream-timeout, or try again later."
    case .unreachable:
      "\(url.shown) cannot be reached: \(error.detail). Start it, check the URL and the network, or choose another URL with --upstream."
    case .broken, .unreadable, .refused, .stopping:
      "\(url.shown) gave no answer: \(error.detail). Try again, or choose another URL with --upstream."
    }
  }

  /// Returns the answer in recorded form; nil if it cannot be converted.
  private func written(_ captured: CapturedResponse, _ request: VerifyRequest, history: Int) -> RecordedResponse? {
    endpoint.withRedactor { try? endpoint.written(captured, request.asked, session: history, &$0) }
  }

  /// Indicates whether to send ids that no answer of the session issued. Queries before the first mutation are
  /// harmless, and after a reset an id refers to its recorded object.
  private func sendsUnissued(_ step: RecordedStep) -> Bool {
    !options.executesMutations || options.reset != nil || (step.kind == .query && !hasChanged)
  }

  /// Records the ids and secrets of an answer.
  private mutating func learn(
    _ captured: CapturedResponse, _ written: RecordedResponse, _ request: VerifyRequest, _ recorded: RecordedStep
  ) {
    if let raw = try? JSON.parse(captured.body), let json = recorded.response.body.json {
      ids.noteSecrets(in: raw, recorded: json)
    }
    ids.note(written, standingFor: recorded.response, to: request.asked.stated)
  }
}

extension RecordedStep {
  /// The title in messages: `mutation BookTrip`.
  var title: String { OperationTitle.text(kind, operationName, variables: variables) }
  /// True if recordings after it depend on its success.
  var leadsOn: Bool { kind == .mutation && next != state }

  /// True if its answer issued a secret, such as a token.
  var handsOutSecret: Bool {
    response.body.json?.scalars.contains { $0.stringValue.map(Caller.isIssued) == true } == true
  }
}
