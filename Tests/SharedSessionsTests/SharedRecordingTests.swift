import Engine
import OrderedJSON
import Recordings
import RecordingsTestSupport
import Requests
import TestSupport
import Testing

@testable import SharedSessions

/// Each replica must know which answers were already given: of several that were recorded in a row, of the requests of a
/// recorded session, and of the reads beside a mutation.
struct SharedRecordingTests {
  private static let count = "query Count { count }"

  /// Replicas of the recordings in a folder.
  private static func replicas(_ count: Int, _ folder: TestFolder) throws -> [Engine] {
    let store = UnreliableStore(seed: 1)
    return try (0..<count).map {
      try Replicas.replica(folder, store.connection($0), clock: store.clock, recordings: true).0
    }
  }

  @Test(arguments: [false, true]) func theNextAnswerOfASequenceIsTheSameAtEachReplica(isNamed: Bool) async throws {
    let folder = try TestFolder()
    let upstream = ScriptedUpstream((1...3).map { .answer(chunks: [#"{"data":{"count":\#($0)}}"#]) })
    let recorder = try folder.recorder(upstream, name: "shop")
    let token = isNamed ? try await recorder.begin("a") : ""
    for _ in 1...3 {
      let request = Board.request(Self.count, session: isNamed ? "a" : nil, path: "/shop")
      #expect(try await recorder.sent(request).status == 200)
    }
    if isNamed {
      #expect(try await recorder.control("end", ["token": .string(token), "outcome": "passed"]).status == 200)
    }
    await recorder.finish()
    let engines = try Self.replicas(2, folder)
    try await engines[0].begin("a")
    for (replica, expected) in zip([0, 1, 0, 1], [1, 2, 3, 3]) {
      let answer = try await engines[replica].sent(Board.request(Self.count, session: "a", path: "/shop"))
      #expect(answer.json["data"]?["count"] == .int(expected), "\(answer)")
    }
  }

  /// A rule is proposed if one recorded request was not served yet and differs in a random value alone.
  @Test func theServedRequestsOfARecordedSessionAreTheSameAtEachReplica() async throws {
    let folder = try TestFolder()
    let find = "query Find($key: String!) { find(key: $key) }"
    let keys = [
      "5f0c9a52-8d1e-4b73-a6f4-0c2b7e91d3aa", "e1b2c3d4-77aa-4c0d-9b1e-5a6f7c8d9e00",
      "0b7c1d7e-3f2a-4e59-8c66-f1a2b3c4d5e6",
    ]
    func request(_ index: Int) -> ClientRequest {
      Board.request(find, ["key": .string(keys[index])], session: "a", path: "/shop")
    }
    let upstream = ScriptedUpstream((1...2).map { .answer(chunks: [#"{"data":{"find":\#($0)}}"#]) })
    let recorder = try folder.recorder(upstream, name: "shop")
    let token = try await recorder.begin("a")
    for index in 0...1 { #expect(try await recorder.sent(request(index)).status == 200) }
    #expect(try await recorder.control("end", ["token": .string(token), "outcome": "passed"]).status == 200)
    await recorder.finish()
    let single = try folder.player()
    #expect(try await single.sent(request(0)).json["data"]?["find"] == 1)
    let expected = try await single.sent(request(2)).json
    #expect(expected.compactText.contains("The value looks random."), "\(expected.compactText)")
    let engines = try Self.replicas(2, folder)
    try await engines[0].begin("a")
    #expect(try await engines[0].sent(request(0)).json["data"]?["find"] == 1)
    #expect(try await engines[1].sent(request(2)).json == expected)
  }

  /// `Color` does not depend on `First`, so it may come before and after it. After it, it shows that a read beside a
  /// mutation is the second one.
  @Test func theReadsBesideAMutationAreTheSameAtEachReplica() async throws {
    let folder = try TestFolder()
    try folder.write("operations:\n  Color: { independentOf: [First] }\n", to: "shop/endpoint.yaml")
    let (first, second) = ("mutation First { first }", "mutation Second { second }")
    let color = "query Color { color }"
    let session = try PlantedSession("a", in: folder)
    try session.save([
      .together([session.request(first, #"{"first":1}"#), session.request(Self.count, #"{"count":1}"#)]),
      .request(session.request(color, #"{"color":"red"}"#)),
      .together([session.request(second, #"{"second":1}"#), session.request(Self.count, #"{"count":2}"#)]),
    ])
    let single = try folder.player()
    let engines = try Self.replicas(2, folder)
    try await engines[0].begin("a")
    let asked = [color, first, color, Self.count].map { Board.request($0, session: "a", path: "/shop") }
    for (request, replica) in zip(asked, [0, 0, 0, 1]) {
      let expected = try await single.sent(request)
      #expect(expected.status == 200)
      #expect(try await engines[replica].sent(request).json == expected.json)
    }
    // Without the second `Color`, the read may be the first one.
    for engine in [try folder.player(), single] {
      _ = engine.reset(session: "a")
      for request in [asked[0], asked[1]] { _ = try await engine.sent(request) }
      #expect(try await engine.sent(asked[3]).json["data"]?["count"] == 1)
    }
  }
}

/// A recorded session whose file is written without a recorder, so that its requests can overlap.
private struct PlantedSession {
  private let name: String
  private let store: RecordingStore

  init(_ name: String, in folder: TestFolder) throws {
    self.name = name
    store = try EndpointFolder(name: "shop", below: folder.path).store()
  }

  /// A request, whose answer has these data.
  func request(_ query: String, _ data: String) throws -> SessionRecording.Request {
    let sent = try Sent(query, endpoint: "shop")
    let folder = try store.requireFolder(of: sent.key, document: sent.document)
    let answer = response(#"{"data":\#(data)}"#)
    let id = SessionFormat.id(of: answer)
    _ = try store.sessions.write(answer, as: id, inFolder: folder)
    return SessionRecording.Request(operation: folder, identity: .anonymous, variables: [:], answers: [id])
  }

  func save(_ steps: [SessionRecording.Step]) throws {
    var beginning = try store.sessions.beginning(of: name)
    _ = try store.sessions.save(SessionRecording(name: name, steps: steps), since: &beginning)
  }
}
