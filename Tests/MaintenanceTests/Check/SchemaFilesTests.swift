import Recordings
import TestSupport
import Testing

@testable import Engine
@testable import Maintenance
@testable import SchemaSources

@Suite("Files of schemas")
struct SchemaFilesTests {
  private static let sdl = "type Query { a: Int }\n"
  private static let second =
    "this schema is ignored: F/x.graphqls takes precedence (.graphqls before .graphql before .json). Keep one of them."
  private static let noName =
    "this schema is ignored: \"my api\" cannot be the name of an endpoint. Rename the file to the name of the endpoint's folder: letters, digits, dots, dashes and underscores, starting with a letter or digit."
  private static let aFolder =
    "this is a folder, not a schema. Save the schema as a file with this name."

  private static func folder(_ files: String...) throws -> TestFolder {
    let folder = try TestFolder()
    for file in files { try folder.write(sdl, to: "schemas/\(file)") }
    try folder.write("upstream: http://127.0.0.1:1/\n", to: "recordings/x/endpoint.yaml")
    return folder
  }

  private static func said(_ lines: [String], _ folder: TestFolder) -> [String] {
    lines.map { $0.replacing("\(folder.path)/schemas", with: "F") }
  }

  /// What is called like a schema and is not one that is read, with what is said of it.
  private static let all = [
    "F/api.graphqls: \(aFolder)", "F/my api.graphqls: \(noName)", "F/x.graphql: \(second)", "F/x.json: \(second)",
  ]

  @Test("What is called like a schema and is not read is a finding, and a warning of every run")
  func ignored() throws {
    let folder = try Self.folder(
      "x.graphqls", "x.graphql", "x.json", "my api.graphqls", "api.graphqls/part.graphqls", "README.md")
    let recordings = "\(folder.path)/recordings"
    let schemas = "\(folder.path)/schemas"
    let check = try RecordingsCheck(recordings: recordings, schemas: schemas, endpoint: nil)
    #expect(Self.said(check.findings.map(\.description), folder) == Self.all)
    let runs = [
      try Endpoints.forFaking(name: nil, schemas: schemas, recordings: recordings, seed: 1),
      try Endpoints.forReplay(name: nil, recordings: recordings, schemas: schemas, seed: 1, onMiss: .error),
      try Endpoints.forReplay(name: nil, recordings: recordings, schemas: schemas, seed: 1, onMiss: .fake),
      try Endpoints.forRecording(upstream: nil, name: nil, recordings: recordings, schemas: schemas),
      try Endpoints.forRecording(
        upstream: "http://127.0.0.1:1/", name: "x", recordings: recordings, schemas: schemas),
    ]
    for (index, endpoints) in runs.enumerated() {
      let expected = index == 4 ? Array(Self.all.dropFirst()) : Self.all
      #expect(Self.said(endpoints.flatMap(\.warnings), folder) == expected, "run \(index)")
    }
  }

  @Test("One schema of each name is nothing to speak of")
  func fine() throws {
    let folder = try Self.folder("x.graphqls", "y.graphql")
    let files = try SchemaFiles(folder: "\(folder.path)/schemas")
    #expect(files.names == ["x", "y"])
    #expect(files.warnings(for: nil) == [])
  }

  @Test("Where nothing can be read, it is said why")
  func none() throws {
    let folder = try Self.folder("my api.graphqls")
    let schemas = "\(folder.path)/schemas"
    let error = #expect(throws: ConfigurationError.self) {
      try Endpoints.forFaking(name: nil, schemas: schemas, seed: 1)
    }
    let lines = Self.said((error?.description ?? "").split(separator: "\n").map(String.init), folder)
    #expect(
      lines == [
        "There are no schemas in F/ that can be read:", "F/my api.graphqls: \(Self.noName)",
        "Save one as F/<endpoint>.graphqls, or choose another folder with --schemas. To fetch one: understudy schema fetch https://api.example.com/graphql --output F/shop.graphqls",
      ])
  }

  @Test("All that is wrong with several schemas is said at once")
  func severalWrong() throws {
    let folder = try Self.folder("fine.graphqls")
    try folder.write("type Query { a: A }", to: "schemas/one.graphqls")
    try folder.write("type Query { b: B }", to: "schemas/two.graphqls")
    let error = #expect(throws: ConfigurationError.self) {
      try Endpoints.forFaking(name: nil, schemas: "\(folder.path)/schemas", seed: 1)
    }
    let text = error?.description ?? ""
    #expect(
      text.contains("one.graphqls:1:17: Unknown type \"A\"") && text.contains("two.graphqls:1:17: Unknown type \"B\""))
  }
}
