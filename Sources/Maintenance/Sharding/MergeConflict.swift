import GraphQLLanguage
import OrderedJSON
import Recordings

/// Something that two shards recorded differently.
package struct MergeConflict: Hashable, Sendable {
  package let endpoint: String
  /// The session; nil for a request without one.
  package let session: String?
  /// The first difference, in one sentence.
  private let problem: String
  /// The places in the shards, and the fix.
  private let details: [String]

  init(endpoint: String, session: String?, _ problem: String, _ details: [String]) {
    self.endpoint = endpoint
    self.session = session
    self.problem = problem
    self.details = details
  }

  /// The conflict as lines for people.
  package var lines: [String] {
    let place = session.map { "session \(RecordingError.shown(.string($0)))" } ?? "requests without a session"
    return (["CONFLICT in \(endpoint), \(place): \(problem)"] + details.map { "  \($0)" })
      .map(RecordingError.printable)
  }
}

/// A session's file in a shard, for messages.
struct ShardFile: Hashable, Sendable {
  /// The shard's folder of recordings, as the user named it.
  let shard: String
  /// The path, which begins with the shard's folder.
  let path: String

  /// The command that removes this file, so that the other shard's recording is merged.
  var removal: String { "rm \(RecordingError.shellQuoted(path))" }
}

extension MergeConflict {
  /// The conflict of two recordings of a session.
  static func sessions(
    _ name: String, endpoint: String, _ first: (recording: SessionRecording, file: ShardFile),
    _ second: (recording: SessionRecording, file: ShardFile)
  ) -> MergeConflict {
    let (left, right) = (first.recording.requests, second.recording.requests)
    let number = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset ?? min(left.count, right.count)
    let (mine, other) = (number < left.count ? left[number] : nil, number < right.count ? right[number] : nil)
    let names = mine.flatMap { mine in other.map { mine.variables(otherThanIn: $0) } } ?? []
    let origin =
      names.isEmpty
      ? ""
      : "If \(names.joined(separator: " or ")) holds an id that another setup issued, record all tests that use either setup in one shard. If it differs in every run, give it a rule (any) in endpoint.yaml before the shards start. Otherwise: "
    let fix =
      first.recording.isScope && second.recording.isScope
      ? "\(origin)Begin a scope of its own for each fixture, so that it sends the same requests in every shard. Or record the setups once, and start every shard from these recordings: understudy shard init FOLDER --from recordings"
      : "Record each test in one shard only. To merge the recording of \(first.file.shard), remove the other one: \(second.file.removal)"
    if let mine, let other, mine.isSameRequest(as: other) {
      return MergeConflict(
        endpoint: endpoint, session: name, "request \(number + 1) of the file, \(mine.title), got different answers.",
        [
          "in \(first.file.path): \(mine.answers.joined(separator: ", "))",
          "in \(second.file.path): \(other.answers.joined(separator: ", "))", fix,
        ])
    }
    let others = mine.flatMap { mine in other.map { mine.partsBesidesVariables(otherThanIn: $0) } } ?? []
    func sent(_ request: SessionRecording.Request?) -> String {
      guard let request else { return "no such request" }
      return ([request.title] + others.map { "\($0.name): \($0.value(request))" }).joined(separator: ", ")
    }
    let places = names + others.map(\.name)
    return MergeConflict(
      endpoint: endpoint, session: name,
      "request \(number + 1) of the file differs\(places.isEmpty ? "" : " in \(places.joined(separator: ", "))").",
      ["in \(first.file.path): \(sent(mine))", "in \(second.file.path): \(sent(other))", fix])
  }
}

extension SessionRecording.Request {
  /// The request in a line, such as `query Product {"id":"3"}`.
  var title: String {
    let hasName = operation.contains(".")
    let words = hasName ? operation.prefix { $0 != "-" } : operation[...]
    let name = String(words.replacing(".", with: " ", maxReplacements: 1))
    return variables.isEmpty ? name : "\(name) \(JSON.object(variables).brief(limit: 160))"
  }

  /// The names of variables whose values differ in another request of the same operation; empty for another operation.
  fileprivate func variables(otherThanIn other: Self) -> [String] {
    guard operation == other.operation else { return [] }
    let names = variables.members.map(\.name) + other.variables.members.map(\.name).filter { variables[$0] == nil }
    return names.filter { variables[$0] != other.variables[$0] }
  }

  /// The parts that differ in another request of the same operation, apart from variables and answers. A header's value
  /// may be a secret, so only its name is shown.
  fileprivate func partsBesidesVariables(otherThanIn other: Self) -> [(name: String, value: (Self) -> String)] {
    guard operation == other.operation else { return [] }
    return [
      identity == other.identity ? nil : ("user", { $0.identity.description }),
      credential == other.credential ? nil : ("credential", { $0.credential ?? "any of the user" }),
      headers == other.headers ? nil : ("headers", { $0.headers.map(\.name).joined(separator: " ") }),
      isRefused == other.isRefused ? nil : ("status", { $0.isRefused ? "refused" : "executed" }),
    ].compactMap { $0 }
  }

  fileprivate func isSameRequest(as other: Self) -> Bool {
    var other = other
    other.answers = answers
    return self == other
  }
}
