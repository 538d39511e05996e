package import Recordings

/// Chooses the answer to a request among those recorded for its key, by what the session has changed (design §3).
///
/// Keeps what is derived from recordings: the timeline, made once, and each key's index, made when it is first asked
/// for. Make another chooser where recordings change.
package struct Chooser: Sendable {
  package let timeline: Timeline
  private var indices: [ContentHash: KeyIndex] = [:]
  /// How often something was forgotten: what sessions remember is good for one revision.
  private var forgotten = 0

  package init(timeline: Timeline) { self.timeline = timeline }

  /// Whether a key's index is here.
  package func knows(_ key: ContentHash) -> Bool { indices[key] != nil }

  /// Keeps a key's index.
  package mutating func keep(_ index: KeyIndex, for key: ContentHash) { indices[key] = index }

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
    guard load(key, recorded) else { return nil }
    if history.isExact, let answer = indices[key]?.answer(in: history.state.name) { return .exact(answer) }
    // A strict choice is another one; a timeline counts by its generation.
    let revision = timeline.generation << 32 | forgotten << 1 | (strict ? 1 : 0)
    let count = history.entries.count
    if let choice = history.view.choice(key, revision: revision, entryCount: count) { return choice }
    guard let relevance = indices[key]?.relevance(in: timeline) else { return nil }
    history.view.update(history.entries, in: timeline)
    let choice = Comparison(
      timeline: timeline, relevance: relevance, history: history, request: indices[key]?.request
    ).choice(states: indices[key]?.stateNames ?? [], strict: strict)
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
    guard let index = indices[key] else { return nil }
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
    guard load(key, recorded), let relevance = indices[key]?.relevance(in: timeline) else { return nil }
    return Explanation(relevance, timeline, states: indices[key]?.stateNames ?? [])
  }

  /// Forgets what is derived for a key, because its recording has changed.
  package mutating func forget(_ key: ContentHash) {
    indices[key] = nil
    forgotten += 1
  }

  private mutating func load(_ key: ContentHash, _ recorded: () -> KeyIndex?) -> Bool {
    if indices[key] != nil { return true }
    guard let index = recorded() else { return false }
    indices[key] = index
    return true
  }
}

extension Timeline {
  /// The mutations that led to a state, for people.
  func texts(leadingTo state: String) -> [String]? {
    node(state).map { history(of: $0).map { effects[$0].effect.text } }
  }
}
