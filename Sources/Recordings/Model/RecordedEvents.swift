package import OrderedJSON

/// The results of a subscription, or the parts of one result (`@defer`, `@stream`), as they came one after the other.
package struct RecordedEvents: Hashable, Sendable {
  /// One result, or one part.
  package struct Event: Hashable, Sendable {
    /// The response as a tree, e.g. `{"data": …}`; of incremental delivery a part as it was spelt.
    package var payload: JSON
    /// The state in which the session was when it came, where that is another than at the event before (at the first
    /// one: than when the stream was opened); nil where nothing had been changed in between.
    package var after: String?
    /// How long it came after the one before it, or after the answer to what it follows, in milliseconds. Does not
    /// count when answers are compared (`RecordedResponse.fingerprint`): no recording is written anew because of it.
    package var wait: Int

    package init(payload: JSON, after: String? = nil, wait: Int = 0) {
      self.payload = payload
      self.after = after
      self.wait = wait
    }
  }

  /// How a stream ended.
  package enum End: Hashable, Sendable {
    /// The endpoint said that there is no more.
    case complete
    /// The endpoint ended it with these GraphQL errors: an array.
    case errors(JSON)
    /// The connection broke.
    case dropped
    /// The endpoint closed the WebSocket, and said so, before it had ended the operation.
    case closed(SocketClose)
    /// It had not ended when the client, or the recorder, did.
    case open
  }

  /// No event is written with more milliseconds than this, eleven days.
  package static let longestWait = 1_000_000_000

  package var events: [Event]
  package var end: End
  /// The state in which the session was when it ended, as `Event.after`.
  package var endAfter: String?
  /// How long the end came after the last event, as `Event.wait`.
  package var endWait: Int

  package init(events: [Event], end: End, endAfter: String? = nil, endWait: Int = 0) {
    self.events = events
    self.end = end
    self.endAfter = endAfter
    self.endWait = endWait
  }
}

extension RecordedEvents {
  /// Appends what is compared: everything but how long it took, and what varies by itself.
  ///
  /// - Parameters:
  ///   - bytes: what is compared so far.
  ///   - places: what varies by itself.
  ///   - ordered: the form in which payloads are compared.
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
  /// The same with other names of the states in which events came.
  package func mappingStates(_ name: (String) -> String) -> RecordedResponse {
    guard case .events(var events) = body else { return self }
    for index in events.events.indices { events.events[index].after = events.events[index].after.map(name) }
    events.endAfter = events.endAfter.map(name)
    return RecordedResponse(status: status, headers: headers, body: .events(events))
  }
}
