import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// All named sessions of an endpoint by their requests: which of them recorded a request, and with which answers.
///
/// Made from the sessions' files and the answers of their mutations; the answers of reads stay on disk.
struct SessionLibrary: Sendable {
  /// Of the store of sessions and of the unnamed recordings it was made from.
  let generation: UInt64
  private(set) var outlines: [String: Outline] = [:]
  /// Who recorded a request: the sessions' names, sorted.
  private(set) var sessions: [ContentHash: [String]] = [:]
  /// The answers that a request was recorded with in any session.
  private(set) var answers: [ContentHash: Set<Answer>] = [:]
  /// The variables in the files of requests that a rule takes for the same, by their answers.
  private(set) var sent: [Answer: JSONObject] = [:]
  /// What all recorded mutations touch.
  private(set) var facts = MutationFacts()

  /// An answer by its file.
  struct Answer: Hashable, Sendable {
    let folder: String
    let id: String
  }

  /// The requests of one session, by the hashes of their keys.
  struct Outline: Sendable {
    /// The reads before the first change, then those after each change.
    var gaps: [[ContentHash: [Answer]]] = [[:]]
    var changes: [Change] = []
  }

  /// A mutation, or several that were in flight together.
  struct Change: Sendable {
    var mutations: [(key: ContentHash, answer: Answer)] = []
  }

  init(generation: UInt64) { self.generation = generation }

  /// Takes up a session.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - steps: its requests, those that were in flight together in one step.
  ///   - changesNothing: whether a rule says so of a mutation.
  mutating func note(_ name: String, _ steps: [[ResolvedRequest]], changesNothing: (ResolvedRequest) -> Bool) {
    var outline = Outline()
    for step in steps {
      var change = Change()
      for resolved in step {
        let key = resolved.key.hash
        let given = resolved.request.answers.map { Answer(folder: resolved.request.operation, id: $0) }
        answers[key, default: []].formUnion(given)
        if resolved.request.variables != resolved.key.variables {
          for answer in given where sent[answer] == nil { sent[answer] = resolved.request.variables }
        }
        if sessions[key]?.last != name { sessions[key, default: []].append(name) }
        let changes =
          resolved.key.document.kind == .mutation && !resolved.request.isRefused && !changesNothing(resolved)
        if changes, let first = given.first {
          change.mutations.append((key, first))
        } else if step.count == 1 {
          outline.gaps[outline.gaps.count - 1][key, default: []] += given
        }
      }
      guard !change.mutations.isEmpty else { continue }
      outline.changes.append(change)
      outline.gaps.append([:])
    }
    outlines[name] = outline
  }

  /// Takes up a mutation with its answer.
  mutating func note(_ mutation: Trace) { facts.note(mutation) }

  /// Takes up the mutations of the unnamed recordings.
  mutating func note(_ timeline: Timeline) { facts.note(timeline) }
}

/// One recorded session that agrees with everything that another session was served so far, and how far it has been
/// followed.
struct SessionCandidate: Sendable {
  private var position = 0
  /// Which mutations of the next change were made.
  private var made: Set<Int> = []
  /// How often a read was answered since the last change.
  private var given: [ContentHash: Int] = [:]

  /// The answer that the session has to a request at this point.
  ///
  /// - Parameters:
  ///   - key: the hash of the request's key.
  ///   - isMutation: whether the request changes something.
  ///   - outline: the session's.
  /// - Returns: the answer; nil if it recorded none here.
  func answer(to key: ContentHash, isMutation: Bool, in outline: SessionLibrary.Outline) -> SessionLibrary.Answer? {
    if isMutation {
      guard position < outline.changes.count else { return nil }
      let change = outline.changes[position]
      return mutation(key, in: change).map { change.mutations[$0].answer }
    }
    // A read that overlapped a mutation is left aside: nobody knows which state it saw.
    guard made.isEmpty, let all = outline.gaps[position][key] else { return nil }
    return all[min(given[key, default: 0], all.count - 1)]
  }

