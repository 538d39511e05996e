import Testing

@Suite("Rule NoUnusedVariables")
struct NoUnusedVariablesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "all used",
        "query Q($a: ID!, $b: Boolean!) { pet(id: $a) { name @skip(if: $b) } }"),
      ValidationCase(
        "used in a fragment",
        "query Q($a: Int) { dog { ...F } } fragment F on Dog { friends(first: $a) { name } }"),
      ValidationCase(
        "used in an object in a list",
        "query Q($a: String) { pets(filter: {any: [{name: $a}]}) { name } }"),
      ValidationCase(
        "unused",
        "query Q($a: ID!, $b: Int, $c: Int = 3 @once) { pet(id: $a) { name } }",
        errors: [
          #"Variable "$b" is never used in operation "Q". (1:18)"#,
          #"Variable "$c" is never used in operation "Q". (1:27)"#,
        ]),
      ValidationCase(
        "unused in an operation without a name",
        "query ($b: Int) { dog { name } }",
        errors: [
          #"Variable "$b" is never used. (1:8)"#
        ]),
      ValidationCase(
        "used only by another operation",
        "query A($x: Int) { dog { name } } query B($x: Int) { dog { friends(first: $x) { name } } }",
        errors: [
          #"Variable "$x" is never used in operation "A". (1:9)"#
        ]),
      ValidationCase(
        "used only in a fragment that is not spread",
        "query A($x: Int) { dog { name } } fragment F on Dog { friends(first: $x) { name } }",
        errors: [
          #"Variable "$x" is never used in operation "A". (1:9)"#
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("NoUnusedVariables")
  }
}
