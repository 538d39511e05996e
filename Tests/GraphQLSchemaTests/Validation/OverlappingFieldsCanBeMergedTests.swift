import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Rule OverlappingFieldsCanBeMerged")
struct OverlappingFieldsCanBeMergedTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "the same field twice",
        "{ dog { name name friends(first: 1) { name } friends(first: 1) { name } } }"),
      ValidationCase(
        "different aliases",
        "{ dog { a: name b: mood c: name(upper: true) } }"),
      ValidationCase(
        "another field under one key",
        "{ dog { x: name x: mood } }",
        errors: [
          #"Fields "x" conflict because "name" and "mood" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:9, 1:17)"
        ]),
      ValidationCase(
        "an alias of another field's name",
        "{ dog { name: mood name } }",
        errors: [
          #"Fields "name" conflict because "mood" and "name" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:9, 1:20)"
        ]),
      ValidationCase(
        "different arguments",
        "{ dog { name(upper: true) name } cat { obeys: name(upper: true) obeys: name(upper: false) } }",
        errors: [
          #"Fields "name" conflict because they have differing arguments. Use different aliases on the fields to "#
            + "fetch both if this was intentional. (1:9, 1:27)",
          #"Fields "obeys" conflict because they have differing arguments. Use different aliases on the fields to "#
            + "fetch both if this was intentional. (1:40, 1:65)",
        ]),
      ValidationCase(
        "argument order does not count",
        #"{ dog { obeys(command: "a", times: 1) obeys(times: 1, command: "a") } }"#),
      ValidationCase(
        "object fields of arguments in another order",
        #"{ pets(filter: {name: "a", id: 1}) { name } pets(filter: {id: 1, name: "a"}) { name } }"#),
      ValidationCase(
        "exclusive parents may differ in field",
        "{ pet(id: 1) { ... on Dog { x: barkVolume } ... on Cat { x: lives } } }"),
      ValidationCase(
        "but not in shape",
        "{ pet(id: 1) { ... on Dog { x: name y: mood z: friends { name } } ... on Cat { x: lives y: mood z: "
          + "keeper { name } } } }",
        errors: [
          #"Fields "x" conflict because they return conflicting types "String" and "Int". Use different aliases on "#
            + "the fields to fetch both if this was intentional. (1:29, 1:80)",
          #"Fields "y" conflict because they return conflicting types "Mood" and "Mood!". Use different aliases on "#
            + "the fields to fetch both if this was intentional. (1:37, 1:89)",
          #"Fields "z" conflict because they return conflicting types "[Creature!]" and "Keeper". Use different "#
            + "aliases on the fields to fetch both if this was intentional. (1:45, 1:97)",
        ]),
      ValidationCase(
        "an interface and its object are not exclusive",
        "{ pet(id: 1) { ... on Pet { x: name } ... on Cat { x: lives } } }",
        errors: [
          #"Fields "x" conflict because "name" and "lives" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:29, 1:52)"
        ]),
      ValidationCase(
        "deep conflicts",
        "{ dog { friends { x: name } } dog { friends { x: friends { name } } } }",
        errors: [
          #"Fields "dog" conflict because subfields "friends" conflict because subfields "x" conflict because "#
            + #""name" and "friends" are different fields. Use different aliases on the fields to fetch both if this "#
            + "was intentional. (1:3, 1:9, 1:19, 1:31, 1:37, 1:47)"
        ]),
      ValidationCase(
        "several deep conflicts at once",
        "{ f: dog { a: name b: name } f: dog { a: mood b: mood c: name } }",
        errors: [
          #"Fields "f" conflict because subfields "a" conflict because "name" and "mood" are different fields and "#
            + #"subfields "b" conflict because "name" and "mood" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:3, 1:12, 1:20, 1:30, 1:39, 1:47)"
        ]),
      ValidationCase(
        "in and between fragments",
        "{ dog { ...A ...B x: barkVolume } } fragment A on Dog { x: name } fragment B on Dog { x: mood }",
        errors: [
          #"Fields "x" conflict because "barkVolume" and "name" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:19, 1:57)",
          #"Fields "x" conflict because "name" and "mood" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:57, 1:87)",
          #"Fields "x" conflict because "barkVolume" and "mood" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:19, 1:87)",
        ]),
      ValidationCase(
        "deep in fragments",
        "{ pet(id: 1) { ...A } pet(id: 1) { ...B } } fragment A on Pet { keeper { n: name } } fragment B on Pet { "
          + "keeper { n: address { city } ...C } } fragment C on Keeper { n: friends { name } }",
        errors: [
          #"Fields "pet" conflict because subfields "keeper" conflict because subfields "n" conflict because "#
            + #""name" and "address" are different fields and subfields "n" conflict because "name" and "friends" are "#
            + "different fields. Use different aliases on the fields to fetch both if this was intentional. (1:3, "
            + "1:65, 1:74, 1:74, 1:23, 1:106, 1:115, 1:167)",
          #"Fields "n" conflict because "address" and "friends" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:115, 1:167)",
        ]),
      ValidationCase(
        "recursive fragments",
        "{ dog { ...A } } fragment A on Dog { friends { ... on Dog { ...A x: name } } x: mood }",
        errors: [
          #"Fields "x" conflict because "name" and "mood" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:66, 1:78)",
          #"Fields "x" conflict because "name" and "mood" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:66, 1:78)",
        ]),
      ValidationCase(
        "fragments that spread each other",
        "{ dog { ...A ...B } } fragment A on Dog { ...B x: name } fragment B on Dog { ...A x: mood }",
        errors: [
          #"Fields "x" conflict because "name" and "mood" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:48, 1:83)",
          #"Fields "x" conflict because "name" and "mood" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:48, 1:83)",
          #"Fields "x" conflict because "mood" and "name" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:83, 1:48)",
        ]),
      ValidationCase(
        "only one has a list",
        "{ pet(id: 1) { ... on Dog { x: friends { name } } ... on Cat { x: name } } }",
        errors: [
          #"Fields "x" conflict because they return conflicting types "[Creature!]" and "String". Use different "#
            + "aliases on the fields to fetch both if this was intentional. (1:29, 1:64)"
        ]),
      ValidationCase(
        "list and non-null differences of exclusive parents",
        "{ pet(id: 1) { ... on Dog { x: mood y: born } ... on Cat { x: mood y: lives } } anything { ... on Dog { "
          + "id: name } ... on Robot { id: serial } } }",
        errors: [
          #"Fields "x" conflict because they return conflicting types "Mood" and "Mood!". Use different aliases on "#
            + "the fields to fetch both if this was intentional. (1:29, 1:60)",
          #"Fields "y" conflict because they return conflicting types "Moment" and "Int". Use different aliases on "#
            + "the fields to fetch both if this was intentional. (1:37, 1:68)",
          #"Fields "id" conflict because they return conflicting types "String" and "ID!". Use different aliases "#
            + "on the fields to fetch both if this was intentional. (1:105, 1:131)",
        ]),
      ValidationCase(
        "three fields, each pair compared",
        "{ dog { x: name x: mood x: barkVolume } }",
        errors: [
          #"Fields "x" conflict because "name" and "mood" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:9, 1:17)",
          #"Fields "x" conflict because "name" and "barkVolume" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:9, 1:25)",
          #"Fields "x" conflict because "mood" and "barkVolume" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:17, 1:25)",
        ]),
      ValidationCase(
        "variables in arguments",
        "query($a: Boolean, $b: Boolean) { dog { name(upper: $a) name(upper: $b) n: name(upper: $a) n: "
          + "name(upper: $a) } }",
        errors: [
          #"Fields "name" conflict because they have differing arguments. Use different aliases on the fields to "#
            + "fetch both if this was intentional. (1:41, 1:57)"
        ]),
      ValidationCase(
        "unknown fields and types",
        "{ dog { x: nope x: nada ... on Nope { x: name } ...Nope } }",
        errors: [
          #"Fields "x" conflict because "nope" and "nada" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:9, 1:17)",
          #"Fields "x" conflict because "nope" and "name" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:9, 1:39)",
          #"Fields "x" conflict because "nada" and "name" are different fields. Use different aliases on the "#
            + "fields to fetch both if this was intentional. (1:17, 1:39)",
        ]),
      ValidationCase(
        "directives do not matter",
        "{ dog { name @skip(if: true) name @include(if: true) } }"),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("OverlappingFieldsCanBeMerged")
  }

  @Test(
    "fields of different objects may differ in type at the lenient level only",
    arguments: [
      "{ either { ... on Issue { x: text } ... on Pull { x: text } } }",
      "{ either { ... on Issue { x: texts } ... on Pull { x: texts } } }",
      "{ either { ... on Issue { x: grid } ... on Pull { x: grid } } }",
      "{ either { ... on Issue { state } ... on Pull { state } } }",
      "{ either { ... on Issue { x: text } ... on Pull { x: texts } } }",
      "{ either { ... on Issue { x: text } ... on Pull { x: author { name } } } }",
      "{ either { ...I ...P } } fragment I on Issue { x: state } fragment P on Pull { x: text }",
      "{ either { ... on Issue { x: author { y: name } } ... on Pull { x: author { y: age } } } }",
      "{ node { text ... on Issue { text } } }",
    ])
  func lenient(_ query: String) throws {
    #expect(try errors(query, [.overlappingFieldsOfAnyShapeCanBeMerged]) == [])
    #expect(try errors(query).count == 1)
  }

  @Test(
    "fields of one object conflict at the lenient level, too",
    arguments: [
      "{ either { ... on Issue { x: text x: state } } }",
      "{ either { ... on Issue { x: find(id: 1) x: find(id: 2) } } }",
      "{ node { x: text ... on Issue { x: state } } }",
      "{ either { ...I ... on Issue { x: texts } } } fragment I on Issue { x: text }",
      "{ either { ... on Issue { author { x: name } author { x: age } } ... on Pull { x: author { y: name } } } }",
      "{ either { ... on Issue { x: author { y: name z: age } } ... on Pull { x: author { y: age y: name } } } }",
    ])
  func lenientRefusals(_ query: String) throws {
    let found = try errors(query, [.overlappingFieldsOfAnyShapeCanBeMerged])
    #expect(!found.isEmpty && !found.contains { $0.contains("conflicting types") })
  }

  private func errors(
    _ query: String, _ rules: [ValidationRule] = ValidationRule.specified
  ) throws -> [String] {
    try validationErrors(query, rules: rules, in: Self.issues.get())
  }

  private static let issues = Result {
    try Schema(
      sdl: SourceText(
        """
        interface Node { text: String }
        union Either = Issue | Pull
        type Issue implements Node {
          text: String! texts: [String!] grid: [[String]!]! state: IssueState! author: Person find(id: Int): Int
        }
        type Pull { text: String texts: [String] grid: [[String!]]! state: PullState! author: Person }
        type Person { name: String age: Int }
        enum IssueState { OPEN CLOSED }
        enum PullState { OPEN CLOSED MERGED }
        type Query { either: Either node: Node }
        """))
  }
}
