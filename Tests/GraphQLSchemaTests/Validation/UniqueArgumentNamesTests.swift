import Testing

@Suite("Rule UniqueArgumentNames")
struct UniqueArgumentNamesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "unique",
        #"{ dog { obeys(command: "a", times: 1) name @tagged(name: "a", weight: 1) @tagged(name: "b") } }"#),
      ValidationCase(
        "twice and thrice",
        #"{ dog { obeys(command: "a", times: 1, command: "b") name(upper: true, upper: true, upper: false) } }"#,
        errors: [
          #"There can be only one argument named "command". (1:15, 1:39)"#,
          #"There can be only one argument named "upper". (1:58, 1:71, 1:84)"#,
        ]),
      ValidationCase(
        "in directives",
        #"{ dog { name @tagged(name: "a", weight: 1, weight: 2, name: "b") } }"#,
        errors: [
          #"There can be only one argument named "name". (1:22, 1:55)"#,
          #"There can be only one argument named "weight". (1:33, 1:44)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("UniqueArgumentNames")
  }
}
