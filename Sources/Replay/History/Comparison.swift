import GraphQLLanguage

/// A session's history compared with the recorded histories of one key.
struct Comparison {
  let timeline: Timeline
  let relevance: Relevance
  let history: History
  let request: StatedOperation?

  private var seen: [TimelineView.Seen] { history.view.seen }

  /// The mutations of a session and of a candidate that affect the request. `session` has positions among its entries.
  private struct Cut {
    var session: [Int]
    var recorded: [Int]
    /// Indicates whether both are the same mutations in the same order.
    var fits: Bool
  }

  func choice(states: [String], strict: Bool) -> Choice {
    let usable = relevance.candidates.indices.filter { relevance.candidates[$0].start == history.start.name }
    guard !usable.isEmpty else {
      return .miss(miss(relevance.candidates.isEmpty ? .unreachable : .otherStart, states, among: []))
    }
    guard relevance.isFunction else { return .miss(miss(.wholeHistoryCounts, states, among: usable)) }
    var fitting: [(candidate: Int, cut: Cut)] = []
    for candidate in usable {
      let cut = cut(candidate)
      if cut.fits, unproven(candidate) == nil { fitting.append((candidate, cut)) }
    }
    guard let first = fitting.first else { return .miss(miss(.notRecordedInState, states, among: usable)) }
    let prints = relevance.candidates[first.candidate].prints
    var answer = relevance.candidates[first.candidate].answer
    for other in fitting.dropFirst() where relevance.candidates[other.candidate].prints != prints {
      guard relevance.candidates[other.candidate].prints.last == prints.last else {
        return .miss(miss(.answersDiffer, states, among: usable))
      }
      // Sequences that end alike have only their end in common.
      answer = Choice.Answer(state: answer.state, responses: answer.responses.suffix(1))
    }
    let isOverlapped = fitting.allSatisfy {
      relevance.statesOfUnknownOrder.contains(relevance.candidates[$0.candidate].answer.state)
    }
    if strict { return .miss(miss(isOverlapped ? .overlapped : .onlyInferred, states, among: usable)) }
    return .inferred(answer, because: inference(first.cut, answer.state, isOverlapped: isOverlapped))
  }

  /// Returns the reason why a mutation of the session affects a candidate; nil if it does not.
  private func reason(_ entry: TimelineView.Seen, _ candidate: Int) -> Reason? {
    if relevance.isIndependent(of: entry.names) { return nil }
    if entry.isUnanswered { return .unanswered }
    var isAlone = false
    if let effect = entry.effect {
      if relevance.weights[candidate][effect].counts(isFresh: entry.isFresh) {
        let reasons = relevance.reasons(of: effect, for: candidate, in: timeline)
        return reasons.counts ? reasons.reasons.first : .notFirst
      }
      isAlone = relevance.alone.contains(effect) && entry.isFresh
    }
    guard let more = entry.more else { return nil }
    return relevance.touch(more, relevance.candidates[candidate], isAlone: isAlone)
  }

  /// Indicates whether a mutation of the session affects a candidate; as `reason`, without the reason.
  private func counts(_ entry: TimelineView.Seen, _ candidate: Int) -> Bool {
    if entry.more == nil, !entry.isUnanswered, let effect = entry.effect {
      return relevance.weights[candidate][effect].counts(isFresh: entry.isFresh)
    }
    return reason(entry, candidate) != nil
  }

  private func cut(_ candidate: Int) -> Cut {
    var session: [Int] = []
    var extra: Set<Int> = []
    for (position, entry) in seen.enumerated() where counts(entry, candidate) {
      session.append(position)
      if let effect = entry.effect, relevance.weights[candidate][effect] == .never { extra.insert(effect) }
    }
    var recorded = relevance.cuts[candidate]
    if !extra.isEmpty {
      // A mutation that affects the request is compared in both histories, each time that it was sent.
      let history = relevance.candidates[candidate].history
      recorded = zip(history, timeline.freshness(of: history)).filter {
        extra.contains($0) || relevance.weights[candidate][$0].counts(isFresh: $1)
      }.map(\.0)
      session = seen.indices.filter { position in
        counts(seen[position], candidate) || seen[position].effect.map { extra.contains($0) } ?? false
      }
    }
    // The effect of a mutation without an answer is unknown, even if one like it was recorded, since its ids are
    // others. So are the ids of an answer from the upstream.
    let fits =
      session.count == recorded.count
      && zip(session, recorded).allSatisfy { seen[$0].effect == $1 && !seen[$0].isUnanswered && !seen[$0].hasOtherIDs }
    return Cut(session: session, recorded: recorded, fits: fits)
  }

