import GraphQLSchema
import Testing

@Suite("Breaking changes")
struct BreakingChangesTests {
  @Test("What breaks clients, in the reference's words", arguments: referenceCases)
  func reference(expected: ChangeCase) throws { try expected.check(.breaking) }

  @Test("What breaks clients, and the reference does not look at", arguments: ownCases)
  func own(expected: ChangeCase) throws { try expected.check(.breaking) }

  static let referenceCases = [
    ChangeCase(
      "a type removed", "type A { a: Int } type B { b: Int }", "type A { a: Int }", "TYPE_REMOVED: B was removed."),
    ChangeCase(
      "a scalar that nothing refers to any more", "type A { a: ID }", "type A { a: Int }",
      "TYPE_REMOVED: Standard scalar ID was removed because it is not referenced anymore.",
      "FIELD_CHANGED_KIND: A.a changed type from ID to Int."),
    ChangeCase(
      "a type of another kind",
      "scalar A type B { b: Int } interface C { c: Int } union D = Query enum E { E } input F { f: Int }",
      "type A { b: Int } interface B { b: Int } union C = Query enum D { E } input E { f: Int } scalar F",
      "TYPE_CHANGED_KIND: A changed from a Scalar type to an Object type.",
      "TYPE_CHANGED_KIND: B changed from an Object type to an Interface type.",
      "TYPE_CHANGED_KIND: C changed from an Interface type to a Union type.",
      "TYPE_CHANGED_KIND: D changed from a Union type to an Enum type.",
      "TYPE_CHANGED_KIND: E changed from an Enum type to an Input type.",
      "TYPE_CHANGED_KIND: F changed from an Input type to a Scalar type."),
    ChangeCase(
      "fields removed and changed",
      "type A { a: Int b: Int c: Int! d: [Int] e: [Int!] f: Int g: [[Int!]!] }",
      "type A { b: String c: Int d: Int e: [Int] f: [Int]! g: [[Int!]] }",
      "FIELD_REMOVED: A.a was removed.", "FIELD_CHANGED_KIND: A.b changed type from Int to String.",
      "FIELD_CHANGED_KIND: A.c changed type from Int! to Int.",
      "FIELD_CHANGED_KIND: A.d changed type from [Int] to Int.",
      "FIELD_CHANGED_KIND: A.e changed type from [Int!] to [Int].",
      "FIELD_CHANGED_KIND: A.f changed type from Int to [Int]!.",
      "FIELD_CHANGED_KIND: A.g changed type from [[Int!]!] to [[Int!]]."),
    ChangeCase(
      "input fields removed, changed and required",
      "input A { a: Int b: Int c: Int d: [Int] e: [Int] }", "input A { b: String c: Int! d: Int e: [Int!] f: Int! }",
      "REQUIRED_INPUT_FIELD_ADDED: A required field f on input type A was added.",
      "FIELD_REMOVED: A.a was removed.", "FIELD_CHANGED_KIND: A.b changed type from Int to String.",
      "FIELD_CHANGED_KIND: A.c changed type from Int to Int!.",
      "FIELD_CHANGED_KIND: A.d changed type from [Int] to Int.",
      "FIELD_CHANGED_KIND: A.e changed type from [Int] to [Int!]."),
    ChangeCase(
      "members, values and interfaces removed",
      """
      type A implements I { a: Int } type B { a: Int } interface I { a: Int } interface J implements I { a: Int }
      union U = A | B enum E { X Y }
      """,
      """
      type A { a: Int } type B { a: Int } interface I { a: Int } interface J { a: Int }
      union U = B enum E { Y }
      """,
      "IMPLEMENTED_INTERFACE_REMOVED: A no longer implements interface I.",
      "IMPLEMENTED_INTERFACE_REMOVED: J no longer implements interface I.",
      "TYPE_REMOVED_FROM_UNION: A was removed from union type U.",
      "VALUE_REMOVED_FROM_ENUM: X was removed from enum type E."),
    ChangeCase(
      "arguments removed, changed and required",
      "type A { a(x: Int, y: Int, z: [Int]): Int b: Int }",
      "type A { a(y: String, z: [Int]!): Int b(n: Int!, m: Int! = \"x\"): Int }",
      "ARG_REMOVED: A.a arg x was removed.", "ARG_CHANGED_KIND: A.a arg y has changed type from Int to String.",
      "ARG_CHANGED_KIND: A.a arg z has changed type from [Int] to [Int]!.",
      "REQUIRED_ARG_ADDED: A required arg n on A.b was added.",
      // A default that does not fit is none.
      "REQUIRED_ARG_ADDED: A required arg m on A.b was added."),
    ChangeCase(
      "directives",
      "directive @a on FIELD directive @b(x: Int) repeatable on FIELD | QUERY directive @c on FIELD",
      "directive @b on QUERY directive @c(y: Int!) on FIELD", "DIRECTIVE_REMOVED: a was removed.",
      "DIRECTIVE_ARG_REMOVED: x was removed from b.",
      "DIRECTIVE_REPEATABLE_REMOVED: Repeatable flag was removed from b.",
      "DIRECTIVE_LOCATION_REMOVED: FIELD was removed from b.",
      "REQUIRED_DIRECTIVE_ARG_ADDED: A required arg y on directive c was added."),
    ChangeCase(
      "a built-in directive that a schema says less of", "",
      "directive @deprecated(reason: String) on FIELD_DEFINITION",
      "DIRECTIVE_ARG_DEFAULT_VALUE_CHANGE: @deprecated(reason:) defaultValue was removed.",
      "DESCRIPTION_CHANGED: Description of @deprecated(reason:) was removed.",
      "DESCRIPTION_CHANGED: Description of @deprecated was removed.",
      "DIRECTIVE_LOCATION_REMOVED: ARGUMENT_DEFINITION was removed from deprecated.",
      "DIRECTIVE_LOCATION_REMOVED: INPUT_FIELD_DEFINITION was removed from deprecated.",
      "DIRECTIVE_LOCATION_REMOVED: ENUM_VALUE was removed from deprecated."),
  ]

