import GraphQLLanguage
import Recordings
import Replay
import Requests
import Synchronization

extension Endpoint {
  /// A batch that was sent upstream.
  struct InFlightBatch: Sendable {
    /// Nil for an item that cannot be recorded.
    fileprivate let items: [ResolvedRequest?]
    fileprivate let way: Way
    /// The session and its number.
    fileprivate let session: String
    fileprivate let number: Int

    fileprivate enum Way: Sendable {
      /// No item changes anything, so each began at once.
      case reads([InFlightRequest?])
      case mutating(History.InFlightBatch)
    }
  }

  /// Begins a batch, which is sent upstream now. Throws `SessionProblem` if its session is refused.
  ///
  /// With a mutation in it, its items begin and complete in order when the answer is there, so that each is recorded in
  /// the state after those before it.
  func begin(
    _ items: [ResolvedRequest?], session name: String, now: UInt64, isRecorded: Bool = true
  ) throws -> InFlightBatch {
    let start = items.lazy.compactMap { $0?.start }.first
    if isRecorded { try requireAttempt(session: name, start: start, now: now) }
    let mutations = items.compactMap { $0?.kind == .mutation ? $0?.stated : nil }
    defer { settleStreams(ofAbandoned: name, now: now) }
    let (number, batch) = try state.withLock { state in
      try state.sessions.with(name, start: start, now: now) { session in
        defer { session.noteAbandoned(in: name) }
        return (
          session.number, mutations.isEmpty ? nil : session.history.beginBatch(mutations, hints: hints)
        )
      }
    }
    let way: InFlightBatch.Way =
      try batch.map { .mutating($0) }
      ?? .reads(try items.map { try $0.map { try begin($0, now: now, isRecorded: isRecorded) } })
    return InFlightBatch(items: items, way: way, session: name, number: number)
  }

  /// Completes a batch before its client gets the answer. Decides for each item.
  func complete(_ inFlight: InFlightBatch, _ outcomes: [Outcome], now: UInt64) -> [SaveDecision] {
    let unknown = SaveDecision.nothing("this item is not an operation that can be recorded")
    switch inFlight.way {
    case .reads(let allInFlight):
      return zip(allInFlight, outcomes).map { inFlight, outcome in
        inFlight.map { complete($0, outcome, now: now) } ?? unknown
      }
    case .mutating(let batch):
      if let reasons = undecided(batch, inFlight.items, outcomes) {
        leaveUndecided(batch, inFlight, reasons, now: now)
        return reasons.map { .nothing($0) }
      }
      let overlapped: Bool? = state.withLock { state in
        guard state.sessions[inFlight.session]?.number == inFlight.number else { return nil }
        return try? state.sessions.with(inFlight.session, now: now) { $0.history.complete(batch) }
      }
      guard let overlapped else {
        return outcomes.map { _ in .nothing("the session was reset while the request was in progress") }
      }
      return zip(inFlight.items, outcomes).map { asked, outcome in
        guard let asked, let single = try? begin(asked, now: now, isRecorded: false) else { return unknown }
        let kept = complete(single, outcome, now: now)
        guard overlapped, case .save(var save) = kept else { return kept }
        if asked.kind == .mutation { save.isOverlapped = true } else { save.answer.isAmbiguous = true }
        return .save(save)
      }
    }
  }

  /// Notes that a batch failed, so that it is unknown which of its mutations were executed.
  private func leaveUndecided(_ batch: History.InFlightBatch, _ sent: InFlightBatch, _ reasons: [String], now: UInt64) {
    state.withLock { state in
      guard state.sessions[sent.session]?.number == sent.number else { return }
      try? state.sessions.with(sent.session, now: now) { session in
        session.history.leaveUndecided(batch)
        session.stamp.move()
        for case (let asked?, let reason) in zip(sent.items, reasons) {
          session.attempt?.noteUnsaved(asked.key.hash, asked.title, reason)
        }
      }
    }
  }

  /// The reasons why nothing of a batch is recorded if it is unknown whether its mutations were executed; nil if it is
  /// known. The retry of such a batch settles it only if every mutation was answered.
  private func undecided(
    _ batch: History.InFlightBatch, _ items: [ResolvedRequest?], _ outcomes: [Outcome]
  ) -> [String]? {
    let ofMutations = zip(items, outcomes).filter { $0.0?.kind == .mutation }.map(\.1)
    let isSettled =
      batch.isRetry
      ? ofMutations.allSatisfy { if case .answered = $0 { true } else { false } }
      : !ofMutations.allSatisfy { if case .undecided = $0 { true } else { false } }
    if isSettled { return nil }
    return outcomes.map { if case .undecided(let reason) = $0 { reason } else { Self.refusedRetry } }
  }
}
