package import OrderedJSON

/// The requests of one attempt at a named session, in order, from which its recording is made. It accesses no files and
/// identifies answers by their ids.
package struct SessionLog: Sendable {
  /// The reads before the first change, then those after each change.
  private var gaps: [[Place: Entry]] = [[:]]
  private var changes: [Change] = []
  /// The number of changes before a state, by the state's name.
  private var positions: [String: Int]
  /// Reads that overlapped mutations of which none has completed yet.
  private var waiting: [Place: Entry] = [:]
  /// Increases with each note.
  package private(set) var revision = 0
  /// The number of requests, each once per state.
  package private(set) var count = 0
  /// The credentials that the session's mutations issued, each time.
  private var issued: [Set<String>] = []
  /// The operations, by the hash of their keys.
  package private(set) var documents: [ContentHash: DocumentKey] = [:]

  /// A request with one of its user's credentials (`RedactedRequest.credential`).
  private struct Place: Hashable {
    let key: ContentHash
    let credential: String?
  }

  /// One request and its answers.
  private struct Entry: Sendable {
    let key: OperationKey
    /// The variables of the first request.
    let variables: JSONObject
    let credential: String?
    var answers: AnswerSequence
    var isRefused = false
    /// The log's revision when it was noted.
    let revision: Int
  }

  /// A mutation, or several in flight together.
  private struct Change: Sendable {
    let base: String
    var mutations: [Entry] = []
    /// The reads that overlapped them.
    var reads: [Place: Entry] = [:]
  }

  package init(start: String = Recording.startState) { positions = [start: 0] }

  package var isEmpty: Bool { revision == 0 }

  private var entries: [Entry] {
    gaps.flatMap(\.values) + waiting.values + changes.flatMap { $0.mutations + $0.reads.values }
  }

  /// The hashes of the requests' keys.
  package var keys: Set<ContentHash> { Set(entries.map(\.key.hash)) }

  /// Returns the first request that has none of these keys, such as `mutation SignUp {"email":"…"}`; nil if all have.
  package func request(besides keys: Set<ContentHash>) -> String? {
    let other = entries.filter { !keys.contains($0.key.hash) }.min { $0.revision < $1.revision }
    return other.map {
      OperationTitle.text($0.key.document.kind, $0.key.document.name, variables: $0.variables, limit: 100)
    }
  }

  /// The number of changes before a state; nil for a state that the session was never in.
  package func position(of state: String) -> Int? { positions[state] }

  /// Adds the answer to a read, to a refused mutation, or to one that changes nothing.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - key: the request's key.
  ///   - sent: the original variables, if a rule has changed them in the key.
  ///   - credential: the request's (`RedactedRequest.credential`).
  ///   - state: the state in which the answer arrived.
  ///   - isRefused: true if the answer refuses a mutation.
  ///   - isAmbiguous: true if a mutation was in flight at the same time.
  ///   - precedesChange: true if none of the mutations in flight has completed.
  /// - Returns: false if the session was never in that state.
  @discardableResult
  package mutating func note(
    _ answer: LoggedAnswer, to key: OperationKey, sent: JSONObject? = nil, credential: String? = nil,
    in state: String, isRefused: Bool = false, isAmbiguous: Bool = false, precedesChange: Bool = false
  ) -> Bool {
    guard let position = positions[state] else { return false }
    revision += 1
    let place = Place(key: key.hash, credential: credential)
    if isAmbiguous {
      // It overlapped the mutation that is still in flight, or the one that has just completed.
      if position == 0 || precedesChange {
        waiting[place] = adding(answer, key, sent, credential, isRefused, isCounted: true, to: waiting[place])
      } else {
        changes[position - 1].reads[place] = adding(
          answer, key, sent, credential, isRefused, isCounted: true, to: changes[position - 1].reads[place])
      }
    } else {
      gaps[position][place] = adding(answer, key, sent, credential, isRefused, to: gaps[position][place])
    }
    return true
  }

  /// Adds the answer to a mutation. `sent` are the original variables, if a rule has changed them in the key, and `issued`
  /// the credentials in the answer. `base` is the state before it and the mutations in flight with it, `next` the state
  /// after those of them that have completed.
  package mutating func note(
    _ answer: LoggedAnswer, toMutation key: OperationKey, sent: JSONObject? = nil, issued: Set<String> = [],
    from base: String, next: String
  ) {
    revision += 1
    if !issued.isEmpty { self.issued.append(issued) }
    var sequence = AnswerSequence()
    sequence.append(answer)
    let entry = Entry(
      key: key, variables: sent ?? key.variables, credential: nil, answers: sequence, revision: revision)
    documents[key.document.hash] = key.document
    count += 1
    if let last = changes.indices.last, changes[last].base == base {
      changes[last].mutations.append(entry)
    } else {
      changes.append(Change(base: base, mutations: [entry], reads: waiting))
      waiting = [:]
      gaps.append([:])
    }
    positions[next] = changes.count
  }

  /// Replaces an answer that was added as `old`, of which only the first part had come. `added` is the revision with which
  /// it was added. Returns false if it is not there any more.
  package mutating func replace(
    _ old: LoggedAnswer, notedAt added: Int, by new: LoggedAnswer, of key: ContentHash
  ) -> Bool {
    revision += 1
    var isReplaced = false
    func replaced(_ entry: Entry) -> Entry {
      guard !isReplaced, entry.key.hash == key else { return entry }
      var entry = entry
      isReplaced = entry.answers.replace(old, by: new)
      return entry
    }
    for index in changes.indices {
      changes[index].mutations = changes[index].mutations.map { $0.revision == added ? replaced($0) : $0 }
    }
    // The answers to a read are in one entry, the last one last.
    for gap in gaps.indices.reversed() { gaps[gap] = gaps[gap].mapValues(replaced) }
    for index in changes.indices.reversed() { changes[index].reads = changes[index].reads.mapValues(replaced) }
    waiting = waiting.mapValues(replaced)
    return isReplaced
  }

  private mutating func adding(
    _ answer: LoggedAnswer, _ key: OperationKey, _ sent: JSONObject?, _ credential: String?, _ isRefused: Bool,
    isCounted: Bool = false, to known: Entry?
  ) -> Entry {
    documents[key.document.hash] = key.document
    if known == nil { count += 1 }
    let variables = known?.variables ?? sent ?? key.variables
    var entry =
      known
      ?? Entry(
        key: key, variables: variables, credential: credential, answers: AnswerSequence(), isRefused: isRefused,
        revision: revision)
    // A refusal depends on how a mutation was sent. If it was executed later, that answer replaces the refusal.
    if entry.isRefused, !isRefused {
      entry = Entry(
        key: key, variables: variables, credential: credential, answers: AnswerSequence(), revision: entry.revision)
    }
    if !isRefused || entry.isRefused { entry.answers.append(answer, isCounted: isCounted) }
    return entry
  }

  // MARK: Recording

  /// Returns the session's recording so far; without steps if nothing was noted.
  ///
  /// `isIncomplete` is true if the session did not end or its test did not pass. `cut` is the last revision to record,
  /// nil for all. `folder` returns the name of an operation's folder. `rewriting` changes requests before sorting.
  package func recording(
    name: String, isScope: Bool = false, isIncomplete: Bool, until cut: Int? = nil, folder: (DocumentKey) -> String,
    rewriting: (SessionRecording.Request) -> SessionRecording.Request = { $0 }
  ) -> SessionRecording {
    let last = cut ?? .max
    func request(_ entry: Entry) -> SessionRecording.Request {
      rewriting(
        SessionRecording.Request(
          operation: folder(entry.key.document), identity: entry.key.identity, credential: entry.credential,
          headers: entry.key.headers, variables: entry.variables, isRefused: entry.isRefused,
          answers: entry.answers.ids))
    }
    func sorted(_ reads: some Sequence<Entry>) -> [SessionRecording.Request] {
      SessionRecording.Request.sorted(joined(reads.filter { $0.revision <= last }).map(request))
    }
    var steps: [SessionRecording.Step] = []
    // No mutation has completed since: what these reads overlapped has changed nothing.
    var gaps = gaps
    gaps[gaps.count - 1].merge(waiting) { known, _ in known }
    for (position, gap) in gaps.enumerated() {
      steps += sorted(gap.values).map { .request($0) }
      guard position < changes.count else { break }
      let change = changes[position]
      guard change.mutations.contains(where: { $0.revision <= last }) else { break }
      // With one mutation, an overlapping read is omitted if its answers before and after the mutation are recorded.
      // Between several mutations in flight together, only the overlapping read has an answer.
      let overlapping = change.reads.values.filter { entry in
        let place = Place(key: entry.key.hash, credential: entry.credential)
        return change.mutations.count > 1 || gap[place] == nil || gaps[position + 1][place] == nil
      }
      if change.mutations.count == 1, overlapping.isEmpty {
        steps.append(.request(request(change.mutations[0])))
      } else {
        let mutations = change.mutations.filter { $0.revision <= last }
        steps.append(.together(SessionRecording.Request.sorted(mutations.map(request)) + sorted(overlapping)))
      }
    }
    return SessionRecording(name: name, isScope: isScope, isIncomplete: isIncomplete, steps: steps)
  }

  /// Joins requests with several credentials of one user that got equal answers, and removes credentials that make no
  /// difference. In a session that logged in more than once, each of its own credentials may.
  private func joined(_ entries: [Entry]) -> [Entry] {
    let own = issued.count > 1 ? issued.reduce(into: Set<String>()) { $0.formUnion($1) } : []
    return Dictionary(grouping: entries) { $0.key.hash }.values.flatMap { same in
      let mayDiffer = same.contains { $0.credential.map(own.contains) ?? false }
      guard let first = same.min(by: { $0.revision < $1.revision }), !mayDiffer,
        same.allSatisfy({ $0.answers.ids == first.answers.ids })
      else { return same }
      return [
        Entry(
          key: first.key, variables: first.variables, credential: nil, answers: first.answers,
          isRefused: first.isRefused, revision: first.revision)
      ]
    }
  }
}

