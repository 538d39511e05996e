import GraphQLLanguage
import OrderedJSON
import Testing

@testable import Recordings
@testable import Replay

/// What a rehearsal says and does, a rule at a time.
@Suite struct RuleRehearsalTests {
  private let story: RuleStory

  init() throws { story = try RuleStory() }

  /// Applies rules; afterwards nothing is left to do, and every chain is whole.
  private func apply(_ yaml: String) throws -> RuleRehearsal {
    let unreachable = try story.timelineAsWritten(yaml).unreachable
    let rehearsal = try story.apply(yaml)
    #expect(try story.rehearse(yaml).changes.isEmpty)
    #expect(try story.timeline(yaml).unreachable == unreachable)
    return rehearsal
  }

  @Test func `without rules there is nothing to do`() throws {
    try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.create, ["input": ["title": "b"]], ["createPost": ["post": ["id": "2"]]])
    try story.record(StoryText.posts, [:], twoPosts)
    let before = story.contents()
    let rehearsal = try apply("")
    #expect(rehearsal.changes.isEmpty && rehearsal.findings.isEmpty)
    #expect(rehearsal.count == 2)
    #expect(story.contents() == before)
  }

  @Test func `any joins what differs in one variable only`() throws {
    let yaml = "operations: { Post: { variables: { id: any } } }"
    let one = try story.record(StoryText.post, ["id": "1"], ["post": .null])
    let two = try story.record(StoryText.post, ["id": "2"], ["post": .null])
    let rehearsal = try apply(yaml)
    #expect(rehearsal.changes.count == 1)
    #expect(rehearsal.changes.first?.isJoin == true)
    let folder = try #require(rehearsal.changes.first?.rewrite.folder)
    let sources = try #require(rehearsal.changes.first?.sources)
    #expect(sources.map { "\(folder)/\($0)" } == [one, two].sorted())
    let recorded = try story.recorded(yaml)
    #expect(recorded.map(\.recording.variables) == [["id": "understudy-any"]])
    #expect(recorded.first?.file.hasPrefix("id=understudy-any-") == true)
  }

  @Test func `different answers of one key are a conflict, and stay`() throws {
    let yaml = "operations: { Post: { variables: { id: any } } }"
    let one = try story.record(StoryText.post, ["id": "1"], ["post": ["id": "1"]])
    let two = try story.record(StoryText.post, ["id": "2"], ["post": ["id": "2"]])
    try story.record(StoryText.posts, [:], onePost)
    let before = story.contents()
    let rehearsal = try story.apply(yaml)
    #expect(story.contents() == before)
    #expect(rehearsal.refused == [one, two].sorted())
    guard case .conflict(let conflict) = rehearsal.findings.first else {
      Issue.record("no conflict")
      return
    }
    #expect(conflict.files == [one, two].sorted())
    #expect(conflict.left.state == "start" && conflict.right.state == "start")
    #expect(
      rehearsal.findings.map { $0.text(in: "recordings/posts") } == [
        "recordings/posts/\(conflict.files[0]), recordings/posts/\(conflict.files[1]): a rule merges these, and their answers in state start differ. They are not changed. Remove the rule, or delete the wrong recording."
      ])
  }

  @Test func `what varies by itself is no conflict`() throws {
    let yaml = "{ volatile: [data.post.id], operations: { Post: { variables: { id: any } } } }"
    try story.record(StoryText.post, ["id": "1"], ["post": ["id": "1", "title": "a"]])
    try story.record(StoryText.post, ["id": "2"], ["post": ["id": "2", "title": "a"]])
    #expect(try apply(yaml).findings.isEmpty)
    #expect(try story.recorded(yaml).count == 1)
  }

  @Test func `matches joins what matches, and nothing else`() throws {
    let yaml = #"operations: { Post: { variables: { id: { matches: "/^[0-9]+$/" } } } }"#
    for id in ["1", "2", "x"] { try story.record(StoryText.post, ["id": .string(id)], ["post": .null]) }
    #expect(try apply(yaml).changes.count == 1)
    #expect(
      try story.recorded(yaml).compactMap { $0.recording.variables["id"]?.stringValue }.sorted()
        == ["understudy-matches /^[0-9]+$/", "x"])
  }

  @Test func `null that counts as absent joins both`() throws {
    let text = "query Find($name: String) { find(name: $name) }"
    try story.record(text, ["name": .null], ["find": 1])
    try story.record(text, [:], ["find": 1])
    #expect(try apply("nullIsAbsent: true").changes.first?.isJoin == true)
    #expect(try story.recorded("nullIsAbsent: true").map(\.recording.variables) == [[:]])
  }

  @Test func `an echo takes the place of what came back, and lets files join`() throws {
    let yaml = "operations: { CreatePost: { variables: { input.clientMutationId: { any: true, echo: true } } } }"
    for number in 1...2 {
      story.newSession()
      try story.record(
        StoryText.create, ["input": ["clientMutationId": .string("c\(number)"), "title": "b"]],
        ["createPost": ["clientMutationId": .string("c\(number)"), "post": ["id": "7", "title": "b"]]])
      try story.record(StoryText.posts, [:], twoPosts)
    }
    #expect(try story.timeline().unreachable.isEmpty)
    let rehearsal = try apply(yaml)
    #expect(rehearsal.findings.isEmpty)
    let mutation = try #require(try story.recorded(yaml).first { $0.recording.kind == .mutation })
    #expect(mutation.recording.states.count == 1)
    #expect(
      mutation.recording.responses(in: "start").first?.body.json?["data"]?["createPost"]?["clientMutationId"]
        == "understudy-echo input.clientMutationId")
    // Both sessions come to the same state now, and a session under the rule comes there, too.
    let posts = try #require(try story.recorded(yaml).first { $0.recording.kind == .query })
    #expect(posts.recording.states.map(\.name) == [mutation.recording.states[0].next])
    try story.obey(yaml)
    try story.record(
      StoryText.create, ["input": ["clientMutationId": "c3", "title": "b"]],
      ["createPost": ["clientMutationId": "c3", "post": ["id": "7", "title": "b"]]])
    #expect(story.state == mutation.recording.states[0].next)
  }

  @Test func `what changes nothing leaves its state`() throws {
    let yaml = "operations: { TrackEvent: { changes: nothing } }"
    try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.track, ["name": "open"], ["track": 1])
    try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.create, ["input": ["title": "b"]], ["createPost": ["post": ["id": "2"]]])
    try story.record(StoryText.track, ["name": "open"], ["track": 2])
    try story.record(StoryText.posts, [:], twoPosts)
    let rehearsal = try apply(yaml)
    #expect(rehearsal.findings.isEmpty)
    let recorded = try story.recorded(yaml)
    #expect(recorded.allSatisfy { $0.recording.states.count <= 2 })
    let track = try #require(recorded.first { $0.recording.operationName == "TrackEvent" })
    #expect(track.recording.states.allSatisfy { $0.next == $0.name })
    // A session under the rule finds everything exactly.
    try story.obey(yaml)
    try story.record(StoryText.create, ["input": ["title": "b"]], ["createPost": ["post": ["id": "2"]]])
    #expect(recorded.first { $0.recording.kind == .query }?.recording.responses(in: story.state).count == 1)
  }

  @Test func `a mutation that was seen to change something is a conflict`() throws {
    let yaml = "operations: { TrackEvent: { changes: nothing } }"
    let file = try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.track, ["name": "open"], ["track": true])
    let state = story.state
    try story.record(StoryText.posts, [:], twoPosts)
    let before = story.contents()
    let rehearsal = try story.apply(yaml)
    #expect(rehearsal.refused == [file])
    #expect(story.contents() == before)
    #expect(
      rehearsal.findings.map { $0.text(in: "recordings/posts") } == [
        "recordings/posts/\(file): recordings show that TrackEvent changes AllPosts: the answers in states start and \(state) differ, and changes: nothing merges these states. It is not changed. Remove the rule, or record again."
      ])
    #expect(try story.timeline(yaml).unreachable.isEmpty)
  }

  @Test func `a repetition counts once where it is idempotent`() throws {
    let yaml = "operations: { Rename: { idempotent: true } }"
    let variables: JSONObject = ["id": "1", "title": "z"]
    let answer: JSON = ["rename": ["id": "1", "title": "z"]]
    for _ in 0..<3 { try story.record(StoryText.rename, variables, answer) }
    try story.record(StoryText.posts, [:], onePost)
    #expect(try apply(yaml).findings.isEmpty)
    try story.obey(yaml)
    try story.record(StoryText.rename, variables, answer)
    #expect(
      try story.recorded(yaml).first { $0.recording.kind == .query }?.recording.states.map(\.name) == [story.state])
    let rename = try #require(try story.recorded(yaml).first { $0.recording.kind == .mutation })
    #expect(rename.recording.states.map(\.name) == [story.state, "start"].sorted())
    #expect(rename.recording.states.allSatisfy { $0.next == story.state })
  }

  @Test func `a mutation that counts by less is another step of its chain`() throws {
    let yaml = "operations: { Rename: { variables: { title: any } } }"
    try story.record(StoryText.rename, ["id": "1", "title": "x"], ["rename": ["id": "1"]])
    try story.record(StoryText.create, ["input": ["title": "b"]], ["createPost": ["post": ["id": "2"]]])
    try story.record(StoryText.rename, ["id": "2", "title": "y"], ["rename": ["id": "2"]])
    try story.record(StoryText.posts, [:], twoPosts)
    #expect(try apply(yaml).findings.isEmpty)
    try story.obey(yaml)
    try story.record(StoryText.rename, ["id": "1", "title": "other"], ["rename": ["id": "1"]])
    try story.record(StoryText.create, ["input": ["title": "b"]], ["createPost": ["post": ["id": "2"]]])
    try story.record(StoryText.rename, ["id": "2", "title": "another"], ["rename": ["id": "2"]])
    #expect(
      try story.recorded(yaml).first { $0.recording.kind == .query }?.recording.states.map(\.name) == [story.state])
  }

  struct Keys: SchemaHints {
    func keyFields(of type: String?) -> [String] { type == "Draft" ? ["slug"] : [] }
  }

  @Test(arguments: [false, true], [NoSchema(), Keys()] as [any SchemaHints])
  func `states get the headers of rules in their names, whoever recorded them`(
    namesHeaders: Bool, hints: any SchemaHints
  ) throws {
    let yaml = "operations: { \"*\": { headers: [x-tenant] } }"
    let slug: JSON = "a-slug-of-the-server-s-making"
    let steps: [(text: String, variables: JSONObject, data: JSON)] = [
      ("mutation Draft { draft { __typename slug } }", [:], ["draft": ["__typename": "Draft", "slug": slug]]),
      ("mutation P($draft: String!) { publish(draft: $draft) }", ["draft": slug], ["publish": true]),
    ]
    try story.obey(yaml)
    var history = History()
    for (text, variables, data) in steps {
      try story.record(text, variables, data, headers: [("x-tenant", "one")], namesHeaders: namesHeaders)
      let document = try parse(SourceText(text))
      let asked = try StatedOperation(
        document: document, variables: variables, headers: [.init(name: "x-tenant", value: "one")])
      history.append(asked, .answered(["data": data]), hints: hints)
    }
    try story.record(StoryText.posts, [:], onePost, headers: [("x-tenant", "one")])
    try story.apply(yaml, hints: hints)
    let posts = try #require(try story.recorded(yaml).first { $0.recording.kind == .query })
    #expect(posts.recording.states.map(\.name) == [history.state.name])
    #expect(try story.rehearse(yaml, hints: hints).changes.isEmpty)
  }

  @Test func `keys and schemas that come later rename what comes after an id of theirs`() throws {
    let draft = "mutation Draft { draft { __typename slug } }"
    let publish = "mutation Publish($draft: String!) { publish(draft: $draft) }"
    let slug: JSON = "a-slug-of-the-server-s-making"
    let drafted: JSON = ["draft": ["__typename": "Draft", "slug": slug]]
    try story.record(draft, [:], drafted)
    try story.record(publish, ["draft": slug], ["publish": true])
    try story.record(StoryText.posts, [:], onePost)
    let recorded = story.state
    #expect(try story.rehearse("").changes.isEmpty)
    try story.apply("", hints: Keys())
    var history = History()
    history.append(try stated(draft), .answered(["data": drafted]), hints: Keys())
    history.append(try stated(publish, ["draft": slug.stringValue.map { .string($0) } ?? .null]), .lost, hints: Keys())
    #expect(history.state.name != recorded)
    let posts = try #require(try story.recorded().first { $0.recording.kind == .query })
    #expect(posts.recording.states.map(\.name) == [history.state.name])
    #expect(try story.timeline().unreachable.isEmpty)
    #expect(try story.rehearse("", hints: Keys()).changes.isEmpty)
  }
}
