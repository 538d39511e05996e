import Testing

@Suite("Rule UniqueFragmentNames")
struct UniqueFragmentNamesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "unique, also beside operations of that name",
        "query A { dog { ...A } } fragment A on Dog { name } fragment B on Dog { name }"),
      ValidationCase(
        "repeated",
        "{ dog { ...A } } fragment A on Dog { name } fragment A on Dog { mood } fragment A on Cat { lives }",
        errors: [
          #"There can be only one fragment named "A". (1:27, 1:54)"#,
          #"There can be only one fragment named "A". (1:27, 1:81)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("UniqueFragmentNames")
  }
}
