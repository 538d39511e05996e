import Engine
import Maintenance
import OrderedJSON
import TestSupport
import Testing

@Suite("What recordings cover of a schema")
struct CoverageTests {
  private static let schema = """
    type Query { notes(first: Int, order: Order): [Note!]! never: String }
    type Mutation { addNote(text: String!): Note editNote(id: ID!, text: String!): Note }
    type Note { id: ID! text: String colour: Colour }
    enum Colour { RED GREEN }
    enum Order { UP DOWN }
    """

  private func coverage(_ asks: (Engine) async throws -> Void) async throws -> SchemaCoverage {
    let board = Board(folder: try TestFolder())
    let recorder = try board.recorder(StatefulUpstream())
    _ = try await recorder.ask(Board.list)
    _ = try await recorder.ask(Board.add, ["text": "one"])
    await recorder.finish()
    try board.folder.write(Self.schema, to: "board.graphqls")
    let player = try board.player()
    try await asks(player)
    return try #require(player.coverage.first)
  }

  private func reaches(_ coverage: SchemaCoverage) -> [String: SchemaCoverage.Reach] {
    var reaches: [String: SchemaCoverage.Reach] = [:]
    for type in coverage.types {
      for element in type.elements { reaches["\(type.name).\(element.name)"] = element.reach }
    }
    return reaches
  }

  @Test func whatIsSelectedAndGivenIsCovered() async throws {
    let coverage = try await coverage { _ in }
    #expect(
      reaches(coverage) == [
        "Query.notes": .recorded, "Query.notes(first:)": .none, "Query.notes(order:)": .none, "Query.never": .none,
        "Mutation.addNote": .recorded, "Mutation.addNote(text:)": .recorded, "Mutation.editNote": .none,
        "Mutation.editNote(id:)": .none, "Mutation.editNote(text:)": .none, "Note.id": .recorded,
        "Note.text": .recorded, "Note.colour": .none, "Colour.RED": .none, "Colour.GREEN": .none, "Order.UP": .none,
        "Order.DOWN": .none,
      ])
    #expect(coverage.fields == SchemaCoverage.Count(all: 7, recorded: 4, used: 0))
  }

  @Test func whatTheRunAskedIsUsed() async throws {
    let reaches = reaches(try await coverage { _ = try await $0.ask(Board.list) })
    #expect(reaches["Query.notes"] == .used && reaches["Note.text"] == .used)
    #expect(reaches["Mutation.addNote"] == .recorded)
  }
}
