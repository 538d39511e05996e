import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import TestSupport
import Testing

@testable import Engine

/// What a request sends and its recorded answer repeats, where that comes in several results.
@Suite("Replayed echoes")
struct ReplayEchoTests {
  let board: StreamedBoard
  let timer = VirtualTimer()
  private let rules: EndpointRules

  private static let yaml = """
    operations:
      Heard: { variables: { text: { any: true, echo: true } } }
      Say: { idempotent: true, variables: { text: { any: true, echo: true } } }
    """
  private static let heard = "subscription Heard($text: String!) { heard(text: $text) { text } }"
  private static let say = "mutation Say($text: String!) { say(text: $text) { text ... @defer { loud: text } } }"
  private static let parts = "multipart/mixed;deferSpec=20220824"

  init() throws {
    board = try StreamedBoard()
    try board.folder.write(Self.yaml, to: "trips/endpoint.yaml")
    rules = try EndpointConfiguration(yaml: Array(Self.yaml.utf8), path: "e.yaml").rules
  }

  /// Records events as a recorder does that was sent `recorded`.
  private func record(
    _ query: String, headers: [RecordedResponse.Header] = [], next: String? = nil, _ events: RecordedEvents
  ) throws {
    let document = try parse(SourceText(query))
    let operation = try CanonicalOperation(of: document, operationName: nil)
    let key = DocumentKey(endpoint: "trips", operation: operation).key(
      variables: ["text": "recorded"], identity: .anonymous, headers: headers, rules: rules)
    let name = operation.name
    let response = RecordedResponse(status: 200, headers: [], body: .events(events)).mappingAnswers {
      rules.withoutEchoes($0, sent: ["text": "recorded"], operation: name)
    }
    let store = try EndpointFolder(name: "trips", below: board.folder.path).store(rules: rules)
    _ = try store.save(response, for: key, document: document, state: Recording.startState, next: next)
  }

  private func ask(_ engine: Engine, _ query: String, _ text: String, accept: String) async throws -> String {
    let request = StreamedBoard.request(query, ["text": .string(text)], accept: accept)
    return try await StreamReader(engine.respond(to: request).get()).rest()
  }

  @Test("Each event of a subscription says what this client has sent, and so do the errors at its end")
  func events() async throws {
    let payload: JSON = ["data": ["heard": ["text": "recorded"]]]
    try record(
      Self.heard,
      RecordedEvents(
        events: [.init(payload: payload), .init(payload: ["data": ["heard": .null]]), .init(payload: payload)],
        end: .errors([["message": "no", "extensions": ["text": "recorded"]]])))
    #expect(
      board.folder.contents().values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("\"recorded\"") })
    let player = try board.player(timer: timer)
    for text in ["one", "another"] {
      let said = #"{"data":{"heard":{"text":"\#(text)"}}}"#
      let whole = try await ask(player, Self.heard, text, accept: "text/event-stream").eventPayloads
      #expect(whole.prefix(3) == [said, #"{"data":{"heard":null}}"#, said])
      #expect(whole.dropFirst(3).joined().contains(#""extensions":{"text":"\#(text)"}"#), "\(whole)")
    }
  }

  @Test("So does each part of an answer, also where a mutation is sent again and is the same one")
  func parts() async throws {
    let first: JSON = ["data": ["say": ["text": "recorded"]], "hasNext": true]
    let last: JSON = ["incremental": [["data": ["text": "recorded"], "path": ["say"]]], "hasNext": false]
    try record(
      Self.say, headers: [.init(name: "accept", value: Self.parts)], next: "9f2e4c71d2a9b0c3",
      RecordedEvents(events: [.init(payload: first), .init(payload: last)], end: .complete))
    let player = try board.player(timer: timer)
    for text in ["one", "another"] {
      let whole = try await ask(player, Self.say, text, accept: Self.parts)
      #expect(whole.contains(#"{"data":{"say":{"text":"\#(text)"}},"hasNext":true}"#), "\(whole)")
      #expect(whole.contains(#""incremental":[{"data":{"text":"\#(text)"},"path":["say"]}]"#), "\(whole)")
    }
    #expect(player.misses.isEmpty)
  }

  @Test("A retry of a mutation that is idempotent is answered with what it has sent itself")
  func retry() async throws {
    let yaml = "operations: { AddNote: { idempotent: true, variables: { text: { any: true, echo: true } } } }\n"
    let notes = Board(folder: try TestFolder())
    try notes.folder.write(yaml, to: "board/endpoint.yaml")
    let recorder = try notes.recorder(StatefulUpstream())
    _ = try await recorder.ask(Board.add, ["text": "recorded"])
    await recorder.finish()
    let player = try notes.player()
    for text in ["one", "another"] {
      let answer = try await player.ask(Board.add, ["text": .string(text)])
      #expect(answer.body["data"]?["addNote"]?["text"]?.stringValue == text)
    }
  }
}
