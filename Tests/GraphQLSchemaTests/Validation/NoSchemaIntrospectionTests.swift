import Testing

@Suite("Rule NoSchemaIntrospection")
struct NoSchemaIntrospectionTests {
  @Test(
    "tells of every field of an introspection type",
    arguments: [
      ValidationCase("__typename is no introspection", "{ __typename dog { __typename name } }"),
      ValidationCase(
        "the schema and what is in it", "{ all: __schema { types { name } } __type(name: \"Dog\") { name } }",
        errors: [
          "GraphQL introspection has been disabled, but the requested query contained the field \"__schema\". (1:3)",
          "GraphQL introspection has been disabled, but the requested query contained the field \"types\". (1:19)",
          "GraphQL introspection has been disabled, but the requested query contained the field \"__type\". (1:36)",
        ]),
    ])
  func tells(_ example: ValidationCase) throws { try example.check("NoSchemaIntrospection") }
}
