import Testing

@Suite("Rule StreamDirectiveOnListField")
struct StreamDirectiveOnListFieldTests {
  @Test(
    "Only lists are streamed",
    arguments: [
      ("{ pets @stream { friends @stream(initialCount: 2) { name } } }", []),
      (
        "{ pet @stream { name @stream } }",
        [
          #"Stream directive cannot be used on non-list field "pet" on type "Query". (1:7)"#,
          #"Stream directive cannot be used on non-list field "name" on type "Pet". (1:22)"#,
        ]
      ),
      ("{ gone @stream { name } }", []),
    ])
  func table(query: String, errors: [String]) throws {
    #expect(try incrementalErrors(query, "StreamDirectiveOnListField") == errors)
  }

  @Test("Where the schema does not declare it it is only unknown")
  func undeclared() throws {
    #expect(try validationErrors("{ dog @stream { name } }") == [#"Unknown directive "@stream". (1:7)"#])
  }
}
