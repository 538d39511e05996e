import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Defaults as introspection shows them")
struct DefaultLiteralTests {
  @Test(
    "The value that a default comes to, by the type",
    arguments: [
      ("Int", "5", "5"), ("Int!", "-5", "-5"), ("Float", "5", "5"), ("Float", "5.0", "5"),
      ("Float", "1e10", "10000000000"),
      ("Float", "1e25", "1e+25"), ("Float", "1e-9", "1e-9"), ("Boolean", "true", "true"), ("String", "null", "null"),
      ("String", "\"\"\"a\nb\"\"\"", #""a\nb""#), ("ID", "5", "5"), ("ID", "\"5\"", "5"), ("ID", "\"05\"", "\"05\""),
      ("ID", "\"-0\"", "-0"), ("E", "A", "A"), ("[E!]", "A", "[A]"), ("[[Int]]", "3", "[[3]]"),
      ("[Int]", "[1, null]", "[1, null]"),
      ("I", "{z: \"c\", y: 3}", "{x: 7, y: 3, z: \"c\"}"), ("I", "{inner: {}, x: null}", "{x: null, inner: {x: 7}}"),
      ("J", "FOO", "\"FOO\""), ("J", "1.50", "1.5"), ("J", "[1]", "[1]"),
      ("J", "{b: 1, a: {c: 2}}", "{b: 1, a: {c: 2}}"),
    ])
  func shown(type: String, written: String, expected: String) throws {
    #expect(try literal(written, as: type) == expected)
  }

  @Test(
    "A default that does not fit its type counts as none",
    arguments: [
      ("Int", "\"x\""), ("Int!", "null"), ("E", "C"), ("E", "\"A\""), ("I", "{y: true}"), ("[Int!]", "[null]"),
    ])
  func unfit(type: String, written: String) throws {
    #expect(try literal(written, as: type) == nil)
  }

  @Test("No default is none")
  func none() throws {
    let schema = try schema("type Query { a(b: Int): Int }")
    let argument = try #require(schema.type(named: "Query")?.field(named: "a")?.argument(named: "b"))
    #expect(schema.defaultLiteral(of: argument) == nil)
  }

  private func literal(_ written: String, as type: String) throws -> String? {
    let schema = try schema(
      """
      type Query { a(b: \(type) = \(written)): Int }
      input I { x: Int = 7 y: Float z: String inner: I }
      enum E { A B }
      scalar J
      """)
    let argument = try #require(schema.type(named: "Query")?.field(named: "a")?.argument(named: "b"))
    return schema.defaultLiteral(of: argument)?.printed()
  }
}
