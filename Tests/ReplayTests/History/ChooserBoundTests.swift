import OrderedJSON
import Testing

@testable import Replay

@Suite("What a chooser holds is bounded in bytes, and its answers stay right")
struct ChooserBoundTests {
  private static let add = "mutation Add($text: String) { addNote(text: $text) { id text } }"
  private static let read = "query Note($id: ID) { note(id: $id) { id text } }"

  private func note(_ number: Int, _ text: String) -> JSON {
    ["note": ["id": "\(number)", "text": .string(text + String(repeating: "x", count: 2_000))]]
  }

  /// The bound is of some 10 keys, or of less than one.
  @Test(arguments: [40_000, 100])
  func `answers are the same however little is held`(byteLimit: Int) throws {
    var script = Script()
    script.newRecordingSession()
    for number in 0..<50 { try script.record(Self.read, ["id": .string("\(number)")], note(number, "before")) }
    try script.record(Self.add, ["text": "new"], ["addNote": ["id": "7", "text": "new"]])
    for number in 0..<50 { try script.record(Self.read, ["id": .string("\(number)")], note(number, "after")) }
    script.replaySession(byteLimit: byteLimit)
    for text in ["before", "after"] {
      for _ in 0..<2 {
        for number in 0..<50 {
          let choice = try script.ask(Self.read, ["id": .string("\(number)")])
          #expect(choice.data == [note(number, text)])
          #expect((script.chooser?.heldBytes ?? .max) <= byteLimit)
        }
      }
      try script.ask(Self.add, ["text": "new"])
    }
  }

  @Test func `values that a client made and ids that stand for recorded ones have a size`() throws {
    var values = ClientValues()
    var aliases = IDAliases()
    var issued = IssuedIDs()
    let kind = IDKind(field: "id", holder: "note", type: nil)
    for number in 10..<20 {
      let (old, new) = ("3f2504e0-4f89-41d3-9a0c-0305e82c33\(number)", "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb\(number)")
      let isNew = values.note(recorded: ["id": .string(old)], sent: ["id": .string(new)])
      #expect(isNew)
      func trace(_ id: String) throws -> Trace {
        var trace = Trace()
        trace.issued = [.init(id: try #require(ObjectID(.string(id))), path: "note.id", kind: kind)]
        return trace
      }
      aliases.note(try trace(new), standingFor: try trace(old))
      issued.note(try trace(new).issued, standingFor: try trace(old).issued)
    }
    #expect(values.heldBytes > 10 * 200 && aliases.heldBytes > 10 * 100 && issued.heldBytes > 10 * 200)
  }
}
