import Testing

@Suite("Rule KnownFragmentNames")
struct KnownFragmentNamesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "known",
        "{ dog { ...A } } fragment A on Dog { ...B } fragment B on Dog { name }"),
      ValidationCase(
        "unknown",
        "{ dog { ...X ... on Dog { ...Y } } } fragment A on Dog { ...Z name }",
        errors: [
          #"Unknown fragment "X". (1:12)"#,
          #"Unknown fragment "Y". (1:30)"#,
          #"Unknown fragment "Z". (1:61)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("KnownFragmentNames")
  }
}
