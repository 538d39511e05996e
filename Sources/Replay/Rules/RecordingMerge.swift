import OrderedJSON
import Recordings

/// The recordings that one key has under rules, put together state by state.
struct RecordingMerge {
  /// By their positions among all.
  let members: [Int]
  private(set) var states: [Recording.State] = []
  private(set) var conflicts: [Conflict] = []

  /// Two answers, or two next states, of which only one can be.
  struct Conflict {
    /// The state's name under rules.
    let state: String
    let left: Source
    let right: Source
    /// Whether it is not the answers that differ but the states that they lead to.
    let isAboutNext: Bool
  }

  /// Where what comes into one state comes from.
  struct Source {
    /// The recording's position among all.
    let recording: Int
    /// The state's name as it is written.
    let state: String
    fileprivate let rank: Int
    fileprivate var responses: [RecordedResponse]
    fileprivate var prints: [ContentHash]
    fileprivate let next: String?
    fileprivate let isOverlapped: Bool

    /// Takes up what comes in turn; what comes again at once counts once.
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
      // In the order in which a session came to the states; Swift's sort keeps the files' order.
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
        // A mutation that changes nothing stays in its state: its answers come in turn, as a recorder has them.
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
