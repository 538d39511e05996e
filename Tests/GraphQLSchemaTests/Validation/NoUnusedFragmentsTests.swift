import Testing

@Suite("Rule NoUnusedFragments")
struct NoUnusedFragmentsTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "all used",
        "{ dog { ...A } } fragment A on Dog { ...B } fragment B on Dog { name }"),
      ValidationCase(
        "unused ones",
        "{ dog { ...A } } fragment A on Dog { name } fragment B on Dog { ...C } fragment C on Dog { name }",
        errors: [
          #"Fragment "B" is never used. (1:45)"#,
          #"Fragment "C" is never used. (1:72)"#,
        ]),
      ValidationCase(
        "unused cycles",
        "{ dog { name } } fragment A on Dog { ...B } fragment B on Dog { ...A }",
        errors: [
          #"Fragment "A" is never used. (1:18)"#,
          #"Fragment "B" is never used. (1:45)"#,
        ]),
      ValidationCase(
        "used by the second operation",
        "query A { dog { name } } query B { dog { ...F } } fragment F on Dog { name }"),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("NoUnusedFragments")
  }
}