  /// Returns the mutations that only the session or only its own recording has, if no evidence shows that they have
  /// no effect on the request; nil if there are none.
  private func unproven(_ candidate: Int) -> (session: [Int], recorded: [Int])? {
    guard timeline.needsEvidence, request?.kind != .subscription else { return nil }
    var recorded = relevance.candidates[candidate].history.filter { !relevance.isHarmless($0) }
    var session: [Int] = []
    for (position, entry) in seen.enumerated() where !relevance.isIndependent(of: entry.names) {
      if let effect = entry.effect {
        if relevance.isHarmless(effect) { continue }
        if let index = recorded.firstIndex(of: effect) {
          recorded.remove(at: index)
          continue
        }
      }
      session.append(position)
    }
    return session.isEmpty && recorded.isEmpty ? nil : (session, recorded)
  }

  private func inference(_ cut: Cut, _ state: String, isOverlapped: Bool) -> Choice.Inference {
    let counted = Set(cut.session)
    let passed = seen.indices.filter { !counted.contains($0) }
    let unseen = passed.filter { position in seen[position].effect.map { !relevance.everBefore.contains($0) } ?? true }
    func texts(_ positions: [Int]) -> [String] { positions.map { history.entries[$0].effect.text } }
    return Choice.Inference(
      state: state, counted: texts(cut.session), passed: texts(passed), unseen: texts(unseen),
      isOverlapped: isOverlapped)
  }

  // MARK: Misses

  private func miss(_ reason: StateMiss.Reason, _ states: [String], among candidates: [Int]) -> StateMiss {
    StateMiss(
      reason: reason, state: history.state.name, history: history.entries.map(\.text),
      recorded: states.map { StateMiss.RecordedState(name: $0, history: timeline.texts(leadingTo: $0)) },
      between: [.onlyInferred, .overlapped, .answersDiffer].contains(reason) ? nil : between(candidates))
  }

  /// Returns the first difference from the candidate whose relevant mutations differ least.
  private func between(_ candidates: [Int]) -> StateMiss.Between? {
    var best: (left: Int, candidate: Int, session: [Int], recorded: [Int])?
    for candidate in candidates {
      var cut = cut(candidate)
      if !relevance.isFunction {
        cut = Cut(session: Array(seen.indices), recorded: relevance.candidates[candidate].history, fits: false)
      }
      var common = 0
      while common < min(cut.session.count, cut.recorded.count),
        seen[cut.session[common]].effect == cut.recorded[common]
      {
        common += 1
      }
      var (session, recorded) = (Array(cut.session[common...]), Array(cut.recorded[common...]))
      if cut.fits, let unproven = unproven(candidate) { (session, recorded) = unproven }
      let left = session.count + recorded.count
      if left > 0, left < best?.left ?? .max { best = (left, candidate, session, recorded) }
    }
    guard let best else { return nil }
    let nearest = relevance.candidates[best.candidate].answer.state
    let unproven = timeline.needsEvidence ? Reason.unproven : nil
    if let position = best.session.first {
      let entry = seen[position]
      let blamed = entry.effect.map { relevance.blamed[$0] != nil } ?? false
      let reason = reason(entry, best.candidate) ?? (relevance.isFunction ? unproven : .wholeHistory)
      return StateMiss.Between(
        mutation: history.entries[position].effect.text, names: entry.names, isSessions: true, nearest: nearest,
        sawChange: blamed, reasons: reason.map { [$0] } ?? [], operation: request?.name,
        isOfMutation: request?.kind == .mutation)
    }
    guard let effect = best.recorded.first else { return nil }
    let reasons = relevance.reasons(of: effect, for: best.candidate, in: timeline)
    return StateMiss.Between(
      mutation: timeline.effects[effect].effect.text, names: timeline.effects[effect].names, isSessions: false,
      nearest: nearest, sawChange: relevance.blamed[effect] != nil,
      reasons: reasons.counts ? reasons.reasons : unproven.map { [$0] } ?? reasons.reasons, operation: request?.name,
      isOfMutation: request?.kind == .mutation)
  }
}
