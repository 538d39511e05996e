import Recordings

/// A session's mutations as a timeline knows them, kept with the session so that each is looked up once.
struct TimelineView: Sendable {
  private(set) var seen: [Seen] = []
  private var generation: Int?
  private var freshness = Freshness()
  /// The choices since the last mutation, and the revision of the chooser that made them.
  private var chosen: [ContentHash: Choice] = [:]
  private var revision: Int?
  private var entryCount = 0

  /// One mutation of the session.
  struct Seen: Sendable {
    /// Its position in the timeline; nil if no recorded mutation has its effect.
    let effect: Int?
    /// Its trace, if it names more than the recordings of its effect; else nil.
    let more: Trace?
    /// Indicates whether it was never answered: it touches everything.
    let isUnanswered: Bool
    /// Indicates whether it names ids that no recording of its effect has, as after an answer of the upstream.
    let hasOtherIDs: Bool
    /// Indicates whether it comes first to the objects that it names.
    let isFresh: Bool
    let names: [String]
  }

  /// Returns the choice that the same chooser made for a key since the last mutation.
  func choice(_ key: ContentHash, revision: Int, entryCount: Int) -> Choice? {
    self.revision == revision && self.entryCount == entryCount ? chosen[key] : nil
  }

  mutating func keep(_ choice: Choice, for key: ContentHash, revision: Int, entryCount: Int) {
    if self.revision != revision || self.entryCount != entryCount {
      chosen = [:]
      self.revision = revision
      self.entryCount = entryCount
    }
    chosen[key] = choice
  }

  /// Adds the mutations that the session has sent since.
  mutating func update(_ entries: [History.Entry], in timeline: Timeline) {
    if generation != timeline.generation {
      generation = timeline.generation
      seen = []
      freshness = Freshness()
    }
    for entry in entries[min(seen.count, entries.count)...] {
      let effect = timeline.position(of: entry.effect)
      var more = entry.trace
      var traces = entry.trace.map { [$0] } ?? []
      var hasOtherIDs = false
      if let effect, let trace = entry.trace {
        let known = timeline.effects[effect].trace
        traces.append(known)
        hasOtherIDs = !trace.ids.isSubset(of: known.ids)
        if !hasOtherIDs && trace.types.isSubset(of: known.types) { more = nil }
      }
      seen.append(
        Seen(
          effect: effect, more: more, isUnanswered: entry.trace == nil, hasOtherIDs: hasOtherIDs,
          isFresh: freshness.add(effect, traces), names: entry.names))
    }
  }
}
