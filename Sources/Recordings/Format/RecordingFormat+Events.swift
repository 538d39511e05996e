import GraphQLLanguage
import OrderedJSON

// How results that came one after the other stand in a response: `events`, and `end`.

extension RecordedEvents.End {
  /// The words of `how`.
  static let words = ["complete", "errors", "dropped", "open"]

  var word: String {
    switch self {
    case .complete: "complete"
    case .errors: "errors"
    case .dropped: "dropped"
    case .open: "open"
    }
  }
}

extension RecordingFormat {
  /// The members of a response that stand for its events.
  static func members(of events: RecordedEvents) -> [JSONObject.Member] {
    func after(_ state: String?) -> [JSONObject.Member] { state.map { [.init("after", .string($0))] } ?? [] }
    let list = events.events.map { event in
      let wait = min(event.wait, RecordedEvents.longestWait)
      let members = after(event.after) + (wait > 0 ? [.init("wait", .int(wait))] : [])
      return JSON.object(JSONObject(members + [.init("payload", event.payload)]))
    }
    var end = after(events.endAfter) + [.init("how", .string(events.end.word))]
    if case .errors(let errors) = events.end { end.append(.init("errors", errors)) }
    return [.init(eventsMember, .array(list)), .init(endMember, .object(JSONObject(end)))]
  }
}

extension RecordingDecoder {
  /// The events of a response.
  ///
  /// - Parameters:
  ///   - value: its `events`.
  ///   - end: its `end`; nil where it has none.
  ///   - path: of the response.
  /// - Returns: the events and how they ended.
  /// - Throws: the first fault, with its place.
  func events(_ value: JSON, end: JSON?, _ path: Path) throws(RecordingError) -> RecordedEvents {
    let listPath = path + [.member(RecordingFormat.eventsMember)]
    var events: [RecordedEvents.Event] = []
    for (index, element) in try array(value, listPath, "\"events\"").enumerated() {
      events.append(try event(element, listPath + [.element(index)]))
    }
    guard let end else {
      throw error(path, "the member \"end\" is missing: it says how the events ended.")
    }
    let endPath = path + [.member(RecordingFormat.endMember)]
    let object = try object(end, endPath, "\"end\"")
    try check(object, endPath, known: RecordingFormat.endMembers, required: ["how"])
    return RecordedEvents(
      events: events, end: try how(object, endPath), endAfter: try after(object, endPath))
  }

  private func event(_ value: JSON, _ path: Path) throws(RecordingError) -> RecordedEvents.Event {
    let object = try object(value, path, "an event")
    try check(object, path, known: RecordingFormat.eventMembers, required: ["payload"])
    return RecordedEvents.Event(
      payload: self.value(object, "payload"), after: try after(object, path), wait: try wait(object, path))
  }

  private func after(_ object: JSONObject, _ path: Path) throws(RecordingError) -> String? {
    guard let value = member(object, "after") else { return nil }
    let path = path + [.member("after")]
    let name = try string(value, path, "\"after\"")
    guard RecordingFormat.isStateName(name) else {
      throw error(path, "\(RecordingError.shown(value)) is no name of a state.")
    }
    return name
  }

  private func wait(_ object: JSONObject, _ path: Path) throws(RecordingError) -> Int {
    guard let value = member(object, "wait") else { return 0 }
    let longest = RecordedEvents.longestWait
    guard case .number(let number) = value, let wait = Int(number.text), (0...longest).contains(wait) else {
      throw error(
        path + [.member("wait")],
        "\"wait\" is \(RecordingError.shown(value)): expected whole milliseconds from 0 to \(longest), such as 250.")
    }
    return wait
  }

  private func how(_ object: JSONObject, _ path: Path) throws(RecordingError) -> RecordedEvents.End {
    let value = self.value(object, "how")
    let errors = member(object, "errors")
    guard case .string(let word) = value, RecordedEvents.End.words.contains(word) else {
      throw error(
        path + [.member("how")],
        "\"how\" is \(RecordingError.shown(value)): \(RecordingError.expected(value, RecordedEvents.End.words))")
    }
    guard word == "errors" else {
      guard errors == nil else {
        throw error(
          path + [.name("errors")], "\"errors\" stands with \"how\": \"\(word)\": it belongs to \"how\": \"errors\".")
      }
      return word == "complete" ? .complete : word == "dropped" ? .dropped : .open
    }
    guard let errors else { throw error(path, "the member \"errors\" is missing.") }
    _ = try array(errors, path + [.member("errors")], "\"errors\"")
    return .errors(errors)
  }

  private func member(_ object: JSONObject, _ name: String) -> JSON? {
    object.members.first { $0.name == name }?.value
  }
}
