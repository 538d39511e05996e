import GraphQLLanguage
import OrderedJSON
import Testing

@testable import Recordings
@testable import Replay

/// What a rehearsal says besides what becomes of which file.
@Suite struct RuleFindingTests {
  private let story: RuleStory

  init() throws { story = try RuleStory() }

  private func texts(_ yaml: String) throws -> [String] {
    try story.rehearse(yaml).findings.map { $0.text(in: "posts") }
  }

  @Test func `a placeholder whose rule is gone cannot be brought back`() throws {
    try story.obey("operations: { Post: { variables: { id: any } } }")
    let file = try story.record(StoryText.post, ["id": "1"], ["post": .null])
    let text =
      "posts/\(file): the rule that replaced id with \"understudy-any\" is gone, and the value was never saved. Record it again, or restore the rule."
    #expect(try texts("") == [text])
    #expect(try story.rehearse("").changes.isEmpty)
    // Another rule that does not put it there does not help; one that does takes it over.
    #expect(try texts("operations: { Post: { variables: { id: { matches: x$ } } } }") == [text])
    #expect(try texts("operations: { '*': { variables: { id: any } } }").isEmpty)
  }

  @Test func `what a terminal would obey is not printed`() throws {
    let rules = try RuleStory.rules("operations: { Post: { headers: [x-tenant] } }")
    let file = try story.record(StoryText.post, ["id": "1"], ["post": .null])
    let parts = file.split(separator: "/").map(String.init)
    let digits = parts[1].suffix(14)
    try story.move(file, to: "\(parts[0])/red\u{1B}[31m\(digits)")
    let rehearsal = RuleRehearsal(try story.folder.writtenRecordings(rules: rules), rules: rules)
    #expect(rehearsal.findings[0].text(in: "posts").hasPrefix("posts/\(parts[0])/red\\u{1b}[31m\(digits): "))
    let any = try RuleStory.rules("operations: { Post: { variables: { id: any } } }")
    let change = RuleRehearsal(try story.folder.writtenRecordings(rules: any), rules: any).changes[0]
    #expect(change.text(in: "posts").hasPrefix("posts/\(parts[0])/red\\u{1b}[31m\(digits): becomes id="))
  }

  @Test func `a pattern that gives way to any is renamed`() throws {
    try story.obey("operations: { Post: { variables: { id: { matches: '^[0-9]' } } } }")
    try story.record(StoryText.post, ["id": "1"], ["post": .null])
    let rehearsal = try story.apply("operations: { Post: { variables: { id: any } } }")
    #expect(rehearsal.findings.isEmpty)
    #expect(rehearsal.changes.count == 1)
  }

