import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Validation as a whole")
struct ValidationOrderTests {
  @Test("one walk reports the errors of all rules in the order of the text")
  func order() throws {
    let query = """
      query Q($a: Nope, $unused: Int) @onField {
        dog(x: 1) {
          nam
          obeys
          ...Missing
        }
        dog: cat { name }
      }
      fragment Never on Dog { name { x } }
      query Q { __typename }
      """
    #expect(try validationErrors(query) == expected)
  }

  private let expected = [
    #"Unknown type "Nope". (1:13)"#,
    #"Directive "@onField" may not be used on QUERY. (1:33)"#,
    #"Fields "dog" conflict because "dog" and "cat" are different fields. Use different aliases on the fields to "#
      + "fetch both if this was intentional. (2:3, 7:3)",
    #"Unknown argument "x" on field "Query.dog". (2:7)"#,
    #"Cannot query field "nam" on type "Dog". Did you mean "name"? (3:5)"#,
    #"Field "obeys" argument "command" of type "String!" is required, but it was not provided. (4:5)"#,
    #"Unknown fragment "Missing". (5:8)"#,
    #"Variable "$a" is never used in operation "Q". (1:9)"#,
    #"Variable "$unused" is never used in operation "Q". (1:19)"#,
    #"Field "name" must not have a selection since type "String" has no subfields. (9:30)"#,
    #"There can be only one operation named "Q". (1:7, 10:7)"#,
    #"Fragment "Never" is never used. (9:1)"#,
  ]

  @Test("a valid document has no errors")
  func valid() throws {
    #expect(
      try validationErrors(
        """
        query Q($id: ID!, $first: Int = 3, $with: Boolean!) {
          pet(id: $id) { ...F friends(first: $first) @include(if: $with) { name ... on Dog { mood } } }
        }
        fragment F on Pet { name keeper { address { city } } }
        mutation M { rename(id: 1, name: "x") { __typename } }
        subscription S { petAdded { name } }
        """) == [])
  }

  @Test("columns count UTF-16 units and lines end in LF, CR or CRLF")
  func places() throws {
    #expect(
      try validationErrors("{ robot(label: \"🇨🇦é\") { nope } }") == [
        #"Cannot query field "nope" on type "Robot". (1:27)"#
      ])
    #expect(
      try validationErrors("#\r\n#\r#\n{\r\n\tdgo }") == [
        #"Cannot query field "dgo" on type "Query". Did you mean "dog"? (5:2)"#
      ])
  }

  @Test("stops after so many errors and says so")
  func limit() throws {
    let query = "{ " + (0..<30).map { "nope\($0)" }.joined(separator: " ") + " }"
    let errors = try validationErrors(query, maximumErrors: 5)
    #expect(errors.count == 6)
    #expect(errors.last == "Too many validation errors, error limit reached. Validation aborted. ()")
    #expect(try validationErrors(query, maximumErrors: 30).count == 30)
  }

  // `ValidationLevelsTests` in EngineTests compares the names with an independent list.
  @Test("the registry names each rule once")
  func registry() {
    let names = (ValidationRule.specified + ValidationRule.optional).map(\.name)
    let repeated = Set(names).filter { name in names.count { $0 == name } > 1 }
    #expect(repeated.sorted() == [], "Name each rule once in ValidationRule+Specified.swift.")
  }
}
