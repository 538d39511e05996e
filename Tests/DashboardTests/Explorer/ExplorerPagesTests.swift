import Engine
import OrderedJSON
import TestSupport
import Testing

@testable import Dashboard

@Suite("The explorer's schema and validation")
struct ExplorerPagesTests {
  private func validate(_ document: String, _ engine: Engine) throws -> JSONObject {
    try ValidationPage(engine: engine).validate("shop", ["document": .string(document)])
  }

  // MARK: Validation

  @Test(arguments: [
    ("{ nam }", "Cannot query field \"nam\" on type \"Query\".", 1, 3, 2, 5),
    ("{ on\n  ä }", "Syntax Error: Unexpected character: U+00E4.", 2, 3, 7, 8),
    ("{ old(a: \"😀\", b: 1) }", "Unknown argument \"a\" on field \"Query.old\".", 1, 7, 6, 7),
    ("{ find(text: \"😀\") { ...Gone } }", "Unknown fragment \"Gone\".", 1, 25, 24, 28),
    ("query($ab: Int) { on }", "Variable \"$ab\" is never used.", 1, 7, 6, 9),
    ("{ on @odd }", "Unknown directive \"@odd\".", 1, 6, 5, 9),
    ("{ on", "Syntax Error: Expected Name, found <EOF>.", 1, 5, 4, 4),
    ("{ find(text: 1) { __typename } }", "String cannot represent a non string value: 1", 1, 14, 13, 14),
  ])
  func aProblemHasItsPlace(
    document: String, message: String, line: Int, column: Int, start: Int, end: Int
  ) throws {
    let problem = try validate(document, ExplorerShop().player())["problems"]?[0]
    #expect(
      problem == [
        "message": .string(message), "line": .int(line), "column": .int(column), "start": .int(start),
        "end": .int(end),
      ])
  }

  @Test func operationsHaveTheirVariables() throws {
    let engine = try ExplorerShop().player()
    let answer = try validate("query A($sku: ID! = 1) { product(sku: $sku) { id } } mutation { __typename }", engine)
    #expect(
      answer["operations"] == [
        [
          "kind": "query", "name": "A", "variables": [["name": "sku", "type": "ID!", "hasDefault": true]],
        ], ["kind": "mutation", "name": .null, "variables": []],
      ])
    #expect(answer["problems"]?.arrayValue?.count == 1 && answer["checked"] == true)
  }

  @Test func anEmptyDocumentHasNoProblem() throws {
    let engine = try ExplorerShop().player()
    #expect(try validate(" # nothing\n", engine)["problems"] == [])
    #expect(try validate("%", engine)["problems"]?.arrayValue?.count == 1)
  }

  @Test func withoutASchemaOnlyTheSyntaxIsChecked() throws {
    let engine = try ExplorerShop(schema: nil).player()
    let answer = try validate("{ anything }", engine)
    #expect(answer["problems"] == [] && answer["checked"] == false)
    #expect(try validate("{ ", engine)["problems"]?.arrayValue?.count == 1)
  }

  @Test func theEndpointsSettingsCount() throws {
    let shop = try ExplorerShop()
    let document = "query($unused: Int) { on ... @defer { old } }"
    #expect(try validate(document, shop.player())["problems"]?.arrayValue?.count == 1)
    try shop.folder.write("validation: lenient", to: "shop/endpoint.yaml")
    #expect(try validate(document, shop.player())["problems"] == [])
  }

  // MARK: Schema

  @Test func theSchemaHasWhatAPageShows() throws {
    let shop = try ExplorerShop()
    let schema = try SchemaPage(engine: shop.player()).schema("shop")
    #expect(schema["source"] == .string("\(shop.folder.path)/shop.graphqls"))
    #expect(schema["query"] == "Query" && schema["subscription"] == "Subscription")
    let types = schema["types"]?.arrayValue ?? []
    #expect(!types.contains { $0["name"]?.stringValue?.hasPrefix("__") ?? true })
    #expect(types.contains { $0["name"] == "ID" })
    let query = try #require(types.first { $0["name"] == "Query" })
    #expect(query["description"] == "The start of queries.")
    #expect(query["fields"]?[4]?["deprecated"] == "Use product.")
    #expect(
      query["fields"]?[0]?["args"]?[1]
        == ["name": "region", "type": "Region", "default": "EU", "description": .null])
    #expect(types.first { $0["name"] == "Found" }?["possibleTypes"] == ["Product", "Review"])
    #expect(types.first { $0["name"] == "Product" }?["interfaces"] == ["Node"])
    #expect(
      schema["directives"]?[0]
        == [
          "name": "cached", "description": .null,
          "args": [["name": "seconds", "type": "Int", "default": .null, "description": .null]],
          "locations": ["QUERY", "FIELD"],
        ])
  }

  @Test func withoutASchemaThereIsAdvice() throws {
    let schema = try SchemaPage(engine: ExplorerShop(schema: nil).player()).schema("shop")
    #expect(
      schema == [
        "hasSchema": false,
        "hint":
          "shop has no schema. Fetch it, for example: understudy schema fetch https://api.example.com/graphql --output schemas/shop.graphqls",
      ])
  }

  // MARK: Coverage

  @Test func coverageHasTheStatusOfEachPart() async throws {
    let board = try await Board.recorded()
    let sdl = """
      type Query { notes(first: Int): [Note!]! never: Color }
      type Mutation { addNote(text: String!): Note }
      type Note { id: ID! text: String }
      enum Color { RED }
      """
    try board.folder.write(sdl, to: "board.graphqls")
    let player = try board.player()
    _ = try await player.ask(Board.list)
    let coverage = try CoveragePage(engine: player).coverage("board")
    #expect(
      coverage["types"]?[0] == [
        "name": "Query", "kind": "OBJECT",
        "fields": [
          [
            "name": "notes", "type": "[Note!]!", "status": "used",
            "arguments": [["name": "first", "status": "never"]],
          ], ["name": "never", "type": "Color", "status": "never", "arguments": []],
        ], "values": [],
      ])
    #expect(
      coverage["types"]?[1]?["fields"]?[0]?["arguments"] == [["name": "text", "status": "recorded"]])
    #expect(coverage["types"]?[3]?["values"] == [["name": "RED", "status": "never"]])
    #expect(coverage["totals"]?["fields"] == ["all": 5, "recorded": 4, "used": 3])
  }

  @Test func coverageWithoutASchemaIsEmpty() throws {
    let coverage = try CoveragePage(engine: ExplorerShop(schema: nil).player()).coverage("shop")
    #expect(coverage["hasSchema"] == false && coverage["types"] == [])
  }
}
