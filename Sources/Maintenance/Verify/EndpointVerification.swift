import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Redaction
import Replay
import Synchronization
import Transports

/// Asks one endpoint what was recorded of it, and compares.
struct EndpointVerification {
  let plan: VerifyPlan
  let options: VerifyOptions
  var live: LiveEndpoint
  /// How many requests there are of all endpoints.
  let total: Int
  let tell: @Sendable (VerifyEvent) -> Void

  /// What the upstream issued in the session that is asked.
  private var ids: SessionIDs
  /// Whether that session has sent a mutation, other than a log-in.
  private var hasChanged = false
  /// The histories of which a mutation was executed.
  private var changing: Set<Int> = []
  private var calling: CallingByID
  /// Whether the endpoint has answered anything yet.
  private var hasAnswered = false
  private var failuresInARow = 0
  /// Whether a mutation was sent: from then on nobody knows which world an answer is of.
  private(set) var hasMutated = false
  /// What is told once, however many recordings of an operation it is about.
  var said: Set<VerifyFinding> = []
  private let callers: Int

  /// An endpoint that has answered is given up after so many failures in a row.
  private static let patience = 3

  init(
    plan: VerifyPlan, options: VerifyOptions, live: LiveEndpoint, total: Int,
    tell: @escaping @Sendable (VerifyEvent) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.live = live
    self.total = total
    self.tell = tell
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

  /// Whether a credential is given, as the endpoint looks for it.
  var hasCredential: Bool { endpoint.configuration.identity.credential(in: options.headers.pairs) != nil }

  /// Why an endpoint is given up.
  private struct GivenUp: Error {
    let reason: String
  }

  /// Asks all; what comes of it goes into the report.
  mutating func run(_ report: inout VerifyReport) async {
    tell(.began(endpoint: endpoint.name, url: live.url.shown, count: plan.count))
    // A credential is a secret wherever an answer repeats it.
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
          tell(.progress(done: report.done, of: total, next: step.recorded.title))
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
          tell(.failed(endpoint: endpoint.name, error.reason))
        } else {
          report.isStopped = true
        }
        return
      }
    }
  }

  /// Resets the endpoint before a session, if mutations are sent to it and something resets it.
  private func reset() async throws {
    guard options.executesMutations, let reset = options.reset, let problem = await reset() else { return }
    try Task.checkCancellation()
    throw GivenUp(reason: "\(endpoint.name) was not reset, so its sessions were not sent: \(problem)")
  }

  private func leave(_ steps: some Sequence<VerifyPlan.Step>, _ reason: SkipReason, _ report: inout VerifyReport) {
    for step in steps {
      report.done += 1
      if !step.isOnTheWay { report.skipped.add(reason, step.recorded.file) }
    }
  }

  // MARK: One request

  /// What came of a request.
  private enum Outcome {
    case notSent
    /// It names an id that may be another object's now: its session ends here.
    case endsSession
    /// A mutation has not led to what was recorded after it, as far as anybody knows.
    case notCarriedOut
    case done

    /// Why what was recorded after a request cannot be asked; nil if it can.
    func whyNothingFollows(_ step: RecordedStep) -> SkipReason? {
      switch self {
      case .endsSession: .notSent(step.title)
      case .notSent: step.leadsOn ? .notSent(step.title) : nil
      case .notCarriedOut: step.leadsOn ? .notCarriedOut(step.title) : nil
      case .done: nil
      }
    }
  }

  /// Asks for one answer and compares it.
  ///
  /// - Throws: `GivenUp`, or `CancellationError`.
  private mutating func take(
    _ step: VerifyPlan.Step, of history: Int, _ report: inout VerifyReport
  ) async throws -> Outcome {
    let recorded = step.recorded
    let request: VerifyRequest
    do throws(NotAsked) {
      request = try VerifyRequest(
        recorded, at: endpoint, given: options.headers, ids: ids, sendsUnissued: sendsUnissued(recorded),
        callers: callers)
    } catch {
      if !step.isOnTheWay { report.skipped.add(error.reason, recorded.file) }
      // Whoever gives a token has logged in.
      if case .secret = error.reason, recorded.handsOutSecret, hasCredential { return .done }
      switch error.reason {
      case .unissuedID, .ambiguousID: return .endsSession
      default: return .notSent
      }
    }
    for words in request.replaced { tell(.replaced(recorded.stored.path, "\(recorded.title): \(words)")) }
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
      if !step.isOnTheWay {
        let isDisturbed = options.reset == nil && changing.contains { $0 != history }
        compare(answer, with: recorded, request, isDisturbed: isDisturbed, &report)
      }
      return MutationOutcome.isDone(answer, recorded.response) ? .done : .notCarriedOut
    case .unusable(let words, let isForeign):
      // A page may repeat what it was sent.
      let what = endpoint.withRedactor { $0.text(words) }
      // A page before anything was answered: this is not the endpoint, or it wants somebody else.
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
        reason: "Stopped sending to \(live.url.shown) after \(Self.patience) requests in a row without an answer.")
    }
    return .notCarriedOut
  }

  private static func shown(_ rate: Double) -> String {
    rate == rate.rounded() ? "\(Int(rate))" : "\((rate * 100).rounded() / 100)"
  }

  /// What to do about an endpoint that does not answer at all.
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

  /// The answer as it would be written; nil where that cannot be.
  private func written(_ captured: CapturedResponse, _ request: VerifyRequest, history: Int) -> RecordedResponse? {
    endpoint.withRedactor { try? endpoint.written(captured, request.asked, session: history, &$0) }
  }

  /// Whether an id that no answer of the session issued is sent as recorded. Nothing that is read before the first
  /// mutation does harm, and after a reset an id names what it named.
  private func sendsUnissued(_ step: RecordedStep) -> Bool {
    !options.executesMutations || options.reset != nil || (step.kind == .query && !hasChanged)
  }

  /// Takes up what an answer issued in place of what was recorded.
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
  /// `mutation BookTrip`, for people.
  var title: String { "\(kind.rawValue) \(operationName ?? "(anonymous)")" }
  /// Whether what is recorded after it is only true once it was carried out.
  var leadsOn: Bool { kind == .mutation && next != state }

  /// Whether its answer handed out a secret, such as a token.
  var handsOutSecret: Bool {
    response.body.json?.scalars.contains { $0.stringValue.map(Caller.isIssued) == true } == true
  }
}
