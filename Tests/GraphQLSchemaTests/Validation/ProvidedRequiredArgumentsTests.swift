import Testing

@Suite("Rule ProvidedRequiredArguments")
struct ProvidedRequiredArgumentsTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "all required arguments given, defaults left out",
        #"{ dog { obeys(command: "sit") } pet(id: 1) { name } }"#),
      ValidationCase(
        "one missing",
        "{ dog { obeys } pet { name } }",
        errors: [
          #"Field "obeys" argument "command" of type "String!" is required, but it was not provided. (1:9)"#,
          #"Field "pet" argument "id" of type "ID!" is required, but it was not provided. (1:17)"#,
        ]),
      ValidationCase(
        "an argument of another name does not help",
        "{ pet(ID: 1) { name } }",
        errors: [
          #"Field "pet" argument "id" of type "ID!" is required, but it was not provided. (1:3)"#
        ]),
      ValidationCase(
        "null is given, though not allowed",
        "{ pet(id: null) { name } }"),
      ValidationCase(
        "of directives",
        "{ dog @tagged { name @include @skip(if: true) } }",
        errors: [
          #"Directive "@tagged" argument "name" of type "String!" is required, but it was not provided. (1:7)"#,
          #"Directive "@include" argument "if" of type "Boolean!" is required, but it was not provided. (1:22)"#,
        ]),
      ValidationCase(
        "of several levels, reported on the way out",
        "mutation { rename(id: 1) { ... on Dog { obeys } } }",
        errors: [
          #"Field "obeys" argument "command" of type "String!" is required, but it was not provided. (1:41)"#,
          #"Field "rename" argument "name" of type "String!" is required, but it was not provided. (1:12)"#,
        ]),
      ValidationCase(
        "of unknown fields nothing is said",
        "{ unknown { obeys } }"),
      ValidationCase(
        "a misspelt field inside",
        "{ __type { name } }",
        errors: [
          #"Field "__type" argument "name" of type "String!" is required, but it was not provided. (1:3)"#
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("ProvidedRequiredArguments")
  }
}
