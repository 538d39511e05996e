import Dispatch
import Recordings
import Requests
import Synchronization

/// An endpoint as the recorder uses it.
protocol AnswerDestination: Sendable {
  var name: String { get }
  /// The answers that clients got but that are not written yet; nil if nothing is written.
  var unwritten: UnwrittenAnswers? { get }

  /// Writes answers, in order (`Endpoint.record`).
  func record(
    _ saves: [PendingSave], settled: (Int) -> Void
  ) -> [(outcome: Exchange.Outcome, advice: String?)]

  /// Notes why answers are not saved.
  func noteUnsaved(_ reason: String)
}

/// Writes recorded answers in order and in groups, after clients got them.
///
/// Clients wait for the disk only while the unwritten answers exceed the bounds; none is dropped. Neither waiting nor
/// writing blocks a thread that answers requests.
final class Recorder: Sendable {
  /// The most answers and bytes in a group, which is how long another recorder waits for the folder.
  static let groupAnswers = 512
  static let groupBytes = 8 << 20

  /// An answer to write.
  struct Work: Sendable {
    let endpoint: any AnswerDestination
    let save: PendingSave
    /// The size of the body.
    let bytes: Int
    /// Receives the outcome, on any thread.
    let done: @Sendable (Exchange.Outcome, _ advice: String?) -> Void
  }

  private struct State {
    let maximumAnswers: Int
    let maximumBytes: Int
    var waiting: [Work] = []
    /// The bytes that wait or are being written.
    var bytes = 0
    /// The number of answers enqueued, and of those settled.
    var enqueued = 0
    var settled = 0
    /// The number of settled answers in the group that is being written.
    var settledOfGroup = 0
    var isWriting = false
    var isAbandoned = false
    /// Clients that wait for room, by a number of their own.
    var held: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextHeld = 0
    /// Calls that wait until this number of answers is settled.
    var finishing: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    var isFull: Bool { enqueued - settled > maximumAnswers || bytes > maximumBytes }

    /// Takes the next group; empty if there is nothing to write.
    mutating func popGroup() -> [Work] {
      var count = 0
      var bytes = 0
      while count < min(waiting.count, Recorder.groupAnswers),
        count == 0 || bytes + waiting[count].bytes <= Recorder.groupBytes
      {
        bytes += waiting[count].bytes
        count += 1
      }
      let group = Array(waiting.prefix(count))
      waiting.removeFirst(count)
      isWriting = count > 0
      return group
    }

    /// The number of answers that were enqueued but are not in their files.
    var unwritten: Int { enqueued - settled - settledOfGroup }

    /// Settles a group. Returns the calls and clients that can continue.
    mutating func settle(_ group: [Work]) -> [CheckedContinuation<Void, Never>] {
      settled += group.count
      settledOfGroup = 0
      bytes -= group.reduce(0) { $0 + $1.bytes }
      var ready = finishing.filter { $0.count <= settled }.map(\.continuation)
      finishing.removeAll { $0.count <= settled }
      if !isFull {
        ready += held.values
        held = [:]
      }
      return ready
    }
  }

  private let state: Mutex<State>
  private let writing = DispatchQueue(label: "understudy.recorder")
  private let announcements: Announcements

  /// Creates a recorder with the bounds of `configuration`. `warn` reports problems to the user.
  init(_ configuration: EngineConfiguration, warn: @escaping @Sendable (String) -> Void) {
    state = Mutex(
      State(
        maximumAnswers: configuration.maximumUnwrittenAnswers, maximumBytes: configuration.maximumUnwrittenBytes))
    // Answers from a file have no clients.
    announcements = Announcements(isOn: !configuration.readsCaptures, warn: warn)
  }

  /// Enqueues an answer, to be written after those before it.
  func enqueue(_ work: Work) {
    if let answers = work.endpoint.unwritten { announcements.add(1, to: answers) }
    let begins = state.withLock { state in
      if state.isAbandoned { return false }
      state.waiting.append(work)
      state.enqueued += 1
      state.bytes += work.bytes
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if begins { writing.async { self.write() } }
  }

  /// Waits until the answers enqueued so far are counted and there is room. A cancelled task does not wait for room.
  func waitForRoom() async {
    await announcements.wait()
    let number = state.withLock { state -> Int? in
      guard state.isFull, !state.isAbandoned else { return nil }
      state.nextHeld += 1
      return state.nextHeld
    }
    guard let number else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isHeld = state.withLock { state in
          guard state.isFull, !state.isAbandoned, !Task.isCancelled else { return false }
          state.held[number] = continuation
          return true
        }
        if !isHeld { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.held.removeValue(forKey: number) }?.resume()
    }
  }

  /// Runs an operation on the writing thread, after the group that is being written.
  func run(_ operation: @escaping @Sendable () -> Void) { writing.async(execute: operation) }

  /// Waits until all answers enqueued so far are written.
  func finish() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.isAbandoned || state.settled >= state.enqueued { return true }
        state.finishing.append((state.enqueued, continuation))
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  /// Stops writing at a deadline, unless the task is cancelled before.
  func abandon(at deadline: ContinuousClock.Instant) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(until: deadline, clock: .continuous)
      _ = await abandon(within: .zero)
    }
  }

  /// The number of answers that were not written because it stopped before.
  var abandonedAnswers: Int { state.withLock { $0.isAbandoned ? $0.unwritten : 0 } }

  /// True if it stopped before everything was written.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Stops writing, and lets all that wait continue. Waits up to `grace` for the current group. Returns the number of
  /// unwritten answers.
  func abandon(within grace: Duration) async -> Int {
    let (dropped, waiters) = state.withLock { state in
      let dropped = state.waiting
      let waiters = state.finishing.map(\.continuation) + state.held.values
      (state.isAbandoned, state.waiting, state.finishing, state.held) = (true, [], [], [:])
      return (dropped, waiters)
    }
    for works in Dictionary(grouping: dropped, by: \.endpoint.name).values {
      works[0].endpoint.noteUnsaved("\(works.count) answers were not written before the program ended")
    }
    for waiter in waiters { waiter.resume() }
    let end = ContinuousClock.now.advanced(by: grace)
    while state.withLock({ $0.isWriting }), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
    return state.withLock { $0.unwritten }
  }

  /// Writes until there is nothing to write.
  private func write() {
    while true {
      let group = state.withLock { $0.popGroup() }
      if group.isEmpty { return }
      // Endpoints do not share folders, so only answers of the same endpoint need their order.
      for works in Dictionary(grouping: group, by: \.endpoint.name).values {
        let endpoint = works[0].endpoint
        if let answers = endpoint.unwritten { announcements.prepare(answers) }
        let outcomes = endpoint.record(works.map(\.save)) { count in
          endpoint.unwritten?.note(settled: count)
          state.withLock { $0.settledOfGroup += count }
        }
        for (work, (outcome, advice)) in zip(works, outcomes) { work.done(outcome, advice) }
      }
      for waiter in state.withLock({ $0.settle(group) }) { waiter.resume() }
    }
  }
}
