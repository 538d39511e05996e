import Testing

@Suite("Rule DeferStreamDirectiveOnRootField")
struct DeferStreamDirectiveOnRootFieldTests {
  @Test(
    "Root fields of mutations and subscriptions are neither deferred nor streamed",
    arguments: [
      ("{ ... @defer { pet { name } } pets @stream { name } }", []),
      ("mutation { feed { ... @defer { name } friends @stream { name } } }", []),
      (
        "mutation { ... @defer { feed { name } } }",
        [#"Defer directive cannot be used on root mutation type "Mutation". (1:16)"#]
      ),
      (
        "mutation { feedAll @stream { name } }",
        [#"Stream directive cannot be used on root mutation type "Mutation". (1:20)"#]
      ),
      (
        "subscription { ...F @defer ...F @defer } fragment F on Subscription { fedAll @stream { name } ...F }",
        [
          #"Defer directive cannot be used on root subscription type "Subscription". (1:21)"#,
          #"Stream directive cannot be used on root subscription type "Subscription". (1:78)"#,
        ]
      ),
      (
        "subscription { ... { ... @defer(if: false) { fed { name } } } }",
        [#"Defer directive cannot be used on root subscription type "Subscription". (1:26)"#]
      ),
    ])
  func table(query: String, errors: [String]) throws {
    #expect(try incrementalErrors(query, "DeferStreamDirectiveOnRootField") == errors)
  }

  @Test("Where the schema does not declare them they are only unknown")
  func undeclared() throws {
    #expect(
      try validationErrors("subscription { ... @defer { petAdded { name } } }") == [
        #"Unknown directive "@defer". (1:20)"#
      ])
  }
}
