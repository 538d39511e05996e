import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Errors of schemas")
struct SchemaErrorTests {
  /// A text and its problems, each as `line:column message` with all its places.
  struct Case: CustomTestStringConvertible, Sendable {
    var sdl: String
    var problems: [String]
    var testDescription: String { problems.first ?? sdl }

    init(_ sdl: String, _ problems: String...) {
      self.sdl = sdl
      self.problems = problems
    }
  }

  @Test("What the text alone shows", arguments: textCases)
  func text(expected: Case) { check(expected) }

  @Test("What the types show", arguments: typeCases)
  func types(expected: Case) { check(expected) }

  @Test("What interfaces promise", arguments: interfaceCases)
  func interfaces(expected: Case) { check(expected) }

  private func check(_ expected: Case) {
    do throws(SchemaError) {
      let schema = try Schema(sdl: SourceText(expected.sdl))
      Issue.record("No error, but \(schema.warnings)")
    } catch {
      #expect(error.problems.map(\.summary) == expected.problems)
    }
  }

  static let textCases = [
    Case("type Query {", "1:13 Syntax Error: Expected Name, found <EOF>."),
    Case("type Query { a: Strng }", "1:17 Unknown type \"Strng\". Did you mean \"String\"?"),
    Case(
      "type Query implements Nod { a(x: In): Int }\ninterface Node { a(x: Inp): Int }\ninput In { a: In }",
      "1:23 Unknown type \"Nod\". Did you mean \"Node\" or \"ID\"?",
      "2:23 Unknown type \"Inp\". Did you mean \"In\", \"Int\", or \"ID\"?"),
    Case("union U = A\ntype Query { u: U }", "1:11 Unknown type \"A\". Did you mean \"U\"?"),
    Case("schema { query: Qery } type Query { a: Int }", "1:17 Unknown type \"Qery\". Did you mean \"Query\"?"),
    Case(
      "type Query { a: Int }\ntype A { a: Int }\nscalar A", "2:6 3:8 There can be only one type named \"A\"."),
    Case(
      "type Query { a: Int\n  a: String }", "1:14 2:3 Field \"Query.a\" can only be defined once."),
    Case(
      "type Query { a(x: Int): Int }\nextend type Query { a(y: Int): Int }",
      "1:14 2:21 Field \"Query.a\" can only be defined once."),
    Case(
      "type Query { a(i: I): Int } input I { a: Int }\nextend input I { a: Int = 1 }",
      "1:39 2:18 Field \"I.a\" can only be defined once."),
    Case(
      "input I { a: Int } type I { a: Int } type Query { b: Int }",
      "1:7 1:25 There can be only one type named \"I\".", "1:11 1:29 Field \"I.a\" can only be defined once."),
    Case(
      "type Query { a(x: Int, x: Int): Int }", "1:16 1:24 Argument \"Query.a(x:)\" can only be defined once."),
    Case(
      "type Query { a: Int } directive @d(x: Int, x: Int) on FIELD",
      "1:36 1:44 Argument \"@d(x:)\" can only be defined once."),
    Case("type Query { a: E } enum E { A B A }", "1:30 1:34 Enum value \"E.A\" can only be defined once."),
    Case(
      "type Query { a: Int } directive @d on FIELD\ndirective @d on QUERY",
      "1:34 2:12 There can be only one directive named \"@d\"."),
    Case(
      "schema { query: Query }\nschema { query: Query }\ntype Query { a: Int }",
      "2:1 Must provide only one schema definition.", "1:10 2:10 There can be only one query type in schema."),
    Case(
      "schema { query: Query query: Query } type Query { a: Int }",
      "1:10 1:23 There can be only one query type in schema."),
    Case(
      "type Query { a: Int }\nextend type Qery { b: Int }",
      "2:13 Cannot extend type \"Qery\" because it is not defined. Did you mean \"Query\"?"),
    Case(
      "type Query { a: Int }\nextend interface Query { b: Int }",
      "1:1 2:1 Cannot extend non-interface type \"Query\"."),
    Case(
      "type Query { a: Int }\nextend input Query { b: Int }", "1:1 2:1 Cannot extend non-input object type \"Query\"."),
    Case(
      "type Query { a(x: I = {a: 1, a: 2}): Int } input I { a: Int }",
      "1:24 1:30 There can be only one input field named \"a\"."),
  ]

