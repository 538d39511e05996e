import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Printing a schema")
struct SchemaPrintingTests {
  @Test(
    "Building what was printed gives an equal schema, and printing that the same text", arguments: SampleSchemas.all)
  func roundTrip(sample: SampleSchemas.Sample) throws {
    let built = try schema(sample.sdl)
    let printed = built.printed()
    let rebuilt = try schema(printed)
    #expect(rebuilt == built)
    #expect(rebuilt.printed() == printed)
    #expect(rebuilt.warnings == [])
  }

  @Test("The text is laid out for people")
  func layout() throws {
    let sdl = #"""
      type Query { a(x: Int = 1, y: [E!]! = [A]): String! "Described." b(
      "First." x: Int y: Int
      "Third." z: Int): E @deprecated c: Int @deprecated(reason: "r") }
      "On one line." enum E { A "Second" B }
      """
      Several
        lines
      """
      input I @oneOf { a: Int b: String @x(y: {z: 1}) }
      interface N implements M & K @x { a: Int } interface M implements K { a: Int } interface K { a: Int }
      union U = O | P type O { a: Int } type P { a: Int }
      scalar S @specifiedBy(url: "u")
      directive @x(y: A) repeatable on OBJECT | INTERFACE | INPUT_FIELD_DEFINITION
      scalar A
      """#
    #expect(
      try schema(sdl).printed() == #"""
        directive @x(y: A) repeatable on OBJECT | INTERFACE | INPUT_FIELD_DEFINITION

        type Query {
          a(x: Int = 1, y: [E!]! = [A]): String!

          """Described."""
          b(
            """First."""
            x: Int
            y: Int

            """Third."""
            z: Int
          ): E @deprecated
          c: Int @deprecated(reason: "r")
        }

        """On one line."""
        enum E {
          A

          """Second"""
          B
        }

        """
        Several
          lines
        """
        input I @oneOf {
          a: Int
          b: String @x(y: {z: 1})
        }

        interface N implements M & K @x {
          a: Int
        }

        interface M implements K {
          a: Int
        }

        interface K {
          a: Int
        }

        union U = O | P

        type O {
          a: Int
        }

        type P {
          a: Int
        }

        scalar S @specifiedBy(url: "u")

        scalar A
        """#)
  }

  @Test("Applied directives are left out when asked, those with a meaning stay")
  func appliedDirectives() throws {
    let schema = try schema("type Query @x { a: Int @y(z: 1) @deprecated b: S } scalar S @specifiedBy(url: \"u\") @x")
    #expect(
      schema.printed(appliedDirectives: false) == """
        type Query {
          a: Int @deprecated
          b: S
        }

        scalar S @specifiedBy(url: "u")
        """)
    #expect(schema.printed().contains("a: Int @deprecated @y(z: 1)"))
  }

  @Test("`schema { }` is printed where the text would mean something else without it")
  func schemaDefinition() throws {
    #expect(try schema("schema { query: Query } type Query { a: Int }").printed().hasPrefix("type Query"))
    #expect(try schema("schema { query: Q } type Q { a: Int }").printed().hasPrefix("schema {\n  query: Q\n}\n\n"))
    #expect(
      try schema("schema { query: Query } type Query { a: Int } type Mutation { b: Int }").printed()
        .hasPrefix("schema {\n  query: Query\n}\n\n"))
    #expect(
      try schema("\"d\" schema { query: Query } type Query { a: Int }").printed().hasPrefix("\"\"\"d\"\"\"\nschema {"))
  }

  @Test(
    "Every description survives printing",
    arguments: [
      "", " ", "one line", " leading", "trailing ", "two\nlines", "  indented\n    more", "\nleading newline",
      "trailing newline\n", "\"", "\"\"\"", "ends in a quote\"", "ends in a backslash\\", "tab\there",
      "carriage\rreturn", "control \u{1}", "emoji 🎉 and ünïcödé", "a\n\n\nb", "a\n  \nb",
      "a line that is certainly longer than seventy characters, so that it gets lines of its own",
    ])
  func descriptions(text: String) throws {
    let type = SchemaType(
      name: "Query", kind: .object, description: text,
      fields: [
        SchemaField(name: "a", type: .named("Int")),
        SchemaField(
          name: "b", description: text,
          arguments: [SchemaInputValue(name: "c", description: text, type: .named("Int"))], type: .named("Int")),
      ])
    let original = Schema(queryTypeName: "Query", types: [type])
    #expect(try schema(original.printed()) == original)
  }
}
