import Testing

@Suite("Rule FieldsOnCorrectType")
struct FieldsOnCorrectTypeTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "known fields on objects, interfaces and through fragments",
        "{ dog { name barkVolume ...F ... on Pet { keeper { address { city } } } } } fragment F on Dog { mood }"),
      ValidationCase(
        "__typename on every composite type",
        "{ __typename dog { __typename } dogOrCat { __typename } pet(id: 1) { __typename } }"),
      ValidationCase(
        "introspection at the root only",
        #"{ __schema { types { name } } __type(name: "Dog") { name } dog { __schema { types { name } } } }"#,
        errors: [
          #"Cannot query field "__schema" on type "Dog". (1:66)"#
        ]),
      ValidationCase(
        "a misspelt field",
        "{ dog { nam } }",
        errors: [
          #"Cannot query field "nam" on type "Dog". Did you mean "name"? (1:9)"#
        ]),
      ValidationCase(
        "an alias does not hide it",
        "{ dog { name: nmae volume: barkVolum } }",
        errors: [
          #"Cannot query field "nmae" on type "Dog". Did you mean "name"? (1:9)"#,
          #"Cannot query field "barkVolum" on type "Dog". Did you mean "barkVolume"? (1:20)"#,
        ]),
      ValidationCase(
        "nothing near",
        "{ dog { quuxifrax } }",
        errors: [
          #"Cannot query field "quuxifrax" on type "Dog". (1:9)"#
        ]),
      ValidationCase(
        "a field of the implementations only",
        "{ pet(id: 1) { barkVolume } }",
        errors: [
          #"Cannot query field "barkVolume" on type "Pet". Did you mean to use an inline fragment on "Dog"? (1:16)"#
        ]),
      ValidationCase(
        "a field of several implementations",
        "{ pet(id: 1) { mood } keeper { friends { mood } } }",
        errors: [
          #"Cannot query field "mood" on type "Pet". Did you mean to use an inline fragment on "Cat" or "Dog"? "#
            + "(1:16)",
          #"Cannot query field "mood" on type "Creature". Did you mean to use an inline fragment on "Cat" or "#
            + #""Dog"? (1:42)"#,
        ]),
      ValidationCase(
        "a field of a union's members",
        "{ dogOrCat { name } anything { model } }",
        errors: [
          #"Cannot query field "name" on type "DogOrCat". Did you mean to use an inline fragment on "Creature", "#
            + #""Pet", "Cat", or "Dog"? (1:14)"#,
          #"Cannot query field "model" on type "Anything". Did you mean to use an inline fragment on "Robot"? (1:32)"#,
        ]),
      ValidationCase(
        "nothing below an unknown field is looked at",
        "{ dog { toy { size { unit } } } }",
        errors: [
          #"Cannot query field "toy" on type "Dog". (1:9)"#
        ]),
      ValidationCase(
        "in fragments",
        "fragment F on Cat { barkVolume ... on Dog { lives } ... { live } } { cat { ...F } }",
        errors: [
          #"Cannot query field "barkVolume" on type "Cat". (1:21)"#,
          #"Cannot query field "lives" on type "Dog". (1:45)"#,
          #"Cannot query field "live" on type "Cat". Did you mean "lives"? (1:59)"#,
        ]),
      ValidationCase(
        "an unknown type condition hides what is in it",
        "{ dog { ... on Dragon { fire } } }"),
      ValidationCase(
        "on the mutation and subscription roots",
        "mutation { renam } subscription S { petAdd { name } }",
        errors: [
          #"Cannot query field "renam" on type "Mutation". Did you mean "rename"? (1:12)"#,
          #"Cannot query field "petAdd" on type "Subscription". Did you mean "petAdded"? (1:37)"#,
        ]),
      ValidationCase(
        "no more than five suggestions, in natural order",
        "{ pets { nam frends } robot { seria mode } }",
        errors: [
          #"Cannot query field "nam" on type "Pet". Did you mean "name"? (1:10)"#,
          #"Cannot query field "frends" on type "Pet". Did you mean "friends"? (1:14)"#,
          #"Cannot query field "seria" on type "Robot". Did you mean "serial"? (1:31)"#,
          #"Cannot query field "mode" on type "Robot". Did you mean "model"? (1:37)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("FieldsOnCorrectType")
  }
}
