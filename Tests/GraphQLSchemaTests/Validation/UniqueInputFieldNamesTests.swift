import Testing

@Suite("Rule UniqueInputFieldNames")
struct UniqueInputFieldNamesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "unique, also on several levels",
        #"{ pets(filter: {name: "a", range: {from: 1, to: 2}, any: [{name: "a"}, {name: "a"}]}) { name } }"#),
      ValidationCase(
        "twice and thrice",
        #"{ pets(filter: {name: "a", name: "b", range: {from: 1, from: 2, from: 3}, name: "c"}) { name } }"#,
        errors: [
          #"There can be only one input field named "name". (1:17, 1:28)"#,
          #"There can be only one input field named "from". (1:47, 1:56)"#,
          #"There can be only one input field named "from". (1:47, 1:65)"#,
          #"There can be only one input field named "name". (1:17, 1:75)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("UniqueInputFieldNames")
  }
}
