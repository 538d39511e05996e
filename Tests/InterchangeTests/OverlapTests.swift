import GraphQLLanguage
import OrderedJSON
import Recordings
import Testing

@testable import Interchange

@Suite("Import of what happened at the same time")
struct OverlapTests {
  /// An exchange over HTTP, from a time to another in milliseconds.
  private func entry(_ query: String, _ data: JSON, _ from: Int, _ to: Int) -> JSON {
    let body: JSON = ["query": .string(query)]
    let answer: JSON = ["data": data]
    let fraction = String("00\(from % 1_000)".suffix(3))
    return [
      "startedDateTime": .string("2026-03-01T12:00:0\(from / 1_000).\(fraction)Z"), "time": .int(to - from),
      "request": [
        "method": "POST", "url": "https://shop.example/graphql", "headers": [],
        "postData": ["mimeType": "application/json", "text": .string(body.compactText)],
      ],
      "response": [
        "status": 200, "headers": [],
        "content": ["mimeType": "application/json", "text": .string(answer.compactText)],
      ],
    ]
  }

  /// The recorded states of the query, with their answers and the warnings.
  private func states(_ entries: [JSON]) async throws -> (states: [String: JSON], warnings: [String]) {
    let folder = try TestFolder()
    try folder.write(JSON.object(["log": ["entries": .array(entries)]]).prettyText, to: "capture.har")
    let (_, log) = try await importing([folder.path + "/capture.har"], into: folder)
    var states: [String: JSON] = [:]
    let store = try EndpointFolder(name: "shop", below: folder.path + "/recordings").store()
    for entry in store.entries {
      for stored in try store.recordings(inFolder: entry.folder) where stored.recording.kind == .query {
        for state in stored.recording.states {
          let name = state.name == "start" ? "before" : "after"
          states[name] = .array(state.responses.map { $0.body.json?["data"] ?? .null })
        }
      }
    }
    return (states, log.warnings)
  }

  @Test(
    "A read that overlaps a mutation is kept as a recorder keeps it, with a warning",
    arguments: [
      // Within, from before into it: it was answered before the mutation was.
      (2_000, 2_010, "before", true), (500, 2_010, "before", true),
      // To behind it, and around it: the mutation had been answered.
      (2_000, 7_000, "after", true), (500, 7_000, "after", true),
      // By less than files can tell: one after the other.
      (500, 1_001, "before", false), (5_999, 6_500, "after", false), (6_000, 6_500, "after", false),
    ])
  func overlap(from: Int, to: Int, state: String, isAmbiguous: Bool) async throws {
    let mutation = entry("mutation { bump }", ["bump": 1], 1_000, 6_000)
    let read = entry("{ counter }", ["counter": 0], from, to)
    for entries in [[mutation, read], [read, mutation]] {
      let (states, warnings) = try await states(entries)
      #expect(states == [state: [["counter": 0]]])
      #expect(warnings.contains { $0.contains("the state of its answer is unknown") } == isAmbiguous, "\(warnings)")
    }
  }

  @Test("An answer that nobody can place gives way to one that was read when nothing else happened")
  func givesWay() async throws {
    let (states, _) = try await states([
      entry("{ counter }", ["counter": 0], 0, 10), entry("mutation { bump }", ["bump": 1], 1_000, 6_000),
      entry("{ counter }", ["counter": 1], 2_000, 2_010), entry("{ counter }", ["counter": 1], 8_000, 8_010),
    ])
    #expect(states == ["before": [["counter": 0]], "after": [["counter": 1]]])
  }
}
