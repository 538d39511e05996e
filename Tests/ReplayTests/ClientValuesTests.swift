import OrderedJSON
import Replay
import Testing

/// Random values of a client in a replayed session.
@Suite struct ClientValuesTests {
  static let old = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
  static let new = "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"

  @Test("The random part is replaced wherever it stands, in both directions")
  func replaced() {
    var values = ClientValues()
    let noted1 = values.note(recorded: ["email": "u-\(Self.old)@x"], sent: ["email": "u-\(Self.new)@x"])
    #expect(noted1)
    let noted2 = values.note(recorded: ["email": "u-\(Self.old)@x"], sent: ["email": "u-\(Self.new)@x"])
    #expect(!noted2)
    let recorded: JSON = ["a": ["Hello u-\(Self.old)@x!", "\(Self.old)"], "b": 1]
    let sent: JSON = ["a": ["Hello u-\(Self.new)@x!", "\(Self.new)"], "b": 1]
    #expect(values.sent(recorded) == sent)
    #expect(values.recorded(sent) == recorded)
    // A recorded value that the client sends is another one.
    #expect(values.recorded(recorded) == sent)
  }

  @Test("Values change places, so that those that differ still differ, and back again")
  func exchanged() {
    var values = ClientValues()
    let names = ["a1b2c3d4", "b1c2d3e4", "c1d2e3f4"]
    for (old, new) in zip(names, names.dropFirst()) {
      let isNew = values.note(recorded: ["name": .string(old)], sent: ["name": .string(new)])
      #expect(isNew)
    }
    let all = JSON.array(names.map { .string($0) })
    #expect(values.recorded(all) == ["c1d2e3f4", "a1b2c3d4", "b1c2d3e4"])
    #expect(values.sent(values.recorded(all)) == all)
  }

  @Test("The variables of a replaced recording stay if only numbers differ in them")
  func standingFor() {
    var values = ClientValues()
    let previous: JSONObject = ["email": "u-\(Self.old)@x", "at": 1]
    let sent: JSONObject = ["email": "u-\(Self.new)@x", "at": 2]
    #expect(values.recorded(sent, standingFor: previous) == sent)
    _ = values.note(recorded: previous, sent: sent)
    #expect(values.recorded(sent, standingFor: previous) == previous)
    // Another user's: what comes later has that name.
    let other: JSONObject = ["email": "v-\(Self.new)@x", "at": 2]
    #expect(values.recorded(other, standingFor: previous) == ["email": "v-\(Self.old)@x", "at": 2])
    #expect(values.recorded(sent, standingFor: nil) == ["email": "u-\(Self.old)@x", "at": 2])
  }

  @Test(
    "A value that a rule says is repeated is followed as a whole, whether it looks random or not",
    arguments: ["u92bf2ac6@example.com", "user482913@example.com", "user_1a2b3c@x.org"])
  func wholeValues(_ sent: String) {
    var values = ClientValues()
    let old = "user111111@example.com"
    let isNoted = values.note(
      recorded: ["e": .string(old), "name": "bob"], sent: ["e": .string(sent), "name": "ann"], isEchoed: { $0 == ["e"] }
    )
    #expect(isNoted)
    #expect(values.recorded([.string(sent), "ann"]) == [.string(old), "ann"])
    #expect(values.sent([.string(old), "bob"]) == [.string(sent), "bob"])
    // Two values that differ still differ.
    #expect(values.recorded(.string(old)) != .string(old))
    // Inside of a text it may stand by chance.
    #expect(values.sent(.string("To \(old)")) == .string("To \(old)"))
  }

  @Test(
    "A word, a date or a number is not followed, whatever a rule says",
    arguments: ["admin", "2026-03-01", "1234567890"])
  func notDistinctive(_ value: String) {
    var values = ClientValues()
    let isNoted = values.note(
      recorded: ["e": .string(value)], sent: ["e": "some-other-1"], isEchoed: { _ in true })
    #expect(!isNoted)
  }

  @Test("Values that do not look random are not followed, and short parts not inside of words")
  func notReplaced() {
    var values = ClientValues()
    let noted3 = values.note(recorded: ["name": "alice"], sent: ["name": "bob"])
    #expect(!noted3)
    #expect(values.sent("alice") == "alice")
    let noted4 = values.note(recorded: ["name": "t-x7f3k9"], sent: ["name": "t-p2m8q4"])
    #expect(noted4)
    #expect(values.sent("max7f3k9") == "max7f3k9")
    #expect(values.sent("x7f3k9!") == "p2m8q4!")
  }

  @Test("Two values stay two: nothing is taken for a value that stands for another already")
  func two() {
    var values = ClientValues()
    let noted5 = values.note(recorded: ["id": "\(Self.old)"], sent: ["id": "\(Self.new)"])
    #expect(noted5)
    let noted6 = values.note(recorded: ["id": "00000000-4f89-41d3-9a0c-0305e82c3301"], sent: ["id": "\(Self.new)"])
    #expect(!noted6)
  }

  @Test("A difference counts only if all of it looks random")
  func differences() {
    let recorded: JSONObject = ["email": "u-\(Self.old)@x", "at": 1_712_345_678_901, "n": 1]
    let paths = ClientValue.differences(
      recorded: recorded, asked: ["email": "u-\(Self.new)@x", "at": 1_764_345_678_902, "n": 1])?.map(\.path)
    #expect(Set(paths ?? []) == [["email"], ["at"]])
    #expect(ClientValue.differences(recorded: recorded, asked: recorded) == nil)
    for asked: JSONObject in [
      ["email": "u-\(Self.new)@x", "at": 1_712_345_678_901, "n": 2], ["email": "u-\(Self.new)@x", "n": 1],
      ["email": .null, "at": 1_712_345_678_901, "n": 1],
    ] {
      #expect(ClientValue.differences(recorded: recorded, asked: asked) == nil)
    }
  }
}
