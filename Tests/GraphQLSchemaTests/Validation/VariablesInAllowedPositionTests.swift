import Testing

@Suite("Rule VariablesInAllowedPosition")
struct VariablesInAllowedPositionTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "same types",
        "query($a: ID!, $b: Int, $c: [Mood], $d: PetFilter) { pet(id: $a) { friends(first: $b) { name } } "
          + "pets(moods: $c, filter: $d) { name } }"),
      ValidationCase(
        "non-null in nullable",
        "query($b: Int!, $c: [Mood!]!) { pets(moods: $c, first: $b) { name } }"),
      ValidationCase(
        "nullable in non-null",
        "query Q($a: ID, $s: String) { pet(id: $a) { ... on Dog { obeys(command: $s) } } }",
        errors: [
          #"Variable "$a" of type "ID" used in position expecting type "ID!". (1:9, 1:39)"#,
          #"Variable "$s" of type "String" used in position expecting type "String!". (1:17, 1:73)"#,
        ]),
      ValidationCase(
        "defaults make up for it",
        #"query Q($a: ID = 1, $t: Int) { pet(id: $a) { ... on Dog { obeys(command: "", times: $t) } } }"#),
      ValidationCase(
        "a default of null does not",
        #"query Q($a: ID = null, $t: Int = null) { pet(id: $a) { ... on Dog { obeys(command: "", times: $t) } } }"#,
        errors: [
          #"Variable "$a" of type "ID" used in position expecting type "ID!". (1:9, 1:50)"#
        ]),
      ValidationCase(
        "other types",
        "query Q($a: Int, $b: String, $c: Boolean!) { pet(id: $b) { name @skip(if: $a) } pets(first: $c, filter: "
          + "{name: $a, moods: [$b]}) { name } }",
        errors: [
          #"Variable "$b" of type "String" used in position expecting type "ID!". (1:18, 1:54)"#,
          #"Variable "$a" of type "Int" used in position expecting type "Boolean!". (1:9, 1:75)"#,
          #"Variable "$c" of type "Boolean!" used in position expecting type "Int". (1:30, 1:93)"#,
          #"Variable "$a" of type "Int" used in position expecting type "String". (1:9, 1:112)"#,
          #"Variable "$b" of type "String" used in position expecting type "Mood!". (1:18, 1:124)"#,
        ]),
      ValidationCase(
        "lists and items",
        "query Q($a: Mood, $b: [Mood], $c: [[Int!]!], $d: [Int]) { x: pets(moods: $a) { name } y: pets(moods: "
          + "[$b]) { name } matrix(rows: $c) m: matrix(rows: $d) n: matrix(rows: [$d]) }",
        errors: [
          #"Variable "$a" of type "Mood" used in position expecting type "[Mood]". (1:9, 1:74)"#,
          #"Variable "$b" of type "[Mood]" used in position expecting type "Mood". (1:19, 1:103)"#,
          #"Variable "$d" of type "[Int]" used in position expecting type "[[Int!]!]". (1:46, 1:150)"#,
          #"Variable "$d" of type "[Int]" used in position expecting type "[Int!]!". (1:46, 1:171)"#,
        ]),
      ValidationCase(
        "in fragments",
        "query Q($a: String) { dog { ...F } } fragment F on Dog { ...G } fragment G on Dog { friends(first: $a) { "
          + "name } }",
        errors: [
          #"Variable "$a" of type "String" used in position expecting type "Int". (1:9, 1:100)"#
        ]),
      ValidationCase(
        "in input objects with defaults",
        "query Q($a: Int, $b: Int) { pets(filter: {range: {from: $a, to: $b}}) { name } }",
        errors: [
          #"Variable "$a" of type "Int" used in position expecting type "Int!". (1:9, 1:57)"#
        ]),
      ValidationCase(
        "a type that variables cannot have", "query Q($a: Dog!) { pet(id: $a) { name } }",
        errors: [#"Variable "$a" of type "Dog!" used in position expecting type "ID!". (1:9, 1:29)"#]),
      ValidationCase(
        "undefined and unknown ones are other rules'",
        "query Q($a: Nope) { pet(id: $a) { name } b: pet(id: $zzz) { name } }"),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("VariablesInAllowedPosition")
  }
}