  /// Follows the session over a request that was answered.
  mutating func follow(_ key: ContentHash, isMutation: Bool, in outline: SessionLibrary.Outline) {
    guard isMutation else {
      given[key, default: 0] += 1
      return
    }
    guard position < outline.changes.count, let index = mutation(key, in: outline.changes[position]) else { return }
    made.insert(index)
    if made.count == outline.changes[position].mutations.count {
      position += 1
      made = []
      given = [:]
    }
  }

  private func mutation(_ key: ContentHash, in change: SessionLibrary.Change) -> Int? {
    change.mutations.indices.first { change.mutations[$0].key == key && !made.contains($0) }
  }
}

/// What a session that was never recorded has been served, in order: which recorded sessions agree with it.
struct Transcript: Sendable {
  /// One request and its answer.
  struct Entry: Sendable {
    let key: ContentHash
    let isMutation: Bool
    let response: RecordedResponse
    let places: VolatilePlaces
  }

  private var entries: [Entry] = []
  /// Whether something was served that is not known any more, or that was no recorded answer: nobody agrees with that.
  private(set) var isBroken = false
  /// The sessions that agree so far; nil as long as nobody asked.
  private var candidates: [String: SessionCandidate]?
  /// Whether an answer of a named session was served.
  private(set) var hasConsulted = false
  private var generation: UInt64 = 0

  /// A transcript of more answers is not followed.
  private static let limit = 2_000

  /// Takes note of an answer that was served.
  mutating func note(_ entry: Entry) {
    guard !isBroken else { return }
    guard entries.count < Self.limit else { return breakOff() }
    // The same read in the same state says nothing new.
    entries.append(entry)
  }

  /// Nobody agrees from here on.
  mutating func breakOff() {
    isBroken = true
    entries = []
    candidates = [:]
  }

  /// The sessions that agree with everything that was served, and have an answer to a request now.
  ///
  /// - Returns: the answer by the sessions that give it.
  mutating func answers(
    to key: ContentHash, isMutation: Bool, from library: SessionLibrary
  ) -> [SessionLibrary.Answer: [String]] {
    follow(library)
    var found: [SessionLibrary.Answer: [String]] = [:]
    for name in library.sessions[key] ?? [] {
      guard let candidate = candidates?[name], let outline = library.outlines[name],
        let answer = candidate.answer(to: key, isMutation: isMutation, in: outline)
      else { continue }
      found[answer, default: []].append(name)
    }
    return found
  }

  /// Takes note that an answer of named sessions is served: only these agree from now on.
  mutating func consult(_ key: ContentHash, isMutation: Bool, _ names: [String], from library: SessionLibrary) {
    hasConsulted = true
    var next: [String: SessionCandidate] = [:]
    for name in names {
      guard var candidate = candidates?[name], let outline = library.outlines[name] else { continue }
      candidate.follow(key, isMutation: isMutation, in: outline)
      next[name] = candidate
    }
    candidates = next
  }

  /// Brings the set of sessions up to date with what was served since.
  private mutating func follow(_ library: SessionLibrary) {
    if isBroken { return }
    // Recordings that changed meanwhile: what was served from them is not told apart any more.
    if candidates != nil, generation != library.generation { return breakOff() }
    generation = library.generation
    var known = candidates ?? library.outlines.mapValues { _ in SessionCandidate() }
    for entry in entries {
      let id = SessionFormat.id(of: entry.response, ignoring: entry.places)
      for (name, candidate) in known {
        guard let outline = library.outlines[name],
          candidate.answer(to: entry.key, isMutation: entry.isMutation, in: outline)?.id == id
        else {
          known[name] = nil
          continue
        }
        known[name]?.follow(entry.key, isMutation: entry.isMutation, in: outline)
      }
    }
    entries = []
    candidates = known
  }
}
