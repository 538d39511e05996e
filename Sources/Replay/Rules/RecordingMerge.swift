import OrderedJSON
import Recordings

/// The recordings that have one key under rules, merged state by state.
struct RecordingMerge {
  /// Their positions among all recordings.
  let members: [Int]
  private(set) var states: [Recording.State] = []
  private(set) var conflicts: [Conflict] = []

  /// Two answers, or two next states, of which only one can be kept.
  struct Conflict {
    /// The state's name under rules.
    let state: String
    let left: Source
    let right: Source
    /// True if the next states differ, false if the answers do.
    let isAboutNext: Bool
  }

  /// The origin of a part of a merged state.
  struct Source {
    /// The recording's position among all recordings.
    let recording: Int
    /// The state's name as written.
    let state: String
    fileprivate let rank: Int
    fileprivate var responses: [RecordedResponse]
    fileprivate var prints: [ContentHash]
    fileprivate let next: String?
    fileprivate let isOverlapped: Bool

    /// Appends the answers of another source; consecutive repetitions count once.
    fileprivate mutating func append(_ other: Source) {
      for (response, print) in zip(other.responses, other.prints) where prints.last != print {
        responses.append(response)
        prints.append(print)
      }
    }

    fileprivate var withoutRepetitions: Source {
      var source = self
      (source.responses, source.prints) = ([], [])
      source.append(self)
      return source
    }
  }

  init(_ members: [Int], of recordings: [RuledRecording], _ map: StateMap, _ rules: EndpointRules) {
    self.members = members
    guard let first = members.first else { return }
    let document = recordings[first].key.document
    let ignored = rules.volatilePlaces(of: document.name, kind: document.kind)
    var sources: [String: [Source]] = [:]
    for member in members {
      for state in recordings[member].states {
        let name = map.name(of: state.name)
        let responses = state.responses.map { $0.inStates(from: name, map.name(of:)) }
        let prints = responses.map { $0.fingerprint(ignoring: ignored) }
        sources[name, default: []].append(
          Source(
            recording: member, state: state.name, rank: map.ranks[state.name] ?? .max, responses: responses,
            prints: prints, next: state.next.map(map.name(of:)), isOverlapped: state.isOverlapped))
      }
    }
    var isSequence = false
    if case .changesNothing = recordings[first].rule { isSequence = recordings[first].isMutation }
    for (name, unsorted) in sources.sorted(by: { $0.key.precedesByScalars($1.key) }) {
      // In the order in which a session reached the states; Swift's sort keeps the files' order.
      let sources = unsorted.sorted { $0.rank < $1.rank }
      states.append(merge(sources, into: name, isSequence: isSequence))
    }
  }

  private mutating func merge(_ all: [Source], into name: String, isSequence: Bool) -> Recording.State {
    if all.count == 1 {
      return Recording.State(
        name: name, responses: all[0].responses, next: all[0].next, isOverlapped: all[0].isOverlapped)
    }
    let sources = all.map(\.withoutRepetitions)
    var merged = sources[0]
    var next = merged.next
    for source in sources.dropFirst() {
      if isSequence {
        // A mutation that changes nothing stays in its state, and its answers are served in turn.
        merged.append(source)
      } else if source.prints.starts(with: merged.prints) {
        if source.prints.count > merged.prints.count { merged = source }
      } else if !merged.prints.starts(with: source.prints) {
        conflicts.append(Conflict(state: name, left: merged, right: source, isAboutNext: false))
      }
      if let known = next, let other = source.next, known != other {
        conflicts.append(Conflict(state: name, left: sources[0], right: source, isAboutNext: true))
      }
      next = next ?? source.next
    }
    return Recording.State(
      name: name, responses: merged.responses, next: next, isOverlapped: sources.contains(where: \.isOverlapped))
  }
}
