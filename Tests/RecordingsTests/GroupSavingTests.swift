import GraphQLLanguage
import RecordingsTestSupport
import Testing

@testable import Recordings

/// Answers that are saved together.
@Suite struct GroupSavingTests {
  /// A run of answers to a few operations: new keys, keys again with another answer, in another state, and after a
  /// mutation.
  struct Run {
    var answers: [UnsavedAnswer] = []

    init(_ random: inout SplitMix, count: Int, operations: [Sent]) throws {
      for _ in 0..<count {
        let sent = operations[random.next(below: operations.count)]
        let key = try sent.key(#"{"n": \#(random.next(below: 6))}"#)
        let state = random.next(below: 4) == 0 ? "9f2e" : "start"
        let isMutation = key.document.kind == .mutation
        answers.append(
          UnsavedAnswer(
            response("\(random.next(below: 3))"), for: key, document: sent.document, state: state,
            next: isMutation && random.next(below: 3) > 0 ? "77aa" : nil, session: "\(random.next(below: 2))",
            isAmbiguous: !isMutation && random.next(below: 8) == 0, isOverlapped: random.next(below: 4) == 0))
      }
    }

    /// The answers in groups of any size.
    func groups(_ random: inout SplitMix) -> [[UnsavedAnswer]] {
      var groups: [[UnsavedAnswer]] = []
      var rest = answers[...]
      while !rest.isEmpty {
        groups.append(Array(rest.prefix(1 + random.next(below: 7))))
        rest = rest.dropFirst(groups[groups.count - 1].count)
      }
      return groups
    }
  }

  static func operations() throws -> [Sent] {
    try ["query A($n: Int) { a }", "query B($n: Int) { b }", "mutation C($n: Int) { c }", "query D($n: Int) { d }"].map
    {
      try Sent($0)
    }
  }

  func open(_ folder: TemporaryFolder) throws -> RecordingStore {
    try RecordingStore(path: "\(folder.path)/countries", endpoint: "countries")
  }

  @Test(arguments: 0..<20) func `a group is the same as its answers one by one`(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let run = try Run(&random, count: 40, operations: try Self.operations())
    let (alone, together) = (try TemporaryFolder(), try TemporaryFolder())
    let (one, many) = (try open(alone), try open(together))
    var expected: [SaveOutcome] = []
    for answer in run.answers { expected.append(try one.save([answer])[0].get().outcome) }
    var outcomes: [SaveOutcome] = []
    var settled = 0
    for group in run.groups(&random) {
      outcomes += try many.save(group) { settled += $0 }.map { try $0.get().outcome }
    }
    #expect(outcomes == expected)
    #expect(settled == run.answers.count)
    try one.finish()
    try many.finish()
    #expect(try alone.contents() == together.contents())
  }

  /// Requests look answers up while others are written, and find files that the index does not have yet.
  @Test(arguments: 0..<20) func `what is looked up while it is written is not taken for another recorder's`(
    _ seed: UInt64
  ) throws {
    var random = SplitMix(seed: seed)
    let run = try Run(&random, count: 40, operations: try Self.operations())
    let (alone, together) = (try TemporaryFolder(), try TemporaryFolder())
    let (one, many) = (try open(alone), try open(together))
    for group in run.groups(&random) {
      let expected = try group.map { try one.save([$0])[0].get().outcome }
      let saved = many.save(group) { _ in
        for answer in group { _ = try? many.lookup(answer.key) }
      }
      let outcomes = try saved.map { try $0.get().outcome }
      #expect(outcomes == expected)
    }
    #expect(try alone.contents() == together.contents())
  }

