import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Building a schema from introspection JSON")
struct IntrospectionReadingTests {
  /// The least that a query can ask for.
  private static let least = #"""
    {"queryType": {"name": "Query"}, "types": [
      {"kind": "OBJECT", "name": "Query", "fields": [
        {"name": "a", "args": [], "type": {"kind": "NON_NULL", "ofType": {"kind": "LIST", "ofType": {"kind": "ENUM", "name": "E"}}}},
        {"name": "b", "args": [{"name": "x", "type": {"kind": "SCALAR", "name": "Int"}, "defaultValue": "1"}],
         "type": {"kind": "UNION", "name": "U"}}]},
      {"kind": "ENUM", "name": "E", "enumValues": [{"name": "A"}, {"name": "B", "isDeprecated": true, "deprecationReason": "r"}]},
      {"kind": "UNION", "name": "U", "possibleTypes": [{"name": "Query"}]},
      {"kind": "SCALAR", "name": "Int"},
      {"kind": "OBJECT", "name": "__Type", "fields": []}
    ]}
    """#

  @Test(
    "The answer is found wherever downloaders put it",
    arguments: ["{\"data\": {\"__schema\": %}}", "{\"__schema\": %}", "%"])
  func wrappings(wrapping: String) throws {
    let text = wrapping.split(separator: "%", omittingEmptySubsequences: false).joined(separator: Self.least)
    let schema = try Schema(introspection: JSON.parse(text: text))
    #expect(
      schema.printed() == """
        type Query {
          a: [E]!
          b(x: Int = 1): U
        }

        enum E {
          A
          B @deprecated(reason: "r")
        }

        union U = Query
        """)
  }

  @Test("What newer queries ask for is read")
  func everything() throws {
    let json = try JSON.parse(
      text: #"""
        {"__schema": {"description": "d", "queryType": {"name": "Q"}, "mutationType": null,
         "subscriptionType": {"name": "S"}, "types": [
          {"kind": "OBJECT", "name": "Q", "description": "q", "interfaces": [{"kind": "INTERFACE", "name": "N"}], "fields": [
            {"name": "n", "description": "f", "args": [{"name": "i", "description": "a", "type": {"kind": "INPUT_OBJECT", "name": "I"},
              "defaultValue": "{x: 2}", "isDeprecated": true, "deprecationReason": null}],
             "type": {"kind": "SCALAR", "name": "T"}, "isDeprecated": false, "deprecationReason": null}]},
          {"kind": "OBJECT", "name": "S", "interfaces": [], "fields": [{"name": "s", "args": [], "type": {"kind": "SCALAR", "name": "Int"}}]},
          {"kind": "INTERFACE", "name": "N", "interfaces": [], "possibleTypes": [{"name": "Q"}], "fields": [{"name": "n", "args": [], "type": {"kind": "SCALAR", "name": "T"}}]},
          {"kind": "SCALAR", "name": "T", "specifiedByURL": "u"},
          {"kind": "INPUT_OBJECT", "name": "I", "isOneOf": true, "inputFields": [{"name": "x", "type": {"kind": "SCALAR", "name": "Int"}, "defaultValue": null}]}],
         "directives": [
          {"name": "skip", "locations": ["FIELD"], "args": []},
          {"name": "d", "description": "dd", "isRepeatable": true, "locations": ["FIELD", "OBJECT"], "args": []},
          {"name": "old", "onField": true, "onFragment": false, "onOperation": true, "args": []}]}}
        """#)
    #expect(
      try Schema(introspection: json)
        == schema(
          """
          "d" schema { query: Q subscription: S }
          "dd" directive @d repeatable on FIELD | OBJECT
          directive @old on QUERY | MUTATION | SUBSCRIPTION | FIELD
          "q" type Q implements N { "f" n("a" i: I = {x: 2} @deprecated): T }
          type S { s: Int }
          interface N { n: T }
          scalar T @specifiedBy(url: "u")
          input I @oneOf { x: Int }
          """))
  }

  @Test(
    "What is missing or contradictory is told with its path",
    arguments: [
      (
        "{}",
        [
          "api.json: This is not an answer to an introspection query: there is no \"__schema\" with \"types\". "
            + "It should look like {\"data\": {\"__schema\": {\"types\": [...]}}}."
        ]
      ),
      ("{\"__schema\": {\"types\": 1}}", ["api.json: Expected a list at __schema.types, found a number."]),
      (
        "{\"data\": {\"__schema\": {\"types\": [2, {\"kind\": \"OBJECT\"}, {\"name\": \"A\", \"kind\": \"THING\"}]}}}",
        [
          "api.json: Expected an object at data.__schema.types[0], found a number.",
          "api.json: \"name\" is missing at data.__schema.types[1]. The introspection query has to ask for it.",
          "api.json: Type \"A\" has the unknown kind \"THING\" at data.__schema.types[2]. The kinds are \"SCALAR\", "
            + "\"OBJECT\", \"INTERFACE\", \"UNION\", \"ENUM\", \"INPUT_OBJECT\".",
        ]
      ),
      (
        """
        {"types": [{"kind": "OBJECT", "name": "Q", "fields": [{"name": "a", "type": {"kind": "LIST", "ofType": null}},
        {"name": "b"}, {"name": "c", "type": {"kind": "OBJECT", "name": "X"}}]}]}
        """,
        [
          "api.json: There is no type at types[0].fields[0].type. Its lists nest deeper than the introspection query "
            + "asked for \"ofType\".",
          "api.json: There is no type at types[0].fields[1].type.",
          "api.json: types[0].fields[2].type: Type \"Q\" refers to the type \"X\", which is not in types.",
        ]
      ),
      (
        """
        {"types": [{"kind": "OBJECT", "name": "Q", "fields": [{"name": "a", "type": {"kind": "SCALAR", "name": "Int"},
        "args": [{"name": "x", "type": {"kind": "SCALAR", "name": "Int"}, "defaultValue": "{"}]}]}]}
        """,
        [
          "api.json: Syntax Error: Expected Name, found <EOF>. It is the default value at "
            + "types[0].fields[0].args[0].defaultValue: {"
        ]
      ),
      (
        "{\"queryType\": {\"name\": \"Q\"}, \"types\": [{\"kind\": \"OBJECT\", \"name\": \"Q\", \"fields\": []}]}",
        ["api.json: types[0]: Type Q must define one or more fields."]
      ),
    ])
  func errors(text: String, problems: [String]) throws {
    let json = try JSON.parse(text: text)
    let error = #expect(throws: SchemaError.self) { try Schema(introspection: json, name: "api.json") }
    #expect(error?.problems.map(\.message) == problems)
  }
}
