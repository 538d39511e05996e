import Recordings

/// The recorded mutations that affect a key, and each of its recorded answers. Derived from recordings alone.
struct Relevance: Sendable {
  let candidates: [Candidate]
  /// For each candidate: the weights by effect, and the candidate's history cut to the mutations that affect it.
  private(set) var weights: [[Weight]] = []
  private(set) var cuts: [[Int]] = []
  /// Indicates whether the blamed mutations distinguish the answers; if not, only the whole history does.
  let isFunction: Bool

  /// The relevance of a mutation to a candidate.
  enum Weight: Sendable {
    case never
    case always
    /// It affects the candidate unless it comes first to its objects, where it was seen to change nothing.
    case unlessFresh

    func counts(isFresh: Bool) -> Bool { self == .always || (self == .unlessFresh && !isFresh) }
  }

  /// The states between which each effect is blamed.
  private(set) var blamed: [Int: Reason]
  private(set) var cleared: Set<Int>
  private(set) var alone: Set<Int>
  /// The effects after which the request was ever recorded.
  let everBefore: Set<Int>
  /// The ids that blamed mutations issued.
  private let issuedByBlamed: Set<ObjectID>
  private let independent: Set<Int>
  private let independentNames: Set<String>
  /// The types of the lists in all of the key's answers: an empty list has its type only from the others.
  private let listedTypes: Set<String>
  private let hasUntypedList: Bool
  private let hasList: Bool
  /// The states in which an answer depends on the order of mutations that were in flight together, which is unknown.
  private(set) var statesOfUnknownOrder: Set<String> = []

  /// The approximate size, without the answers, which the key's index holds.
  var heldBytes: Int {
    let cuts = cuts.reduce(0) { $0 + 32 + 8 * $1.count } + weights.reduce(0) { $0 + 32 + $1.count }
    return candidates.reduce(500 + cuts + 100 * everBefore.count) { bytes, candidate in
      bytes + 200 + candidate.trace.heldBytes + 8 * candidate.history.count + 32 * candidate.prints.count
    }
  }

  /// - Parameters:
  ///   - candidates: the answers that no mutation overlapped.
  ///   - independentOf: the names of mutations that do not affect the key.
  ///   - timeline: the recorded mutations.
  ///   - overlapped: the other answers of a mutation.
  init(
    _ candidates: [Candidate], independentOf: Set<String>, _ timeline: Timeline, overlapped: [Candidate] = []
  ) {
    self.candidates = candidates
    everBefore = Set(candidates.flatMap(\.history))
    independentNames = independentOf
    independent = Set(
      timeline.effects.indices.filter { index in
        independentOf.contains(OperationRule.everyMutation)
          || timeline.effects[index].names.contains { independentOf.contains($0) }
      }
    )
    let evidence = Evidence(candidates, timeline)
    alone = evidence.alone
    blamed = evidence.blamed.filter { [independent] in !independent.contains($0.key) }
    cleared = []
    isFunction = Self.explains(candidates, blamed)
    if isFunction {
      for effect in evidence.inDoubt.sorted() where blamed[effect] != nil {
        var fewer = blamed
        fewer[effect] = nil
        guard Self.explains(candidates, fewer) else { continue }
        blamed = fewer
        cleared.insert(effect)
      }
    }
    issuedByBlamed = blamed.keys.reduce(into: []) { $0.formUnion(timeline.effects[$1].issued) }
    var all = Trace()
    for candidate in candidates { all.formUnion(candidate.trace) }
    listedTypes = all.listedTypes
    hasUntypedList = all.hasUntypedList
    // Another object may take the place of one that the server chose, as in a list.
    hasList = !all.lists.isEmpty || !all.chosen.isEmpty || all.hasUntypedChoice
    for candidate in candidates {
      let weights = timeline.effects.indices.map { weight($0, candidate, timeline) }
      let isFresh = timeline.freshness(of: candidate.history)
      self.weights.append(weights)
      cuts.append(
        zip(candidate.history, isFresh).filter { weights[$0].counts(isFresh: $1) }.map(\.0))
    }
    guard timeline.hasOverlaps else { return }
    for (candidate, weights) in zip(candidates, weights)
    where timeline.overlaps(before: candidate.node).contains(where: { $0.count { weights[$0] != .never } > 1 }) {
      statesOfUnknownOrder.insert(candidate.answer.state)
    }
    for candidate in overlapped {
      let others = candidate.next.map { timeline.overlaps(with: $0) } ?? []
      if others.contains(where: { weight($0, candidate, timeline) != .never }) {
        statesOfUnknownOrder.insert(candidate.answer.state)
      }
    }
  }

  private func weight(_ effect: Int, _ candidate: Candidate, _ timeline: Timeline) -> Weight {
    if independent.contains(effect) { return .never }
    if blamed[effect] != nil { return .always }
    let trace = timeline.effects[effect].trace
    if touch(trace, candidate, isAlone: alone.contains(effect)) != nil { return .always }
    return touch(trace, candidate, isAlone: false) == nil ? .never : .unlessFresh
  }