  /// The recorder is killed after each step in turn. What is there then is whole, what an earlier group had saved is
  /// still there, and the number of answers that the next recorder reports is that of those which are missing.
  @Test(arguments: 0..<4) func `killed at any step, it leaves whole files and knows what is missing`(_ seed: UInt64)
    throws
  {
    var random = SplitMix(seed: seed)
    let operations = try Self.operations()
    let keys = try (0..<12).map { try operations[$0 % 4].key(#"{"n": \#($0)}"#) }
    let groups = stride(from: 0, to: 12, by: 4).map { start in
      (start..<start + 4).map { number in
        UnsavedAnswer(
          response("\(number)"), for: keys[number], document: operations[number % 4].document,
          next: keys[number].document.kind == .mutation ? "77aa" : nil)
      }
    }
    let killed = random.next(below: groups.count)
    for steps in 0... {
      let folder = try TemporaryFolder()
      let endpoint = EndpointFolder(name: "countries", below: folder.path)
      let store = try open(folder)
      var isDone = false
      do {
        let unwritten = UnwrittenAnswers(path: endpoint.path)
        for (number, group) in groups.enumerated() where number <= killed {
          try unwritten.note(answered: group.count)
          let results = store.save(group, stoppingAfter: number == killed ? steps : nil) { unwritten.note(settled: $0) }
          isDone = number == killed && results.allSatisfy { (try? $0.get()) != nil }
        }
      }
      let after = try open(folder)
      var missing = 0
      for (number, key) in keys.enumerated() where number < (killed + 1) * 4 {
        let answers = try after.lookup(key)?.recording.responses(in: "start")
        if answers == nil { missing += 1 } else { #expect(answers == [response("\(number)")]) }
        if number < killed * 4 { #expect(answers != nil) }
      }
      let leftovers = try endpoint.removeLeftovers()
      #expect(leftovers.unwritten == missing, "after \(steps) steps")
      #expect(folder.files().allSatisfy { !$0.contains("/.") }, "after \(steps) steps: \(folder.files())")
      #expect(try endpoint.removeLeftovers() == Leftovers())
      // And it is no hindrance to the next recorder.
      let next = try open(folder)
      for group in groups { for result in next.save(group) { _ = try result.get() } }
      for (number, key) in keys.enumerated() {
        #expect(try next.lookup(key)?.recording.responses(in: "start") == [response("\(number)")])
      }
      if isDone { return #expect(missing == 0) }
    }
  }

  @Test func `new operations and keys whose names collide in one group are told apart`() throws {
    let scheme = NameScheme(digits: [1, 2, 64])
    let folder = try TemporaryFolder()
    func open() throws -> RecordingStore {
      try RecordingStore(
        path: "\(folder.path)/countries", endpoint: "countries", readingAllUpTo: 10_000, scheme: scheme)
    }
    let start = String(repeating: "x", count: 80)
    let all = try (0..<40).map { try Sent("query Q($s: String) { a\($0 % 20) }") }
    let keys = try all.enumerated().map { try $1.key(#"{"s": "\#(start)\#($0 / 20)"}"#) }
    let answers = zip(keys, all).enumerated().map { number, sent in
      UnsavedAnswer(response("\(number)"), for: sent.0, document: sent.1.document)
    }
    #expect(try open().save(answers).map { try $0.get().outcome } == Array(repeating: .new, count: 40))
    let after = try open()
    #expect(after.fileCount == 40)
    for (number, key) in keys.enumerated() {
      #expect(try after.lookup(key)?.recording.responses(in: "start") == [response("\(number)")])
    }
  }

  @Test func `an answer that cannot be saved is no matter to the others of its group`() throws {
    let folder = try TemporaryFolder()
    let sent = try Sent("query Q($v: Any) { a }")
    let deep = String(repeating: #"{"a":"#, count: 511) + "1" + String(repeating: "}", count: 511)
    let keys = [try sent.key(#"{"v": 1}"#), try sent.key(#"{"v": \#(deep)}"#), try sent.key(#"{"v": 2}"#)]
    let store = try open(folder)
    let results = store.save(keys.map { UnsavedAnswer(response("1"), for: $0, document: sent.document) })
    #expect(results.map { (try? $0.get())?.outcome } == [.new, nil, .new])
    #expect(try open(folder).fileCount == 2)
  }

  @Test func `a folder that cannot be written fails each answer, and nothing half-written is left`() throws {
    let folder = try TemporaryFolder()
    let sent = try Sent(countryDetail)
    let name = FolderName(sent.key, digits: 8).text
    // A file where the operation's folder would be.
    let store = try open(folder)
    try folder.write("", to: "countries/\(name)x")
    try folder.write("", to: "countries/\(name)")
    let wide = FolderName(sent.key, digits: 16).text
    let results = store.save([
      UnsavedAnswer(response("1"), for: try sent.key(#"{"code": "CA"}"#), document: sent.document)
    ])
    #expect(try results[0].get().place?.hasPrefix(wide) == true)
    #expect(folder.files().allSatisfy { !$0.contains(".tmp") })
  }

  @Test func `a save and a look-up of a recorder do not list the folder again`() throws {
    let folder = try TemporaryFolder()
    let sent = try Sent(countryDetail)
    func key(_ code: String) throws -> OperationKey { try sent.key(#"{"code": "\#(code)"}"#) }
    let store = try open(folder)
    _ = try store.save(response("1"), for: key("CA"), document: sent.document)
    let stored = try #require(try store.lookup(key("CA")))
    // Somebody puts a file there that has another name than a recorder would give it, in the tick of the last write.
    let other = try TemporaryFolder()
    _ = try open(other).save(response("2"), for: key("US"), document: sent.document)
    let file = try #require(other.files().first { $0.hasSuffix(".json") })
    let renamed = file.replacing("code=US", with: "usa")
    let path = "\(folder.path)/countries/\(stored.folder)"
    let stamp = try #require(try Files.currentStamp(path))
    try folder.write(try other.read(file), to: renamed)
    try setTime(of: path, to: stamp)
    #expect(try store.lookup(key("US")) == nil)
    #expect(try store.lookup(key("DE")) == nil)
    _ = try store.save(response("3"), for: key("DE"), document: sent.document)
    // It is found as soon as the folder is looked at.
    try store.refresh()
    #expect(try store.lookup(key("US"))?.recording.responses(in: "start") == [response("2")])
  }
}

/// Numbers that are the same for a seed.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
