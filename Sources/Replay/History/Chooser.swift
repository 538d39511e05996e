package import Recordings

/// Chooses the answer to a request among those recorded for its key, by the session's history.
///
/// It holds data derived from recordings: the timeline, made once, and an index for each key, made on demand. Past a
/// bound in bytes, the oldest indices are dropped and made again. When recordings change, make another chooser.
package struct Chooser: Sendable {
  package let timeline: Timeline
  private var indices: BoundedTable<ContentHash, KeyIndex>

  package static let byteLimit = 256 << 20

  package init(timeline: Timeline, byteLimit: Int = Self.byteLimit) {
    self.timeline = timeline
    indices = BoundedTable(byteLimit: byteLimit)
  }

  package var heldBytes: Int { indices.bytes }

  /// Returns a key's index; nil if it is not held.
  package func index(of key: ContentHash) -> KeyIndex? { indices.peek(key) }

  /// Keeps a key's index, however large it is, since the next request needs it.
  package mutating func keep(_ index: KeyIndex, for key: ContentHash) {
    indices.keep(index, for: key, bytes: min(index.heldBytes, indices.byteLimit))
  }

  /// Returns the answer to a request by the hash of its key; nil if nothing is recorded for the key in any state.
  /// Results are cached in `history`. `recorded` makes the key's index if it is not held.
  package mutating func choose(
    _ key: ContentHash, history: inout History, strict: Bool = false, recorded: () -> KeyIndex? = { nil }
  ) -> Choice? {
    guard let index = load(key, recorded) else { return nil }
    let state = history.state.name
    guard history.isExact, let answer = index.answer(in: state) else {
      return compared(index, key, history: &history, strict: strict)
    }
    guard index.isOverlapped(in: state) || isOrderUnknown(in: state, index, key) else { return .exact(answer) }
    // Clear answers of other states are certain where they agree; this one is not.
    let choice = compared(index, key, history: &history, strict: strict)
    guard case .miss(var miss) = choice, miss.reason != .onlyInferred else { return choice }
    guard strict else {
      let texts = history.entries.map(\.text)
      return .inferred(
        answer,
        because: Choice.Inference(state: state, counted: texts, passed: [], unseen: [], isOverlapped: true))
    }
    miss.reason = .overlapped
    miss.between = nil
    return .miss(miss)
  }

  /// Indicates whether a key's answer in a state depends on the order of mutations that were in flight together.
  private mutating func isOrderUnknown(in state: String, _ index: KeyIndex, _ key: ContentHash) -> Bool {
    timeline.hasOverlaps && relevance(of: index, key).statesOfUnknownOrder.contains(state)
  }

  /// Compares the session's history with those recorded for a key. Results are cached in `history`.
  private mutating func compared(
    _ index: KeyIndex, _ key: ContentHash, history: inout History, strict: Bool
  ) -> Choice {
    // A strict choice differs from others; a timeline is identified by its generation.
    let revision = timeline.generation << 1 | (strict ? 1 : 0)
    let count = history.entries.count
    if let choice = history.view.choice(key, revision: revision, entryCount: count) { return choice }
    let relevance = relevance(of: index, key)
    history.view.update(history.entries, in: timeline)
    let choice = Comparison(
      timeline: timeline, relevance: relevance, history: history, request: index.request
    ).choice(states: index.stateNames, strict: strict)
    history.view.keep(choice, for: key, revision: revision, entryCount: count)
    return choice
  }

  /// Returns the answer recorded for a key in the state nearest to a session's: the last one on its path, else the
  /// first with the same start. It is for requests that continue from the session's state, such as subscriptions. Call
  /// `choose` with the key first. Nil if nothing was recorded from the session's start.
  package func nearest(_ key: ContentHash, history: History) -> (Choice.Answer, Choice.Inference)? {
    guard let index = indices.peek(key) else { return nil }
    var found: Choice.Answer?
    var node = timeline.node(history.state.name)
    while let state = node, found == nil {
      found = index.answer(in: timeline.state(of: state))
      node = timeline.parent(of: state)
    }
    let start = history.start.name
    let others = index.stateNames.filter { name in timeline.node(name).map { timeline.start(of: $0) } == start }
    guard let answer = found ?? others.lazy.compactMap({ index.answer(in: $0) }).first else { return nil }
    let texts = history.entries.map(\.text)
    return (answer, Choice.Inference(state: answer.state, counted: [], passed: texts, unseen: texts))
  }

  /// Returns the mutations that affect a request, and the reasons, for `show --why`. Nil if nothing is recorded.
  package mutating func explain(_ key: ContentHash, recorded: () -> KeyIndex?) -> Explanation? {
    guard let index = load(key, recorded) else { return nil }
    return Explanation(relevance(of: index, key), timeline, states: index.stateNames)
  }

  private mutating func load(_ key: ContentHash, _ recorded: () -> KeyIndex?) -> KeyIndex? {
    if let index = indices.value(for: key) { return index }
    guard let index = recorded() else { return nil }
    keep(index, for: key)
    return index
  }

  private mutating func relevance(of index: KeyIndex, _ key: ContentHash) -> Relevance {
    var index = index
    let isNew = !index.hasRelevance(in: timeline)
    let relevance = index.relevance(in: timeline)
    if isNew { keep(index, for: key) }
    return relevance
  }
}

extension Timeline {
  /// Returns the mutations that led to a state, as text.
  package func texts(leadingTo state: String) -> [String]? {
    node(state).map { history(of: $0).map { effects[$0].effect.text } }
  }
}
