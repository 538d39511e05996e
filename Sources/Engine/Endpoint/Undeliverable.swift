import Recordings

/// An event of a recorded stream, or its end, that waits for a state to which no recorded mutation leads.
struct Undeliverable: Sendable {
  /// Below the endpoint's folder.
  let file: String
  /// The state in which the stream was opened.
  let opened: String
  /// Which of the responses in that state it belongs to, from 0.
  let response: Int
  /// Which of the response's events it is, from 0; nil for the end.
  let event: Int?
  /// The state that it waits for.
  let after: String

  /// Everything in a recording that waits for a state, whether or not something leads there.
  static func waiting(in stored: StoredRecording) -> [Undeliverable] {
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

  /// What `understudy check` says of it.
  func finding(below folder: String) -> CheckFinding {
    let path = "\(folder)/\(file)"
    let place = (try? RecordingPlaces(path: path))?.place(ofAfterInEvent: event, ofResponse: response, inState: opened)
    let what =
      event == nil
      ? "the end of this stream can never come" : "this event, and what comes behind it, can never be delivered"
    let sentence =
      "\(what), because it waits for state \(after), and no recorded mutation leads to that state. Was a mutation's file deleted? Restore it, record again, or delete this \"after\": then it comes right after what is before it."
    return CheckFinding(.finding, file: path, at: place, sentence)
  }
}
