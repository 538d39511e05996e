import Testing

@Suite("Rule KnownArgumentNames")
struct KnownArgumentNamesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "known arguments",
        #"query($s: String!) { dog { obeys(command: $s, times: 2) name(upper: true) @tagged(name: "a") } }"#),
      ValidationCase(
        "an unknown argument",
        #"{ dog { obeys(comand: "sit", loud: true) } }"#,
        errors: [
          #"Unknown argument "comand" on field "Dog.obeys". Did you mean "command"? (1:15)"#,
          #"Unknown argument "loud" on field "Dog.obeys". (1:30)"#,
        ]),
      ValidationCase(
        "an argument of a field without any",
        "{ dog { mood(of: 1) } }",
        errors: [
          #"Unknown argument "of" on field "Dog.mood". (1:14)"#
        ]),
      ValidationCase(
        "of directives",
        #"{ dog @tagged(nam: "a", wait: 1) { name @skip(unless: true) @include(if: true) } }"#,
        errors: [
          #"Unknown argument "nam" on directive "@tagged". Did you mean "name"? (1:15)"#,
          #"Unknown argument "wait" on directive "@tagged". (1:25)"#,
          #"Unknown argument "unless" on directive "@skip". (1:47)"#,
        ]),
      ValidationCase(
        "of an unknown field or directive nothing is said",
        "{ dgo(x: 1) dog @unknown(x: 1) { name } }"),
      ValidationCase(
        "in nested selections and fragments",
        "{ keeper { pets { friends(frist: 1) { name(uper: true) } } ...F } } fragment F on Keeper { name(lower: "
          + "true) }",
        errors: [
          #"Unknown argument "frist" on field "Pet.friends". Did you mean "first"? (1:27)"#,
          #"Unknown argument "uper" on field "Creature.name". Did you mean "upper"? (1:44)"#,
          #"Unknown argument "lower" on field "Keeper.name". Did you mean "upper"? (1:97)"#,
        ]),
      ValidationCase(
        "of introspection fields",
        #"{ __type(nam: "Dog") { fields(includeDeprecatd: true) { name } } }"#,
        errors: [
          #"Unknown argument "nam" on field "Query.__type". Did you mean "name"? (1:10)"#,
          #"Unknown argument "includeDeprecatd" on field "__Type.fields". Did you mean "includeDeprecated"? (1:31)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("KnownArgumentNames")
  }
}
