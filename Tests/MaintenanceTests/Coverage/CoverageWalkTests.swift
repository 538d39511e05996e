import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@testable import Engine
@testable import Maintenance
@testable import Transports

@Suite("Schema coordinates that operations touch")
struct CoverageWalkTests {
  private static let sdl = """
    type Query { find(filter: Filter, kinds: [Kind!]): [Thing] node(id: ID!): Node }
    interface Node { id: ID! }
    type Thing implements Node { id: ID! kind: Kind size: Int }
    type Other implements Node { id: ID! size: Int }
    input Filter { kind: Kind, and: [Filter!], size: Int }
    enum Kind { A B C D }
    """

  private func reached(_ query: String, _ variables: JSONObject = [:], _ answer: JSON = .null) throws -> Set<String> {
    let schema = try Schema(sdl: SourceText(Self.sdl))
    let document = try parse(SourceText(query))
    var walk = CoverageWalk(schema: schema)
    walk.visit(try #require(document.operations.first), in: document, variables: variables, answers: [answer])
    return walk.reached
  }

  @Test func literalsAndVariables() throws {
    #expect(
      try reached(
        "query($f: Filter, $k: [Kind!] = [D]) { find(filter: {and: [$f], kind: A}, kinds: $k) { id } }",
        ["f": ["kind": "B"]])
        == [
          "Query.find", "Query.find(filter:)", "Query.find(kinds:)", "Filter.and", "Filter.kind", "Kind.A", "Kind.B",
          "Kind.D", "Thing.id",
        ])
  }

  @Test func aVariableThatIsLeftOutGivesNothing() throws {
    #expect(try reached("query($f: Filter) { find(filter: $f) { id } }") == ["Query.find", "Thing.id"])
  }

  @Test func valuesThatComeBackCount() throws {
    let answer: JSON = ["data": ["find": [["k": "C"], .null, ["k": .null], ["k": "unknown"]]]]
    #expect(try reached("{ find { k: kind } }", [:], answer) == ["Query.find", "Thing.kind", "Kind.C"])
  }

  @Test func anObjectThatNamesItsTypeCountsForIt() throws {
    let answer: JSON = ["data": ["node": ["__typename": "Other", "id": "1"]]]
    #expect(
      try reached("{ node(id: 1) { __typename id ... on Thing { size } } }", [:], answer)
        == ["Query.node", "Query.node(id:)", "Node.id", "Other.id", "Thing.size"])
  }

  @Test func fragmentsThatSpreadThemselvesEnd() throws {
    #expect(
      try reached("{ node(id: 1) { ...F } } fragment F on Node { id ...F }")
        == ["Query.node", "Query.node(id:)", "Node.id"])
  }

  @Test func whatTheSchemaLacksIsNothing() throws {
    #expect(try reached("{ gone find { gone } ... on Gone { id } }") == ["Query.find"])
  }
}
