import OrderedJSON
import Testing

@testable import Replay

/// Ids of objects that mutations make: a number is the next one of a counter, whatever the type.
@Suite struct NumberedIDTests {
  private static let create = "mutation Create($type: String!) { create(type: $type) { __typename id } }"

  private func made(_ type: String, _ id: String) -> JSON {
    ["create": ["__typename": .string(type), "id": .string(id)]]
  }

  @Test(arguments: [
    (["5", "6"], true), (["r5", "r6"], true),
    (["01890a5d-ac96-774b-0001", "01890a5d-ac96-774b-0002"], false),
  ])
  func `a creation depends on those of other types where ids are numbers`(ids: [String], isMissed: Bool) throws {
    var script = Script()
    try script.record(Self.create, ["type": "A"], made("A", ids[0]))
    try script.record(Self.create, ["type": "B"], made("B", ids[1]))
    script.replaySession()
    #expect((try script.ask(Self.create, ["type": "B"]).miss != nil) == isMissed)
    script.replaySession()
    #expect(try script.ask(Self.create, ["type": "A"]).isExact)
    #expect(try script.ask(Self.create, ["type": "B"]).isExact)
  }

  @Test func `a recorded id stands for one of this run`() throws {
    let operation = try stated(Self.create, ["type": "A"])
    func trace(_ id: String) -> Trace { Tracer(operation).trace(["data": made("A", id)]) }
    var aliases = IDAliases()
    aliases.note(trace("note-of-run-two-1"), standingFor: trace("note-of-run-one-1"))
    aliases.note(trace("note-of-run-two-2"), standingFor: trace("note-of-run-one-1"))
    let written = aliases.rewritten(["note-of-run-two-1", "note-of-run-two-2"])
    #expect(written == ["note-of-run-one-1", "note-of-run-two-2"])
  }
}
