import Testing

@Suite("Rule UniqueOperationNames")
struct UniqueOperationNamesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "unique",
        #"query A { dog { name } } mutation B { rename(id: 1, name: "") { name } } fragment A on Dog { name }"#),
      ValidationCase(
        "repeated, also over kinds",
        #"query A { dog { name } } query A { dog { mood } } mutation A { rename(id: 1, name: "") { name } } { dog "#
          + "{ name } } { cat { name } }",
        errors: [
          #"There can be only one operation named "A". (1:7, 1:32)"#,
          #"There can be only one operation named "A". (1:7, 1:60)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("UniqueOperationNames")
  }
}
