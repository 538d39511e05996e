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
  private let overlapping: [String: [ContentHash: [Overlapped]]]
  /// The answers by credential, where these may make a difference.
  private let byCredential: [SequencePlace: [String?: [RecordedResponse]]]
  /// The credentials that its answers issue.
  private let issued: Set<String>
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
    var builder = Builder(hints: hints)
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

  /// Notes that a read was answered between mutations, and returns true if it was also recorded beside the next
  /// mutation. If it comes more often than recorded here, it may be the read that overlapped that mutation, now sent
  /// earlier; it counts as that one if the answers are equal.
  package func noteClear(
    _ key: ContentHash, _ answer: Choice.Answer, for credential: String?, _ progress: inout OverlapProgress
  ) -> Bool {
    let state = answer.recordedState
    guard let beside = overlapping[state] else { return false }
    let earlier = Set(beside.values.joined().map(\.base)).subtracting([state])
    // One that was also recorded before the earlier mutation may have overlapped it.
    if operations[key]?.states.contains(where: { earlier.contains($0.name) }) == false {
      progress.clearState = state
    }
    guard let read = of(credential, beside[key] ?? []).first(where: { $0.base == state }) else { return false }
    let place = SequencePlace(key: key, state: read.place)
    progress.clear[place, default: 0] += 1
    let count = progress.beside[place, default: 0]
    if progress.clear[place, default: 0] > answer.responses.count, count < read.responses.count,
      read.responses[count] == answer.responses.last
    {
      progress.beside[place] = count + 1
    }
    return true
  }

  /// Returns the reads that a request with a credential may be.
  private func of(_ credential: String?, _ reads: [Overlapped]) -> [Overlapped] {
    guard reads.contains(where: { $0.credential != nil }) else { return reads }
    let isOwn = credential.map(issued.contains) ?? false
    return reads.filter { $0.credential == credential || ($0.credential == nil && !isOwn) }
  }

  /// The place of the answers in a state for a credential.
  fileprivate static func place(_ state: String, _ credential: String?) -> String { "\(state) \(credential ?? "")" }

  /// Returns the recorded answer to a read that overlapped a mutation, before or after that mutation: the first that
  /// was not given yet, or else the last one; nil if no such read is recorded here.
  package func overlapped(
    _ key: ContentHash, with credential: String?, after history: History, _ progress: inout OverlapProgress
  ) -> Choice.Answer? {
    let state = (history.group?.base ?? history.state).name
    var reads = of(credential, overlapping[state]?[key] ?? [])
    // Between mutations that were in flight together, a read that overlapped an earlier mutation is too late.
    if history.group != nil { reads.removeAll { $0.base != state } }
    // After a read that came after the earlier mutation, reads that overlapped it come last.
    if progress.clearState == state { reads = reads.filter { $0.base == state } + reads.filter { $0.base != state } }
    guard history.isExact, let last = reads.last else { return nil }
    func place(_ read: Overlapped) -> SequencePlace { SequencePlace(key: key, state: read.place) }
    func count(_ read: Overlapped) -> Int { progress.beside[place(read), default: 0] }
    let read = reads.first { count($0) < $0.responses.count } ?? last
    let index = min(count(read), read.responses.count - 1)
    progress.beside[place(read)] = count(read) + 1
    return Choice.Answer(state: "\(read.place)~\(index)", responses: [read.responses[index]])
  }
}

/// The reads overlapping a mutation that a replayed session has sent, by the state before the mutation.
package struct OverlapProgress: Hashable, Sendable {
  /// The number of times that each was answered as the one beside the mutation.
  fileprivate var beside: [SequencePlace: Int] = [:]
  /// The number of answers to the same request before the mutation.
  fileprivate var clear: [SequencePlace: Int] = [:]
  /// The last state in which a read was answered that cannot have overlapped the mutation before it.
  fileprivate var clearState: String?

  package init() {}
}

/// Follows a session step by step to find the state of each answer.
private struct Builder {
  let hints: any SchemaHints
  var operations: [ContentHash: RecordedOperation] = [:]
  /// The keys in the order of their first requests.
  var order: [ContentHash] = []
  /// The operations' hashes, by the hashes of the keys.
  var documents: [ContentHash: ContentHash] = [:]
  var causes: [String: Set<ContentHash>] = [:]
  var groups: [String: RecordedSession.Group] = [:]
  var overlapping: [String: [ContentHash: [RecordedSession.Overlapped]]] = [:]
  var sent: [SequencePlace: [JSONObject]] = [:]
  var byCredential: [SequencePlace: [String?: [RecordedResponse]]] = [:]
  private var history = History(joinsConcurrent: true)
  /// The states in order, from the one before any change.
  private var states: [String] = [StateID.start.name]
  /// Answers whose events name later states of the session.
  private var streams: [(key: ContentHash, state: String, from: Int)] = []

