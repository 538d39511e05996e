import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Rule NoDeprecated")
struct NoDeprecatedTests {
  private static let schema = """
    directive @tagged(name: String @deprecated(reason: "Say `label`."), label: String) on FIELD
    type Query {
      now: String
      then: String @deprecated
      find(by: Filter, mood: Mood, old: Int @deprecated(reason: "Use `by`.")): String
    }
    input Filter { name: String, nick: String @deprecated(reason: "Nobody has one."), inner: Filter }
    enum Mood { CALM CROSS @deprecated(reason: "Be CALM.") }
    """

  @Test(
    "tells of all that is deprecated, and of nothing else",
    arguments: [
      ("{ now find(by: { name: \"a\" }, mood: CALM) @tagged(label: \"a\") }", []),
      ("{ then }", ["The field Query.then is deprecated. No longer supported (1:3)"]),
      ("{ find(old: 1) }", [#"Field "Query.find" argument "old" is deprecated. Use `by`. (1:8)"#]),
      (
        "{ now @tagged(name: \"a\") }",
        [#"Directive "@tagged" argument "name" is deprecated. Say `label`. (1:15)"#]
      ),
      (
        "{ find(by: { name: \"a\", inner: { nick: \"b\" } }) }",
        ["The input field Filter.nick is deprecated. Nobody has one. (1:34)"]
      ),
      ("{ find(mood: CROSS) }", [#"The enum value "Mood.CROSS" is deprecated. Be CALM. (1:14)"#]),
      ("{ unknown(then: 1) now(then: CROSS) }", []),
    ] as [(String, [String])])
  func tells(_ query: String, _ expected: [String]) throws {
    let found = try validationErrors(
      query, rules: [.noDeprecated], in: try Schema(sdl: SourceText(Self.schema)))
    #expect(found == expected)
  }
}
