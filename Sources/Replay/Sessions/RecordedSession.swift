import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// A named session's recording, ready for replay: its answers by request and state, derived from its file alone.
package struct RecordedSession: Sendable {
  package let name: String
  /// The path of its file below the recordings folder.
  package let file: String
  package let isIncomplete: Bool
  /// The ids of all its answers, by the hash of the request's key. An edit of an answer by hand changes none.
  package let answerIDs: [ContentHash: [String]]
  /// A hash of these ids.
  package let content: ContentHash
  /// The recorded answers to each request, by the hash of its key.
  package let operations: [ContentHash: RecordedOperation]
  /// The keys of the mutations that lead to a state, by the state's name.
  package let causes: [String: Set<ContentHash>]
  package var chooser: Chooser
  /// Its requests; those that were in flight together are one step.
  package let steps: [[Request]]
  /// The recorded variables, where a rule has changed them in the key, by request and state.
  private let sent: [SequencePlace: [JSONObject]]
  /// The keys' hashes by the operation's hash.
  private let keys: [ContentHash: [ContentHash]]
  /// The mutations that were in flight together, by the state before them.
  private let groups: [String: Group]
  /// Reads that overlapped a mutation, by the states before and after it.
  let overlapping: [String: [ContentHash: [Overlapped]]]
  /// The answers by credential, where these may make a difference.
  private let byCredential: [SequencePlace: [String?: [RecordedResponse]]]
  /// The credentials that its answers issue.
  let issued: Set<String>
  /// The number of its requests with the same key.
  private let counts: [ContentHash: Int]
  /// The requests by the keys of the objects in their answers; nil until they are needed.
  private var objectKeys: [String: Set<ContentHash>]?

  /// A read that overlapped a mutation.
  struct Overlapped: Sendable {
    /// The state before the mutation.
    package let base: String
    /// The placeholder of its credential, if the answer may depend on it.
    let credential: String?
    package let responses: [RecordedResponse]

    /// The place of its answers, which differs for each credential.
    var place: String { credential.map { RecordedSession.place(base, $0) } ?? base }
  }

  /// Mutations that were in flight together.
  package struct Group: Sendable {
    package var size = 0
    /// The states in which each mutation is recorded, once for each time it was sent, by the hash of its key.
    package var states: [ContentHash: [String]] = [:]
  }

  /// The approximate size in bytes: its requests with their variables and answers.
  package var heldBytes: Int {
    steps.joined().reduce(1_000) { sum, request in
      sum + 2_000 + 2 * JSON.object(request.sent).heldBytes + request.responses.reduce(0) { $0 + $1.heldBytes }
    }
  }

  /// One request of the session, read from its files.
  package struct Request: Sendable {
    package let key: OperationKey
    /// The variables in its file, which rules may have changed in the key.
    package let sent: JSONObject
    package let stated: StatedOperation
    package let redacted: RedactedRequest
    package let isRefused: Bool
    /// The placeholder of its credential, if the answer may depend on it.
    let credential: String?
    let answerIDs: [String]
    package let responses: [RecordedResponse]

    package init(
      key: OperationKey, sent: JSONObject, stated: StatedOperation, redacted: RedactedRequest, isRefused: Bool,
      credential: String? = nil, answerIDs: [String] = [], responses: [RecordedResponse]
    ) {
      self.key = key
      self.sent = sent
      self.stated = stated
      self.redacted = redacted
      self.isRefused = isRefused
      self.credential = credential
      self.answerIDs = answerIDs
      self.responses = responses
    }
  }

  /// Follows a session; requests that were in flight together are one step. Timelines differ in `generation`.
  package init(
    name: String, file: String, isIncomplete: Bool, steps: [[Request]], hints: any SchemaHints, generation: Int,
    rule: (StatedOperation) -> History.Rule
  ) {
    self.name = name
    self.file = file
    self.isIncomplete = isIncomplete
    answerIDs = steps.joined().reduce(into: [:]) { $0[$1.key.hash, default: []] += $1.answerIDs }
    content = ContentHash(ofParts: steps.joined().flatMap(\.answerIDs))
    var builder = RecordedSessionBuilder(hints: hints)
    for step in steps { builder.add(step, rule: rule) }
    builder.finish()
    let recorded = builder.order.compactMap { hash in
      builder.operations[hash].flatMap { $0.request.kind == .mutation ? $0 : nil }
    }
    chooser = Chooser(timeline: Timeline(recorded, hints: hints, generation: generation, needsEvidence: true))
    operations = builder.operations
    keys = Dictionary(grouping: builder.order) { builder.documents[$0] ?? $0 }
    causes = builder.causes
    groups = builder.groups
    overlapping = builder.overlapping
    sent = builder.sent
    byCredential = builder.byCredential.filter { _, answers in answers.keys.contains { $0 != nil } }
    issued =
      byCredential.isEmpty
      ? []
      : steps.joined().reduce(into: []) { found, request in
        guard request.stated.kind == .mutation else { return }
        for response in request.responses { found.formUnion(response.issuedCredentials) }
      }
    counts = steps.joined().reduce(into: [:]) { $0[$1.key.hash, default: 0] += 1 }
    self.steps = steps
  }

  /// Returns how often a request was recorded.
  package func count(of key: ContentHash) -> Int { counts[key] ?? 0 }

  /// Returns the first 20 recorded answers to a request, those that are one JSON value.
  package func answers(to key: OperationKey) -> [JSON] {
    (operations[key.hash]?.states ?? []).flatMap(\.responses).prefix(20).compactMap(\.body.answer)
  }

  /// Indicates whether an answer to a query other than `own` has one of these keys of objects.
  package mutating func hasAnswer(withKeyIn keys: Set<String>, besides own: Set<ContentHash>) -> Bool {
    let known =
      objectKeys
      ?? steps.joined().reduce(into: [:]) { known, request in
        guard request.stated.kind == .query else { return }
        var found: Set<String> = []
        for answer in request.responses.compactMap(\.body.json) { Derivation.addKeys(in: answer, to: &found) }
        for key in found { known[key, default: []].insert(request.key.hash) }
      }
    objectKeys = known
    return keys.contains { key in known[key].map { !$0.isSubset(of: own) } ?? false }
  }

  /// Returns the recorded variables served at a place after `given` others; nil if no rule has changed them.
  package func sent(at place: SequencePlace, given: Int) -> JSONObject? {
    sent[place].flatMap { $0.isEmpty ? nil : $0[min(given, $0.count - 1)] }
  }

  /// Indicates whether all answers at a place are for a credential.
  package func isOnly(_ credential: String?, _ key: ContentHash, in state: String) -> Bool {
    guard let known = byCredential[SequencePlace(key: key, state: state)] else { return true }
    return known.count == 1 && known[credential] != nil
  }

  /// Returns the answers at a place for a credential of the user; nil if they may depend on it, and it was not recorded
  /// there. `answer` are the answers for all credentials.
  package func answer(
    _ answer: Choice.Answer, to key: ContentHash, with credential: String?
  ) -> Choice.Answer? {
    guard let known = byCredential[SequencePlace(key: key, state: answer.state)] else { return answer }
    // A request without a credential in the file was sent with one from elsewhere, which is another one on each worker.
    let others = credential.map(issued.contains) == true ? nil : known[nil]
    return (known[credential] ?? others).map {
      Choice.Answer(state: Self.place(answer.state, credential), in: answer.state, responses: $0)
    }
  }

  /// Returns the answer to the only mutation of an operation recorded in a state, whatever its variables; else nil.
  package func answer(toMutation operation: DocumentKey, in state: String) -> RecordedResponse? {
    let found = (keys[operation.hash] ?? []).flatMap { key in
      (operations[key]?.states ?? []).filter { $0.name == state && $0.next != nil }
    }
    return found.count == 1 ? found.first?.responses.first : nil
  }

  /// Returns the recorded answer to a mutation that was in flight together with others, whatever their order now, and
  /// the size of the group. `served` counts how often the mutation was already served in the group.
  package func grouped(_ key: ContentHash, after history: History, served: Int) -> (answer: Choice.Answer, size: Int)? {
    let base = (history.group?.base ?? history.state).name
    guard history.isExact, let group = groups[base], let states = group.states[key], served < states.count,
      let state = operations[key]?.states.first(where: { $0.name == states[served] })
    else { return nil }
    return (Choice.Answer(state: state.name, responses: state.responses), group.size)
  }
}

/// The place of a recorded sequence of answers: a request in a state.
package struct SequencePlace: Hashable, Sendable {
  package let key: ContentHash
  package let state: String

  package init(key: ContentHash, state: String) {
    self.key = key
    self.state = state
  }
}
