package import OrderedJSON
import Recordings

/// What a session has changed: its mutations in the order of their completion, and the state that they lead to.
///
/// A mutation and a read begin when they are sent and complete when they are answered; so it is known which were in flight
/// at the same time. An effect is made at the beginning, since its arguments come from earlier answers.
/// Mutations that may or may not have been executed are in `History+Undecided.swift`.
package struct History: Sendable {
  /// The state now.
  package private(set) var state: StateID
  /// The state that the session began in.
  package let start: StateID
  /// What was sent, oldest first; mutations that a rule takes out are not among them.
  package private(set) var entries: [Entry] = []
  /// About how many bytes the entries hold.
  package private(set) var heldBytes = 0
  /// Whether every mutation was answered from a recording of the very state in which it was sent, or by the upstream:
  /// without that no later answer is exact.
  package private(set) var isExact = true

  /// Mutations that failed in a way that leaves open whether they were executed (`History+Undecided.swift`).
  var undecided: [Undecided] = []
  /// The first mutation that the session went on without; nil where it never did.
  package internal(set) var abandoned: Abandoned?

  private(set) var lineage = Lineage()
  /// Undecided mutations are among them until they are retried or abandoned.
  var mutationsInFlight = 0
  /// Whether mutations in flight at the same time lead to one state in any order (named sessions).
  private let joinsConcurrent: Bool
  /// The mutations in flight together, while they are.
  package private(set) var group: Group?
  /// How many mutations have taken off: a read that sees it move was overlapped.
  private var begun = 0
  /// The entries as the timeline that was last asked knows them.
  var view = TimelineView()

  /// Mutations in flight at the same time: one step of a session, whatever the order in which they complete.
  package struct Group: Sendable {
    /// The state before all of them.
    package let base: StateID
    /// The number of entries before them.
    fileprivate let start: Int
    /// How many there are, completed or not.
    fileprivate var size: Int
    /// Whether a recording says so, rather than what is in flight now.
    fileprivate var isExpected = false
  }

  /// One mutation of a session.
  package struct Entry: Sendable {
    package let effect: Effect
    /// The operation's name, and the names of its root fields: what `independentOf` may call it.
    package let names: [String]
    /// What it names and returned; nil where its answer never came: then it touches everything.
    package let trace: Trace?
    /// How many of this effect the session has sent with it: 1 for the first.
    package let occurrence: Int

    /// For people: the effect, and whether it had no answer.
    package var text: String { trace == nil ? "\(effect.text) (missed)" : effect.text }
  }

  /// How a mutation ended.
  package enum Outcome: Sendable {
    /// It was answered; with the response's JSON, nil where the body was none.
    case answered(JSON?)
    /// It was answered, and what it names with its answer was found before.
    case traced(Trace)
    /// Nothing recorded answers it: what it would have changed is not known.
    case missed
    /// It was sent, and no answer came.
    case lost
  }

  /// What a rule says of a mutation (`endpoint.yaml`).
  package enum Rule: Sendable {
    case counts
    /// `changes: nothing`: it is left out.
    case changesNothing
    /// `idempotent: true`: right after itself it counts once.
    case idempotent
  }

  /// - Parameters:
  ///   - name: the name of the session's start; nil or empty for the usual one.
  ///   - joinsConcurrent: whether mutations in flight at the same time lead to one state in any order.
  package init(start name: String? = nil, joinsConcurrent: Bool = false) {
    start = .start(named: name ?? "")
    state = start
    self.joinsConcurrent = joinsConcurrent
  }

  // MARK: Mutations

  /// A mutation in flight.
  package struct InFlightMutation: Sendable {
    package let effect: Effect
    /// Whether it sends an undecided mutation again.
    package let isRetry: Bool
    let operation: StatedOperation
    fileprivate let hints: any SchemaHints
    /// Whether another one was in flight when it was sent, and how many requests that change something had been sent then.
    fileprivate var isOverlapped = false
    fileprivate var begun = 0
  }

  /// A mutation is sent.
  package mutating func begin(_ mutation: StatedOperation, hints: any SchemaHints = NoSchema()) -> InFlightMutation {
    let effect = effect(of: mutation)
    let isRetry = goOn(with: [effect])
    if !isRetry { mutationsInFlight += 1 }
    begun += 1
    let isOverlapped = mutationsInFlight > 1
    if joinsConcurrent, !isRetry {
      if mutationsInFlight == 1 { group = Group(base: state, start: entries.count, size: 0) }
      group?.size += 1
    }
    return InFlightMutation(
      effect: effect, isRetry: isRetry, operation: mutation, hints: hints, isOverlapped: isOverlapped, begun: begun)
  }

  /// Says that the next mutations are a recorded group: so many that lead to one state in any order.
  package mutating func expectGroup(of size: Int) {
    group = Group(base: state, start: entries.count, size: size, isExpected: true)
  }

  /// Whether another mutation was in flight at the same time, so that nobody knows which was executed first.
  package func isOverlapped(_ inFlight: InFlightMutation) -> Bool { inFlight.isOverlapped || inFlight.begun != begun }

  /// The effect that a mutation sent now would have.
  package func effect(of mutation: StatedOperation) -> Effect { lineage.effect(of: mutation) }

  /// A mutation is answered, or never will be. Mutations in flight together count in the order in which they complete.
  ///
  /// - Returns: the state that it led to.
  @discardableResult
  package mutating func complete(_ inFlight: InFlightMutation, _ outcome: Outcome, rule: Rule = .counts) -> StateID {
    mutationsInFlight -= 1
    if inFlight.isRetry { settle([inFlight.effect]) }
    defer { closeGroup() }
    return append(inFlight, outcome, rule: rule)
  }

  /// Appends a mutation that is not in flight any more.
  @discardableResult
  mutating func append(_ inFlight: InFlightMutation, _ outcome: Outcome, rule: Rule = .counts) -> StateID {
    let effect = inFlight.effect
    if lineage.leavesOut(effect, by: rule) { return state }
    let trace: Trace?
    switch outcome {
    case .answered(let body): trace = Tracer(inFlight.operation, hints: inFlight.hints).trace(body)
    case .traced(let known): trace = known
    case .missed, .lost:
      trace = nil
      isExact = false
    }
    let occurrence = lineage.append(effect, trace.map { [$0] } ?? [])
    entries.append(
      Entry(effect: effect, names: inFlight.operation.effectNames, trace: trace, occurrence: occurrence))
    heldBytes += 400 + 2 * effect.text.utf8.count + (trace?.heldBytes ?? 0)
    state = group.map { $0.base.after(together: entries[$0.start...].map(\.effect)) } ?? state.after(effect)
    return state
  }

  /// Ends a group whose mutations have all completed: from now on they count in one order, whatever theirs was.
  mutating func closeGroup() {
    guard let group, mutationsInFlight == 0, !group.isExpected || entries.count - group.start >= group.size else {
      return
    }
    if entries.count - group.start > 1 {
      entries[group.start...].sort { $0.effect.hash.hex < $1.effect.hash.hex }
      view = TimelineView()
    }
    self.group = nil
  }

  /// Sends a mutation and completes it at once, as a replay does.
  ///
  /// - Parameters:
  ///   - mutation: the mutation.
  ///   - outcome: how it ended.
  ///   - rule: what a rule says of it.
  ///   - hints: what a schema knows.
  ///   - isInGroup: whether it belongs to the group that is expected; any other mutation ends that.
  /// - Returns: the state that it led to.
  @discardableResult
  package mutating func append(
    _ mutation: StatedOperation, _ outcome: Outcome, rule: Rule = .counts, hints: any SchemaHints = NoSchema(),
    isInGroup: Bool = false
  ) -> StateID {
    if !isInGroup { group = nil }
    let inFlight = InFlightMutation(
      effect: effect(of: mutation), isRetry: false, operation: mutation, hints: hints)
    mutationsInFlight += 1
    begun += 1
    return complete(inFlight, outcome, rule: rule)
  }

  /// Whether a mutation is on its way.
  package var hasMutationsInFlight: Bool { mutationsInFlight > 0 }

  /// A mutation changed nothing: it was never sent, or was refused. A retry leaves open what became of the first attempt.
  package mutating func cancel(_ inFlight: InFlightMutation) {
    guard !inFlight.isRetry else { return awaitRetry(of: [inFlight.effect]) }
    mutationsInFlight -= 1
    group?.size -= 1
    closeGroup()
  }

  // MARK: Reads

  /// A read in flight.
  package struct InFlightRead: Sendable {
    /// The state in which it was sent, which is the one it was answered in unless it is ambiguous.
    package let state: StateID
    fileprivate let isAmbiguous: Bool
    fileprivate let begun: Int
  }

  /// A read is sent.
  package mutating func beginRead() -> InFlightRead {
    goOn(with: [])
    return InFlightRead(state: state, isAmbiguous: mutationsInFlight > 0, begun: begun)
  }

  /// A read is answered.
  ///
  /// - Returns: whether a mutation was in flight at any time between, so that nobody can tell which state it saw.
  package func complete(_ inFlight: InFlightRead) -> Bool {
    inFlight.isAmbiguous || inFlight.begun != begun
  }
}

