import Foundation
import GraphQLLanguage
import GraphQLSchema
import Testing

/// Compares with the cases recorded from graphql-js's own tests, where that folder is at hand.
@Suite(
  "Changes as graphql-js finds them", .enabled(if: RecordedChanges.folder != nil, "the recorded cases are not here"))
struct ReferenceChangesTests {
  @Test("findBreakingChanges") func breaking() throws { try check("findBreakingChanges.json", .breaking) }

  @Test("findDangerousChanges") func dangerous() throws { try check("findDangerousChanges.json", .dangerous) }

  private func check(_ file: String, _ severity: SchemaChange.Severity) throws {
    let cases = try RecordedChanges.cases(of: file)
    #expect(cases.count > 10)
    for entry in cases {
      let title = entry["test"] as? String ?? ""
      // Its schema was made without `@deprecated`, which no text can say: every schema here has the built-in ones.
      if title.hasSuffix("should detect if a directive was implicitly removed") { continue }
      let old = SchemaInspection(sdl: SourceText(try #require(entry["old"] as? String))).schema
      let new = SchemaInspection(sdl: SourceText(try #require(entry["new"] as? String))).schema
      let found = schemaChanges(from: try #require(old), to: try #require(new)).filter { $0.severity == severity }
      #expect(found.map { [$0.kind.rawValue, $0.sentence] } == entry["changes"] as? [[String]], "\(title)")
    }
  }
}

/// Where the recorded cases are: beside the package, or where `UNDERSTUDY_SHARED` points.
private enum RecordedChanges {
  static let folder: URL? = {
    var package = URL(filePath: #filePath)
    for _ in 1...4 { package.deleteLastPathComponent() }
    let shared =
      ProcessInfo.processInfo.environment["UNDERSTUDY_SHARED"].map { URL(filePath: $0) }
      ?? package.deletingLastPathComponent().appending(path: "shared")
    let folder = shared.appending(path: "conformance/graphql-js-16")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static func cases(of file: String) throws -> [[String: Any]] {
    let data = try Data(contentsOf: #require(folder).appending(path: file))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
  }
}
