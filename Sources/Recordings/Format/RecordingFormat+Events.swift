import GraphQLLanguage
import OrderedJSON

// The form of streamed results in a response: `events` and `end`.

extension RecordedEvents.End {
  /// The values of `how`.
  static let words = ["complete", "errors", "dropped", "open"]

  var word: String {
    switch self {
    case .complete: "complete"
    case .errors: "errors"
    case .dropped, .closed: "dropped"
    case .open: "open"
    }
  }
}

extension RecordingFormat {
  /// The members of a response for its events.
  static func members(of events: RecordedEvents) -> [JSONObject.Member] {
    func timing(_ state: String?, _ wait: Int) -> [JSONObject.Member] {
      let wait = min(wait, RecordedEvents.longestWait)
      return (state.map { [.init("after", .string($0))] } ?? []) + (wait > 0 ? [.init("wait", .int(wait))] : [])
    }
    let list = events.events.map { event in
      JSON.object(JSONObject(timing(event.after, event.wait) + [.init("payload", event.payload)]))
    }
    var end = timing(events.endAfter, events.endWait) + [.init("how", .string(events.end.word))]
    switch events.end {
    case .errors(let errors): end.append(.init("errors", errors))
    case .closed(let close):
      end.append(.init("code", .int(Int(close.code))))
      if !close.reason.isEmpty { end.append(.init("reason", .string(LoneSurrogates.encoded(close.reason)))) }
    case .complete, .dropped, .open: break
    }
    return [.init(eventsMember, .array(list)), .init(endMember, .object(JSONObject(end)))]
  }
}

extension RecordingDecoder {
  /// Reads the events of a response and how they ended. `path` is that of the response.
  ///
  /// - Throws: the first error, with its place.
  func events(_ value: JSON, end: JSON?, _ path: Path) throws(RecordingError) -> RecordedEvents {
    let listPath = path + [.member(RecordingFormat.eventsMember)]
    var events: [RecordedEvents.Event] = []
    for (index, element) in try array(value, listPath, "\"events\"").enumerated() {
      events.append(try event(element, listPath + [.element(index)]))
    }
    guard let end else {
      throw error(
        path, "the member \"end\" is missing. Add how the stream ended, such as \"end\": { \"how\": \"complete\" }.")
    }
    let endPath = path + [.member(RecordingFormat.endMember)]
    let object = try object(end, endPath, "\"end\"")
    try check(object, endPath, known: RecordingFormat.endMembers, required: ["how"])
    return RecordedEvents(
      events: events, end: try how(object, endPath), endAfter: try after(object, endPath),
      endWait: try wait(object, endPath))
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
    // In answers of named sessions, events count the changes since the stream was opened.
    let isCount = isOfSession && name.hasPrefix("+") && Int(name.dropFirst()).map { $0 > 0 } ?? false
    guard isCount || RecordingFormat.isStateName(name) else {
      throw error(
        path, "\(RecordingError.shown(value)) is not the name of a state: expected letters, digits, . - and _.")
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
    guard case .string(let word) = value, RecordedEvents.End.words.contains(word) else {
      throw error(
        path + [.member("how")],
        "\"how\" is \(RecordingError.shown(value)): \(RecordingError.expected(value, RecordedEvents.End.words))")
    }
    for (name, owner) in [("errors", "errors"), ("code", "dropped"), ("reason", "dropped")] {
      guard member(object, name) == nil || word == owner else {
        throw error(
          path + [.name(name)],
          "\"\(name)\" is not allowed with \"how\": \"\(word)\". It belongs to \"how\": \"\(owner)\". Remove it.")
      }
    }
    switch word {
    case "complete": return .complete
    case "dropped": return try close(object, path).map { .closed($0) } ?? .dropped
    case "open": return .open
    default:
      guard let errors = member(object, "errors") else {
        throw error(path, "the member \"errors\" is missing. Add it, or record again.")
      }
      _ = try array(errors, path + [.member("errors")], "\"errors\"")
      return .errors(errors)
    }
  }

  /// Reads the close of a WebSocket; nil if the connection broke.
  private func close(_ object: JSONObject, _ path: Path) throws(RecordingError) -> SocketClose? {
    let reasonPath = path + [.member("reason")]
    let reason = member(object, "reason")
    guard let value = member(object, "code") else {
      guard reason == nil else {
        throw error(
          path, "the member \"code\" is missing. A \"reason\" needs the close code. Add it, such as \"code\": 1000.")
      }
      return nil
    }
    let text = try reason.map { reason throws(RecordingError) in try string(reason, reasonPath, "\"reason\"") }
    let code = if case .number(let number) = value { UInt16(number.text) } else { nil as UInt16? }
    if code == SocketClose.withoutCode, text?.isEmpty == false {
      throw error(reasonPath, "a close without a code (1005) cannot have a \"reason\". Remove it.")
    }
    guard let code, let close = SocketClose(code: code, reason: text ?? "")
    else {
      throw error(
        path + [.member("code")],
        "\"code\" is \(RecordingError.shown(value)): expected a code that a WebSocket can be closed with, \(SocketClose.codes)."
      )
    }
    return close
  }

  private func member(_ object: JSONObject, _ name: String) -> JSON? {
    object.members.first { $0.name == name }?.value
  }
}
