import Testing

@Suite("Rule LoneAnonymousOperation")
struct LoneAnonymousOperationTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "alone",
        "{ dog { ...F } } fragment F on Dog { name }"),
      ValidationCase(
        "only named ones",
        "query A { dog { name } } query B { dog { name } }"),
      ValidationCase(
        "two",
        #"{ dog { name } } query B { dog { name } } mutation { rename(id: 1, name: "") { name } }"#,
        errors: [
          "This anonymous operation must be the only defined operation. (1:1)",
          "This anonymous operation must be the only defined operation. (1:43)",
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("LoneAnonymousOperation")
  }
}
