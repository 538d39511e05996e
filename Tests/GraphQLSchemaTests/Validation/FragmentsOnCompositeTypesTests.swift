import Testing

@Suite("Rule FragmentsOnCompositeTypes")
struct FragmentsOnCompositeTypesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "objects, interfaces, unions",
        "fragment A on Dog { name } fragment B on Pet { name } fragment C on DogOrCat { __typename } { dog { ... "
          + "on Dog { name } ... { name } } }"),
      ValidationCase(
        "scalars, enums, input types",
        "fragment A on Boolean { a } fragment B on Mood { a } fragment C on PetFilter { a } { dog { ... on String "
          + "{ name } } }",
        errors: [
          #"Fragment "A" cannot condition on non composite type "Boolean". (1:15)"#,
          #"Fragment "B" cannot condition on non composite type "Mood". (1:43)"#,
          #"Fragment "C" cannot condition on non composite type "PetFilter". (1:68)"#,
          #"Fragment cannot condition on non composite type "String". (1:99)"#,
        ]),
      ValidationCase(
        "unknown types are another rule's",
        "fragment A on Nope { a } { dog { ... on Nope { name } } }"),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("FragmentsOnCompositeTypes")
  }
}