  @Test func `an echo whose rule is gone, and one that came too late`() throws {
    let any = "operations: { CreatePost: { variables: { input.clientMutationId: any } } }"
    let echo = "operations: { CreatePost: { variables: { input.clientMutationId: { any: true, echo: true } } } }"
    let create: JSONObject = ["input": ["clientMutationId": "c1", "title": "b"]]
    let answer: JSON = ["createPost": ["clientMutationId": "c1", "post": ["id": "7"]]]
    try story.obey(any)
    let file = try story.record(StoryText.create, create, answer)
    #expect(
      try texts(echo) == [
        "posts/\(file): the value sent as input.clientMutationId was not saved, so its copies in the answers cannot be found. Record it again."
      ])
    try story.obey(echo)
    try story.record(StoryText.create, create, answer)
    #expect(try texts(echo).isEmpty)
    #expect(
      try texts(any) == [
        "posts/\(file): an answer repeats a value of the request, and no rule has \"echo: true\" for it any more. Record it again, or restore the rule."
      ])
  }

  @Test func `a mutation that changed nothing and does now`() throws {
    try story.obey("operations: { TrackEvent: { changes: nothing } }")
    let file = try story.record(StoryText.track, ["name": "open"], ["track": true])
    #expect(
      try texts("") == [
        "posts/\(file): in state start, TrackEvent was recorded with a rule that it changes nothing, and that rule was removed. Answers before and after it cannot be distinguished. Record it again, or restore the rule."
      ])
    #expect(try story.rehearse("").changes.isEmpty)
  }

  @Test func `headers that count now`() throws {
    let yaml = "operations: { Post: { headers: [x-tenant] } }"
    let one = try story.record(StoryText.post, ["id": "1"], ["post": .null])
    #expect(
      try texts(yaml) == [
        "posts/\(one): Post now matches by x-tenant, and this recording was recorded without it. Requests with the header miss until they are recorded. Record them again."
      ])
    let two = try story.record(StoryText.post, ["id": "2"], ["post": .null])
    let first = min(one, two)
    #expect(
      try texts(yaml).first?.hasPrefix(
        "posts/\(first): Post now matches by x-tenant, and this and 1 more recording were recorded without it")
        == true)
    #expect(try story.rehearse(yaml).changes.isEmpty)
  }

  @Test func `headers that do not count any more join what they told apart`() throws {
    try story.obey("operations: { Post: { headers: [x-tenant] } }")
    for tenant in ["one", "two"] {
      try story.record(StoryText.post, ["id": "1"], ["post": .null], headers: [("X-Tenant", tenant)])
    }
    let rehearsal = try story.apply("")
    #expect(rehearsal.changes.count == 1 && rehearsal.findings.isEmpty)
    #expect(try story.recorded().map(\.recording.headers) == [[]])
  }

  @Test func `recordings that contradict independentOf`() throws {
    let yaml = "operations: { AllPosts: { independentOf: [Rename] } }"
    let file = try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.track, ["name": "open"], ["track": true])
    try story.record(StoryText.posts, [:], onePost)
    let before = story.state
    try story.record(StoryText.rename, ["id": "1", "title": "z"], ["rename": ["id": "1", "title": "z"]])
    #expect(try texts(yaml).isEmpty)
    try story.record(StoryText.posts, [:], twoPosts)
    #expect(
      try texts(yaml) == [
        "posts/\(file): recordings show that Rename changes AllPosts: its answers in states \(before) and \(story.state) differ, and no other mutation ran between them. \"independentOf\" declares the opposite. Remove it, or record again."
      ])
    #expect(try texts("operations: { AllPosts: { independentOf: [TrackEvent] } }").isEmpty)
    #expect(try story.rehearse(yaml).changes.isEmpty)
  }

  @Test func `recordings that may contradict independentOf`() throws {
    let file = try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.track, ["name": "open"], ["track": true])
    try story.record(StoryText.rename, ["id": "1", "title": "z"], ["rename": ["id": "1", "title": "z"]])
    try story.record(StoryText.posts, [:], twoPosts)
    #expect(
      try texts("operations: { AllPosts: { independentOf: [track] } }") == [
        "posts/\(file): track may change AllPosts: its answers in states start and \(story.state) differ, and it ran between them, with others. \"independentOf\" declares that it does not. Check the rule."
      ])
  }

  @Test func `names that were never recorded`() throws {
    try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.rename, ["id": "1", "title": "z"], ["rename": ["id": "1"]])
    let yaml = """
      operations:
        AllPost: { independentOf: [Renam, rename] }
        AllPosts: { independentOf: [AllPosts] }
        rename: { idempotent: true }
        Zzzzzzzz: { changes: nothing }
      """
    #expect(
      try texts(yaml) == [
        "posts/endpoint.yaml:2:3: no operation \"AllPost\" is recorded. Correct the name, or remove the rule. Did you mean \"AllPosts\"?",
        "posts/endpoint.yaml:2:30: no mutation \"Renam\" is recorded. Correct the name, or remove the rule. Did you mean \"Rename\" or \"rename\"?",
        "posts/endpoint.yaml:3:31: no mutation \"AllPosts\" is recorded. Correct the name, or remove the rule.",
        "posts/endpoint.yaml:5:3: no operation \"Zzzzzzzz\" is recorded. Correct the name, or remove the rule.",
      ])
  }

  @Test func `fields of answers for which nothing recorded asks`() throws {
    // Before the first recording nothing is missed.
    #expect(try texts("volatile: [Post.titel]").isEmpty)
    try story.record(StoryText.posts, [:], onePost)
    let yaml = """
      volatile: [Post.titel, Post.title, Thing.id, data.posts.nothing]
      stable: [Post.zzzzzzzz]
      operations: { AllPosts: { stable: [Query.post] } }
      redaction: { redact: [Post.secret] }
      keys: { Post: [slug] }
      """
    #expect(
      try texts(yaml) == [
        "posts/endpoint.yaml:1:12: no recorded operation requests a field \"titel\", which \"Post.titel\" names. Correct the name, or remove the rule. Did you mean \"title\"?",
        "posts/endpoint.yaml:1:46: no recorded operation has data at \"data.posts.nothing\". Correct the path, or remove the rule. Did you mean \"data.posts.id\"?",
        "posts/endpoint.yaml:2:10: no recorded operation requests a field \"zzzzzzzz\", which \"Post.zzzzzzzz\" names. Correct the name, or remove the rule.",
        "posts/endpoint.yaml:3:36: no recorded operation requests a field \"post\", which \"Query.post\" names. Correct the name, or remove the rule. Did you mean \"posts\"?",
      ])
  }

  @Test func `paths and variables that nothing recorded has`() throws {
    // Before the first recording nothing is missed.
    #expect(try texts("volatile: [data.a]").isEmpty)
    try story.record(StoryText.posts, [:], onePost)
    try story.record(
      "query Post($id: ID!) { mine: post(id: $id) { ...P settings } }\nfragment P on Post { author { name } }",
      ["id": "1"],
      ["mine": .null])
    let yaml = """
      volatile: [data.post.titel, data.posts.title, data.posts, data.mine.settings.anything, errors.x, data.*.y]
      stable: [data.mine.author.nam, data.post]
      operations:
        Post: { volatile: [data.posts.title, data.mine.author.name], variables: { idd: any, id: any, "*": any } }
        Nobody: { volatile: [data.x], variables: { x: any } }
        "*": { variables: { id: any, other: any } }
      """
    func data(_ place: String, _ path: String, _ more: String = "", of operation: String = "operation") -> String {
      "posts/endpoint.yaml:\(place): no recorded \(operation) has data at \"\(path)\". Correct the path, or remove the rule.\(more)"
    }
    #expect(
      try texts(yaml) == [
        data("1:12", "data.post.titel", " Did you mean \"data.posts.title\"?"),
        data("2:10", "data.mine.author.nam", " Did you mean \"data.mine.author.name\"?"),
        data("2:32", "data.post", " Did you mean \"data.posts\"?"),
        data("4:22", "data.posts.title", of: "operation Post"),
        "posts/endpoint.yaml:4:77: no recorded operation Post has a variable \"idd\". Correct the name, or remove the rule. Did you mean \"id\"?",
        "posts/endpoint.yaml:5:3: no operation \"Nobody\" is recorded. Correct the name, or remove the rule.",
        "posts/endpoint.yaml:6:32: no recorded operation has a variable \"other\". Correct the name, or remove the rule.",
      ])
  }

  @Test func `lines that say what becomes of which file`() throws {
    let yaml = "operations: { Post: { variables: { id: any } }, TrackEvent: { changes: nothing } }"
    let one = try story.record(StoryText.post, ["id": "1"], ["post": .null])
    let folder = try #require(one.split(separator: "/").first)
    #expect(
      try story.rehearse(yaml).changes.map { $0.text(in: "posts") } == [
        "posts/\(one): becomes \(try name(yaml))"
      ])
    let two = try story.record(StoryText.post, ["id": "2"], ["post": .null])
    let names = [one, two].sorted().map { $0.dropFirst(folder.count + 1) }.joined(separator: ", ")
    #expect(
      try story.rehearse(yaml).changes.map { $0.text(in: "posts") } == [
        "posts/\(folder)/\(names): both become \(try name(yaml))"
      ])
    let track = try story.record(StoryText.track, ["name": "open"], ["track": true])
    let posts = try story.record(StoryText.posts, [:], onePost)
    #expect(
      try story.rehearse(yaml).changes.map { $0.text(in: "posts") }.filter { !$0.contains("Post-") } == [
        "posts/\(track): 1 state leads to another state", "posts/\(posts): 1 state renamed",
      ])
  }

  private func name(_ yaml: String) throws -> String {
    try #require(try story.rehearse(yaml).changes.first { $0.rewrite.folder.contains("Post-") }?.rewrite.file)
  }

  @Test func `what stands between two states of one name is named`() throws {
    let yaml = "operations: { Rename: { variables: { title: any } } }"
    var states: [String] = []
    for title in ["a", "b"] {
      story.newSession()
      try story.record(StoryText.rename, ["id": "1", "title": .string(title)], ["rename": ["id": "1"]])
      states.append(story.state)
      try story.record(StoryText.post, ["id": "1"], ["post": ["title": .string(title)]])
    }
    let rehearsal = try story.rehearse(yaml)
    #expect(rehearsal.changes.isEmpty)
    let posts = try #require(rehearsal.refused.first { $0.hasPrefix("query") })
    let renames = rehearsal.refused.filter { $0.hasPrefix("mutation") }.map { "posts/\($0)" }.joined(separator: ", ")
    func texts(_ left: String, _ right: String) -> [String] {
      [
        "posts/\(posts): rules merge states \(left) and \(right), and the answers of Post in them differ. It is not changed. Remove the rule, or record again.",
        "\(renames): a rule merges these, and from state start they lead to two different states. They are not changed. The conflicts above cause this one.",
      ]
    }
    // Which of the two comes first is a matter of their files' hashes.
    let found = rehearsal.findings.map { $0.text(in: "posts") }
    #expect(found == texts(states[0], states[1]) || found == texts(states[1], states[0]))
  }

  @Test func `a repetition is one although something that changes nothing came between`() throws {
    let yaml = "operations: { Rename: { idempotent: true }, TrackEvent: { changes: nothing } }"
    let rename: JSONObject = ["id": "1", "title": "z"]
    try story.record(StoryText.rename, rename, ["rename": ["id": "1"]])
    try story.record(StoryText.track, ["name": "open"], ["track": true])
    try story.record(StoryText.rename, rename, ["rename": ["id": "1"]])
    try story.record(StoryText.posts, [:], onePost)
    try story.apply(yaml)
    try story.obey(yaml)
    try story.record(StoryText.rename, rename, ["rename": ["id": "1"]])
    let posts = try #require(try story.recorded(yaml).first { $0.recording.operationName == "AllPosts" })
    #expect(posts.recording.states.map(\.name) == [story.state])
  }
}
