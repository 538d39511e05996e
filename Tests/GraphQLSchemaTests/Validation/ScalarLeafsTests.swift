import Testing

@Suite("Rule ScalarLeafs")
struct ScalarLeafsTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "leaves without, others with a selection",
        "{ dog { name mood born friends { name } } }"),
      ValidationCase(
        "a scalar with a selection",
        "{ dog { name { length } } }",
        errors: [
          #"Field "name" must not have a selection since type "String" has no subfields. (1:14)"#
        ]),
      ValidationCase(
        "an enum and a list of composites",
        "{ dog { mood { x } friends } dog }",
        errors: [
          #"Field "mood" must not have a selection since type "Mood" has no subfields. (1:14)"#,
          #"Field "friends" of type "[Creature!]" must have a selection of subfields. Did you mean "friends { ... "#
            + #"}"? (1:20)"#,
          #"Field "dog" of type "Dog" must have a selection of subfields. Did you mean "dog { ... }"? (1:30)"#,
        ]),
      ValidationCase(
        "an empty-looking object",
        "{ dogOrCat pets keeper { address } }",
        errors: [
          #"Field "dogOrCat" of type "DogOrCat" must have a selection of subfields. Did you mean "dogOrCat { ... "#
            + #"}"? (1:3)"#,
          #"Field "pets" of type "[Pet]" must have a selection of subfields. Did you mean "pets { ... }"? (1:12)"#,
          #"Field "address" of type "Address" must have a selection of subfields. Did you mean "address { ... }"? "#
            + "(1:26)",
        ]),
      ValidationCase(
        "with arguments and directives",
        "{ dog { name(upper: true) @include(if: true) { x } } }",
        errors: [
          #"Field "name" must not have a selection since type "String" has no subfields. (1:46)"#
        ]),
      ValidationCase(
        "unknown fields are another rule's",
        "{ nope nope2 { x } }"),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("ScalarLeafs")
  }
}
