import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Safe changes")
struct SafeChangesTests {
  @Test("What clients do not notice is told all the same", arguments: cases)
  func told(expected: ChangeCase) throws { try expected.check(.safe) }

  static let cases = [
    ChangeCase(
      "types and fields added", "type A { a: Int }", "scalar S type A { b: Int a: Int }", "TYPE_ADDED: S was added.",
      "FIELD_ADDED: Field A.b was added."),
    ChangeCase(
      "types made narrower, and wider where they are given",
      "input I { a: Int! } type A { a(x: Int!): Int b: [Int] }",
      "input I { a: Int } type A { a(x: Int): Int! b: [Int!]! }",
      "FIELD_CHANGED_KIND_SAFE: Field I.a changed type from Int! to Int.",
      "ARG_CHANGED_KIND_SAFE: Argument A.a(x:) has changed type from Int! to Int.",
      "FIELD_CHANGED_KIND_SAFE: Field A.a changed type from Int to Int!.",
      "FIELD_CHANGED_KIND_SAFE: Field A.b changed type from [Int] to [Int!]!."),
    ChangeCase(
      "defaults added", "directive @d(x: Int) on FIELD input I { a: Int } type A { a(x: Int): Int }",
      "directive @d(x: Int = 1) on FIELD input I { a: Int = 2 } type A { a(x: Int = 3): Int }",
      "INPUT_FIELD_DEFAULT_VALUE_ADDED: I.a added a defaultValue 2.",
      "ARG_DEFAULT_VALUE_ADDED: A.a(x:) added a defaultValue 3.",
      "ARG_DEFAULT_VALUE_ADDED: @d(x:) added a defaultValue 1."),
    ChangeCase(
      "another literal for the same default", "type A { a(x: Float = 1, i: ID = \"7\"): Int }",
      "type A { a(x: Float = 1.0, i: ID = 7): Int }",
      "DEFAULT_VALUE_REWRITTEN: The defaultValue of A.a(x:) is written 1.0 now, not 1, which is the same.",
      "DEFAULT_VALUE_REWRITTEN: The defaultValue of A.a(i:) is written 7 now, not \"7\", which is the same."),
    ChangeCase(
      "directives", "directive @b on FIELD",
      "directive @a on FIELD directive @b(x: Int) repeatable on FIELD | QUERY",
      "DIRECTIVE_ADDED: Directive @a was added.",
      "OPTIONAL_DIRECTIVE_ARG_ADDED: An optional argument @b(x:) was added.",
      "DIRECTIVE_REPEATABLE_ADDED: Repeatable flag was added to @b.", "DIRECTIVE_LOCATION_ADDED: QUERY was added to @b."
    ),
    ChangeCase(
      "descriptions",
      "\"s\" schema { query: Query } type Query { \"f\" a(x: Int): E } enum E { \"v\" V } input I { a: Int } directive @d(x: Int) on FIELD",
      """
      schema { query: Query } "q" type Query { "g" a("x" x: Int): E } "e" enum E { V } input I { "two\\nlines" a: Int }
      "d" directive @d("y" x: Int) on FIELD
      """,
      "DESCRIPTION_CHANGED: Description of the schema was removed.",
      "DESCRIPTION_CHANGED: Description of Query has changed to \"q\".",
      "DESCRIPTION_CHANGED: Description of Query.a(x:) has changed to \"x\".",
      "DESCRIPTION_CHANGED: Description of Query.a has changed to \"g\".",
      "DESCRIPTION_CHANGED: Description of E has changed to \"e\".",
      "DESCRIPTION_CHANGED: Description of E.V was removed.",
      "DESCRIPTION_CHANGED: Description of I.a has changed to \"two\\nlines\".",
      "DESCRIPTION_CHANGED: Description of @d(x:) has changed to \"y\".",
      "DESCRIPTION_CHANGED: Description of @d has changed to \"d\"."),
    ChangeCase(
      "descriptions that look alike", "\"caf\u{E9}\" scalar A", "\"cafe\u{301}\" scalar A",
      "DESCRIPTION_CHANGED: Description of A has changed to \"cafe\u{301}\"."),
    ChangeCase(
      "deprecations",
      "type A { a(x: Int): Int b: Int @deprecated c: Int @deprecated(reason: \"r\") } enum E { V } input I { a: Int }",
      """
      type A { a(x: Int @deprecated): Int b: Int c: Int @deprecated(reason: "q") }
      enum E { V @deprecated(reason: "old") } input I { a: Int @deprecated }
      """,
      "DEPRECATION_ADDED: A.a(x:) is deprecated now: \"No longer supported\".",
      "DEPRECATION_REMOVED: A.b is no longer deprecated.",
      "DEPRECATION_REASON_CHANGED: A.c is deprecated for another reason: \"q\".",
      "DEPRECATION_ADDED: E.V is deprecated now: \"old\".",
      "DEPRECATION_ADDED: I.a is deprecated now: \"No longer supported\"."),
    ChangeCase(
      "where scalars are specified, and oneOf taken away",
      "scalar A scalar B @specifiedBy(url: \"b\") input I @oneOf { a: Int }",
      "scalar A @specifiedBy(url: \"a\") scalar B input I { a: Int }",
      "SPECIFIED_BY_CHANGED: A is specified by a now.", "SPECIFIED_BY_CHANGED: B no longer says where it is specified.",
      "ONE_OF_REMOVED: Any fields of I may be given now, not exactly one."),
    ChangeCase(
      "directives written on definitions",
      "directive @d(x: Int, y: Int) repeatable on OBJECT | FIELD_DEFINITION type A @d(x: 1, y: 2) @d { a: Int @d }",
      "directive @d(x: Int, y: Int) repeatable on OBJECT | FIELD_DEFINITION type A @d @d(y: 2, x: 1) @d { a: Int }",
      "APPLIED_DIRECTIVE_REMOVED: A.a no longer has @d.", "APPLIED_DIRECTIVE_ADDED: A has @d now."),
    ChangeCase(
      "order and comments are nothing",
      "enum E { A B } union U = X | Y type X { a(x: Int, y: Int): Int b: Int } type Y { a: Int } directive @d on FIELD | QUERY",
      """
      # a comment
      directive @d on QUERY | FIELD
      type Y { a: Int } union U = Y | X enum E { B A } type X { b: Int a(y: Int, x: Int): Int }
      """),
  ]

  @Test("Directives written on definitions do not count where introspection does not tell them")
  func appliedDirectives() throws {
    let old = try schema("type Query @a { a: Int }")
    let new = try schema("type Query { a: Int }")
    #expect(schemaChanges(from: old, to: new).count == 1)
    #expect(schemaChanges(from: old, to: new, appliedDirectives: false) == [])
  }

  @Test("Every kind has its severity, and its name is that of no other")
  func kinds() {
    let kinds = SchemaChange.Kind.allCases
    #expect(Set(kinds.map(\.rawValue)).count == kinds.count)
    #expect(kinds.count { $0.severity == .breaking } == 23)
    #expect(kinds.count { $0.severity == .dangerous } == 8)
  }
}
