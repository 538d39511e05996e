import Foundation
import OrderedJSON
import Recordings
import Testing

@testable import Interchange

@Suite("Recordings as a HAR, and back")
struct RoundTripTests {
  @Test("Files beside the recordings that an import elsewhere needs are named")
  func besides() async throws {
    let folder = try TestFolder()
    try await importing([fixture("firefox.har")], into: folder)
    let path = folder.path + "/recordings"
    func besides() throws -> [String] { try HARExport(RecordingsFolder(path: path).endpoints, version: "1").besides }
    let advice = "there with endpoint.yaml"
    #expect(
      try besides() == [
        "shop: a HAR cannot contain redaction-salt. Without it, requests with redacted values (passwords) miss. Before importing the HAR elsewhere, copy it \(advice)"
      ])
    try folder.write("{}", to: "recordings/shop/persisted-queries.json")
    #expect(
      try besides() == [
        "shop: a HAR cannot contain redaction-salt and persisted-queries.json. Without them, requests with redacted values (passwords) or only as a hash miss. Before importing the HAR elsewhere, copy them \(advice)"
      ])
  }

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

@Suite("Any recordings as a HAR, and back")
struct RandomRoundTripTests {
  /// A server that counts: mutations change what queries answer.
  private struct Shop {
    var items: [Int] = []

    mutating func answer(_ number: UInt64) -> (query: String, variables: JSONObject, data: JSON) {
      switch number % 5 {
      case 0, 1:
        let item = Int(number / 5 % 3)
        items.append(item)
        return (
          "mutation Add($item: Int!) { add(item: $item) { count } }", JSONObject([.init("item", .int(item))]),
          ["add": ["count": .int(items.count)]]
        )
      case 2:
        items.removeAll()
        return ("mutation Clear { clear }", JSONObject(), ["clear": true])
      case 3: return ("query Items { items }", JSONObject(), ["items": .array(items.map { .int($0) })])
      default: return ("query Count { count }", JSONObject(), ["count": .int(items.count)])
      }
    }
  }

  @Test("Sessions that go different ways from one start", arguments: 1...25)
  func random(seed: Int) async throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let folder = try TestFolder()
    var paths: [String] = []
    for session in 0..<Int(1 + next() % 4) {
      var shop = Shop()
      let entries = (0..<Int(1 + next() % 8)).map { _ -> JSON in
        let (query, variables, data) = shop.answer(next())
        let body: JSON = ["query": .string(query), "variables": .object(variables)]
        let answer: JSON = ["data": data]
        return [
          "request": [
            "method": "POST", "url": "https://shop.example/graphql", "headers": [],
            "postData": ["mimeType": "application/json", "text": .string(body.compactText)],
          ],
          "response": [
            "status": 200, "headers": [],
            "content": ["size": 1, "mimeType": "application/json", "text": .string(answer.compactText)],
          ],
        ]
      }
      try folder.write(JSON.object(["log": ["entries": .array(entries)]]).compactText, to: "\(session).har")
      paths.append("\(folder.path)/\(session).har")
    }
    let (_, log) = try await importing(paths, into: folder)
    #expect(log.outcomes.allSatisfy { $0.hasPrefix("new") || $0.hasPrefix("known") }, "\(log.outcomes)")
    let export = try HARExport([EndpointFolder(name: "shop", below: folder.path + "/recordings")], version: "1")
    #expect(export.left == [])
    let other = try TestFolder()
    try other.write(export.har.prettyText, to: "all.har")
    let (_, back) = try await importing([other.path + "/all.har"], into: other)
    #expect(back.outcomes.allSatisfy { $0.hasPrefix("new") || $0.hasPrefix("known") }, "\(back.outcomes)")
    #expect(other.contents(below: "recordings") == folder.contents(below: "recordings"))
  }
}
