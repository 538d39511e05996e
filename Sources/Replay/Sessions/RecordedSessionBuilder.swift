import GraphQLLanguage
import OrderedJSON
import Recordings

/// Follows a session step by step to find the state of each answer.
struct RecordedSessionBuilder {
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
