import Testing

@Suite("Rule PossibleFragmentSpreads")
struct PossibleFragmentSpreadsTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "same object, interface, union",
        "{ dog { ... on Dog { name } ... on Pet { name } ... on DogOrCat { __typename } ... on Creature { name } } }"),
      ValidationCase(
        "object in interface and back",
        "{ pet(id: 1) { ... on Cat { name } ... on Creature { name } ... on DogOrCat { __typename } } dogOrCat { "
          + "... on Pet { name } } }"),
      ValidationCase(
        "another object",
        "{ dog { ... on Cat { name } ...F } } fragment F on Keeper { name }",
        errors: [
          #"Fragment cannot be spread here as objects of type "Dog" can never be of type "Cat". (1:9)"#,
          #"Fragment "F" cannot be spread here as objects of type "Dog" can never be of type "Keeper". (1:29)"#,
        ]),
      ValidationCase(
        "an interface that the object does not implement",
        "{ robot { ... on Pet { name } } keeper { ... on Pet { name } } }",
        errors: [
          #"Fragment cannot be spread here as objects of type "Robot" can never be of type "Pet". (1:11)"#,
          #"Fragment cannot be spread here as objects of type "Keeper" can never be of type "Pet". (1:42)"#,
        ]),
      ValidationCase(
        "unions without a common member",
        "{ robot { ... on DogOrCat { __typename } } dogOrCat { ... on Robot { model } ... on Anything { "
          + "__typename } } }",
        errors: [
          #"Fragment cannot be spread here as objects of type "Robot" can never be of type "DogOrCat". (1:11)"#,
          #"Fragment cannot be spread here as objects of type "DogOrCat" can never be of type "Robot". (1:55)"#,
        ]),
      ValidationCase(
        "an inline fragment without condition",
        "{ dog { ... { ... on Cat { name } } } }",
        errors: [
          #"Fragment cannot be spread here as objects of type "Dog" can never be of type "Cat". (1:15)"#
        ]),
      ValidationCase(
        "unknown and non-composite types are other rules'",
        "{ dog { ... on Nope { name } ... on Mood { name } ...Unknown } }"),
      ValidationCase(
        "an interface in an interface",
        "{ pet(id: 1) { ...F } } fragment F on Creature { ... on Robot { model } ... on Pet { name } }",
        errors: [
          #"Fragment cannot be spread here as objects of type "Creature" can never be of type "Robot". (1:50)"#
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("PossibleFragmentSpreads")
  }
}
