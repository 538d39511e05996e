import GraphQLLanguage
package import OrderedJSON
package import Recordings

extension Redactor {
  /// Redacts a part of a streamed answer and learns what it issues, because a client may send that before the stream
  /// ends. `response(_:setCookies:date:to:session:)` leaves the result unchanged. `payload` is a subscription's result,
  /// or a part of an incremental one. `parts` has the places of the earlier parts of the same answer; it is new for the
  /// first part.
  package mutating func payload(
    _ payload: JSON, after parts: inout IncrementalParts, to request: RedactedRequest
  ) -> JSON {
    let result = redacted(payload, Side(request: request, isResponse: true), &parts)
    learn(result, answering: request)
    return result
  }

  /// Redacts the reason in a WebSocket close that ended the answer to a request.
  package mutating func close(_ close: SocketClose, to request: RedactedRequest) -> SocketClose {
    redacted(close, Side(request: request, isResponse: true))
  }

  /// Redacts all payloads and the end.
  mutating func redacted(_ events: RecordedEvents, _ side: Side) -> RecordedEvents {
    var parts = IncrementalParts()
    var result = events
    for index in result.events.indices {
      result.events[index].payload = redacted(result.events[index].payload, side, &parts)
    }
    result.end = redacted(result.end, side, &parts)
    // A second time, for secrets in payloads before the one that revealed them.
    return secrets.isEmpty ? result : result.mappingAnswers { withoutKnown($0) }
  }

  private mutating func redacted(
    _ end: RecordedEvents.End, _ side: Side, _ parts: inout IncrementalParts
  ) -> RecordedEvents.End {
    switch end {
    case .complete, .dropped, .open: return end
    case .errors(let errors):
      let answer = redacted(RecordedEvents.answer(of: errors), side, &parts)
      return .errors(answer["errors"] ?? errors)
    case .closed(let close): return .closed(redacted(close, side))
    }
  }

  private mutating func redacted(_ close: SocketClose, _ side: Side) -> SocketClose {
    var result = close
    result.reason = inText(close.reason, "reason", side)
    return result
  }

  /// Redacts an answer's tree, or a part of it.
  mutating func redacted(_ json: JSON, _ side: Side, _ parts: inout IncrementalParts) -> JSON {
    parts.note(json)
    var result: JSON
    if case .object(var object) = json {
      // In an older form, a part has its path next to its `data`.
      object.members = redacted(membersOf: object, in: parts.place(of: object) ?? JSONPath(), side, parts)
      result = .object(object)
    } else {
      result = walk(json, at: RedactionPlace(), path: [], effect: nil, fields: nil, side: side)
    }
    // A second time, for secrets before the place that revealed them.
    if !secrets.isEmpty { result = withoutKnown(result) }
    return result
  }

  /// Redacts the members of an answer, or of a part, whose data belongs at `path`, which is nil if the place is unknown.
  private mutating func redacted(
    membersOf object: JSONObject, in path: JSONPath?, _ side: Side, _ parts: IncrementalParts
  ) -> [JSONObject.Member] {
    let anywhere = ResponseFields(anywhereIn: side.request.document)
    return object.members.map { member in
      let name = member.name
      var value = member.value
      if let path, name == IncrementalParts.data || (name == IncrementalParts.items && !path.steps.isEmpty) {
        value = redacted(value, in: path, side)
      } else if name == IncrementalParts.list, case .array(let pieces) = value {
        value = .array(
          pieces.map { piece in
            guard case .object(var object) = piece else {
              return walk(
                piece, at: RedactionPlace(names: [name], labels: [name]), path: [.name(name)], effect: nil,
                fields: anywhere, side: side)
            }
            object.members = redacted(membersOf: object, in: parts.place(of: object), side, parts)
            return .object(object)
          })
      } else {
        value = walk(
          value, at: RedactionPlace(names: [name], labels: [name]), path: [.name(name)], effect: nil, fields: anywhere,
          side: side)
      }
      return .init(name, value)
    }
  }

  /// Redacts a value that belongs at a place in the answer's `data`.
  private mutating func redacted(_ value: JSON, in path: JSONPath, _ side: Side) -> JSON {
    let data = RedactionRule.Root.data.rawValue
    var root = RedactionPlace(names: [data], labels: [data])
    root.objectType = side.request.operation.kind.rootType
    let fields = ResponseFields(of: side.request.operation, in: side.request.document)
    let known = descended(path.names, from: root, fields: fields, side: side)
    return walk(
      value, at: known.place, path: [.name(data)] + path.steps, effect: known.effect, fields: known.fields, side: side)
  }
}
