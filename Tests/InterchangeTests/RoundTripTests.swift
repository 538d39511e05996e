import Foundation
import OrderedJSON
import Recordings
import Testing

@testable import Interchange

@Suite("Recordings as a HAR, and back")
struct RoundTripTests {
  @Test(
    "The shipped recordings come back byte by byte",
    arguments: try RecordingsFolder(path: repository + "/recordings").endpoints.map(\.name))
  func shipped(endpoint: String) async throws {
    let folder = try TestFolder()
    let source = EndpointFolder(name: endpoint, below: repository + "/recordings")
    let export = try HARExport([source], version: "1")
    try folder.write(export.har.prettyText, to: "all.har")
    // What an endpoint's rules say, and the salt of what was hidden, go with the recordings.
    for file in ["endpoint.yaml", "redaction-salt"] {
      if let text = try? String(contentsOfFile: "\(source.path)/\(file)", encoding: .utf8) {
        try folder.write(text, to: "recordings/\(endpoint)/\(file)")
      }
    }
    let (plan, log) = try await importing(
      [folder.path + "/all.har"], into: folder, schemas: repository + "/schemas", change: { $0.endpoint = endpoint })
    #expect(plan.skipped.isEmpty)
    #expect(log.outcomes.filter { !$0.hasPrefix("new") && !$0.hasPrefix("known") } == [])
    let made = folder.contents(below: "recordings/\(endpoint)")
    var expected: [String: String] = [:]
    for (name, text) in files(below: source.path) where name != "README.md" {
      expected[name] = text
    }
    let other = expected.keys.filter { made[$0] != expected[$0] }.sorted()
    #expect(other == [], "\(other.map { made[$0] ?? "none" })")
    #expect(expected.count > 5 && Set(made.keys) == Set(expected.keys))
    #expect(export.left == [])
  }

  @Test("The same recordings are the same HAR")
  func deterministic() throws {
    let folders = try RecordingsFolder(path: repository + "/recordings").endpoints
    #expect(try HARExport(folders, version: "1").har == HARExport(folders, version: "1").har)
  }

  private func files(below path: String) -> [String: String] {
    var files: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
      if let data = FileManager.default.contents(atPath: "\(path)/\(name)") {
        files[name] = String(decoding: data, as: UTF8.self)
      }
    }
    return files
  }
}
