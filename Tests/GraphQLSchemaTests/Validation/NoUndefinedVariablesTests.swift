import Testing

@Suite("Rule NoUndefinedVariables")
struct NoUndefinedVariablesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "all defined, also through fragments",
        "query Q($a: ID!, $b: Int) { pet(id: $a) { ...F } } fragment F on Pet { friends(first: $b) { name } }"),
      ValidationCase(
        "undefined in a field, a directive, a list and an object",
        "query Q { pet(id: $a) { name @skip(if: $b) } pets(moods: [$c], filter: {name: $d}) { name } }",
        errors: [
          #"Variable "$a" is not defined by operation "Q". (1:19, 1:1)"#,
          #"Variable "$b" is not defined by operation "Q". (1:40, 1:1)"#,
          #"Variable "$c" is not defined by operation "Q". (1:59, 1:1)"#,
          #"Variable "$d" is not defined by operation "Q". (1:79, 1:1)"#,
        ]),
      ValidationCase(
        "in an operation without a name",
        "{ pet(id: $a) { name } }",
        errors: [
          #"Variable "$a" is not defined. (1:11, 1:1)"#
        ]),
      ValidationCase(
        "in a fragment of two operations, defined by one",
        "query A($x: Int) { dog { ...F } } query B { dog { ...F } } fragment F on Dog { friends(first: $x) { name } }",
        errors: [
          #"Variable "$x" is not defined by operation "B". (1:95, 1:35)"#
        ]),
      ValidationCase(
        "in nested fragments",
        "query A { dog { ...F } } fragment F on Dog { ...G } fragment G on Dog { friends(first: $x) { name "
          + "@include(if: $y) } }",
        errors: [
          #"Variable "$x" is not defined by operation "A". (1:88, 1:1)"#,
          #"Variable "$y" is not defined by operation "A". (1:112, 1:1)"#,
        ]),
      ValidationCase(
        "in recursive fragments",
        "query A { dog { ...F } } fragment F on Dog { friends(first: $x) { ... on Dog { ...F } } }",
        errors: [
          #"Variable "$x" is not defined by operation "A". (1:61, 1:1)"#
        ]),
      ValidationCase(
        "in a fragment that nobody spreads",
        "{ dog { name } } fragment F on Dog { friends(first: $x) { name } }"),
      ValidationCase(
        "used twice",
        "{ a: pet(id: $x) { name } b: pet(id: $x) { name } }",
        errors: [
          #"Variable "$x" is not defined. (1:14, 1:1)"#,
          #"Variable "$x" is not defined. (1:38, 1:1)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("NoUndefinedVariables")
  }
}