  static let typeCases = [
    Case("type A { a: Int }", "Query root type must be provided."),
    Case("schema { mutation: M } type M { a: Int }", "1:1 Query root type must be provided."),
    Case("input Query { a: Int }", "1:1 Query root type must be Object type, it cannot be Query."),
    Case(
      "type Query { a: Int } enum Mutation { A }",
      "1:23 Mutation root type must be Object type if provided, it cannot be Mutation."),
    Case(
      "schema { query: Query subscription: I } type Query { a: Int } interface I { a: Int }",
      "1:37 Subscription root type must be Object type if provided, it cannot be I."),
    Case("type Query", "1:1 Type Query must define one or more fields."),
    Case("type Query { a: A }\ninterface A\nextend interface A @x", "2:1 3:1 Type A must define one or more fields."),
    Case("type Query { a: U } union U", "1:21 Union type U must define one or more member types."),
    Case("type Query { a: E } enum E", "1:21 Enum type E must define one or more values."),
    Case("type Query { a(x: I): Int } input I", "1:29 Input Object type I must define one or more fields."),
    Case(
      "type Query { a: [I!] } input I { a: Int }", "1:17 The type of Query.a must be Output Type but got: [I!]."),
    Case(
      "type Query { a(x: Query): Int }", "1:19 The type of Query.a(x:) must be Input Type but got: Query."),
    Case(
      "type Query { a: Int } input I { q: Query! }", "1:36 The type of I.q must be Input Type but got: Query!."),
    Case(
      "type Query { a: Int } directive @d(x: Query) on FIELD",
      "1:36 The type of @d(x:) must be Input Type but got: Query."),
    Case(
      "type Query { a: U } union U = A | Int | A type A { a: Int }",
      "1:35 Union type U can only include Object types, it cannot include Int.",
      "1:31 1:41 Union type U can only include type A once."),
    Case(
      "type Query { a: Int } input A @oneOf { x: Int! y: Int = 1 }",
      "1:43 OneOf input field A.x must be nullable.", "1:48 OneOf input field A.y cannot have a default value."),
    Case(
      "type Query { a: Int } input A { a: A! }",
      "1:33 Cannot reference Input Object \"A\" within itself through a series of non-null fields: \"a\"."),
    Case(
      "type Query { a: Int } input A { x: Int b: B! } input B { c: C! } input C { a: A! }",
      "1:40 1:58 1:76 Cannot reference Input Object \"A\" within itself through a series of non-null fields: \"b.c.a\"."
    ),
    Case(
      "type Query { a: Int } input A { a: A = {} }",
      "1:33 Invalid circular reference. The default value of Input Object field A.a references itself."),
    Case(
      "type Query { a: Int } input A { b: B = {} } input B { l: [A] = [{}] }",
      "1:33 1:55 Invalid circular reference. The default value of Input Object field A.b references itself "
        + "via the default values of: B.l."),
  ]

  static let interfaceCases = [
    Case(
      "type Query implements Query { a: Int }",
      "1:23 Type Query must only implement Interface types, it cannot implement Query."),
    Case(
      "interface I implements I { a: Int } type Query { a: I }",
      "1:24 Type I cannot implement itself because it would create a circular reference."),
    Case(
      "interface I { a: Int } type Query implements I & I { a: Int }",
      "1:46 1:50 Type Query can only implement I once."),
    Case(
      "interface I { a: Int b: Int }\ntype Query implements I { a: Int }\nextend type Query { c: Int }",
      "1:22 2:1 3:1 Interface field I.b expected but Query does not provide it."),
    Case(
      "interface I { a: Int! }\ntype Query implements I { a: Int }",
      "1:18 2:30 Interface field I.a expects type Int! but Query.a is type Int."),
    Case(
      "interface I { a(x: Int): Int }\ntype Query implements I { a: Int }",
      "1:17 2:27 Interface field argument I.a(x:) expected but Query.a does not provide it."),
    Case(
      "interface I { a(x: Int): Int }\ntype Query implements I { a(x: Int!): Int }",
      "1:20 2:32 Interface field argument I.a(x:) expects type Int but Query.a(x:) is type Int!."),
    Case(
      "interface I { a: Int }\ntype Query implements I { a(y: Int!): Int }",
      "2:29 1:15 Object field Query.a includes required argument y that is missing from the Interface field I.a."),
    Case(
      "interface J { a: Int }\ninterface I implements J { a: Int }\ntype Query implements I { a: Int }",
      "2:24 3:23 Type Query must implement J because it is implemented by I."),
    Case(
      "interface I implements J { a: Int }\ninterface J implements I { a: Int }\ntype Query { a: I }",
      "2:24 1:24 Type I cannot implement J because it would create a circular reference.",
      "1:24 2:24 Type J cannot implement I because it would create a circular reference."),
  ]

  @Test("All errors are told at once, each with file, line and column, and with the text around it")
  func presentation() throws {
    let text = "type Query {\n  a: Strng\n  b: Boolen\n}"
    let error = #expect(throws: SchemaError.self) {
      try Schema(sdl: SourceText(text, name: "schemas/shop.graphqls"))
    }
    #expect(
      error?.description == """
        schemas/shop.graphqls:2:6: Unknown type "Strng". Did you mean "String"?
        schemas/shop.graphqls:3:6: Unknown type "Boolen". Did you mean "Boolean"?
        """)
    #expect(
      error?.problems.first?.places.first?.excerpt == """
        schemas/shop.graphqls:2:6
        1 | type Query {
        2 |   a: Strng
          |      ^
        3 |   b: Boolen
        """)
    #expect(error?.problems.first?.graphQLError.locations == [SourceLocation(line: 2, column: 6)])
  }
}

extension SchemaProblem {
  /// The places and the sentence: `1:14 2:3 Field …`.
  var summary: String {
    (places.map { "\($0.location.line):\($0.location.column)" } + [message]).joined(separator: " ")
  }
}
