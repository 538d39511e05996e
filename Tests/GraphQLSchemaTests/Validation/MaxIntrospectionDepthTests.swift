import Testing

@Suite("Rule MaxIntrospectionDepth")
struct MaxIntrospectionDepthTests {
  @Test(
    "finds what is wrong, and nothing else",
    arguments: [
      ValidationCase(
        "what code generators ask", "{ __schema { types { name fields { name type { name ofType { name } } } } } }"),
      ValidationCase(
        "two lists in one another", "{ __type(name: \"Dog\") { fields { type { interfaces { name } } } } }"),
      ValidationCase(
        "three lists in one another",
        "{ __type(name: \"Dog\") { fields { type { fields { type { fields { name } } } } } } }",
        errors: ["Maximum introspection depth exceeded (1:3)"]),
      ValidationCase(
        "through fragments",
        "{ a: __schema { types { ...A } } } fragment A on __Type { fields { type { ...B } } } "
          + "fragment B on __Type { possibleTypes { ... on __Type { inputFields { name } } } }",
        errors: ["Maximum introspection depth exceeded (1:3)"]),
      ValidationCase(
        "beside each other is not in one another",
        "{ __schema { types { fields { name } interfaces { name } possibleTypes { name } inputFields { name } } } }"),
      ValidationCase(
        "a fragment that spreads itself", "{ __schema { types { ...A } } } fragment A on __Type { ofType { ...A } }"),
      ValidationCase(
        "fields of that name elsewhere do not count", "{ fields { fields { fields { fields } } } }"),
    ])
  func table(_ test: ValidationCase) throws {
    try test.check("MaxIntrospectionDepth")
  }
}
