package import Recordings

/// An event of a recorded stream, or its end, that waits for a state to which no recorded mutation leads.
package struct Undeliverable: Sendable {
  /// The path below the endpoint's folder.
  package let file: String
  /// The state in which the stream was opened.
  package let opened: String
  /// The index among the responses in that state.
  package let response: Int
  /// The index among the response's events; nil for the end.
  package let event: Int?
  /// The state that it waits for.
  package let after: String

  /// Returns everything in a recording that waits for a state, even one that a mutation leads to.
  package static func waiting(in stored: StoredRecording) -> [Undeliverable] {
    var found: [Undeliverable] = []
    for state in stored.recording.states {
      for (index, response) in state.responses.enumerated() {
        guard case .events(let events) = response.body else { continue }
        func add(_ event: Int?, _ after: String?) {
          guard let after else { return }
          found.append(
            Undeliverable(
              file: "\(stored.folder)/\(stored.file)", opened: state.name, response: index, event: event, after: after))
        }
        for (position, event) in events.events.enumerated() { add(position, event.after) }
        add(nil, events.endAfter)
      }
    }
    return found
  }
}