  /// Indicates whether histories cut to the relevant mutations distinguish all answers.
  private static func explains(_ candidates: [Candidate], _ relevant: [Int: Reason]) -> Bool {
    struct Cut: Hashable {
      let start: String
      let history: [Int]
    }
    var told: [Cut: [ContentHash]] = [:]
    for candidate in candidates {
      let cut = Cut(start: candidate.start, history: candidate.history.filter { relevant[$0] != nil })
      if let other = told[cut] {
        if other != candidate.prints { return false }
      } else {
        told[cut] = candidate.prints
      }
    }
    return true
  }

  /// Returns the reason why a mutation with this trace touches, or may touch, an answer; nil if it does not.
  func touch(_ mutation: Trace, _ candidate: Candidate, isAlone: Bool) -> Reason? {
    let read = candidate.trace
    if !mutation.ids.isDisjoint(with: read.ids) {
      return .sharesIDs(mutation.ids.intersection(read.ids).sorted())
    }
    if !mutation.types.isDisjoint(with: listedTypes) {
      return .listedTypes(mutation.types.intersection(listedTypes).sorted { $0 < $1 })
    }
    if mutation.issuesNumbers, read.issuesNumbers { return .issuesNumbers }
    if isAlone { return nil }
    let issued = mutation.ids.intersection(issuedByBlamed)
    if !issued.isEmpty { return .namesIssued(issued.sorted()) }
    // Of two exchanges, the paths name the objects.
    if mutation.isExchange, read.isExchange { return read.hasUnnamedRoot ? .namesNoObject : nil }
    if mutation.ids.isEmpty, mutation.tellsValues { return .changesUnknownObjects }
    if read.hasUnnamedRoot { return .namesNoObject }
    if hasList, mutation.types.isEmpty { return .changesUnknownType }
    if hasUntypedList { return .listsUnknownType }
    return nil
  }

  /// Indicates whether recorded answers or a rule show that a mutation has no effect.
  func isHarmless(_ effect: Int) -> Bool {
    independent.contains(effect) || (blamed[effect] == nil && (alone.contains(effect) || cleared.contains(effect)))
  }

  /// Indicates whether a rule says that the request does not depend on a mutation with these names.
  func isIndependent(of names: [String]) -> Bool {
    independentNames.contains(OperationRule.everyMutation) || names.contains { independentNames.contains($0) }
  }

  /// Returns the reasons why a recorded mutation affects a candidate, or why it does not.
  func reasons(of effect: Int, for candidate: Int, in timeline: Timeline) -> (counts: Bool, reasons: [Reason]) {
    if independent.contains(effect) { return (false, [.declaredIndependent]) }
    let touch = touch(timeline.effects[effect].trace, candidates[candidate], isAlone: alone.contains(effect))
    let reasons = [blamed[effect], touch].compactMap { $0 }
    if !reasons.isEmpty { return (true, reasons) }
    if !isFunction { return (true, [.wholeHistory]) }
    if cleared.contains(effect) { return (false, [.cleared]) }
    let isAlone = weights[candidate][effect] == .unlessFresh
    return (false, [isAlone ? .alone : .unrelated])
  }
}

/// The evidence of a key's recorded answers about the mutations between them.
private struct Evidence {
  /// The effects between two successive answers that differ, with the first such states.
  var blamed: [Int: Reason] = [:]
  /// Those of them that also lie between two equal answers.
  var inDoubt: Set<Int> = []
  /// The effects that were alone between two equal answers, and never alone between two that differ.
  var alone: Set<Int> = []

  init(_ candidates: [Candidate], _ timeline: Timeline) {
    let byNode = Dictionary(candidates.enumerated().map { ($1.node, $0) }, uniquingKeysWith: { first, _ in first })
    var agreed: Set<Int> = []
    var differed: Set<Int> = []
    var passed: Set<Int> = []
    for candidate in candidates {
      var between: [Int] = []
      var node = candidate.node
      while let parent = timeline.parent(of: node) {
        between.append(timeline.effect(leadingTo: node))
        node = parent
        guard let before = byNode[parent] else { continue }
        let agrees = candidate.prints.first == candidates[before].prints.last
        let reason = Reason.blamed(before: candidates[before].answer.state, after: candidate.answer.state)
        for effect in between {
          if agrees { passed.insert(effect) } else if blamed[effect] == nil { blamed[effect] = reason }
        }
        if between.count == 1, let effect = between.first {
          if !agrees {
            differed.insert(effect)
          } else if timeline.freshness(of: candidate.history).last == true,
            candidate.history.lastIndex(of: effect) == candidate.history.firstIndex(of: effect)
          {
            // A repetition that changes nothing shows nothing about the first time.
            agreed.insert(effect)
          }
        }
        break
      }
    }
    inDoubt = passed.intersection(blamed.keys)
    alone = agreed.subtracting(differed)
  }
}
