import OrderedJSON
import Replay
import Requests
import Transports

// `--on-miss fake`: an answer that is recorded in part, with generated data for the fields that are not.

extension Answer {
  /// The request header that asks for the generated fields of an answer, in `extensions.understudy.generated`.
  static let showGeneratedHeader = "Understudy-Show-Generated"

  /// Replaces the recorded part of a generated answer. An answer without data, or in parts, stays.
  func filling(_ known: Derivation.KnownPart, asks headers: HeaderList) -> Answer {
    guard case .bytes(let bytes) = body, var body = (try? JSON.parse(bytes))?.objectValue, let data = body["data"],
      data != .null
    else { return self }
    body["data"] = data.filled(by: known.data)
    if let shows = headers[first: Self.showGeneratedHeader], shows.lowercased() != "false" {
      var extensions = body["extensions"]?.objectValue ?? JSONObject()
      extensions["understudy"] = ["generated": .array(known.missing.map { .string($0) })]
      body["extensions"] = .object(extensions)
    }
    var answer = self
    answer.body = .bytes(JSON.object(body).serialize())
    // It depends on the session's state, too.
    answer.isRepeatable = false
    return answer
  }
}

extension JSON {
  /// Returns this generated value with the members and elements that a recorded part of it has. Elements belong together
  /// by their `id`, or else by their position.
  fileprivate func filled(by known: JSON) -> JSON {
    switch (self, known) {
    case (.object(let generated), .object(let recorded)):
      return .object(
        JSONObject(
          generated.members.map { member in
            JSONObject.Member(member.name, recorded[member.name].map { member.value.filled(by: $0) } ?? member.value)
          }))
    case (.array(let generated), .array(let recorded)):
      // Generated elements are a pattern for the missing fields.
      guard !generated.isEmpty || recorded.isEmpty else { return self }
      return .array(
        recorded.enumerated().map { index, element in
          let twin = element["id"].flatMap { id in generated.first { $0["id"] == id } }
          return (twin ?? generated[index % generated.count]).filled(by: element)
        })
    // A null has no fields.
    case (.null, .object), (.null, .array): return self
    default: return known
    }
  }
}
