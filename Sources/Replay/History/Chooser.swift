package import Recordings

/// Chooses the answer to a request among those recorded for its key, by what the session has changed (design §3).
///
/// Keeps what is derived from recordings: the timeline, made once, and the index of each key, made when it is first asked
/// for. The oldest indices are given up past a bound in bytes, and made again. Make another chooser where recordings
/// change.
package struct Chooser: Sendable {
  package let timeline: Timeline
  private var indices: BoundedTable<ContentHash, KeyIndex>

  /// The most bytes that the indices hold.
  package static let byteLimit = 256 << 20

  package init(timeline: Timeline, byteLimit: Int = Self.byteLimit) {
    self.timeline = timeline
    indices = BoundedTable(byteLimit: byteLimit)
  }

  /// About how many bytes the indices hold.
  package var heldBytes: Int { indices.bytes }

  /// A key's index; nil if it is not here.
  package func index(of key: ContentHash) -> KeyIndex? { indices.peek(key) }

  /// Keeps a key's index, however large it is: the next question is about it.
  package mutating func keep(_ index: KeyIndex, for key: ContentHash) {
    indices.keep(index, for: key, bytes: min(index.heldBytes, indices.byteLimit))
  }

  /// The answer to a request.
  ///
  /// - Parameters:
  ///   - key: the request's operation key's hash.
  ///   - history: the session's; what is looked up of it is kept in it.
  ///   - strict: whether only exact answers are served.
  ///   - recorded: makes the key's index where it is not here yet.
  /// - Returns: nil where nothing is recorded for the key in any state.
  package mutating func choose(
    _ key: ContentHash, history: inout History, strict: Bool = false, recorded: () -> KeyIndex? = { nil }
  ) -> Choice? {
    guard let index = load(key, recorded) else { return nil }
    if history.isExact, let answer = index.answer(in: history.state.name) { return .exact(answer) }
    // A strict choice is another one; a timeline counts by its generation.
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

  /// What was recorded for a key in the state that is nearest to a session's: the last one on its way there, else the
  /// first that begins where it began. For what goes on from where the session is, as a subscription does.
  ///
  /// - Parameters:
  ///   - key: the request's operation key's hash, of which `choose` was asked before.
  ///   - history: the session's.
  /// - Returns: nil where nothing was recorded from the session's start.
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

  /// Which mutations count for a request, and why: what `show --why` prints. Nil where nothing is recorded.
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
  /// The mutations that led to a state, for people.
  func texts(leadingTo state: String) -> [String]? {
    node(state).map { history(of: $0).map { effects[$0].effect.text } }
  }
}
