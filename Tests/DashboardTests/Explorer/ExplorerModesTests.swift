import Engine
import OrderedJSON
import TestSupport
import Testing

@testable import Dashboard

@Suite("The explorer in each mode")
struct ExplorerModesTests {
  /// It asks for no directives and no descriptions.
  private static let introspection = """
    {
      __schema {
        queryType { name } mutationType { name } subscriptionType { name }
        types {
          kind name
          fields(includeDeprecated: true) {
            name isDeprecated deprecationReason type { ...T } args { name defaultValue type { ...T } }
          }
          inputFields { name defaultValue type { ...T } }
          interfaces { name } possibleTypes { name }
          enumValues(includeDeprecated: true) { name isDeprecated deprecationReason }
        }
      }
    }
    fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
    """

  @Test func aRecordedIntrospectionIsASchema() async throws {
    let answer = try await ExplorerShop().player().ask(Self.introspection, path: "/shop").body.serialize()
    let shop = try ExplorerShop(schema: nil)
    let upstream = ScriptedUpstream([.answer(chunks: [String(decoding: answer, as: UTF8.self)])])
    let recorder = try shop.folder.recorder(upstream, name: "shop")
    _ = try await recorder.ask(Self.introspection, path: "/shop")
    await recorder.finish()
    let engine = try shop.player()

    let schema = try SchemaPage(engine: engine).schema("shop")
    #expect(schema["hasSchema"] == true && schema["source"] == "recorded introspection")
    let completion = try ExplorerShop.complete("{ product(|", engine)
    #expect(ExplorerShop.labels(completion) == ["sku", "region", "locale"] && completion["hint"] == .null)
    // The directives are unknown, but fields are not.
    let document: JSON = ["document": "query @cached { onn @odd }"]
    let problems = try ValidationPage(engine: engine).validate("shop", document)["problems"]?.arrayValue ?? []
    #expect(problems.map { $0["start"] } == [16])
    #expect(try CoveragePage(engine: engine).coverage("shop")["hasSchema"] == true)
  }

  @Test func generatedDataHasItsSchema() throws {
    let folder = try TestFolder()
    try folder.write(ExplorerShop.schema, to: "schemas/shop.graphqls")
    let engine = try folder.faker()
    let schema = try SchemaPage(engine: engine).schema("shop")
    #expect(schema["source"] == .string("\(folder.path)/schemas/shop.graphqls"))
    #expect(ExplorerShop.labels(try ExplorerShop.complete("mutation { |", engine)) == ["buy", "__typename"])
    let coverage = try CoveragePage(engine: engine).coverage("shop")
    #expect(coverage["totals"]?["fields"]?["recorded"] == 0)
  }

  @Test func aRecorderHasTheSchemaBesideItsRecordings() throws {
    let shop = try ExplorerShop()
    let engine = try shop.folder.recorder(ScriptedUpstream([]), name: "shop")
    #expect(try SchemaPage(engine: engine).schema("shop")["hasSchema"] == true)
    try shop.folder.write("type Query { changed: Int }", to: "shop.graphqls")
    engine.refresh()
    #expect(ExplorerShop.labels(try ExplorerShop.complete("{ |", engine)) == ["changed", "__typename"])
  }
}
