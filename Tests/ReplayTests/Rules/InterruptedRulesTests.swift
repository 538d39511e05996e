import OrderedJSON
import Testing

@testable import Recordings
@testable import Replay

/// An `--apply` that is killed at any time is finished by the next one, as if nothing had been.
@Suite struct InterruptedRulesTests {
  static let yaml =
    "operations: { TrackEvent: { changes: nothing }, Rename: { variables: { title: any } }, Post: { variables: { id: any } } }"

  private static func recorded() throws -> RuleStory {
    let story = try RuleStory()
    try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.track, ["name": "open"], ["track": true])
    try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.post, ["id": "1"], ["post": .null])
    try story.record(StoryText.post, ["id": "2"], ["post": .null])
    try story.record(StoryText.rename, ["id": "1", "title": "b"], ["rename": ["id": "1"]])
    try story.record(StoryText.posts, [:], twoPosts)
    return story
  }

  @Test func `whenever it is stopped, the next one finishes`() throws {
    let whole = try Self.recorded()
    let untouched = whole.contents()
    #expect(try whole.apply(Self.yaml).changes.count >= 4)
    let finished = whole.contents()
    var stops = 0
    while true {
      let story = try Self.recorded()
      do {
        _ = try story.apply(Self.yaml, stoppingAfter: stops)
        break
      } catch let error as RecordingError {
        #expect(error.message == "stopped by a test. Run it again.")
      }
      let visible = story.contents().filter { !$0.key.contains("/.") && !$0.key.hasPrefix(".") }
      if try story.folder.hasUnfinishedRewriting() {
        // Nobody reads what is half done.
        for open in [
          { _ = try story.folder.store(rules: RuleStory.rules(Self.yaml)) }, { _ = try story.rehearse(Self.yaml) },
        ] {
          let error = #expect(throws: RecordingError.self) { try open() }
          let recordings = story.folder.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
          #expect(
            error?.description
              == "\(story.folder.path): a change of its recordings was interrupted. Finish it: `understudy fmt --recordings '\(recordings)'`."
          )
        }
      } else {
        // Either nothing has happened yet, or all has.
        #expect(visible == untouched || visible == finished)
      }
      // It may be stopped a second time.
      if stops % 2 == 0 { _ = try? story.apply(Self.yaml, stoppingAfter: 1) }
      _ = try story.apply(Self.yaml)
      #expect(story.contents() == finished, "stopped after \(stops)")
      #expect(try story.rehearse(Self.yaml).changes.isEmpty)
      stops += 1
    }
    // Each file written, named and removed is a step.
    #expect(stops > 10)
  }

  @Test func `only what changes is written`() throws {
    let story = try RuleStory()
    let kept = try story.record(StoryText.posts, [:], onePost)
    try story.record(StoryText.post, ["id": "1"], ["post": .null])
    let path = "\(story.folder.path)/\(kept)"
    let before = try Files.currentStamp(path)
    try story.apply(Self.yaml)
    #expect(try Files.currentStamp(path) == before)
  }

  @Test(arguments: [
    "nonsense", "{}", #"{"format":1,"writes":[],"moves":[],"removals":[],"emptied":[]}"#,
    #"{"format":2,"writes":[],"moves":[],"removals":[{"folder":"..","file":"a-12345678.json"}],"emptied":[]}"#,
    #"{"format":2,"writes":[],"moves":[],"removals":[{"folder":"query-12345678","file":"../a-12345678.json"}],"emptied":[]}"#,
    #"{"format":2,"writes":[],"moves":[],"removals":[{"folder":"query-12345678","file":"notes.md"}],"emptied":[]}"#,
    #"{"format":2,"writes":[],"moves":[],"removals":[{"folder":"","file":"endpoint.yaml"}],"emptied":[]}"#,
    #"{"format":2,"writes":[{"folder":"query-12345678","file":"a-12345678.json","staged":"/etc/passwd"}],"moves":[],"removals":[],"emptied":[]}"#,
    #"{"format":2,"writes":[{"folder":"","file":"a-12345678.json","staged":".understudy-rewriting-0"}],"moves":[],"removals":[],"emptied":[]}"#,
    #"{"format":2,"writes":[],"moves":[{"from":{"folder":"query-12345678","file":"a"},"to":{"folder":"query-12345678","file":"../a"}}],"removals":[],"emptied":[]}"#,
    #"{"format":2,"writes":[],"moves":[{"from":{"folder":"query-12345678","file":".a"},"to":{"folder":"query-12345678","file":"a"}}],"removals":[],"emptied":[]}"#,
    #"{"format":2,"writes":[],"moves":[],"removals":[],"emptied":[".."]}"#,
  ])
  func `a journal that leads elsewhere is not followed`(text: String) throws {
    let story = try RuleStory()
    try story.record(StoryText.posts, [:], onePost)
    try story.write(text, to: RewriteJournal.file)
    let before = story.contents()
    let error = #expect(throws: RecordingError.self) { try story.apply(Self.yaml) }
    #expect(error?.code == .invalidRecording)
    #expect(story.contents() == before)
  }
}
