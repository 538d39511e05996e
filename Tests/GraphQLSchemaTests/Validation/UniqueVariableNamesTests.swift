import Testing

@Suite("Rule UniqueVariableNames")
struct UniqueVariableNamesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "unique in each operation",
        "query A($x: Int, $y: Int) { dog { name } } query B($x: Int) { dog { name } }"),
      ValidationCase(
        "repeated",
        "query A($x: Int, $y: Int, $x: String, $ y: Int, $x: ID) { dog { name } }",
        errors: [
          #"There can be only one variable named "$x". (1:10, 1:28, 1:50)"#,
          #"There can be only one variable named "$y". (1:19, 1:41)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("UniqueVariableNames")
  }
}
