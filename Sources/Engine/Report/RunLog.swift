import OrderedJSON
import Replay
import Synchronization

/// What a run saw: its misses, and which recordings it used.
package final class RunLog: Sendable {
  private let state = Mutex(State())
  private let anyRequest = Atomic<Bool>(false)

  /// Whether any request named an endpoint.
  var wasAsked: Bool { anyRequest.load(ordering: .relaxed) }

  /// Notes that a request named an endpoint.
  func noteRequest() { if !wasAsked { anyRequest.store(true, ordering: .relaxed) } }

  /// The most commands that are kept.
  private static let rerunLimit = 20_000

  /// A suite that misses more than this has one problem, not thousands; the count goes on.
  private static let missLimit = 1_000

  private struct State {
    var misses: [Miss] = []
    /// Who missed it: as many sessions as misses are kept.
    var sessions: [Miss: [String]] = [:]
    /// The same, with the sessions that started over since: a report is about the whole run.
    var everySession: [Miss: [String]] = [:]
    var seen: Set<Miss> = []
    /// How many requests were missed because of each.
    var following: [Miss: Int] = [:]
    var used: Set<String> = []
    var inferred: [InferredAnswer] = []
    var seenInferred: Set<InferredAnswer> = []
    var refusals: [Refusal] = []
    var seenRefusals: Set<Refusal> = []
    var refusalCount = 0
    /// The commands that run sessions' tests again, by the session's name.
    var reruns: [String: String] = [:]
  }

  /// Notes a miss of a session; one that the policy had answered otherwise is no failure and is not listed. True where
  /// the same one was not noted before.
  func note(_ miss: Miss, session: String, isAnswered: Bool) -> Bool {
    state.withLock { state in
      state.sessions[miss, default: []].add(session, limit: Self.missLimit)
      state.everySession[miss, default: []].add(session, limit: Self.missLimit)
      guard state.seen.count < Self.missLimit, state.seen.insert(miss).inserted else { return false }
      if !isAnswered { state.misses.append(miss) }
      return true
    }
  }

  /// Notes that a request was missed because a mutation of its session was.
  func noteFollowing(_ first: Miss) {
    state.withLock { if $0.seen.contains(first) { $0.following[first, default: 0] += 1 } }
  }

  /// How many requests were missed because of each mutation that was missed before them.
  var following: [Miss: Int] { state.withLock { $0.following } }

  /// Notes a refusal. True where the same one was not noted before.
  func note(_ refusal: Refusal) -> Bool {
    state.withLock { state in
      state.refusalCount += 1
      guard state.refusals.count < Self.missLimit, state.seenRefusals.insert(refusal).inserted else { return false }
      state.refusals.append(refusal)
      return true
    }
  }

  /// Notes an answer that was inferred.
  func note(_ answer: InferredAnswer) {
    state.withLock { state in
      guard state.inferred.count < Self.missLimit, state.seenInferred.insert(answer).inserted else { return }
      state.inferred.append(answer)
    }
  }

  /// Each once: first those that passed a mutation after which the request was never recorded.
  var inferred: [InferredAnswer] {
    state.withLock { state in state.inferred.filter { !$0.unseen.isEmpty } + state.inferred.filter(\.unseen.isEmpty) }
  }

  var refusals: [Refusal] { state.withLock { $0.refusals } }

  /// How many requests were refused, the same ones each time.
  var refusalCount: Int { state.withLock { $0.refusalCount } }

  /// Notes that a recording was used, by its path below the recordings folder.
  func noteUse(of path: String) { state.withLock { _ = $0.used.insert(path) } }

  package func wasUsed(_ path: String) -> Bool { state.withLock { $0.used.contains(path) } }

  var misses: [Miss] { state.withLock { $0.misses } }

  /// Notes the command that runs a session's test again.
  func note(rerun: String, ofSession session: String) {
    state.withLock { state in
      if state.reruns.count < Self.rerunLimit || state.reruns[session] != nil { state.reruns[session] = rerun }
    }
  }

  /// The commands that run sessions' tests again, by the session's name.
  var reruns: [String: String] { state.withLock { $0.reruns } }

  /// Forgets who missed what, as a session starts over; the misses stay the run's.
  func startOver(session: String) {
    state.withLock { state in
      for miss in state.misses { state.sessions[miss]?.removeAll { $0.hasSameScalars(as: session) } }
    }
  }

  /// The misses, each once, in order, with the sessions that missed it.
  var missesOfSessions: [(miss: Miss, sessions: [String])] {
    state.withLock { state in state.misses.map { ($0, state.sessions[$0] ?? []) } }
  }

  /// The sessions that missed each, whether they started over since or not.
  var sessionsOfMisses: [Miss: [String]] { state.withLock { $0.everySession } }
}

extension [String] {
  /// Adds a session once, as long as there are not too many.
  fileprivate mutating func add(_ session: String, limit: Int) {
    if count < limit, !contains(where: { $0.hasSameScalars(as: session) }) { append(session) }
  }
}
