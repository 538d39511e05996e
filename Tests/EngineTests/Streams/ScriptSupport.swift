import OrderedJSON
import Recordings
import TestSupport

@testable import Engine
@testable import Transports

/// Recorded streams in a short form, for tests of what is played.
enum Scripted {
  /// An event: what it says, the mutation after which it comes, and its pause.
  typealias Event = (text: String, after: String?, wait: Int)

  /// The state to which a mutation of this name leads.
  static func state(_ mutation: String) -> String { "after-\(mutation)" }

  static func key(_ mutation: String) -> ContentHash { ContentHash(of: Array(mutation.utf8)) }

  /// A mutation that was answered, in a session that had not done what the recorded one had.
  static func elsewhere(_ mutation: String) -> SessionEvent {
    SessionEvent(mutation: key(mutation), state: "elsewhere")
  }

  /// Another mutation, that has led to the state of this one.
  static func reached(_ mutation: String) -> SessionEvent {
    SessionEvent(mutation: key("another"), state: state(mutation))
  }

  static func script(
    _ events: [Event], end: RecordedEvents.End = .open, endAfter: String? = nil, endWait: Int = 0
  ) -> EventScript {
    let recorded = RecordedEvents(
      events: events.map { .init(payload: .string($0.text), after: $0.after.map(state), wait: $0.wait) }, end: end,
      endAfter: endAfter.map(state), endWait: endWait)
    var causes: [String: Set<ContentHash>] = [:]
    for mutation in events.compactMap(\.after) + [endAfter].compactMap({ $0 }) {
      causes[state(mutation)] = [key(mutation)]
    }
    return EventScript(recorded, causes: causes)
  }

  /// Events without pauses: `"x"`, or `"x<m"` for one that comes after the mutation m.
  static func script(
    _ events: String..., end: RecordedEvents.End = .open, endAfter: String? = nil
  ) -> EventScript {
    script(
      events.map { event in
        let parts = event.split(separator: "<").map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : nil, 0)
      }, end: end, endAfter: endAfter)
  }
}

extension EventFeed {
  /// All that can be taken now, in words.
  func texts() -> [String] { take(.max).map(\.text) }
}

extension StreamEvent {
  /// What the event says, or what it is.
  var text: String {
    switch self {
    case .next(let bytes): (try? JSON.parse(bytes))?.stringValue ?? String(decoding: bytes, as: UTF8.self)
    case .errors(let bytes): "errors \(String(decoding: bytes, as: UTF8.self))"
    case .complete: "complete"
    case .drop: "drop"
    case .close(let close): "close \(close.shown)"
    }
  }
}
