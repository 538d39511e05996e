import GraphQLSchema
import Recordings
import TestSupport
import Testing

@testable import Engine
@testable import Maintenance
@testable import SchemaSources

@Suite("Schemas with what extends them for fakes")
struct FakedSchemaTests {
  private static func folder(_ files: [(String, String)], yaml: String = "") throws -> TestFolder {
    let folder = try TestFolder()
    for (name, text) in files { try folder.write(text, to: "schemas/\(name)") }
    try folder.write(yaml, to: "recordings/x/endpoint.yaml")
    return folder
  }

  private static func load(_ folder: TestFolder) throws -> [Endpoint] {
    try Endpoints.forFaking(
      name: nil, schemas: "\(folder.path)/schemas", recordings: "\(folder.path)/recordings", seed: 1)
  }

  private static func failure(_ folder: TestFolder) -> [String] {
    let error = #expect(throws: ConfigurationError.self) { try load(folder) }
    return (error?.description ?? "").replacing(folder.path, with: "F").split(separator: "\n").map(String.init)
  }

  private static let sdl = "type Query { a: String }\n"
  private static let introspection = """
    {"data": {"__schema": {"queryType": {"name": "Query"}, "types": [
      {"kind": "OBJECT", "name": "Query", "fields": [
        {"name": "a", "args": [], "type": {"kind": "SCALAR", "name": "String", "ofType": null}}], "interfaces": []},
      {"kind": "SCALAR", "name": "String"}], "directives": []}}}
    """

  @Test("What extends a schema is no endpoint of its own; the schema may be SDL or introspection")
  func extended() throws {
    for (file, text) in [("x.graphqls", Self.sdl), ("x.graphql", Self.sdl), ("x.json", Self.introspection)] {
      let folder = try Self.folder([
        (file, text),
        ("x.fakes.graphqls", "extend type Query { a: String @fake(type: email) b: New } type New { c: Int }"),
      ])
      let endpoints = try Self.load(folder)
      #expect(endpoints.map(\.name) == ["x"], "\(file)")
      #expect(endpoints.first?.schema?.type(named: "New") != nil, "\(file)")
      #expect(endpoints.flatMap(\.warnings) == [], "\(file)")
      #expect(endpoints.first?.schema?.type(named: "Query")?.fields.map(\.name) == ["a", "b"], "\(file)")
    }
  }

  @Test("What extends nothing is an error where fakes are made, and a finding of check")
  func stray() throws {
    let folder = try Self.folder([("y.graphqls", Self.sdl), ("x.fakes.graphqls", "extend type Query { b: Int }")])
    let told =
      "F/schemas/x.fakes.graphqls: this belongs to the schema of endpoint \"x\", which does not exist. Name it after one of y, or save the schema as F/schemas/x.graphqls."
    #expect(Self.failure(folder) == [told])
    let check = try RecordingsCheck(
      recordings: "\(folder.path)/recordings", schemas: "\(folder.path)/schemas", endpoint: nil)
    #expect(check.findings.map { $0.description.replacing(folder.path, with: "F") } == [told])
  }

  @Test("All that is wrong is told with its place and a caret, and by check as well")
  func wrong() throws {
    let folder = try Self.folder(
      [("x.graphqls", "type Query {\n  a: String @fake(type: phoneNumbr)\n}\n")],
      yaml: "fakes:\n  fields:\n    Query.b: { nulls: 1% }\n    Qery.a: { nulls: 1% }\n")
    let told = [
      "F/schemas/x.graphqls:2:13: There is no fake type \"phoneNumbr\". Did you mean \"phoneNumber\"?",
      "1 | type Query {", "2 |   a: String @fake(type: phoneNumbr)", "  |             ^", "3 | }",
      "F/recordings/x/endpoint.yaml:3:5: type \"Query\" has no field \"b\". Did you mean \"a\"?",
      "F/recordings/x/endpoint.yaml:4:5: unknown type \"Qery\". Did you mean \"Query\"?",
    ]
    #expect(Self.failure(folder) == told + ["Correct each rule at its place, or remove it."])
    let check = try RecordingsCheck(
      recordings: "\(folder.path)/recordings", schemas: "\(folder.path)/schemas", endpoint: nil)
    let lines = check.findings.flatMap { $0.description.split(separator: "\n").map(String.init) }
    #expect(lines.map { $0.replacing(folder.path, with: "F") } == told)
  }
}
