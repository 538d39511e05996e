import Testing

@Suite("Rule UniqueDirectivesPerLocation")
struct UniqueDirectivesPerLocationTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "once each, and repeatable ones often",
        #"query @tagged(name: "a") @tagged(name: "b") { dog @once { name @once @tagged(name: "a") @tagged(name: "#
          + #""b") } }"#),
      ValidationCase(
        "repeated at one place",
        "query Q($v: Int @once @once) @onQuery @onQuery { dog @once @once @once { ...F @once @once ... @once "
          + "@once { name } } } fragment F on Dog @once @once { name }",
        errors: [
          #"The directive "@onQuery" can only be used once at this location. (1:30, 1:39)"#,
          #"The directive "@once" can only be used once at this location. (1:17, 1:23)"#,
          #"The directive "@once" can only be used once at this location. (1:54, 1:60)"#,
          #"The directive "@once" can only be used once at this location. (1:54, 1:66)"#,
          #"The directive "@once" can only be used once at this location. (1:79, 1:85)"#,
          #"The directive "@once" can only be used once at this location. (1:95, 1:101)"#,
          #"The directive "@once" can only be used once at this location. (1:138, 1:144)"#,
        ]),
      ValidationCase(
        "two different ones repeated",
        "{ dog { name @once @onField @once @onField } }",
        errors: [
          #"The directive "@once" can only be used once at this location. (1:14, 1:29)"#,
          #"The directive "@onField" can only be used once at this location. (1:20, 1:35)"#,
        ]),
      ValidationCase(
        "unknown ones are another rule's",
        "{ dog @nope @nope { name } }"),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("UniqueDirectivesPerLocation")
  }
}
