import OrderedJSON
import Recordings
import Transports

/// A recorded stream made ready to be played to any number of clients: its bytes are made once.
final class EventScript: Sendable {
  /// What comes one after the other, the end included where it has one.
  let events: [StreamEvent]
  /// What has to happen in the session before each of them; nil for one that comes right after the one before.
  let causes: [Cause?]
  /// How long after that each of them came, in milliseconds.
  let waits: [Int]

  /// What an event waits for.
  struct Cause: Hashable, Sendable {
    /// A state that the session gets to.
    let state: String
    /// The keys of the recorded mutations that lead to it: answering one of them is as good, whatever the session has
    /// done before.
    let mutations: Set<ContentHash>

    func isMet(by sessionEvent: SessionEvent) -> Bool {
      sessionEvent.state.hasSameScalars(as: state) || mutations.contains(sessionEvent.mutation)
    }
  }

  /// - Parameters:
  ///   - recorded: the stream.
  ///   - mutations: the keys of those that lead to a state, by the state's name.
  init(_ recorded: RecordedEvents, causes mutations: [String: Set<ContentHash>]) {
    var events: [StreamEvent] = []
    var causes: [Cause?] = []
    var waits: [Int] = []
    func add(_ event: StreamEvent, after state: String?, wait: Int) {
      events.append(event)
      causes.append(state.map { Cause(state: $0, mutations: mutations[$0] ?? []) })
      waits.append(max(0, wait))
    }
    func end(_ event: StreamEvent) { add(event, after: recorded.endAfter, wait: recorded.endWait) }
    for event in recorded.events { add(.next(event.payload.serialize()), after: event.after, wait: event.wait) }
    switch recorded.end {
    case .complete: end(.complete)
    case .errors(let errors): end(.errors(errors.serialize()))
    case .dropped: end(.drop)
    case .closed(let close): end(.close(close))
    case .open: break
    }
    self.events = events
    self.causes = causes
    self.waits = waits
  }

  /// How many of its events wait for what happened.
  func count(causedBy sessionEvent: SessionEvent) -> Int { causes.count { $0?.isMet(by: sessionEvent) ?? false } }
}
