import Foundation
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// The recordings of the repository, read as far as tests of fakes need them.
struct ShippedRecordings {
  let schema: Schema
  private(set) var answers: [Answer] = []

  struct Answer {
    /// Below the endpoint's folder.
    let file: String
    let kind: OperationKind
    let source: SourceText
    let document: Document
    let variables: JSONObject
    let isAnonymous: Bool
    /// By state, the first answer in it.
    let states: [(name: String, body: JSON)]

    /// What the server answered before anything was changed; nil where nobody asked then.
    var start: JSON? { states.first { $0.name == "start" }?.body }
  }

  static let endpoints = ["conference-planner", "countries", "posts", "rocket-reserver"]

  init(_ endpoint: String) throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sdl = try Self.text(repository.appending(path: "schemas/\(endpoint).graphqls"))
    schema = try Schema(sdl: SourceText(sdl, name: endpoint))
    let folder = repository.appending(path: "recordings/\(endpoint)")
    for operation in try Self.names(in: folder) where operation.contains("-") && operation != "redaction-salt" {
      let below = folder.appending(path: operation)
      let source = SourceText(try Self.text(below.appending(path: "operation.graphql")))
      let document = try parse(source)
      for name in try Self.names(in: below) where name.hasSuffix(".json") {
        let json = try JSON.parse(Array(try Self.text(below.appending(path: name)).utf8))
        var states: [(name: String, body: JSON)] = []
        for state in json["states"]?.objectValue?.members ?? [] {
          let first = state.value.arrayValue?.first ?? state.value["responses"]?[0]
          if let id = first?.stringValue, let body = json["responses"]?[id]?["body"] {
            states.append((state.name, body))
          }
        }
        answers.append(
          Answer(
            file: "\(operation)/\(name)", kind: document.operations[0].kind, source: source, document: document,
            variables: json["variables"]?.objectValue ?? JSONObject(),
            isAnonymous: json["identity"]?.stringValue == "anonymous", states: states))
      }
    }
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
  }

  private static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
