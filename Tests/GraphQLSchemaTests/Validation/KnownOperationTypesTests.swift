import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Rule KnownOperationTypes")
struct KnownOperationTypesTests {
  private func errors(_ query: String, _ sdl: String) throws -> [String] {
    let rules = ValidationRule.specified.filter { $0.name == "KnownOperationTypes" }
    #expect(rules.count == 1)
    return try validationErrors(query, rules: rules, in: try Schema(sdl: SourceText(sdl)))
  }

  private static let document = "query Q { a } mutation M { a }\nsubscription S { a }"

  @Test("An operation whose root type the schema lacks is an error of its own")
  func lacking() throws {
    #expect(
      try errors(Self.document, "type Query { a: Int }") == [
        "The mutation operation is not supported by the schema. (1:15)",
        "The subscription operation is not supported by the schema. (2:1)",
      ])
  }

  @Test("A type of the usual name that is no root type does not count")
  func notRoot() throws {
    let sdl = "schema { query: Query } type Query { a: Int } type Mutation { a: Int }"
    #expect(
      try errors("mutation { a }", sdl) == ["The mutation operation is not supported by the schema. (1:1)"])
  }

  @Test("Operations whose root types the schema has are no errors")
  func valid() throws {
    let sdl = "schema { query: Q mutation: M subscription: S } type Q { a: Int } type M { a: Int } type S { a: Int }"
    #expect(try errors(Self.document, sdl) == [])
  }

  @Test("It is the one error of such an operation")
  func alone() throws {
    #expect(
      try validationErrors(
        "mutation { rename(id: 1) { name } }", in: try Schema(sdl: SourceText("type Query { a: Int }")))
        == ["The mutation operation is not supported by the schema. (1:1)"])
  }
}
