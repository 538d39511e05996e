package import OrderedJSON

/// The results of a subscription, or the parts of one result (`@defer`, `@stream`), in order of arrival.
package struct RecordedEvents: Hashable, Sendable {
  /// One result, or one part.
  package struct Event: Hashable, Sendable {
    /// The response as a tree, such as `{"data": …}`; for incremental delivery a part in its original form.
    package var payload: JSON
    /// The session's state when the event arrived, if it differs from that at the previous event (for the first one, at
    /// the opening of the stream); else nil.
    package var after: String?
    /// The time since the previous event, or since the answer that the event follows, in milliseconds. It is ignored
    /// when answers are compared (`RecordedResponse.fingerprint`), so that it never causes a rewrite of a recording.
    package var wait: Int

    package init(payload: JSON, after: String? = nil, wait: Int = 0) {
      self.payload = payload
      self.after = after
      self.wait = wait
    }
  }

  /// The end of a stream.
  package enum End: Hashable, Sendable {
    /// The endpoint completed it.
    case complete
    /// The endpoint ended it with these GraphQL errors, an array.
    case errors(JSON)
    /// The connection broke.
    case dropped
    /// The endpoint closed the WebSocket with a close frame before it had completed the operation.
    case closed(SocketClose)
    /// It was still open when the client or the recorder ended.
    case open
  }

  /// The maximum wait of an event, in milliseconds (eleven days).
  package static let longestWait = 1_000_000_000

  package var events: [Event]
  package var end: End
  /// The session's state at the end, as in `Event.after`.
  package var endAfter: String?
  /// The time from the last event to the end, as in `Event.wait`.
  package var endWait: Int

  package init(events: [Event], end: End, endAfter: String? = nil, endWait: Int = 0) {
    self.events = events
    self.end = end
    self.endAfter = endAfter
    self.endWait = endWait
  }
}

extension RecordedEvents {
  /// Appends the compared content: everything except waits and volatile places. `ordered` returns the form in which
  /// payloads are compared.
  func append(to bytes: inout [UInt8], ignoring places: VolatilePlaces, _ ordered: (JSON) -> JSON) {
    var parts = areParts ? VolatileParts(places) : nil
    func counted(_ payload: JSON) -> JSON {
      ordered(parts?.removed(from: payload) ?? places.removed(from: payload))
    }
    for event in events {
      bytes.appendPart((event.after ?? "").utf8)
      bytes.appendPart(counted(event.payload).serialize())
    }
    bytes.appendPart((endAfter ?? "").utf8)
    switch end {
    case .complete: bytes.append(UInt8(ascii: "c"))
    case .errors(let errors):
      bytes.append(UInt8(ascii: "e"))
      bytes.appendPart(counted(Self.answer(of: errors)).serialize())
    case .dropped: bytes.append(UInt8(ascii: "d"))
    case .closed(let close):
      bytes.append(UInt8(ascii: "x"))
      bytes.appendPart("\(close.code)".utf8)
      bytes.appendPart(close.reason.utf8)
    case .open: bytes.append(UInt8(ascii: "o"))
    }
  }
}

extension RecordedResponse {
  /// Renames the states in which events arrived.
  package func mappingStates(_ name: (String) -> String) -> RecordedResponse {
    guard case .events(var events) = body else { return self }
    for index in events.events.indices { events.events[index].after = events.events[index].after.map(name) }
    events.endAfter = events.endAfter.map(name)
    return RecordedResponse(status: status, headers: headers, body: .events(events))
  }
}