  static let ownCases = [
    ChangeCase(
      "root types",
      "schema { query: A mutation: A } type A { a: Int } type B { a: Int }",
      "schema { query: B subscription: B } type A { a: Int } type B { a: Int }",
      "ROOT_TYPE_CHANGED: The query root type changed from A to B.",
      "ROOT_TYPE_REMOVED: The mutation root type A was removed.",
      "ROOT_TYPE_ADDED: The subscription root type B was added."),
    ChangeCase(
      "an input object that takes exactly one field", "input A { a: Int b: Int }", "input A @oneOf { a: Int b: Int }",
      "ONE_OF_ADDED: Exactly one field of A must be given now."),
    ChangeCase(
      "a directive's argument", "directive @a(x: Int) on FIELD", "directive @a(x: Int!) on FIELD",
      "DIRECTIVE_ARG_CHANGED_KIND: Argument @a(x:) has changed type from Int to Int!."),
    ChangeCase(
      "what could be left out and has to be given",
      "input I { n: Int! = 1 m: Int = 1 } type A { a(x: Int! = 2, y: Int = 3): Int } directive @a(x: Int! = 4) on FIELD",
      "input I { n: Int! m: Int } type A { a(x: Int!, y: Int): Int } directive @a(x: Int!) on FIELD",
      "INPUT_FIELD_DEFAULT_VALUE_CHANGE: I.n defaultValue was removed.",
      "REQUIRED_INPUT_FIELD_DEFAULT_REMOVED: I.n is required now: its default value 1 was removed or is no longer valid.",
      "INPUT_FIELD_DEFAULT_VALUE_CHANGE: I.m defaultValue was removed.",
      "ARG_DEFAULT_VALUE_CHANGE: A.a arg x defaultValue was removed.",
      "REQUIRED_ARG_DEFAULT_REMOVED: A.a arg x is required now: its default value 2 was removed or is no longer valid.",
      "ARG_DEFAULT_VALUE_CHANGE: A.a arg y defaultValue was removed.",
      "DIRECTIVE_ARG_DEFAULT_VALUE_CHANGE: @a(x:) defaultValue was removed.",
      "REQUIRED_DIRECTIVE_ARG_DEFAULT_REMOVED: @a(x:) is required now: its default value 4 was removed or is no longer valid."
    ),
  ]
}
