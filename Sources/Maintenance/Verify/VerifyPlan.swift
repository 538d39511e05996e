import Engine
import GraphQLLanguage
import Recordings

/// The requests to send to an endpoint, in order, and those that are skipped.
struct VerifyPlan: Sendable {
  /// A recorded request in a history.
  struct Step: Sendable {
    let recorded: RecordedStep
    /// True if the request was sent before or only leads to a wanted one. Its answer is not compared.
    let isOnTheWay: Bool
  }

  let endpoint: Endpoint
  /// The histories to send one after the other; each begins at a start.
  private(set) var histories: [[Step]] = []
  private(set) var left = SkippedRequests()
  /// The number of mutations whose answers are compared.
  private(set) var mutations = 0
  /// The elements of `chosen` that matched.
  private(set) var found: Set<String> = []

  var count: Int { histories.reduce(0) { $0 + $1.count } }

  init(_ endpoint: Endpoint, recordings: String, options: VerifyOptions) throws {
    self.endpoint = endpoint
    guard let store = endpoint.store else { return }
    let plan = try SessionPlan(store)
    if options.chosen.isEmpty {
      for line in plan.left { left.add(.unreachable(RecordingError.printable(line)), endpoint.name) }
      for file in store.sessions.files { left.add(.session, "\(endpoint.name)/\(SessionStore.folderName)/\(file)") }
    }
    var seen: Set<String> = []
    for session in plan.sessions {
      var steps: [Step] = []
      var isPastMutation = false
      // The title of a mutation that cannot be sent, which blocks the requests after it.
      var blocked: String?
      for step in session.steps {
        let word = options.choice(of: step, recordings: recordings)
        let isWanted = options.chosen.isEmpty || word != nil
        if let word { found.insert(word) }
        let isNew = seen.insert(step.answerPlace).inserted
        let isMutation = step.kind == .mutation
        let reason = Self.reason(step, isPastMutation: isPastMutation, options)
        if isMutation, !options.executesMutations, step.next != step.state { isPastMutation = true }
        if let reason = blocked.map({ .notSent($0) }) ?? reason {
          if isNew, isWanted { left.add(reason, step.file) }
          if isMutation, options.executesMutations, isNew, isWanted { mutations += 1 }
          if isMutation, options.executesMutations, step.leadsOn, blocked == nil { blocked = step.title }
        } else if isMutation || (isNew && isWanted) {
          steps.append(Step(recorded: step, isOnTheWay: !isNew || !isWanted))
          if isMutation, isNew, isWanted { mutations += 1 }
        }
      }
      // Mutations that lead to no wanted request are not executed.
      while let last = steps.last, last.isOnTheWay { steps.removeLast() }
      if !steps.isEmpty { histories.append(steps) }
    }
  }

  /// Returns the reason to skip a request, as far as it is known beforehand; nil for none.
  private static func reason(_ step: RecordedStep, isPastMutation: Bool, _ options: VerifyOptions) -> SkipReason? {
    if HTTPExchange.isName(step.operationName) { return .exchange }
    switch step.kind {
    case .subscription: return .subscription
    case .mutation where !options.executesMutations: return .mutation
    case .query where isPastMutation: return .afterMutations
    case .query, .mutation: break
    }
    switch step.response.body {
    case .json: return nil
    case .events: return .inParts
    case .text, .bytes, .file: return .noJSON
    }
  }
}
