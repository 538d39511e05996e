import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

/// What of an answer in parts is compared.
@Suite struct VolatilePartsTests {
  private func places(_ rules: String) throws -> VolatilePlaces {
    try configuration("volatile: \(rules)").rules.volatilePlaces(of: "A", kind: .query)
  }

  /// The last of several parts as it is compared.
  private func compared(_ rules: String, _ parts: [String]) throws -> String {
    var reader = VolatileParts(try places(rules))
    return try parts.map { reader.removed(from: try JSON.parse(text: $0)).compactText }.last ?? ""
  }

  /// What comes first in `deferSpec=20220824`.
  private static let first =
    #"{"data":{"me":{"__typename":"User","id":"1","l":[{"__typename":"Note","at":1}]}},"hasNext":true}"#

  @Test(arguments: [
    ("[data.me.at]", #"{"data":{"at":1,"b":{"at":2}},"path":["me"]}"#, #"{"data":{"b":{"at":2}},"path":["me"]}"#),
    ("[data.me.l.at]", #"{"items":[{"at":1,"b":2}],"path":["me","l",1]}"#, #"{"items":[{"b":2}],"path":["me","l",1]}"#),
    ("['data.*.at']", #"{"data":{"at":1,"b":2},"path":["me"]}"#, #"{"data":{"b":2},"path":["me"]}"#),
    ("[data.at]", #"{"data":{"at":1},"path":["me"]}"#, #"{"data":{"at":1},"path":["me"]}"#),
    ("[data.at]", #"{"data":{"at":1},"path":[]}"#, #"{"data":{},"path":[]}"#),
    // What is volatile as a whole is so in its pieces.
    ("[data.me]", #"{"data":{"at":1},"path":["me"]}"#, #"{"path":["me"]}"#),
    ("[data.me.l]", #"{"items":[{"at":1}],"path":["me","l",1]}"#, #"{"path":["me","l",1]}"#),
    ("[User.l]", #"{"items":[{"at":1}],"path":["me","l",1]}"#, #"{"path":["me","l",1]}"#),
    ("[Query.me]", #"{"data":{"at":1},"path":["me"]}"#, #"{"path":["me"]}"#),
    // Coordinates: the object may say what it is, or what came before has.
    ("[User.at]", #"{"data":{"at":1},"path":["me"]}"#, #"{"data":{},"path":["me"]}"#),
    ("[Note.at]", #"{"data":{"at":1},"path":["me"]}"#, #"{"data":{"at":1},"path":["me"]}"#),
    ("[User.at]", #"{"data":{"b":{"at":1}},"path":["me"]}"#, #"{"data":{"b":{"at":1}},"path":["me"]}"#),
    (
      "[Note.at]", #"{"data":{"b":{"__typename":"Note","at":1}},"path":["me"]}"#,
      #"{"data":{"b":{"__typename":"Note"}},"path":["me"]}"#
    ),
    ("[Note.at]", #"{"data":{"at":1},"path":["me","l",0]}"#, #"{"data":{},"path":["me","l",0]}"#),
    ("[Query.at]", #"{"data":{"at":1},"path":[]}"#, #"{"data":{},"path":[]}"#),
    ("[Query.at]", #"{"data":{"at":1},"path":["me"]}"#, #"{"data":{"at":1},"path":["me"]}"#),
    // Its errors and extensions are those of an answer.
    (
      "[errors.extensions.id]", #"{"errors":[{"extensions":{"id":1,"code":"C"}}],"data":null,"path":["me"]}"#,
      #"{"errors":[{"extensions":{"code":"C"}}],"data":null,"path":["me"]}"#
    ),
    ("[data.me.at]", #"{"data":{"b":1},"path":["me"],"extensions":{"a":1}}"#, #"{"data":{"b":1},"path":["me"]}"#),
    (
      "{ extensions: false, paths: [extensions.a] }", #"{"data":{},"path":["me"],"extensions":{"a":1,"b":2}}"#,
      #"{"data":{},"path":["me"],"extensions":{"b":2}}"#
    ),
  ]) func `what is left out of a piece with a path`(_ rules: String, _ piece: String, _ expected: String) throws {
    let part = try compared(rules, [Self.first, #"{"incremental":[\#(piece)],"hasNext":false}"#])
    #expect(part == #"{"incremental":[\#(expected)],"hasNext":false}"#)
    // The same where a part is the piece.
    let alone = try compared(rules, [Self.first, piece.dropLast() + #","hasNext":false}"#])
    #expect(alone == expected.dropLast() + #","hasNext":false}"#)
  }

  /// What comes first in the draft.
  private static let draft =
    #"{"data":{"me":{"__typename":"User","l":[{"__typename":"Note"}]}},"pending":[{"id":"0","path":["me"]},{"id":"1","path":["me","l"]}],"hasNext":true}"#

  @Test(arguments: [
    ("[data.me.at]", #"{"id":"0","data":{"at":1,"b":{"at":2}}}"#, #"{"id":"0","data":{"b":{"at":2}}}"#),
    (
      "[data.me.b.at]", #"{"id":"0","subPath":["b"],"data":{"at":1,"c":2}}"#,
      #"{"id":"0","subPath":["b"],"data":{"c":2}}"#
    ),
    ("[data.me.l.at]", #"{"id":"1","items":[{"at":1,"b":2}]}"#, #"{"id":"1","items":[{"b":2}]}"#),
    ("[data.me.l.at]", #"{"id":"0","data":{"at":1}}"#, #"{"id":"0","data":{"at":1}}"#),
    ("[User.at]", #"{"id":"0","data":{"at":1,"b":{"at":2}}}"#, #"{"id":"0","data":{"b":{"at":2}}}"#),
    ("[User.at]", #"{"id":"0","subPath":["b"],"data":{"at":1}}"#, #"{"id":"0","subPath":["b"],"data":{"at":1}}"#),
    ("[data.me.at]", #"{"id":"0","data":{"b":1},"extensions":{"a":1}}"#, #"{"id":"0","data":{"b":1}}"#),
    // Nobody knows where it belongs.
    ("[data.me.at]", #"{"id":"7","data":{"at":1}}"#, #"{"id":"7","data":{"at":1}}"#),
  ]) func `what is left out of a piece with an id`(_ rules: String, _ piece: String, _ expected: String) throws {
    let part = try compared(rules, [Self.draft, #"{"incremental":[\#(piece)],"hasNext":false}"#])
    #expect(part == #"{"incremental":[\#(expected)],"hasNext":false}"#)
  }

  @Test func `items go on where those before them ended`() throws {
    let items = #"{"incremental":[{"id":"1","items":[{"__typename":"Other"},{"__typename":"Note"}]}],"hasNext":true}"#
    func last(_ index: Int) throws -> String {
      try compared(
        "[Note.at]",
        [
          Self.draft, items, #"{"pending":[{"id":"2","path":["me","l",\#(index)]}],"hasNext":true}"#,
          #"{"incremental":[{"id":"2","data":{"at":1}}],"hasNext":false}"#,
        ])
    }
    #expect(try last(1).contains(#""at""#))
    #expect(try !last(2).contains(#""at""#))
  }

  @Test func `what ended in errors has them as an answer`() throws {
    let part = try compared(
      "[errors.extensions.id]",
      [Self.draft, #"{"completed":[{"id":"0","errors":[{"message":"m","extensions":{"id":1}}]}],"hasNext":false}"#])
    #expect(part == #"{"completed":[{"id":"0","errors":[{"message":"m","extensions":{}}]}],"hasNext":false}"#)
  }

  @Test(arguments: [
    (first, #"{"incremental":[{"data":{"at":AT,"b":B},"path":["me"]}],"hasNext":false}"#),
    (draft, #"{"incremental":[{"id":"0","data":{"at":AT,"b":B}}],"hasNext":false}"#),
    (draft, #"{"incremental":[{"id":"0","data":{"at":AT,"b":B}}],"completed":[{"id":"0"}],"hasNext":false}"#),
  ]) func `answers in parts are the same but for what is volatile`(_ first: String, _ part: String) throws {
    func print(_ rules: String, _ at: Int, _ other: Int) throws -> ContentHash {
      let text = part.replacing("AT", with: "\(at)").replacing("B", with: "\(other)")
      let events = try [first, text].map { RecordedEvents.Event(payload: try JSON.parse(text: $0)) }
      return RecordedResponse(status: 200, headers: [], body: .events(RecordedEvents(events: events, end: .complete)))
        .fingerprint(ignoring: try places(rules))
    }
    for rules in ["[data.me.at]", "[User.at]"] {
      let one = try print(rules, 1, 1)
      #expect(try print(rules, 2, 1) == one)
      #expect(try print(rules, 1, 2) != one)
    }
    #expect(try print("[data.at]", 1, 1) != print("[data.at]", 2, 1))
  }

  @Test func `results of a subscription are answers, whatever their members are called`() throws {
    func print(_ at: Int) throws -> ContentHash {
      let payload = try JSON.parse(text: #"{"data":{"incremental":[{"data":{"at":\#(at)},"path":[]}]}}"#)
      let events = RecordedEvents(events: [.init(payload: payload)], end: .complete)
      return RecordedResponse(status: 200, headers: [], body: .events(events))
        .fingerprint(ignoring: try places("[data.at]"))
    }
    #expect(try print(1) != print(2))
  }
}
