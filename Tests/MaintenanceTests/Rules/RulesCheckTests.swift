import Engine
import Foundation
import Maintenance
import OrderedJSON
import Recordings
import Replay
import Requests
import SchemaSources
import TestSupport
import Testing
import Transports

/// Recorded by the engine without rules; then come rules, and the engine replays with them.
@Suite struct RulesCheckTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let posts = #"{"query":"query AllPosts { posts { id } }"}"#

  private static func create(_ id: String) -> String {
    """
    {"query":"mutation Create($input: In!) { create(input: $input) { clientMutationId } }",\
    "variables":{"input":{"clientMutationId":"\(id)","title":"b"}}}
    """
  }

  private static let track = #"{"query":"mutation TrackEvent { track }"}"#

  private func request(_ body: String, session: String) -> ClientRequest {
    ClientRequest(
      method: "POST", target: "/posts",
      headers: ["Host": "127.0.0.1:4000", "Content-Type": "application/json", "X-Understudy-Session": session],
      body: Array(body.utf8))
  }

  /// Records two sessions that send the same with another `clientMutationId`.
  private func record(afterTracking: String = #"{"data":{"posts":[]}}"#) async throws {
    let steps: [(String, String)] = (1...2).flatMap { number in
      [
        (Self.posts, #"{"data":{"posts":[]}}"#), (Self.track, #"{"data":{"track":true}}"#), (Self.posts, afterTracking),
        (Self.create("c\(number)"), #"{"data":{"create":{"clientMutationId":"c\#(number)"}}}"#),
        (Self.posts, #"{"data":{"posts":[{"id":"1"}]}}"#),
      ]
    }
    let upstream = ScriptedUpstream(steps.map { .answer(chunks: [$0.1]) })
    let engine = try folder.recorder(upstream, name: "posts") { $0 = .recordingStates }
    for (index, step) in steps.enumerated() {
      let answer = await engine.respond(to: request(step.0, session: index < 5 ? "one" : "two")).get()
      #expect(answer.status == 200)
    }
    await engine.finish()
  }

  private func rules(_ yaml: String) throws { try folder.write(yaml, to: "posts/endpoint.yaml") }

  private func rehearse() throws -> RulesCheck {
    try RulesCheck.rehearse(recordings: folder.path, endpoint: "posts", schemas: "\(folder.path)/schemas")
  }

  private func apply() throws -> RulesCheck {
    try RulesCheck.apply(recordings: folder.path, endpoint: "posts", schemas: "\(folder.path)/schemas")
  }

  private static let yaml = """
    operations:
      Create: { variables: { input.clientMutationId: { any: true, echo: true } } }
      TrackEvent: { changes: nothing }
    """

  @Test func `after it is applied, replay answers exactly by the rules`() async throws {
    try await record()
    #expect(try rehearse().needsAttention == false)
    try rules(Self.yaml)
    let check = try rehearse()
    #expect(check.findingLines.isEmpty)
    #expect(check.rehearsal.changes.count == 3)
    #expect(check.needsAttention && !check.hasProblems)
    #expect(check.changeLines.count == 3)
    let before = folder.contents()
    #expect(try rehearse().changeLines == check.changeLines)
    #expect(folder.contents() == before)

    #expect(try apply().changeLines == check.changeLines)
    #expect(try rehearse().needsAttention == false)
    let endpoints = try Endpoints.forReplay(
      name: nil, recordings: folder.path, schemas: folder.path, seed: 0, onMiss: .error)
    #expect(endpoints.flatMap(\.warnings).isEmpty)
    let player = Engine(
      configuration: EngineConfiguration(mode: .replay), endpoints: endpoints, upstream: nil, events: { _ in })
    // Another value, and an event that comes twice where it came once; without it all is the same.
    let start = [(Self.posts, #"{"data":{"posts":[]}}"#)]
    let track = [(Self.track, #"{"data":{"track":true}}"#)]
    let rest = [
      (Self.create("mine"), #"{"data":{"create":{"clientMutationId":"mine"}}}"#),
      (Self.posts, #"{"data":{"posts":[{"id":"1"}]}}"#),
    ]
    for (session, steps) in [("three", start + track + track + start + rest), ("four", start + rest)] {
      for (body, answer) in steps {
        let replayed = await player.respond(to: request(body, session: session)).get()
        #expect(replayed.headers[first: "Understudy-State"] == "exact")
        let text = try await replayed.text
        #expect(text == answer)
      }
    }
  }

  @Test func `what recordings contradict is refused, and said`() async throws {
    try await record(afterTracking: #"{"data":{"posts":[{"id":"0"}]}}"#)
    try rules("operations: { TrackEvent: { changes: nothing } }")
    let before = folder.contents()
    let check = try apply()
    #expect(check.hasProblems)
    #expect(check.rehearsal.refused.count == 1)
    #expect(check.findingLines.count == 1)
    #expect(check.findingLines[0].contains("recordings show that TrackEvent changes AllPosts"))
    #expect(folder.contents() == before)
  }

  static let schema = """
    schema { query: Root mutation: Changes }
    type Root { posts(first: Int): [Post!]! }
    type Changes { create(input: In!): Post }
    input In { title: String }
    type Post { id: ID! title: String author: User }
    type User { id: ID! token: String }
    union Thing = Post | User
    """

  @Test(arguments: [
    ("keys: { Usr: id }", "1:9: unknown type \"Usr\". Did you mean \"User\"?"),
    ("keys: { User: [tokn] }", "1:16: type \"User\" has no field \"tokn\". Did you mean \"token\"?"),
    ("keys: { User: [id], Post: author }", nil),
    ("volatile: [Query.posts, Root.posts, Mutation.create, In.title, Post.__typename]", nil),
    ("volatile: [Query.post]", "1:12: type \"Query\" has no field \"post\". Did you mean \"posts\"?"),
    ("volatile: [Subscription.at]", "1:12: unknown type \"Subscription\"."),
    ("volatile: [Thing.id]", "1:12: type \"Thing\" has no fields."),
    (
      "redaction: { redact: [\"Query.posts(frist:)\"] }",
      "field \"Query.posts\" has no argument \"frist\". Did you mean \"first\"?"
    ),
    ("redaction: { redact: [\"Post.title(a:)\"] }", "field \"Post.title\" has no arguments."),
    (
      "redaction: { redact: [\"In.title(a:)\"] }",
      "\"In\" is an input type, whose fields have no arguments: write In.title."
    ),
  ])
  func `names are held against the schema`(yaml: String, problem: String?) throws {
    try rules(yaml)
    // Without a schema nothing is known.
    #expect(try rehearse().findingLines.isEmpty)
    try folder.write(Self.schema, to: "schemas/posts.graphqls")
    let lines = try rehearse().findingLines
    #expect(lines.count == (problem == nil ? 0 : 1), "\(lines)")
    if let problem { #expect(lines.first?.hasSuffix(problem) == true, "\(lines)") }
    #expect(lines.allSatisfy { $0.hasPrefix("\(folder.path)/posts/endpoint.yaml:1:") })
    #expect(try rehearse().hasProblems == (problem != nil))
  }

  @Test func `a schema that cannot be read is said, and not used`() throws {
    try rules("keys: { Usr: id }")
    try folder.write("type Query {", to: "schemas/posts.graphqls")
    let check = try rehearse()
    #expect(check.findingLines.count == 1)
    #expect(check.findingLines[0].hasPrefix("The schema of posts is not used: "))
    #expect(!check.hasProblems)
  }

  @Test func `an endpoint that is not there is said to be`() throws {
    try rules("")
    let error = #expect(throws: ConfigurationError.self) {
      try RulesCheck.rehearse(recordings: folder.path, endpoint: "post", schemas: folder.path)
    }
    #expect(error?.description.hasPrefix("There is no endpoint \"post\"") == true)
  }
}

/// What is shipped, as it is and with rules that its flows bear.
@Suite struct ShippedRulesTests {
  /// The repository.
  private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()) { url, _ in
    url.deletingLastPathComponent()
  }.path

  @Test(arguments: ["conference-planner", "countries", "posts", "rocket-reserver"])
  func `the shipped rules fit the shipped recordings`(endpoint: String) throws {
    let check = try RulesCheck.rehearse(
      recordings: "\(Self.root)/recordings", endpoint: endpoint, schemas: "\(Self.root)/schemas")
    #expect(check.changeLines.isEmpty)
    #expect(check.findingLines.isEmpty)
    #expect(check.rehearsal.count > 0)
  }

  @Test(arguments: ["conference-planner", "countries", "posts", "rocket-reserver"])
  func `rules that come later can be applied to them once`(endpoint: String) throws {
    let folder = try TestFolder()
    try FileManager.default.removeItem(atPath: folder.path)
    try FileManager.default.copyItem(atPath: "\(Self.root)/recordings", toPath: folder.path)
    let yaml = """
      nullIsAbsent: true
      operations:
        '*': { idempotent: true, variables: { '*': { matches: "/^[a-z]$/" } } }
        Login: { changes: nothing }
        login: { changes: nothing }
      """
    try folder.write(yaml, to: "\(endpoint)/endpoint.yaml")
    let first = try RulesCheck.apply(recordings: folder.path, endpoint: endpoint, schemas: "\(Self.root)/schemas")
    #expect(!first.hasProblems)
    #expect(first.changeLines.isEmpty == ["countries", "posts"].contains(endpoint))
    let second = try RulesCheck.rehearse(recordings: folder.path, endpoint: endpoint, schemas: "\(Self.root)/schemas")
    #expect(second.changeLines.isEmpty)
    let check = try RecordingsCheck(
      recordings: folder.path, schemas: "\(Self.root)/schemas", endpoint: endpoint)
    #expect(check.findings.isEmpty)
  }
}
