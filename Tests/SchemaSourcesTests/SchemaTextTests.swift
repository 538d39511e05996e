import SchemaSources
import Testing

@Suite("Schemas as people have them")
struct SchemaTextTests {
  @Test(
    "What is JSON is seen by its first character, or by its name",
    arguments: [
      ("type Query { a: Int }", "a.graphqls", false), (" \n{\"data\": 1}", "a.graphqls", true), ("[", "a", true),
      ("type Query { a: Int }", "a.json", true), ("", "a.graphql", false),
      ("\u{FEFF}{\"data\": 1}", "a", true), ("\u{FEFF}type Query { a: Int }", "a", false),
    ])
  func kind(text: String, name: String, isIntrospection: Bool) {
    #expect(SchemaText(bytes: Array(text.utf8), name: name).isIntrospection == isIntrospection)
  }

  @Test("Of a text on one line only the part about the place is shown")
  func minified() {
    let fields = (0..<200).map { "f\($0): Int" }.joined(separator: " ")
    let text = "type Query { \(fields) x: Nope \(fields.replacing("f", with: "g")) }"
    let error = #expect(throws: ConfigurationError.self) {
      try SchemaText(bytes: Array(text.utf8), name: "a.graphqls").schema()
    }
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(lines.first == "a.graphqls:1:1907: Unknown type \"Nope\".")
    #expect(lines.count == 4 && lines.dropFirst().first?.contains("x: Nope") == true)
    #expect(lines.dropFirst(2).first?.hasSuffix("^") == true)
  }
}
