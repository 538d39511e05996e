import Synchronization
import Transports

/// A recorded stream of one client. All clients share the script; each has only its progress.
final class ReplayFeed: EventFeed, NotifiedStream {
  private let script: EventScript
  private let streams: SessionStreams
  /// Keeps the recorded pauses; nil to send events as soon as possible.
  private let timer: (any StreamTimer)?
  private let state: Mutex<State>

  fileprivate struct State {
    var progress: ScriptProgress
    /// The events that may be sent but were not taken, oldest first.
    var due: [Int] = []
    /// True during a pause.
    var isPausing = false
    var isOver = false
    /// The event with which the session has ended the stream.
    var last: StreamEvent?
    var wake: (@Sendable () -> Void)?
    var callOff: (@Sendable () -> Void)?
  }

  init(
    _ script: EventScript, _ order: ScriptProgress.Order, in streams: SessionStreams, timer: (any StreamTimer)? = nil
  ) {
    self.script = script
    self.streams = streams
    self.timer = timer
    state = Mutex(State(progress: ScriptProgress(script, order)))
    streams.add(self)
    keepPauses()
  }

  func take(_ most: Int) -> [StreamEvent] {
    let (events, isLast) = state.withLock { state -> ([StreamEvent], Bool) in
      if state.isOver { return ([], false) }
      var events: [StreamEvent] = []
      while events.count < most, let position = state.next(isPaced: timer != nil) {
        events.append(script.events[position])
      }
      if let last = state.last, events.count < most, events.last?.isLast != true { events.append(last) }
      state.isOver = events.last?.isLast ?? false
      return (events, state.isOver)
    }
    if isLast { streams.remove(self) }
    return events
  }

  func whenReady(_ wake: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      guard !state.isOver else { return false }
      if state.last != nil || state.hasNext(isPaced: timer != nil) { return true }
      state.wake = wake
      return false
    }
    if isReady { wake() }
  }

  func note(_ sessionEvent: SessionEvent) {
    state.withLock { $0.progress.note(sessionEvent) }
    keepPauses()
    wakeIfReady()
  }

  func end(with last: StreamEvent) {
    state.withLock { state in
      state.last = last
      // Events that were not taken belong to a session that is over.
      state.due = []
    }
    wakeIfReady()
  }

  func cancel() {
    let callOff = state.withLock { state in
      state.isOver = true
      state.wake = nil
      defer { state.callOff = nil }
      return state.callOff
    }
    callOff?()
    streams.remove(self)
  }

  private func wakeIfReady() {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isOver, state.last != nil || state.hasNext(isPaced: timer != nil) else { return nil }
      defer { state.wake = nil }
      return state.wake
    }
    wake?()
  }

  /// Starts the pause before the next event. The one after it follows later.
  private func keepPauses() {
    guard let timer else { return }
    let wait = state.withLock { state -> Int? in
      while !state.isPausing, !state.isOver, state.last == nil, let position = state.progress.step() {
        state.due.append(position)
        guard script.waits[position] > 0 else { continue }
        state.isPausing = true
        return script.waits[position]
      }
      return nil
    }
    guard let wait else { return }
    let callOff = timer.after(milliseconds: wait) { [weak self] in self?.pauseIsOver() }
    state.withLock { state in if state.isPausing && !state.isOver { state.callOff = callOff } }
  }

  private func pauseIsOver() {
    state.withLock { state in
      state.isPausing = false
      state.callOff = nil
    }
    keepPauses()
    wakeIfReady()
  }
}

extension ReplayFeed.State {
  /// Removes and returns the next event.
  fileprivate mutating func next(isPaced: Bool) -> Int? {
    if last != nil { return nil }
    guard hasNext(isPaced: isPaced) else { return nil }
    return due.removeFirst()
  }

  /// True if there is an event to take.
  fileprivate mutating func hasNext(isPaced: Bool) -> Bool {
    if last != nil { return false }
    // The last event may still wait for its pause.
    if isPaced { return due.count > (isPausing ? 1 : 0) }
    if due.isEmpty, let position = progress.step() { due.append(position) }
    return !due.isEmpty
  }
}
