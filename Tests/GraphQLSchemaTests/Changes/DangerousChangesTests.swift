import GraphQLSchema
import Testing

@Suite("Dangerous changes")
struct DangerousChangesTests {
  @Test("What may surprise clients, in the reference's words", arguments: referenceCases)
  func reference(expected: ChangeCase) throws { try expected.check(.dangerous) }

  @Test("What may surprise clients, and the reference does not look at", arguments: ownCases)
  func own(expected: ChangeCase) throws { try expected.check(.dangerous) }

  static let referenceCases = [
    ChangeCase(
      "members, values and interfaces added",
      "type A { a: Int } type B { a: Int } interface I { a: Int } interface J { a: Int } union U = A enum E { X }",
      """
      type A implements I { a: Int } type B { a: Int } interface I { a: Int } interface J implements I { a: Int }
      union U = B | A enum E { W X }
      """,
      "IMPLEMENTED_INTERFACE_ADDED: I added to interfaces implemented by A.",
      "IMPLEMENTED_INTERFACE_ADDED: I added to interfaces implemented by J.",
      "TYPE_ADDED_TO_UNION: B was added to union type U.", "VALUE_ADDED_TO_ENUM: W was added to enum type E."),
    ChangeCase(
      "what may be given added", "input A { a: Int } type B { b: Int }",
      "input A { a: Int b: Int! = 1 } type B { b(x: Int, y: Int! = 2): Int }",
      "OPTIONAL_INPUT_FIELD_ADDED: An optional field b on input type A was added.",
      "OPTIONAL_ARG_ADDED: An optional arg x on B.b was added.",
      "OPTIONAL_ARG_ADDED: An optional arg y on B.b was added."),
    ChangeCase(
      "defaults removed and changed",
      """
      input I { n: Int = 1 l: [I] }
      enum E { X Y }
      type A { a(r: Int = 1, s: String = "test", e: E = X, l: [[String]] = [["a"], ["b"]], o: I = {l: [{n: 2}]}): Int }
      """,
      """
      input I { n: Int = 1 l: [I] }
      enum E { X Y }
      type A { a(r: Int, s: String = "Test", e: E = Y, l: [[String]] = [["b"], []], o: I = {l: [{n: 3}]}): Int }
      """,
      "ARG_DEFAULT_VALUE_CHANGE: A.a arg r defaultValue was removed.",
      "ARG_DEFAULT_VALUE_CHANGE: A.a arg s has changed defaultValue from \"test\" to \"Test\".",
      "ARG_DEFAULT_VALUE_CHANGE: A.a arg e has changed defaultValue from X to Y.",
      "ARG_DEFAULT_VALUE_CHANGE: A.a arg l has changed defaultValue from [[\"a\"], [\"b\"]] to [[\"b\"], []].",
      "ARG_DEFAULT_VALUE_CHANGE: A.a arg o has changed defaultValue from {l: [{n: 2}], n: 1} to {l: [{n: 3}], n: 1}."),
    ChangeCase(
      "a default that another one fills in",
      "input I { n: Int = 1 } type A { a(i: I = {}): Int }", "input I { n: Int = 2 } type A { a(i: I = {}): Int }",
      "INPUT_FIELD_DEFAULT_VALUE_CHANGE: I.n has changed defaultValue from 1 to 2.",
      "ARG_DEFAULT_VALUE_CHANGE: A.a arg i has changed defaultValue from {n: 1} to {n: 2}."),
    ChangeCase(
      "defaults in another order are the same",
      "input I { a: Int b: Int } type A { a(i: I = {a: 1, b: 2}): Int }",
      "input I { b: Int a: Int } type A { a(i: I = {b: 2, a: 1}): Int }"),
  ]

  static let ownCases = [
    ChangeCase(
      "an input field's default", "input A { a: Int = 1 b: Int! = 1 }", "input A { a: Int = 2 b: Int! }",
      "INPUT_FIELD_DEFAULT_VALUE_CHANGE: A.a has changed defaultValue from 1 to 2.",
      "INPUT_FIELD_DEFAULT_VALUE_CHANGE: A.b defaultValue was removed.",
      "REQUIRED_INPUT_FIELD_DEFAULT_REMOVED: A.b is required now: its default value 1 was removed or is no longer valid."
    ),
    ChangeCase(
      "a directive's default", "directive @a(x: Int = 1) on FIELD", "directive @a(x: Int = 2) on FIELD",
      "DIRECTIVE_ARG_DEFAULT_VALUE_CHANGE: @a(x:) has changed defaultValue from 1 to 2."),
    ChangeCase(
      "defaults that do not fit, as they are written",
      """
      enum O { ASC DESC } type A { b(o: O = asc): Int c(o: O = asc): Int d(o: O = asc): Int
      e(x: Int): Int f(x: Int = 2): Int g(x: Int = "x"): Int h(x: Int = "x"): Int }
      """,
      """
      enum O { ASC DESC } type A { b(o: O = desc): Int c(o: O = ASC): Int d(o: O = asc): Int
      e(x: Int = "x"): Int f(x: Int = "x"): Int g(x: Int): Int h(x: Int = 3): Int }
      """,
      "ARG_DEFAULT_VALUE_CHANGE: A.b arg o has changed defaultValue from asc to desc.",
      "ARG_DEFAULT_VALUE_CHANGE: A.c arg o has changed defaultValue from asc to ASC.",
      "ARG_DEFAULT_VALUE_CHANGE: A.e arg x has changed defaultValue from nothing to \"x\".",
      "ARG_DEFAULT_VALUE_CHANGE: A.f arg x has changed defaultValue from 2 to \"x\".",
      "ARG_DEFAULT_VALUE_CHANGE: A.g arg x defaultValue was removed.",
      "ARG_DEFAULT_VALUE_CHANGE: A.h arg x has changed defaultValue from \"x\" to 3."),
    ChangeCase(
      "a default that an enum has no more", "enum O { A B } type A { b(o: O = B): Int }",
      "enum O { A } type A { b(o: O = B): Int }",
      "VALUE_REMOVED_FROM_ENUM: B was removed from enum type O.",
      "ARG_DEFAULT_VALUE_CHANGE: A.b arg o defaultValue was removed."),
  ]
}
