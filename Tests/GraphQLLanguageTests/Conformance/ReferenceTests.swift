import Foundation
import GraphQLLanguage
import Testing

/// Compares with the cases recorded from graphql-js's own tests, where that folder is at hand.
@Suite("As graphql-js", .enabled(if: ReferenceCases.folder != nil, "the recorded cases are not here"))
struct ReferenceTests {
  @Test func `parses its documents into the same trees, or fails with the same message in the same place`() throws {
    try expectAgreement("parse.json") { try parse($0, limits: $1).shape }
  }

  @Test func `parses its values`() throws {
    try expectAgreement("parseValue.json") { try parseValue($0, limits: $1).shape }
    try expectAgreement("parseConstValue.json") { try parseConstValue($0, limits: $1).shape }
  }

  @Test func `parses its types`() throws {
    try expectAgreement("parseType.json") { try parseType($0, limits: $1).shape }
  }

  @Test func `prints its trees as the same text`() throws {
    for entry in try ReferenceCases.entries(of: "print.json") {
      let tree = try #require(entry["ast"] as? Shape)
      // Fragments with variables are an old experiment of the reference, in no specification.
      if (entry["test"] as? String)?.contains("Legacy") == true { continue }
      #expect(ShapeReader(tree).printed == entry["text"] as? String)
    }
  }

  @Test func `reads a document and the same without ignored characters as one tree`() throws {
    var parsed = 0
    for entry in try ReferenceCases.entries(of: "stripIgnoredCharacters.json") {
      let source = try #require(entry["source"] as? String)
      let text = try #require(entry["text"] as? String)
      let result = Result { try parse(SourceText(source), limits: .schema) }
      let stripped = Result { try parse(SourceText(text), limits: .schema) }
      switch (result, stripped) {
      case (.success(let first), .success(let second)):
        parsed += 1
        #expect(first == second)
      case (.failure, .failure): break
      default: Issue.record("\(source) and \(text) differ in being documents")
      }
    }
    #expect(parsed > 0)
  }

  private func expectAgreement(
    _ file: String, _ read: (SourceText, ParserLimits) throws -> Shape
  ) throws {
    for entry in try ReferenceCases.entries(of: file) {
      let options = entry["options"] as? Shape ?? [:]
      if options["allowLegacyFragmentVariables"] as? Bool == true { continue }
      let source = SourceText(try #require(entry["source"] as? String))
      let limits = ParserLimits(maximumTokens: options["maxTokens"] as? Int)
      var outcome: Shape
      do {
        outcome = ["ast": try read(source, limits)]
      } catch let error as SyntaxError {
        let location: Shape = ["line": error.location.line, "column": error.location.column]
        outcome = ["errors": [["message": error.message, "locations": [location]] as Shape]]
      }
      let expected = entry.filter { $0.key == "ast" || $0.key == "errors" }
      #expect(
        try ReferenceCases.text(outcome) == ReferenceCases.text(expected),
        "\(String(decoding: source.utf8, as: UTF8.self))")
    }
  }
}

/// Where the recorded cases are: beside the package, or where `UNDERSTUDY_SHARED` points.
enum ReferenceCases {
  static let folder: URL? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["UNDERSTUDY_SHARED"].map { URL(filePath: $0) }
      ?? package.deletingLastPathComponent().appending(path: "shared")
    let folder = shared.appending(path: "conformance/graphql-js-16")
    return FileManager.default.fileExists(atPath: folder.appending(path: "parse.json").path) ? folder : nil
  }()

  static func entries(of file: String) throws -> [Shape] {
    let data = try Data(contentsOf: #require(folder).appending(path: file))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [Shape])
  }

  static func text(_ shape: Shape) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: shape, options: .sortedKeys), as: UTF8.self)
  }
}