/// An answer in a log.
package struct LoggedAnswer: Sendable {
  package let id: String
  /// The hash by which answers are compared (`RecordedResponse.fingerprint`).
  package let fingerprint: ContentHash
  /// The answer itself if it is a stream: one client may leave it early, and another may see more of it.
  let stream: RecordedResponse?
  /// The places that the id leaves out.
  package let ignored: VolatilePlaces

  package init(_ response: RecordedResponse, ignoring ignored: VolatilePlaces) {
    id = SessionFormat.id(of: response, ignoring: ignored)
    fingerprint = response.fingerprint(ignoring: ignored)
    if case .events = response.body { stream = response } else { stream = nil }
    self.ignored = ignored
  }
}

/// The answers to one request in one state, in order. Equal neighbors are merged, unless `isCounted` is true: a read
/// that overlapped a mutation is replayed as often as it was recorded, before the one that overlapped the next
/// mutation.
struct AnswerSequence: Sendable {
  private var answers: [LoggedAnswer] = []

  var ids: [String] { answers.map(\.id) }

  mutating func append(_ answer: LoggedAnswer, isCounted: Bool = false) {
    guard let last = answers.last else {
      answers.append(answer)
      return
    }
    if last.fingerprint == answer.fingerprint, !isCounted { return }
    if let stream = answer.stream, let known = last.stream {
      if known.goesOn(from: stream, ignoring: answer.ignored) { return }
      if stream.goesOn(from: known, ignoring: answer.ignored) { answers.removeLast() }
    }
    answers.append(answer)
  }

  /// Replaces the last answer with the id of `old`. Returns false if there is none.
  mutating func replace(_ old: LoggedAnswer, by new: LoggedAnswer) -> Bool {
    guard let index = answers.lastIndex(where: { $0.id == old.id }) else { return false }
    answers[index] = new
    if index > 0, answers[index - 1].fingerprint == new.fingerprint { answers.remove(at: index) }
    return true
  }
}
