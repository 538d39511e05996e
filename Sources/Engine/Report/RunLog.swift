import OrderedJSON
package import Recordings
package import Replay
import Requests
import Synchronization

/// The misses, refusals and inferred answers of a run, and the recordings that it used.
///
/// All tables are bounded in number and bytes; counts continue past the bounds (`Sources/Engine/README.md`, Memory).
package final class RunLog: Sendable {
  private let state = Mutex(State())
  private let anyRequest = Atomic<Bool>(false)

  /// True if any request named an endpoint.
  var wasAsked: Bool { anyRequest.load(ordering: .relaxed) }

  func noteRequest() { if !wasAsked { anyRequest.store(true, ordering: .relaxed) } }

  /// The most misses, refusals and inferred answers to list. A suite with more has one problem, not thousands.
  static let missLimit = 1_000
  /// The most bytes of listed misses; the same for refusals and inferred answers.
  static let byteLimit = 16 << 20

  private struct State {
    var misses = BoundedList<Miss>(limit: missLimit, byteLimit: byteLimit)
    /// The misses that the `onMiss` policy answered, which are no failures and are reported once.
    var answeredMisses = BoundedList<Miss>(limit: 0, byteLimit: 0)
    var missers = SessionsByMiss()
    /// The number of requests that missed because of each miss, by its index.
    var following: [Int: Int] = [:]
    /// The used recordings; nil if there are too many.
    var used: Set<String>? = []
    var usedBytes = 0
    var inferred = BoundedList<InferredAnswer>(limit: missLimit, byteLimit: byteLimit)
    var refusals = BoundedList<Refusal>(limit: missLimit, byteLimit: byteLimit)
    var refusalCount = 0
    /// The commands that run sessions' tests again, by session name.
    var reruns: [String: String] = [:]
    var rerunBytes = 0
    var defaultRerun: String?
  }

  // MARK: Misses

  /// Notes a shortened miss, which is not listed if the `onMiss` policy answered it. Returns true to report it.
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

  /// Counts a request that missed because of an earlier missed mutation of its session.
  func noteFollowing(_ first: Miss) {
    state.withLock { state in
      if let place = state.misses.place(of: first) { state.following[place, default: 0] += 1 }
    }
  }

  /// The listed misses, each once, in order.
  var misses: [Miss] { state.withLock { $0.misses.elements } }

  /// The number of different misses, and of those listed.
  var missTally: Tally { state.withLock { $0.misses.tally } }

  /// The number of different misses that the `onMiss` policy answered.
  var answeredMissCount: Int { state.withLock { $0.answeredMisses.tally.count } }

  /// The number of requests that missed because of each missed mutation before them.
  var following: [Miss: Int] {
    state.withLock { state in
      Dictionary(uniqueKeysWithValues: state.following.map { (state.misses.elements[$0.key], $0.value) })
    }
  }

  /// The listed misses, each once, in order, with the sessions that had them since they last started over.
  package var missesOfSessions: [(miss: Miss, sessions: [String])] {
    state.withLock { state in
      state.misses.elements.enumerated().map { ($1, state.missers.sessions(of: $0, sinceStart: true)) }
    }
  }

  /// The sessions that had each miss, even if they started over since.
  var sessionsOfMisses: [Miss: [String]] {
    state.withLock { state in
      let pairs = state.misses.elements.enumerated().map { ($1, state.missers.sessions(of: $0, sinceStart: false)) }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  /// Removes a session from its misses because it starts over. The run keeps the misses.
  func startOver(session: String) { state.withLock { $0.missers.startOver(session) } }

  // MARK: Refusals and inferred answers

  /// Notes a refusal. Returns true if it is new and listed.
  func note(_ refusal: Refusal) -> Bool {
    state.withLock { state in
      state.refusalCount += 1
      let noted = state.refusals.note(refusal)
      return noted.isNew && noted.place != nil
    }
  }

  func note(_ answer: InferredAnswer) {
    let answer = answer.bounded()
    state.withLock { _ = $0.inferred.note(answer) }
  }

  /// The inferred answers, each once, the least certain first.
  var inferred: [InferredAnswer] {
    state.withLock { $0.inferred.elements.leastCertainFirst }
  }

  var inferredTally: Tally { state.withLock { $0.inferred.tally } }

  var refusals: [Refusal] { state.withLock { $0.refusals.elements } }

  var refusalTally: Tally { state.withLock { $0.refusals.tally } }

  /// The number of refused requests, including equal ones.
  var refusalCount: Int { state.withLock { $0.refusalCount } }

  // MARK: Recordings and commands

  /// The most bytes of paths of used recordings. Past it, every recording counts as used.
  static let usedByteLimit = 64 << 20

  /// Notes the use of a recording, by its path below the recordings folder. Returns false if there were too many.
  func noteUse(of path: String) -> Bool {
    state.withLock { state in
      guard state.used?.insert(path).inserted == true else { return state.used != nil }
      state.usedBytes += path.utf8.count + 32
      if state.usedBytes > Self.usedByteLimit { state.used = nil }
      return state.used != nil
    }
  }

  package func wasUsed(_ path: String) -> Bool { state.withLock { $0.used?.contains(path) ?? true } }

  /// The place of a request in a session's file, which has the requests of many operations.
  package static func place(of request: ContentHash, in file: String) -> String { "\(file)#\(request.hex(digits: 16))" }

  /// The most commands, and the most bytes of them. A miss without one gets general advice.
  private static let rerunLimit = 20_000
  private static let rerunByteLimit = 4 << 20

  /// Sets the command that runs a session's test again.
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

  /// The command that records the whole run again, for requests of other sessions; nil if it is unknown.
  package internal(set) var defaultRerun: String? {
    get { state.withLock { $0.defaultRerun } }
    set { state.withLock { $0.defaultRerun = newValue } }
  }

  /// The commands that run sessions' tests again, by session name.
  var reruns: [String: String] { state.withLock { $0.reruns } }
}
