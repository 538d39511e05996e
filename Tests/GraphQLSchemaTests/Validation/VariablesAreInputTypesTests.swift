import Testing

@Suite("Rule VariablesAreInputTypes")
struct VariablesAreInputTypesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "input types",
        "query($a: Int, $b: [PetFilter!]!, $c: Mood, $d: Moment) { dog { name } }"),
      ValidationCase(
        "output types",
        "query($a: Dog, $b: [[Pet!]]!, $c: DogOrCat!) { dog { name } }",
        errors: [
          #"Variable "$a" cannot be non-input type "Dog". (1:11)"#,
          #"Variable "$b" cannot be non-input type "[[Pet!]]!". (1:20)"#,
          #"Variable "$c" cannot be non-input type "DogOrCat!". (1:35)"#,
        ]),
      ValidationCase(
        "unknown types are another rule's",
        "query($a: Nope) { dog { name } }"),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("VariablesAreInputTypes")
  }
}
