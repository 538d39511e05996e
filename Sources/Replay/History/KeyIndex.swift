import GraphQLLanguage
import OrderedJSON
package import Recordings

/// The recordings of one key: the answers by state, each with the mutations that led to the state.
///
/// Making it and finding an exact state are cheap; the rest is derived once, at the first request that needs it.
package struct KeyIndex: Sendable {
  let request: StatedOperation
  let hints: any SchemaHints
  /// The names of mutations that the request is declared not to depend on.
  let independentOf: Set<String>
  /// The places in answers that vary by themselves.
  private let ignored: VolatilePlaces
  private let states: [Recording.State]
  private let positions: [String: Int]
  private var derived: (relevance: Relevance, generation: Int)?
  /// The recording's path below the recordings folder; empty if there is none.
  package let file: String

  /// Indexes a request and its answers. `independentOf` has names of mutations, or of their root fields; `ignored` has
  /// the places in answers that vary by themselves (`EndpointRules.volatilePlaces(of:kind:)`).
  package init(
    _ recorded: RecordedOperation, file: String = "", independentOf: [String] = [], hints: any SchemaHints = NoSchema(),
    ignoring ignored: VolatilePlaces = .standard
  ) {
    self.ignored = ignored
    self.file = file
    request = recorded.request
    states = recorded.states.filter { !$0.responses.isEmpty }
    positions = Dictionary(states.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.independentOf = Set(independentOf)
    self.hints = hints
  }

  var stateNames: [String] { states.map(\.name) }

  /// Returns the answers recorded in a state.
  func answer(in state: String) -> Choice.Answer? {
    positions[state].map { Choice.Answer(state: state, responses: states[$0].responses) }
  }

  /// Indicates whether a query's answer in a state was in flight together with a mutation, which may have come first.
  func isOverlapped(in state: String) -> Bool {
    request.operation.kind == .query && positions[state].map { states[$0].isOverlapped } ?? false
  }

  /// Indicates whether a mutation's recording has no next state after one of its states.
  package func leadsNowhere(from state: String) -> Bool {
    request.operation.kind == .mutation && positions[state].map { states[$0].next == nil } ?? false
  }

  /// The recorded answers in all states.
  package var answers: [RecordedResponse] { states.flatMap(\.responses) }

  package var heldBytes: Int {
    states.reduce(1_000 + file.utf8.count + (derived?.relevance.heldBytes ?? 0)) { bytes, state in
      state.responses.reduce(bytes + 200 + 2 * state.name.utf8.count) { $0 + $1.heldBytes }
    }
  }

  /// Indicates whether the relevance for a timeline is already derived.
  func hasRelevance(in timeline: Timeline) -> Bool { derived?.generation == timeline.generation }

  /// Returns the relevance of mutations to this key, derived once for a timeline.
  mutating func relevance(in timeline: Timeline) -> Relevance {
    if let derived, derived.generation == timeline.generation { return derived.relevance }
    let isOverlapped = timeline.hasOverlaps && request.operation.kind == .mutation
    let relevance = Relevance(
      candidates(in: timeline, areOverlapped: false), independentOf: independentOf, timeline,
      overlapped: isOverlapped ? candidates(in: timeline, areOverlapped: true) : [])
    derived = (relevance, timeline.generation)
    return relevance
  }

  /// The answers that mutations overlapped, or the others. One that a mutation overlapped shows nothing about other
  /// states, since that mutation may have come first.
  private func candidates(in timeline: Timeline, areOverlapped: Bool) -> [Candidate] {
    let tracer = Tracer(request, hints: hints)
    return states.compactMap { state in
      guard state.isOverlapped == areOverlapped, let node = timeline.node(state.name) else { return nil }
      var trace = Trace()
      for response in state.responses {
        let answers = response.body.answers
        if answers.isEmpty { trace.formUnion(tracer.trace(nil)) }
        for answer in answers { trace.formUnion(tracer.trace(answer)) }
      }
      return Candidate(
        node: node, next: state.next.flatMap { timeline.node($0) }, start: timeline.start(of: node),
        history: timeline.history(of: node), trace: trace,
        prints: state.responses.map { $0.fingerprint(ignoring: ignored) },
        answer: Choice.Answer(state: state.name, responses: state.responses))
    }
  }
}

/// One recorded answer, or sequence of answers, to a key.
struct Candidate: Sendable {
  let node: Int
  /// The state to which it leads if it is a mutation's.
  let next: Int?
  let start: String
  /// The mutations that led to the state, oldest first, by their positions in the timeline.
  let history: [Int]
  /// The trace of the request with all the answers.
  let trace: Trace
  /// The fingerprints by which answers are compared.
  let prints: [ContentHash]
  let answer: Choice.Answer
}
