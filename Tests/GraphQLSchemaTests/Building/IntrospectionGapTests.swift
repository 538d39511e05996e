import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("What an answer to introspection does not tell")
struct IntrospectionGapTests {
  private static let full = """
    {"data": {"__schema": {"description": null, "queryType": {"name": "Query"}, "types": [
      {"kind": "OBJECT", "name": "Query", "description": null, "interfaces": [], "fields": [
        {"name": "a", "args": [{"name": "x", "isDeprecated": false, "type": {"kind": "SCALAR", "name": "Day"}}],
         "type": {"kind": "SCALAR", "name": "Day"}}]},
      {"kind": "SCALAR", "name": "Day", "specifiedByURL": null},
      {"kind": "INTERFACE", "name": "Node", "interfaces": [], "fields": []},
      {"kind": "INPUT_OBJECT", "name": "In", "isOneOf": false, "inputFields": []}
    ], "directives": [{"name": "mark", "isRepeatable": true, "locations": ["FIELD"], "args": []}]}}}
    """

  @Test("is nothing where everything was asked for")
  func nothing() throws {
    #expect(IntrospectionGap.gaps(in: try JSON.parse(text: Self.full)).isEmpty)
  }

  @Test(
    "is what the query did not ask for",
    arguments: [
      (#""__schema": {"description": null, "#, #""__schema": {"#, .schemaDescription),
      (#""name": "Query", "description": null"#, #""name": "Query""#, .descriptions),
      (#", "isRepeatable": true"#, "", .isRepeatable),
      (#", "specifiedByURL": null"#, "", .specifiedByURL),
      (#", "isOneOf": false"#, "", .isOneOf),
      (#""isDeprecated": false, "#, "", .inputDeprecation),
      (#""name": "Node", "interfaces": []"#, #""name": "Node", "interfaces": null"#, .interfacesOfInterfaces),
      (#""locations": ["FIELD"]"#, #""onField": true"#, .directiveLocations),
      (
        #""directives": [{"name": "mark", "isRepeatable": true, "locations": ["FIELD"], "args": []}]"#, #""x": 1"#,
        .directives
      ),
    ] as [(String, String, IntrospectionGap)])
  func gaps(_ told: String, _ untold: String, _ gap: IntrospectionGap) throws {
    let text = Self.full.split(separator: told, omittingEmptySubsequences: false).joined(separator: untold)
    try #require(text != Self.full)
    #expect(IntrospectionGap.gaps(in: try JSON.parse(text: text)) == [gap])
  }

  @Test("is forgotten on the other side, and nothing else is")
  func forgetting() throws {
    let schema = try Schema(
      sdl: SourceText(
        """
        "All." schema { query: Query }
        directive @mark(old: Int @deprecated, new: Int) repeatable on FIELD
        scalar Day @specifiedBy(url: "https://example.com/day")
        input In @oneOf { old: Int @deprecated, new: Int }
        interface Node { id: ID }
        interface Named implements Node { id: ID }
        "The root." type Query { day(by: In): Day }
        """))
    let plain = try Schema(
      sdl: SourceText(
        """
        schema { query: Query }
        directive @mark(new: Int) on FIELD
        scalar Day
        input In { new: Int }
        interface Node { id: ID }
        interface Named { id: ID }
        type Query { day(by: In): Day }
        """))
    let gaps = Set(IntrospectionGap.allCases).subtracting([.directives, .directiveLocations])
    #expect(schema.forgetting(gaps) == plain)
    #expect(schema.forgetting([]) == schema)
    for gap in gaps { #expect(schemaChanges(from: schema.forgetting([gap]), to: schema).isEmpty == false, "\(gap)") }
  }
}
