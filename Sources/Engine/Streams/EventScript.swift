import OrderedJSON
import Recordings
import Transports

/// A recorded stream, encoded once for any number of clients.
final class EventScript: Sendable {
  /// The events in order, with the end if there is one.
  let events: [StreamEvent]
  /// The cause of each event in the session; nil for one that follows right after the event before it.
  let causes: [Cause?]
  /// The time in milliseconds between the cause, or the event before, and each event.
  let waits: [Int]

  /// The cause of an event.
  struct Cause: Hashable, Sendable {
    /// A state that the session reaches.
    let state: String
    /// The keys of the recorded mutations that lead to it. Any of them is a cause, whatever the session's history.
    let mutations: Set<ContentHash>

    func isMet(by sessionEvent: SessionEvent) -> Bool {
      sessionEvent.state.hasSameScalars(as: state) || mutations.contains(sessionEvent.mutation)
    }
  }

  /// Encodes a stream. `mutations` are the keys of the mutations that lead to a state, by its name.
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

  /// The number of its events that wait for this event of the session.
  func count(causedBy sessionEvent: SessionEvent) -> Int { causes.count { $0?.isMet(by: sessionEvent) ?? false } }
}
