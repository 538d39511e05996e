import Foundation
import GraphQLLanguage
import OrderedJSON

@testable import EndpointConfiguration
@testable import Recordings
@testable import Replay

/// A story recorded on disk under some rules, then rehearsed under others.
final class RuleStory {
  let path: String
  let folder: EndpointFolder
  private var rules = EndpointRules.none
  private var store: RecordingStore
  private var session = 0
  private var history = History()

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("understudy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
    folder = EndpointFolder(name: "posts", below: path)
    store = try folder.store()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static func rules(_ yaml: String) throws -> EndpointRules { try configuration(yaml).rules }

  static func configuration(_ yaml: String) throws -> EndpointConfiguration {
    try EndpointConfiguration(yaml: Array(yaml.utf8), path: "endpoint.yaml")
  }

  // MARK: Recording

  /// From now on recordings are made under these rules, as by a recorder that was started anew.
  func obey(_ yaml: String) throws {
    rules = try Self.rules(yaml)
    store = try folder.store(rules: rules)
    newSession()
  }

  func newSession(start: String? = nil) {
    session += 1
    history = History(start: start)
  }

  /// Records an answer, and returns the name of its file below the endpoint's folder. Without `namesHeaders` states are
  /// named without headers, as by older recorders.
  @discardableResult
  func record(
    _ text: String, _ variables: JSONObject = [:], _ data: JSON, identity: Caller = .anonymous,
    headers: [(name: String, value: String)] = [], namesHeaders: Bool = true
  ) throws -> String {
    let document = try parse(SourceText(text))
    let canonical = try CanonicalOperation(of: document, operationName: nil)
    let documentKey = DocumentKey(endpoint: folder.name, operation: canonical)
    let key = documentKey.key(
      variables: variables, identity: identity, headers: rules.counted(headers, of: canonical.name), rules: rules)
    let stated = try StatedOperation(
      document: document, variables: key.variables, identity: identity, headers: namesHeaders ? key.headers : [])
    let sent = documentKey.key(variables: variables, identity: identity).variables
    let body = rules.withoutEchoes(["data": data], sent: sent, operation: canonical.name)
    let state = history.state.name
    var next: String?
    if stated.kind == .mutation {
      next = history.append(stated, .answered(body), rule: rules.historyRule(of: stated)).name
    }
    _ = try store.save(
      RecordedResponse(status: 200, headers: [], body: .json(body)), for: key, document: document, state: state,
      next: next, session: "\(session)")
    guard let stored = try store.lookup(key) else { throw ModelError.unreachable }
    return "\(stored.folder)/\(stored.file)"
  }

  /// Records a stream that was opened in a state.
  func record(
    stream text: String, _ variables: JSONObject = [:], openedIn state: String = "start", events: RecordedEvents
  ) throws {
    let document = try parse(SourceText(text))
    let canonical = try CanonicalOperation(of: document, operationName: nil)
    let key = DocumentKey(endpoint: folder.name, operation: canonical).key(
      variables: variables, identity: .anonymous, rules: rules)
    _ = try store.save(
      RecordedResponse(status: 200, headers: [], body: .events(events)), for: key, document: document, state: state,
      session: "\(session)")
  }

  var state: String { history.state.name }

  // MARK: Rehearsing

  func rehearse(_ yaml: String, hints: any SchemaHints = NoSchema()) throws -> RuleRehearsal {
    let configuration = try Self.configuration(yaml)
    return RuleRehearsal(
      try folder.writtenRecordings(rules: configuration.rules), rules: configuration.rules,
      mentions: configuration.mentions, hints: hints)
  }

  @discardableResult
  func apply(
    _ yaml: String, stoppingAfter steps: Int? = nil, hints: any SchemaHints = NoSchema()
  ) throws -> RuleRehearsal {
    let rules = try Self.rules(yaml)
    return try folder.rewrite(rules: rules, stoppingAfter: steps) { written in
      let rehearsal = RuleRehearsal(written, rules: rules, hints: hints)
      return (rehearsal, rehearsal.rewrites)
    }
  }

  /// All that is recorded, as a store reads it that obeys rules.
  func recorded(_ yaml: String = "") throws -> [StoredRecording] {
    let store = try folder.store(rules: Self.rules(yaml))
    return try store.entries.flatMap { try store.recordings(inFolder: $0.folder) }
  }

  func timeline(_ yaml: String = "") throws -> Timeline {
    let store = try folder.store(rules: Self.rules(yaml))
    var mutations: [RecordedOperation] = []
    var states: [String] = []
    for entry in store.entries {
      guard let document = try store.document(inFolder: entry.folder)?.document else { continue }
      for stored in try store.recordings(inFolder: entry.folder) {
        states += stored.recording.states.map(\.name)
        guard entry.kind == .mutation else { continue }
        let request = try StatedOperation(
          document: document, variables: stored.recording.variables, identity: stored.recording.identity,
          headers: stored.recording.headers)
        mutations.append(RecordedOperation(request: request, recording: stored.recording))
      }
    }
    return Timeline(mutations, otherStates: states)
  }

  /// Every file with its text, by its path below the endpoint's folder; dot files included.
  func contents() -> [String: String] {
    var files: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? [] {
      if let data = FileManager.default.contents(atPath: "\(folder.path)/\(name)") {
        files[name] = String(decoding: data, as: UTF8.self)
      }
    }
    return files
  }
}

/// The operations of the stories.
enum StoryText {
  static let posts = "query AllPosts { posts { id title } }"
  static let post = "query Post($id: ID!) { post(id: $id) { id title } }"
  static let track = "mutation TrackEvent($name: String!) { track(name: $name) }"
  static let create =
    "mutation CreatePost($input: PostInput!) { createPost(input: $input) { clientMutationId post { id title } } }"
  static let rename = "mutation Rename($id: ID!, $title: String!) { rename(id: $id, title: $title) { id title } }"
}

/// Two lists of posts that differ.
let onePost: JSON = ["posts": [["id": "1", "title": "a"]]]
let twoPosts: JSON = ["posts": [["id": "1", "title": "a"], ["id": "2", "title": "b"]]]

extension RuleStory {
  /// As `timeline`, of what is written, whatever rules say.
  func timelineAsWritten(_ yaml: String) throws -> Timeline {
    let written = try folder.writtenRecordings(rules: Self.rules(yaml))
    let mutations = try written.filter { $0.recording.kind == .mutation }.map {
      RecordedOperation(
        request: try StatedOperation(
          document: $0.document, variables: $0.recording.variables, identity: $0.recording.identity),
        recording: $0.recording)
    }
    return Timeline(mutations, otherStates: written.flatMap { $0.recording.states.map(\.name) })
  }
}

extension RuleStory {
  func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/\(other)")
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
  }
}
