import OrderedJSON
import Recordings
package import Replay
import Synchronization

/// The misses, refusals and inferred answers of a run, and the recordings that it used.
///
/// Everything that requests add is bounded in number and bytes; counts go on past the bounds
/// (`Sources/Engine/README.md`, Memory).
package final class RunLog: Sendable {
  private let state = Mutex(State())
  private let anyRequest = Atomic<Bool>(false)

  /// Whether any request named an endpoint.
  var wasAsked: Bool { anyRequest.load(ordering: .relaxed) }

  /// Notes that a request named an endpoint.
  func noteRequest() { if !wasAsked { anyRequest.store(true, ordering: .relaxed) } }

  /// A suite that misses more than this has one problem, not thousands.
  static let missLimit = 1_000
  /// The most bytes that listed misses may hold, and the same for refusals and inferred answers.
  static let byteLimit = 16 << 20

  private struct State {
    var misses = BoundedList<Miss>(limit: missLimit, byteLimit: byteLimit)
    /// The misses that the policy had answered otherwise: no failures, and told once.
    var answeredMisses = BoundedList<Miss>(limit: 0, byteLimit: 0)
    var missers = Missers()
    /// How many requests were missed because of each miss, by its place.
    var following: [Int: Int] = [:]
    /// The recordings that were used; nil if there are too many.
    var used: Set<String>? = []
    var usedBytes = 0
    var inferred = BoundedList<InferredAnswer>(limit: missLimit, byteLimit: byteLimit)
    var refusals = BoundedList<Refusal>(limit: missLimit, byteLimit: byteLimit)
    var refusalCount = 0
    /// The commands that run sessions' tests again, by the session's name.
    var reruns: [String: String] = [:]
    var rerunBytes = 0
  }

  // MARK: Misses

  /// Notes a bounded miss of a session; one that the policy had answered otherwise is no failure and is not listed. True
  /// if the same one was not noted before, and it is listed or is no failure.
  func note(_ miss: Miss, session: String, isAnswered: Bool) -> Bool {
    state.withLock { state in
      if isAnswered {
        let noted = state.answeredMisses.note(miss)
        return noted.isNew && state.answeredMisses.tally.count <= Self.missLimit
      }
      let noted = state.misses.note(miss)
      guard let place = noted.place else { return false }
      state.missers.add(session, to: place)
      return noted.isNew
    }
  }

  /// Notes that a request was missed because a mutation of its session was.
  func noteFollowing(_ first: Miss) {
    state.withLock { state in
      if let place = state.misses.place(of: first) { state.following[place, default: 0] += 1 }
    }
  }

  /// The misses that are listed, each once, in order.
  var misses: [Miss] { state.withLock { $0.misses.elements } }

  /// How many different misses there were, and how many are listed.
  var missTally: Tally { state.withLock { $0.misses.tally } }

  /// How many different misses the policy had answered otherwise.
  var answeredMissCount: Int { state.withLock { $0.answeredMisses.tally.count } }

  /// How many requests were missed because of each mutation that was missed before them.
  var following: [Miss: Int] {
    state.withLock { state in
      Dictionary(uniqueKeysWithValues: state.following.map { (state.misses.elements[$0.key], $0.value) })
    }
  }

  /// The misses, each once, in order, with the sessions that missed it.
  package var missesOfSessions: [(miss: Miss, sessions: [String])] {
    state.withLock { state in
      state.misses.elements.enumerated().map { ($1, state.missers.sessions(of: $0, sinceStart: true)) }
    }
  }

  /// The sessions that missed each, whether they started over since or not.
  var sessionsOfMisses: [Miss: [String]] {
    state.withLock { state in
      let pairs = state.misses.elements.enumerated().map { ($1, state.missers.sessions(of: $0, sinceStart: false)) }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  /// Forgets who missed what, as a session starts over; the misses stay the run's.
  func startOver(session: String) { state.withLock { $0.missers.startOver(session) } }

  // MARK: Refusals and inferred answers

  /// Notes a refusal. True if the same one was not noted before, and it is listed.
  func note(_ refusal: Refusal) -> Bool {
    state.withLock { state in
      state.refusalCount += 1
      let noted = state.refusals.note(refusal)
      return noted.isNew && noted.place != nil
    }
  }

  /// Notes an answer that was inferred.
  func note(_ answer: InferredAnswer) {
    let answer = answer.bounded()
    state.withLock { _ = $0.inferred.note(answer) }
  }

  /// Each once: first those that passed a mutation after which the request was never recorded.
  var inferred: [InferredAnswer] {
    state.withLock { state in
      let answers = state.inferred.elements
      return answers.filter { !$0.unseen.isEmpty } + answers.filter(\.unseen.isEmpty)
    }
  }

  var inferredTally: Tally { state.withLock { $0.inferred.tally } }

  var refusals: [Refusal] { state.withLock { $0.refusals.elements } }

  var refusalTally: Tally { state.withLock { $0.refusals.tally } }

  /// How many requests were refused, the same ones each time.
  var refusalCount: Int { state.withLock { $0.refusalCount } }

  // MARK: Recordings and commands

  /// The most bytes of paths of recordings that were used. Past it, every recording counts as used.
  static let usedByteLimit = 64 << 20

  /// Notes that a recording was used.
  ///
  /// - Parameter path: its path below the recordings folder.
  /// - Returns: false if there are too many, so that nothing more is known of any recording.
  func noteUse(of path: String) -> Bool {
    state.withLock { state in
      guard state.used?.insert(path).inserted == true else { return state.used != nil }
      state.usedBytes += path.utf8.count + 32
      if state.usedBytes > Self.usedByteLimit { state.used = nil }
      return state.used != nil
    }
  }

  package func wasUsed(_ path: String) -> Bool { state.withLock { $0.used?.contains(path) ?? true } }

  /// The most commands that are kept, and the most bytes of them. A miss without one has the general advice.
  private static let rerunLimit = 20_000
  private static let rerunByteLimit = 4 << 20

  /// Notes the command that runs a session's test again.
  package func note(rerun: String, ofSession session: String) {
    state.withLock { state in
      let size = rerun.utf8.count + session.utf8.count - (state.reruns[session]?.utf8.count ?? 0)
      guard state.reruns.count < Self.rerunLimit || state.reruns[session] != nil,
        state.rerunBytes + size <= Self.rerunByteLimit
      else { return }
      state.rerunBytes += size
      state.reruns[session] = rerun
    }
  }

  /// The commands that run sessions' tests again, by the session's name.
  var reruns: [String: String] { state.withLock { $0.reruns } }
}