  init(hints: any SchemaHints) { self.hints = hints }

  mutating func add(_ step: [RecordedSession.Request], rule: (StatedOperation) -> History.Rule) {
    let base = history.state.name
    var mutations: [RecordedSession.Request] = []
    var reads: [(key: ContentHash, read: RecordedSession.Overlapped)] = []
    // A mutation that changes nothing makes no read beside it uncertain.
    let isOverlapped =
      step.count > 1
      && step.contains { request in
        guard request.stated.kind == .mutation, !request.isRefused else { return false }
        if case .changesNothing = rule(request.stated) { return false }
        return true
      }
    for request in step {
      let changes = request.stated.kind == .mutation && !request.isRefused
      if changes, case .changesNothing = rule(request.stated) {
        note(request, in: base, next: base)
      } else if changes {
        mutations.append(request)
      } else if isOverlapped {
        let read = RecordedSession.Overlapped(
          base: base, credential: request.credential, responses: request.responses)
        reads.append((request.key.hash, read))
        if request.sent != request.key.variables {
          for index in request.responses.indices {
            sent[SequencePlace(key: request.key.hash, state: "\(read.place)~\(index)")] = [request.sent]
          }
        }
      } else {
        note(request, in: base, next: nil)
      }
    }
    guard !mutations.isEmpty else { return }
    let allInFlight = mutations.map { history.begin($0.stated, hints: hints) }
    let sent = zip(mutations, allInFlight).sorted { $0.1.effect.hash.hex < $1.1.effect.hash.hex }
    for (index, (request, inFlight)) in sent.enumerated() {
      let before = history.state
      history.complete(inFlight, .answered(request.responses.first?.body.answer), rule: rule(request.stated))
      note(request, in: before.name, next: history.state.name)
      causes[history.state.name, default: []].insert(request.key.hash)
      if mutations.count > 1 {
        groups[base, default: RecordedSession.Group(size: mutations.count)].states[request.key.hash, default: []]
          .append(before.name)
        // Whichever completes last leads there.
        if index + 1 == sent.count { causes[history.state.name]?.formUnion(mutations.map(\.key.hash)) }
      }
    }
    if history.state.name != base { states.append(history.state.name) }
    // Before and after these mutations, but not after later ones.
    for state in Set([base, history.state.name]) {
      for (key, read) in reads { overlapping[state, default: [:]][key, default: []].append(read) }
    }
  }

  private mutating func note(_ request: RecordedSession.Request, in state: String, next: String?) {
    let hash = request.key.hash
    if operations[hash] == nil {
      order.append(hash)
      documents[hash] = request.key.document.hash
    }
    if request.sent != request.key.variables {
      // A place is one of the two: with the credential if answers in the state may depend on it.
      for place in [state, RecordedSession.place(state, request.credential)] {
        sent[SequencePlace(key: hash, state: place), default: []].append(request.sent)
      }
    }
    var known = operations[hash]?.states ?? []
    if let index = known.firstIndex(where: { $0.name == state }) {
      known[index].responses += request.responses
    } else {
      known.append(Recording.State(name: state, responses: request.responses, next: next))
    }
    operations[hash] = RecordedOperation(request: operations[hash]?.request ?? request.stated, states: known)
    byCredential[SequencePlace(key: hash, state: state), default: [:]][request.credential, default: []] +=
      request.responses
    if request.responses.contains(where: { if case .events = $0.body { true } else { false } }) {
      streams.append((hash, state, states.count - 1))
    }
  }

  /// Replaces the numbers in streams, which count changes since the stream was opened, by the names of states.
  mutating func finish() {
    for (key, state, from) in streams {
      guard var known = operations[key]?.states, let index = known.firstIndex(where: { $0.name == state }) else {
        continue
      }
      known[index].responses = known[index].responses.map { response in
        response.mappingStates { after in
          guard let count = Int(after.dropFirst()), after.hasPrefix("+") else { return after }
          // A state that the session never reached never comes.
          return from + count < states.count ? states[from + count] : "never"
        }
      }
      if let request = operations[key]?.request { operations[key] = RecordedOperation(request: request, states: known) }
    }
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
