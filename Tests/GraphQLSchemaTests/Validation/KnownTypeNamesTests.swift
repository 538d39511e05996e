import Testing

@Suite("Rule KnownTypeNames")
struct KnownTypeNamesTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "known types",
        "query($a: ID, $b: [PetFilter!]!) { pet(id: $a) { ... on Dog { name } ...F } } fragment F on Pet { name }"),
      ValidationCase(
        "unknown types in conditions and variables",
        "query($a: Pett, $b: [Strin!]!) { pet(id: 1) { ... on Dgo { name } ...F } } fragment F on Creatur { name }",
        errors: [
          #"Unknown type "Pett". Did you mean "Pet"? (1:11)"#,
          #"Unknown type "Strin". Did you mean "String"? (1:22)"#,
          #"Unknown type "Dgo". Did you mean "Dog"? (1:54)"#,
          #"Unknown type "Creatur". Did you mean "Creature"? (1:90)"#,
        ]),
      ValidationCase(
        "nothing near",
        "fragment F on Zzzzzzzzzz { name }",
        errors: [
          #"Unknown type "Zzzzzzzzzz". (1:15)"#
        ]),
      ValidationCase(
        "many near",
        "fragment F on Ca { name } fragment G on Do { name }",
        errors: [
          #"Unknown type "Ca". Did you mean "Cat"? (1:15)"#,
          #"Unknown type "Do". Did you mean "Dog"? (1:41)"#,
        ]),
      ValidationCase(
        "built-in scalars",
        "query($a: Int, $b: Float, $c: Boolean, $d: Itn) { dog { name } }",
        errors: [
          #"Unknown type "Itn". Did you mean "Int" or "ID"? (1:44)"#
        ]),
      ValidationCase(
        "a definition in the document makes a type known, an extension does not",
        "fragment F on Zyxwvu { a } fragment G on Zyxwv { a } type Zyxwvu { a: Int }",
        errors: [
          #"Unknown type "Zyxwv". Did you mean "Zyxwvu"? (1:42)"#
        ]),
      ValidationCase(
        "an extension names nothing that could be meant",
        "fragment F on Zyxwvu { a } fragment G on Zyxwv { a } extend type Zyxwvu { a: Int }",
        errors: [
          #"Unknown type "Zyxwvu". (1:15)"#,
          #"Unknown type "Zyxwv". (1:42)"#,
        ]),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("KnownTypeNames")
  }

  @Test("A built-in scalar that the schema does not name is unknown, and nothing else is said of it")
  func unnamedScalar() throws {
    let query = "query ($a: Int = true) { a(b: $a) { ... on Float { c } } } fragment F on ID { d }"
    let errors = try validationErrors(query, in: schema("type Query { a(b: String): Query }"))
    #expect(
      errors == [
        #"Unknown type "Int". (1:12)"#, #"Unknown type "Float". (1:44)"#, #"Unknown type "ID". (1:74)"#,
        #"Fragment "F" is never used. (1:60)"#,
      ])
  }
}
