import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Everything that is wrong in a schema")
struct SchemaInspectionTests {
  @Test("A text with errors of every kind: all are found in one go")
  func everything() {
    let inspection = inspect(
      """
      type Query {
        a(x: In): Strng
        a: Int
      }
      input In { other: Other! }
      input Other { in: In! }
      type Query { b: Int }
      enum E { A A }
      union U = In
      extend enum Query { C }
      type T @made(by: "hand")
      """)
    #expect(
      inspection.errors.map(\.summary) == [
        "2:3 3:3 Field \"Query.a\" can only be defined once.",
        "2:13 Unknown type \"Strng\". Did you mean \"String\"?",
        "1:6 7:6 There can be only one type named \"Query\".",
        "8:10 8:12 Enum value \"E.A\" can only be defined once.",
        "1:1 10:1 Cannot extend non-enum type \"Query\".",
        "5:12 6:15 Cannot reference Input Object \"In\" within itself through a series of non-null fields: \"other.in\".",
        "9:11 Union type U can only include Object types, it cannot include In.",
        "11:1 Type T must define one or more fields.",
      ])
    #expect(inspection.warnings.map(\.summary) == ["11:8 Unknown directive \"@made\"."])
    #expect(inspection.schema?.type(named: "Query")?.fields.map(\.name) == ["a"])
  }

  @Test(
    "What follows from another mistake is not told as well",
    arguments: [
      ("type Query { a: Nope }", ["1:17 Unknown type \"Nope\"."]),
      ("type Query implements Nope { a: Int }", ["1:23 Unknown type \"Nope\"."]),
      ("type Query { a: U } union U = Nope | Query", ["1:31 Unknown type \"Nope\"."]),
      ("schema { query: Nope } type T { a: Int }", ["1:17 Unknown type \"Nope\"."]),
      ("type Query { a: Int } type A { a: Int } scalar A", ["1:28 1:48 There can be only one type named \"A\"."]),
      ("type Query { a: Int } extend type B { c: Int }", ["1:35 Cannot extend type \"B\" because it is not defined."]),
      ("type Query { a(x: Nope = 1): Int }", ["1:19 Unknown type \"Nope\"."]),
    ])
  func consequences(sdl: String, problems: [String]) {
    #expect(inspect(sdl).errors.map(\.summary) == problems)
  }

  @Test("Syntax errors of several definitions are found in one go, each in its place")
  func syntaxErrors() {
    let inspection = inspect(
      """
      type Query {
        a: [Int
      }

      "What type it is."
      type A { b Int }

      type Right { a: Int }
      extend enum E { true }\r
      scalar
      """)
    #expect(
      inspection.errors.map(\.summary) == [
        "3:1 Syntax Error: Expected \"]\", found \"}\".",
        "6:12 Syntax Error: Expected \":\", found Name \"Int\".",
        "9:17 Syntax Error: Name \"true\" is reserved and cannot be used for an enum value.",
        "10:7 Syntax Error: Expected Name, found <EOF>.",
      ])
    #expect(inspection.schema == nil)
    #expect(inspection.findings.allSatisfy { $0.check == .syntax })
  }

  @Test("A text of nothing but mistakes has an end")
  func manySyntaxErrors() {
    let sdl = String(repeating: "type A { b Int }\n", count: 500)
    #expect(inspect(sdl).errors.count == 20)
  }

  @Test("A schema is usable with warnings only, and says which rule found what")
  func warnings() throws {
    let inspection = inspect("type Query { a: Int @made b(x: Int! @deprecated): Int }")
    #expect(inspection.errors == [])
    #expect(inspection.findings.map(\.check) == [.text(.knownDirectives), .types])
    #expect(try inspection.usable().warnings == inspection.warnings)
  }

  @Test("What is wrong in an introspection answer is told with its path")
  func introspection() throws {
    let json = try JSON.parse(
      text: #"""
        {"data": {"__schema": {"queryType": {"name": "Query"}, "mutationType": {"name": "Nope"}, "types": [
          {"kind": "OBJECT", "name": "Query", "interfaces": [{"name": "I"}], "fields": [
            {"name": "a", "args": [{"name": "x", "type": {"kind": "OBJECT", "name": "Query"}}], "type": {"kind": "INPUT_OBJECT", "name": "In"}},
            {"name": "a", "args": [], "type": {"kind": "SCALAR", "name": "Int"}},
            {"name": "b", "args": [], "type": {"kind": "OBJECT", "name": "Nothing"}}]},
          {"kind": "INTERFACE", "name": "I", "fields": [{"name": "i", "args": [], "type": {"kind": "SCALAR", "name": "Int"}}]},
          {"kind": "INPUT_OBJECT", "name": "In", "inputFields": [{"name": "in", "type": {"kind": "NON_NULL", "ofType": {"kind": "INPUT_OBJECT", "name": "In"}}}]},
          {"kind": "UNION", "name": "U", "possibleTypes": [{"name": "In"}]}],
         "directives": [{"name": "d", "locations": ["FIELD"], "args": [{"name": "x", "type": {"kind": "OBJECT", "name": "Query"}}]}]}}}
        """#)
    let inspection = SchemaInspection(introspection: json, name: "api.json")
    let types = "data.__schema.types"
    #expect(
      inspection.errors.map(\.message) == [
        "api.json: data.__schema.mutationType: The mutation root type refers to the type \"Nope\", which is not in \(types).",
        "api.json: \(types)[0].fields[2].type: Type \"Query\" refers to the type \"Nothing\", which is not in \(types).",
        "api.json: data.__schema.directives[0].args[0]: The type of @d(x:) must be Input Type but got: Query.",
        "api.json: \(types)[0].fields[0].type: The type of Query.a must be Output Type but got: In.",
        "api.json: \(types)[0].fields[0].args[0].type: The type of Query.a(x:) must be Input Type but got: Query.",
        "api.json: \(types)[1].fields[0]: Interface field I.i expected but Query does not provide it.",
        "api.json: \(types)[2].inputFields[0]: Cannot reference Input Object \"In\" within itself through a series of non-null fields: \"in\".",
        "api.json: \(types)[3].possibleTypes[0]: Union type U can only include Object types, it cannot include In.",
      ])
    #expect(
      inspection.warnings.map(\.message) == [
        "api.json: The field \"Query.a\" is there twice, at \(types)[0].fields[0] and \(types)[0].fields[1]. The first counts."
      ])
  }

  @Test(
    "What is no answer to introspection says what it is",
    arguments: [
      (
        #"{"errors": [{"message": "Introspection is disabled"}], "data": null}"#,
        "This is an error answer, not a schema: Introspection is disabled."
      ),
      (
        #"{"errors": [{"message": "a"}, {"message": "b"}, "c", {"message": "d"}]}"#,
        "This is an error answer, not a schema: a; b; \"c\" and 1 more."
      ),
      (
        #"{"data": {"__schema": null}}"#,
        "This is not an answer to an introspection query: \"__schema\" has no \"types\"."
      ),
      ("[]", "This is not an answer to an introspection query: there is no \"__schema\" with \"types\"."),
    ])
  func noIntrospection(text: String, sentence: String) throws {
    let inspection = SchemaInspection(introspection: try JSON.parse(text: text), name: "api.json")
    let advice = "It should look like {\"data\": {\"__schema\": {\"types\": [...]}}}."
    #expect(inspection.errors.map(\.message) == ["api.json: \(sentence) \(advice)"])
    #expect(inspection.schema == nil)
  }

  @Test("A name that is none is an error, so that what is printed can be read")
  func names() throws {
    let json = try JSON.parse(
      text: #"""
        {"queryType": {"name": "Query"}, "types": [{"kind": "OBJECT", "name": "Query", "fields": [
          {"name": "a b", "args": [], "type": {"kind": "SCALAR", "name": "Int"}},
          {"name": "1", "args": [], "type": {"kind": "SCALAR", "name": "Int"}},
          {"name": "_1", "args": [], "type": {"kind": "SCALAR", "name": "Int"}}]}]}
        """#)
    let advice = "is not a GraphQL name: expected letters, digits and _."
    #expect(
      SchemaInspection(introspection: json, name: "api.json").errors.map(\.message) == [
        "api.json: \"a b\" at types[0].fields[0].name \(advice)",
        "api.json: \"1\" at types[0].fields[1].name \(advice)",
      ])
  }

  private func inspect(_ sdl: String) -> SchemaInspection { SchemaInspection(sdl: SourceText(sdl)) }
}