extension History {
  /// Several operations in flight in one request, mutations among them: which of them was when, only their order tells.
  package struct InFlightBatch: Sendable {
    /// Whether it sends the mutations of an undecided request again.
    package let isRetry: Bool
    let mutations: [InFlightMutation]
    fileprivate let isAmbiguous: Bool
    fileprivate let begun: Int
  }

  /// A batch with mutations is sent. Its operations begin and complete one by one when it is answered.
  ///
  /// - Parameters:
  ///   - mutations: the mutations in it, in order.
  ///   - hints: what is known of the schema.
  /// - Returns: the batch in flight.
  package mutating func beginBatch(
    _ mutations: [StatedOperation], hints: any SchemaHints = NoSchema()
  ) -> InFlightBatch {
    let effects = mutations.map { effect(of: $0) }
    let isRetry = goOn(with: effects)
    let allInFlight = zip(mutations, effects).map {
      InFlightMutation(effect: $1, isRetry: isRetry, operation: $0, hints: hints)
    }
    begun += 1
    defer { if !isRetry { mutationsInFlight += 1 } }
    return InFlightBatch(
      isRetry: isRetry, mutations: allInFlight, isAmbiguous: mutationsInFlight > (isRetry ? 1 : 0), begun: begun)
  }

  /// A batch is answered, or never will be.
  ///
  /// - Returns: whether a mutation of another request was in flight at any time between.
  package mutating func complete(_ batch: InFlightBatch) -> Bool {
    mutationsInFlight -= 1
    if batch.isRetry { settle(batch.mutations.map(\.effect)) }
    return batch.isAmbiguous || batch.begun != begun
  }
}

extension StatedOperation {
  /// The operation's name and the names of its root fields.
  var effectNames: [String] { (name.map { [$0] } ?? []) + rootFieldNames }

  /// The names of its root fields, aliases left aside.
  package var rootFieldNames: [String] { roots.map(\.name).filter { $0 != "__typename" } }
}
