import GraphQLLanguage
import Replay
import Synchronization

extension Endpoint {
  /// A batch on its way to the real endpoint.
  struct BatchFlight: Sendable {
    /// Nil for an item that cannot be kept.
    fileprivate let items: [AskedRequest?]
    fileprivate let way: Way
    /// The session, and which beginning of it.
    fileprivate let session: String
    fileprivate let number: Int

    fileprivate enum Way: Sendable {
      /// Nothing in it changes anything: each takes off at once.
      case reads([Flight?])
      case mutating(History.BatchFlight)
    }
  }

  /// A batch is sent to the real endpoint.
  ///
  /// With a mutation in it, its items take off and land in their order when it is answered, so that each is recorded in
  /// the state that those before it led to.
  ///
  /// - Throws: `SessionProblem` where its session cannot be had.
  func takeOff(
    _ items: [AskedRequest?], session name: String, now: UInt64, isRecorded: Bool = true
  ) throws -> BatchFlight {
    if isRecorded { try requireAttempt(session: name, now: now) }
    let start = items.lazy.compactMap { $0?.start }.first
    let mutations = items.compactMap { $0?.kind == .mutation ? $0?.stated : nil }
    defer { settleStreams(ofAbandoned: name, now: now) }
    let (number, batch) = try state.withLock { state in
      try state.sessions.with(name, start: start, now: now) { session in
        defer { session.noteAbandoned(in: name) }
        return (
          session.number, mutations.isEmpty ? nil : session.history.takeOffBatch(mutations, hints: hints)
        )
      }
    }
    let way: BatchFlight.Way =
      try batch.map { .mutating($0) }
      ?? .reads(try items.map { try $0.map { try takeOff($0, now: now, isRecorded: isRecorded) } })
    return BatchFlight(items: items, way: way, session: name, number: number)
  }

  /// A batch has come back, before its client is told.
  ///
  /// - Returns: for each item what is written, or why nothing is.
  func land(_ flight: BatchFlight, _ landings: [Landing], now: UInt64) -> [Kept] {
    let unknown = Kept.nothing("it is no operation that can be kept")
    switch flight.way {
    case .reads(let flights):
      return zip(flights, landings).map { flight, landing in
        flight.map { land($0, landing, now: now) } ?? unknown
      }
    case .mutating(let batch):
      if let reasons = undecided(batch, flight.items, landings) {
        leaveUndecided(batch, ofSession: flight.session, number: flight.number, now: now)
        return reasons.map { .nothing($0) }
      }
      let overlapped: Bool? = state.withLock { state in
        guard state.sessions[flight.session]?.number == flight.number else { return nil }
        return try? state.sessions.with(flight.session, now: now) { $0.history.land(batch) }
      }
      guard let overlapped else {
        return landings.map { _ in .nothing("the session was started over while the request was on its way") }
      }
      return zip(flight.items, landings).map { asked, landing in
        guard let asked, let single = try? takeOff(asked, now: now, isRecorded: false) else { return unknown }
        let kept = land(single, landing, now: now)
        guard overlapped, asked.kind != .mutation, case .save(var save) = kept else { return kept }
        save.isAmbiguous = true
        return .save(save)
      }
    }
  }

  /// Why nothing of a batch is recorded where nobody knows whether its mutations were executed; nil where it is known.
  ///
  /// The retry of such a batch settles that only if every mutation in it was answered.
  private func undecided(
    _ batch: History.BatchFlight, _ items: [AskedRequest?], _ landings: [Landing]
  ) -> [String]? {
    let ofMutations = zip(items, landings).filter { $0.0?.kind == .mutation }.map(\.1)
    let isSettled =
      batch.isRetry
      ? ofMutations.allSatisfy { if case .answered = $0 { true } else { false } }
      : !ofMutations.allSatisfy { if case .undecided = $0 { true } else { false } }
    if isSettled { return nil }
    return landings.map { if case .undecided(let reason) = $0 { reason } else { Self.refusedRetry } }
  }
}
