import Testing

@Suite("Rule ExecutableDefinitions")
struct ExecutableDefinitionsTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "executable ones",
        "{ dog { ...F } } fragment F on Dog { name }"),
      ValidationCase(
        "others",
        "{ dog { name } } type Cow { name: String } schema { query: Query } extend type Dog { age: Int } "
          + "directive @d on FIELD extend schema @d scalar S",
        errors: [
          #"The "Cow" definition is not executable. (1:18)"#,
          "The schema definition is not executable. (1:44)",
          #"The "Dog" definition is not executable. (1:68)"#,
          #"The "d" definition is not executable. (1:97)"#,
          "The schema definition is not executable. (1:119)",
          #"The "S" definition is not executable. (1:136)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("ExecutableDefinitions")
  }
}
