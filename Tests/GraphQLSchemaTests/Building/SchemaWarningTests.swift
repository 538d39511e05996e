import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Warnings of schemas")
struct SchemaWarningTests {
  @Test(
    "What is odd and harmless is a warning, and the schema is usable",
    arguments: [
      ("type Query { a: Int @fake(type: name) }", "1:21 Unknown directive \"@fake\"."),
      ("type Query { a: Int @oneOf }", "1:21 Directive \"@oneOf\" may not be used on FIELD_DEFINITION."),
      (
        "type Query { a: Int @deprecated(reasn: \"x\") }",
        "1:33 Unknown argument \"reasn\" on directive \"@deprecated\". Did you mean \"reason\"?"
      ),
      (
        "scalar S @specifiedBy type Query { a: S }",
        "1:10 Directive \"@specifiedBy\" argument \"url\" of type \"String!\" is required, but it was not provided."
      ),
      (
        "directive @d on OBJECT type Query @d { a: Int } extend type Query @d",
        "1:35 1:67 The directive \"@d\" can only be used once at this location."
      ),
      (
        "directive @d(x: Int) on OBJECT type Query @d(x: 1, x: 2) { a: Int }",
        "1:46 1:52 There can be only one argument named \"x\"."
      ),
      ("type Query { a: Int\n\"again\" a: Int }", "1:14 2:9 Field \"Query.a\" can only be defined once."),
      (
        "type Query { a(x: Int! @deprecated): Int }",
        "1:24 1:19 Required argument Query.a(x:) cannot be deprecated."
      ),
      (
        "type Query { a: Int } input I { a: Int! @deprecated }",
        "1:41 1:36 Required input field I.a cannot be deprecated."
      ),
      (
        "type Query { __a: Int }",
        "1:14 Name \"__a\" must not begin with \"__\", which is reserved by GraphQL introspection."
      ),
      (
        "type Query { a(x: Int = \"1\"): Int }",
        "1:16 Query.a(x:) has an invalid default value for the type Int: \"1\"."
      ),
      ("type Query { a: Int } { a }", "1:23 The operation definition is not allowed in a schema."),
      (
        "type Query { a: Int } fragment F on Query { a }",
        "1:23 The \"F\" fragment definition is not allowed in a schema."
      ),
      (
        "type Query { a: Int } input I { e: [E!] = [A, C] } enum E { A B }",
        "1:33 I.e has an invalid default value for the type [E!]: [A, C]."
      ),
    ])
  func warnings(sdl: String, warning: String) throws {
    let schema = try schema(sdl)
    #expect(schema.warnings.map(\.summary) == [warning])
    #expect(schema.queryTypeName == "Query")
  }

  @Test("What is right has no warnings", arguments: SampleSchemas.all)
  func none(sample: SampleSchemas.Sample) throws {
    #expect(try schema(sample.sdl).warnings == [])
  }

  @Test("Of a field that is defined twice alike, the first counts")
  func repeatedField() throws {
    let schema = try schema("type Query { \"one\" a(x: Int): Int \"two\" a(x: Int): Int b: Int }")
    #expect(schema.type(named: "Query")?.fields.map(\.name) == ["a", "b"])
    #expect(schema.type(named: "Query")?.field(named: "a")?.description == "one")
  }

  @Test("A long chain of input objects is checked without using up the stack")
  func longChain() throws {
    let count = 5_000
    var sdl = "type Query { a(x: I0): Int } input I\(count) { a: Int }"
    for index in 0..<count { sdl += " input I\(index) { next: I\(index + 1)! }" }
    #expect(try schema(sdl).types.count == count + 2)
  }

  @Test("Defaults that lead to each other too far are an error, not the end of the stack")
  func longDefaults() throws {
    let count = 2_000
    var sdl = "type Query { a(x: I0): Int } input I\(count) { a: Int }"
    for index in 0..<count { sdl += " input I\(index) { next: I\(index + 1) = {} }" }
    let text = sdl
    let error = #expect(throws: SchemaError.self) { try schema(text) }
    let message = "Default values of input fields lead to each other more than 100 levels deep."
    #expect(error?.problems.first?.message == message)
  }
}
