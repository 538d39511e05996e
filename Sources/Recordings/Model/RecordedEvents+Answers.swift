package import OrderedJSON

// A stream seen as the answers that it is made of, for what looks into answers or changes something in them.

extension RecordedEvents {
  /// A payload as a tree, such that a file can hold it.
  ///
  /// - Parameter bytes: the payload's JSON text.
  /// - Returns: the tree; nil if the text is no JSON, is nested too deep, or has a name twice in one object.
  package static func payload(_ bytes: [UInt8]) -> JSON? {
    if case .json(let json) = RecordedBody(bytes, contentType: "application/json") { json } else { nil }
  }

  /// The payloads, and the errors at the end as the answer that says so: `{"errors": […]}`.
  package var answers: [JSON] {
    guard case .errors(let errors) = end else { return events.map(\.payload) }
    return events.map(\.payload) + [Self.answer(of: errors)]
  }

  package static func answer(of errors: JSON) -> JSON { .object(["errors": errors]) }

  /// The same events, with something else in the place of each answer (`answers`).
  package func mappingAnswers(_ change: (JSON) -> JSON) -> RecordedEvents {
    var result = self
    for index in events.indices { result.events[index].payload = change(events[index].payload) }
    // What makes no object of it keeps the errors as they are: an end has to have some.
    if case .errors(let errors) = end { result.end = .errors(change(Self.answer(of: errors))["errors"] ?? errors) }
    return result
  }

  /// The states in which something came, in order.
  package var states: [String] { events.compactMap(\.after) + (endAfter.map { [$0] } ?? []) }

  /// The same events in states of other names. What comes in the state of what was before it, by these names, follows
  /// nothing any more.
  ///
  /// - Parameters:
  ///   - start: the state, by its new name, in which the stream was opened.
  ///   - name: the new name of a state.
  /// - Returns: the events, by the new names.
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
  /// The answers in it: one tree, the payloads of events, or none.
  package var answers: [JSON] {
    switch self {
    case .json(let json): [json]
    case .events(let events): events.answers
    case .text, .bytes: []
    }
  }

  /// The first of these. Where a mutation's result comes in parts, what it has made stands there: what is delayed is
  /// only more of it.
  package var answer: JSON? {
    switch self {
    case .json(let json): json
    case .events(let events): events.events.first?.payload
    case .text, .bytes: nil
    }
  }
}

extension RecordedResponse {
  /// The same response, with something else in the place of each answer in it (`RecordedBody.answers`).
  package func mappingAnswers(_ change: (JSON) -> JSON) -> RecordedResponse {
    switch body {
    case .json(let json): RecordedResponse(status: status, headers: headers, body: .json(change(json)))
    case .events(let events):
      RecordedResponse(status: status, headers: headers, body: .events(events.mappingAnswers(change)))
    case .text, .bytes: self
    }
  }

  /// The states in which something came that is part of the response, in order.
  package var eventStates: [String] {
    if case .events(let events) = body { events.states } else { [] }
  }

  /// The same response where states have other names (`RecordedEvents.inStates(from:_:)`).
  package func inStates(from start: String, _ name: (String) -> String) -> RecordedResponse {
    guard case .events(let events) = body else { return self }
    return RecordedResponse(status: status, headers: headers, body: .events(events.inStates(from: start, name)))
  }
}

extension RecordedResponse {
  /// Whether this is a stream of events that begins as another, which its client left before it had ended: whoever
  /// looked longer has seen more of the same.
  func goesOn(from other: RecordedResponse, ignoring places: VolatilePlaces) -> Bool {
    guard case .events(let whole) = body, case .events(let part) = other.body, part.end == .open,
      part.events.count <= whole.events.count
    else { return false }
    // In which state the session was when the client left is no matter of the endpoint's.
    func print(_ response: RecordedResponse, _ events: some Sequence<RecordedEvents.Event>) -> ContentHash {
      let body = RecordedBody.events(RecordedEvents(events: Array(events), end: .open))
      return RecordedResponse(status: response.status, headers: response.headers, body: body)
        .fingerprint(ignoring: places)
    }
    return print(self, whole.events.prefix(part.events.count)) == print(other, part.events)
  }
}
