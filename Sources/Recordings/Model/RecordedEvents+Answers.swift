package import OrderedJSON

// The answers in a stream, for code that inspects or changes answers.

extension RecordedEvents {
  /// Parses a payload's JSON text to a tree that a file can contain; nil if it is not JSON, is nested too deep, or
  /// repeats a name in one object.
  package static func payload(_ bytes: [UInt8]) -> JSON? {
    if case .json(let json) = RecordedBody(bytes, contentType: "application/json") { json } else { nil }
  }

  /// The payloads, and an answer with the errors at the end, if there are any: `{"errors": […]}`.
  package var answers: [JSON] {
    guard case .errors(let errors) = end else { return events.map(\.payload) }
    return events.map(\.payload) + [Self.answer(of: errors)]
  }

  package static func answer(of errors: JSON) -> JSON { .object(["errors": errors]) }

  /// Replaces each answer (`answers`).
  package func mappingAnswers(_ change: (JSON) -> JSON) -> RecordedEvents {
    var result = self
    for index in events.indices { result.events[index].payload = change(events[index].payload) }
    // If the result is not an object with errors, the errors stay, because such an end needs some.
    if case .errors(let errors) = end { result.end = .errors(change(Self.answer(of: errors))["errors"] ?? errors) }
    return result
  }

  /// The states in which events arrived, in order.
  package var states: [String] { events.compactMap(\.after) + (endAfter.map { [$0] } ?? []) }

  /// Renames the states of the events. An event whose new state is that of the event before it has no state any more.
  /// `start` is the new name of the state in which the stream was opened.
  package func inStates(from start: String, _ name: (String) -> String) -> RecordedEvents {
    var result = self
    var last = start
    func follow(_ state: String?) -> String? {
      guard let new = state.map(name), !new.hasSameScalars(as: last) else { return nil }
      last = new
      return new
    }
    for index in events.indices { result.events[index].after = follow(events[index].after) }
    result.endAfter = follow(endAfter)
    return result
  }
}

extension RecordedBody {
  /// The answers in the body: one tree, the payloads of events, or none.
  package var answers: [JSON] {
    switch self {
    case .json(let json): [json]
    case .events(let events): events.answers
    case .text, .bytes, .file: []
    }
  }

  /// The first of the answers. For a mutation with an incremental result, it contains the changes; the delayed parts
  /// only add details.
  package var answer: JSON? {
    switch self {
    case .json(let json): json
    case .events(let events): events.events.first?.payload
    case .text, .bytes, .file: nil
    }
  }
}

extension RecordedResponse {
  /// Replaces each answer in the response (`RecordedBody.answers`), and the texts of an HTTP exchange: its body, and the
  /// place to which it redirects.
  package func mappingAnswers(_ change: (JSON) -> JSON) -> RecordedResponse {
    func changed(_ text: String) -> String { change(.string(text)).stringValue ?? text }
    let headers = headers.map { header in
      header.name == "location" ? Header(name: header.name, value: changed(header.value)) : header
    }
    let body: RecordedBody =
      switch self.body {
      case .json(let json): .json(change(json))
      case .events(let events): .events(events.mappingAnswers(change))
      case .text(let text): .text(changed(text))
      case .bytes, .file: self.body
      }
    return RecordedResponse(status: status, headers: headers, body: body)
  }

  package var eventStates: [String] {
    if case .events(let events) = body { events.states } else { [] }
  }

  /// Renames the states of the events (`RecordedEvents.inStates(from:_:)`).
  package func inStates(from start: String, _ name: (String) -> String) -> RecordedResponse {
    guard case .events(let events) = body else { return self }
    return RecordedResponse(status: status, headers: headers, body: .events(events.inStates(from: start, name)))
  }
}

extension RecordedResponse {
  /// Indicates whether this is a stream that continues another one, which its client left before the end, so that this
  /// one contains more of the same.
  func goesOn(from other: RecordedResponse, ignoring places: VolatilePlaces) -> Bool {
    guard case .events(let whole) = body, case .events(let part) = other.body, part.end == .open,
      part.events.count <= whole.events.count
    else { return false }
    // The state in which the client left does not depend on the endpoint.
    func print(_ response: RecordedResponse, _ events: some Sequence<RecordedEvents.Event>) -> ContentHash {
      let body = RecordedBody.events(RecordedEvents(events: Array(events), end: .open))
      return RecordedResponse(status: response.status, headers: response.headers, body: body)
        .fingerprint(ignoring: places)
    }
    return print(self, whole.events.prefix(part.events.count)) == print(other, part.events)
  }
}
