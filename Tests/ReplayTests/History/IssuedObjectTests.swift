import OrderedJSON
import Testing

@testable import Replay

/// A count of an object changes when another object is created. What changes or deletes that object later may change
/// the count again, though it answers with a Boolean and names nothing that the count names.
@Suite struct IssuedObjectTests {
  static let count = "query Count($station: ID!) { station(id: $station) { __typename id total } }"
  static let report = "mutation Report($text: String!) { report(text: $text) { __typename id } }"
  static let withdraw = "mutation Withdraw($id: ID!) { withdraw(id: $id) }"
  static let sign = "mutation Sign($name: String!) { sign(name: $name) { __typename id } }"
  static let rename = "mutation Rename($id: ID!) { rename(id: $id) }"
  static let sighting = "5f0c0b5e-2a51-4c5e-9f6e-6d1d0d2f6a01"
  static let guest = "0e9d8c7b-6a59-4e3f-8d2c-1b0a9f8e7d6c"

  static func total(_ number: Int) -> JSON {
    ["station": ["__typename": "Station", "id": "north-7c1e", "total": .int(number)]]
  }

  private func recorded() throws -> Script {
    var script = Script()
    try script.record(Self.count, ["station": "north-7c1e"], Self.total(2))
    try script.record(
      Self.report, ["text": "kite"], ["report": ["__typename": "Sighting", "id": .string(Self.sighting)]])
    try script.record(Self.count, ["station": "north-7c1e"], Self.total(3))
    try script.record(Self.sign, ["name": "Ada"], ["sign": ["__typename": "Guest", "id": .string(Self.guest)]])
    try script.record(Self.count, ["station": "north-7c1e"], Self.total(3))
    try script.record(Self.rename, ["id": .string(Self.guest)], ["rename": true])
    try script.record(Self.withdraw, ["id": .string(Self.sighting)], ["withdraw": true])
    script.replaySession()
    try script.ask(Self.report, ["text": "kite"])
    try script.ask(Self.sign, ["name": "Ada"])
    return script
  }

  @Test func `after what deletes a counted object, the count is a miss`() throws {
    var script = try recorded()
    try script.ask(Self.rename, ["id": .string(Self.guest)])
    try script.ask(Self.withdraw, ["id": .string(Self.sighting)])
    let choice = try script.ask(Self.count, ["station": "north-7c1e"])
    let miss = try #require(choice.miss)
    #expect(miss.between?.reasons.contains { if case .namesIssued = $0 { true } else { false } } == true)
  }

  @Test func `what changes an object that the count never followed does not matter`() throws {
    var script = try recorded()
    try script.ask(Self.rename, ["id": .string(Self.guest)])
    let choice = try script.ask(Self.count, ["station": "north-7c1e"])
    #expect(choice.inference?.unseen == ["rename(id:<sign.id #1>)"])
    #expect(choice.data == [Self.total(3)])
  }
}
