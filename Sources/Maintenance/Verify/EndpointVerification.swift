import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Synchronization

/// Asks one endpoint what was recorded of it, and compares.
struct EndpointVerification {
  let plan: VerifyPlan
  let options: VerifyOptions
  var live: LiveEndpoint
  /// How many requests there are of all endpoints.
  let total: Int
  let tell: @Sendable (VerifyEvent) -> Void

  /// What was handed out in each history so far.
  private var handedOut: [(values: LiveValues, aliases: IDAliases)]
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
    handedOut = plan.histories.map { _ in (LiveValues(plan.ids), IDAliases()) }
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
    let legs = plan.legs
    for (number, leg) in legs.enumerated() {
      for (index, step) in zip(leg.steps.indices, leg.steps) {
        do {
          try Task.checkCancellation()
          tell(.progress(done: report.done, of: total, next: step.recorded.title))
          let outcome = try await take(step, of: leg.history, &report)
          report.done += 1
          guard step.recorded.leadsOn, let reason = outcome.whyNothingFollows(step.recorded) else { continue }
          leave(leg.steps[(index + 1)...], reason, &report)
          break
        } catch {
          let isGivenUp = error is GivenUp
          let left = leg.steps[index...] + legs[(number + 1)...].map(\.steps).joined()
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
  }

  private func leave(_ steps: some Sequence<VerifyPlan.Step>, _ reason: Unasked, _ report: inout VerifyReport) {
    for step in steps {
      report.done += 1
      if !step.isOnTheWay { report.unasked.add(reason, step.recorded.file) }
    }
  }

  // MARK: One request

  /// What came of a request.
  private enum Outcome {
    case notSent
    /// A mutation has not led to what was recorded after it, as far as anybody knows.
    case notCarriedOut
    case done

    /// Why what was recorded after a mutation cannot be asked; nil where it can.
    func whyNothingFollows(_ mutation: RecordedStep) -> Unasked? {
      switch self {
      case .notSent: .notSent(mutation.title)
      case .notCarriedOut: .notCarriedOut(mutation.title)
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
    handedOut[history].values.enter(recorded.state)
    let request: VerifyRequest
    do throws(NotAsked) {
      request = try VerifyRequest(
        recorded, at: endpoint, given: options.headers, live: handedOut[history].values, callers: callers)
    } catch {
      if !step.isOnTheWay { report.unasked.add(error.reason, recorded.file) }
      // Whoever gives a token has logged in.
      if case .secret = error.reason, recorded.handsOutSecret, hasCredential { return .done }
      return .notSent
    }
    handedOut[history].values.bring(request.values)
    for words in request.replaced { tell(.replaced(recorded.stored.path, "\(recorded.title): \(words)")) }
    if recorded.kind == .mutation {
      hasMutated = true
      if !step.isOnTheWay { report.mutations.sent += 1 }
    }
    if recorded.leadsOn { changing.insert(history) }
    let reply = try await calling.ask(request, recorded, &live)
    switch reply {
    case .answered(let captured):
      (hasAnswered, failuresInARow) = (true, 0)
      guard let written = written(captured, request, history: history) else {
        note(step, "the answer cannot be compared: nothing tells what in it is secret.", &report)
        return .notCarriedOut
      }
      learn(captured, written, request, recorded, of: history)
      let answer = handedOut[history].aliases.rewritten(written)
      if !step.isOnTheWay {
        let isDisturbed = changing.contains { $0 != history }
        compare(answer, with: recorded, request, handedOut[history].values, isDisturbed: isDisturbed, &report)
      }
      return CarryingOut.isDone(answer, recorded.response) ? .done : .notCarriedOut
    case .unusable(let words, let isForeign):
      // A page may repeat what it was sent.
      let what = endpoint.withRedactor { $0.text(words) }
      // A page before anything was answered: this is not the endpoint, or it wants somebody else.
      if isForeign, !hasAnswered { throw GivenUp(reason: "\(live.url.shown): \(what)") }
      note(step, "no answer of GraphQL came. \(what)", &report)
    case .limited(let said):
      throw GivenUp(
        reason:
          "\(live.url.shown) limits the rate and did not stop to (\(said)). Ask later, or slower than \(Self.shown(live.rate)) a second: --rate \(Self.shown(live.rate / 2))"
      )
    case .failed(let error):
      guard hasAnswered else { throw GivenUp(reason: Self.advice(error, live.url)) }
      note(step, "no answer came: \(error.detail).", &report)
    }
    failuresInARow += 1
    if failuresInARow >= Self.patience {
      throw GivenUp(
        reason: "\(live.url.shown) was given up after \(Self.patience) requests in a row that it did not answer.")
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
      "\(url.shown) did not answer in time: \(error.detail). Raise --upstream-timeout, or ask again later."
    case .unreachable:
      "\(url.shown) cannot be reached: \(error.detail). Start it, check the URL and the network, or name another with --upstream."
    case .broken, .unreadable, .refused, .stopping:
      "\(url.shown) gave no answer: \(error.detail). Ask again, or name another URL with --upstream."
    }
  }

  /// The answer as it would be written; nil where that cannot be.
  private func written(_ captured: CapturedResponse, _ request: VerifyRequest, history: Int) -> RecordedResponse? {
    endpoint.withRedactor { try? endpoint.written(captured, request.asked, session: history, &$0) }
  }

  /// Takes up what an answer handed out in the place of what was recorded.
  private mutating func learn(
    _ captured: CapturedResponse, _ written: RecordedResponse, _ request: VerifyRequest, _ recorded: RecordedStep,
    of history: Int
  ) {
    if let raw = try? JSON.parse(captured.body), let json = recorded.response.body.json {
      handedOut[history].values.noteSecrets(in: raw, recorded: json)
    }
    // Without mutations nothing is sent that an id could do harm with.
    guard options.executesMutations else { return }
    let fields = AnswerFields(of: request.document, recorded, at: endpoint)
    let now = AnswerLeaf.all(of: written.body.json, fields)
    let before = AnswerLeaf.all(of: recorded.response.body.json, fields)
    if recorded.kind == .mutation {
      handedOut[history].values.noteMutation(now, standingFor: before, request.values)
      let tracer = Tracer(request.asked.stated, hints: endpoint.hints)
      handedOut[history].aliases.note(
        tracer.trace(written.body.answer), standingFor: tracer.trace(recorded.response.body.answer))
    } else if plan.ids.early.contains(recorded.state) {
      let start = handedOut[history].values.start(now, standingFor: before)
      for index in handedOut.indices { handedOut[index].values.note(start) }
    } else {
      handedOut[history].values.noteQuery(now, standingFor: before)
    }
  }
}

extension RecordedStep {
  /// `mutation BookTrip`, for people.
  var title: String { "\(kind.rawValue) \(operationName ?? "(anonymous)")" }
  /// Whether what is recorded after it is only true once it was carried out.
  var leadsOn: Bool { kind == .mutation && next != state }
}
