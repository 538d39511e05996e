import Testing

@Suite("Rule DeferStreamDirectiveLabel")
struct DeferStreamDirectiveLabelTests {
  @Test(
    "Labels are static and unique",
    arguments: [
      (#"{ ... @defer(label: "a") { pet { name } } pets @stream(label: "b") { name } }"#, []),
      ("{ ... @defer { pet { name } } ... @defer(label: null) { pets @stream { name } } }", []),
      (
        #"{ ... @defer(label: "a") { pet { name } } pets @stream(label: """a""") { name } }"#,
        ["Defer/Stream directive label argument must be unique. (1:7, 1:48)"]
      ),
      (
        "query ($l: String) { ... @defer(label: $l) { pet { name } } pets @stream(label: 1) { name } }",
        [
          "Defer directive label argument must be a static string. (1:26)",
          "Stream directive label argument must be a static string. (1:66)",
        ]
      ),
      (
        // Two spellings of one word are two labels.
        "{ ... @defer(label: \"\u{E9}\") { pet { name } } ... @defer(label: \"e\u{301}\") { pet { name } } }", []
      ),
    ])
  func table(query: String, errors: [String]) throws {
    #expect(try incrementalErrors(query, "DeferStreamDirectiveLabel") == errors)
  }

  @Test("Where the schema does not declare them they are only unknown")
  func undeclared() throws {
    #expect(
      try validationErrors("query ($l: String) { dog { ... @defer(label: $l) { name } } }") == [
        #"Unknown directive "@defer". (1:32)"#
      ])
  }
}
