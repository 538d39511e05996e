package import OrderedJSON
import Recordings

/// The mutations of a session in the order of their completion, and the state that they lead to.
///
/// Mutations and reads begin when they are sent and complete when they are answered, which shows which were in flight
/// at the same time. An effect is derived at the beginning, since its arguments come from earlier answers. Mutations
/// that may or may not have been executed are in `History+Undecided.swift`.
package struct History: Sendable {
  package private(set) var state: StateID
  /// The state that the session began in.
  package let start: StateID
  /// The mutations, oldest first, without those that a rule takes out.
  package private(set) var entries: [Entry] = []
  package private(set) var heldBytes = 0
  /// Indicates whether every mutation was answered. After one that was not, no answer is exact.
  package private(set) var isExact = true

  /// Mutations that failed in a way that leaves open whether they were executed (`History+Undecided.swift`).
  var undecided: [Undecided] = []
  /// The first mutation that the session went on without; nil if there is none.
  package internal(set) var abandoned: Abandoned?

  private(set) var lineage = Lineage()
  /// The number of mutations in flight, undecided ones included until they are retried or abandoned.
  var mutationsInFlight = 0
  /// Indicates whether mutations in flight at the same time lead to one state in any order (named sessions).
  private let joinsConcurrent: Bool
  /// The mutations that are in flight together.
  package private(set) var group: Group?
  /// The number of requests with mutations sent; a read that sees it change was overlapped.
  private var begun = 0
  /// The entries as seen by the timeline last used.
  var view = TimelineView()

  /// Mutations in flight at the same time: one step of a session, in whatever order they complete.
  package struct Group: Sendable {
    /// The state before all of them.
    package let base: StateID
    /// The ids issued before them: none of them can have an id that another one issued.
    fileprivate let lineage: Lineage
    /// The number of entries before them.
    fileprivate let start: Int
    /// The number of mutations, completed or not.
    fileprivate var size: Int
    /// True if the group comes from a recording, not from the mutations in flight now.
    fileprivate var isExpected = false
  }

  /// One mutation of a session.
  package struct Entry: Sendable {
    package let effect: Effect
    /// The operation's name and those of its root fields, for `independentOf`.
    package let names: [String]
    /// The ids and types in the request and its answer; nil without an answer, and then it touches everything.
    package let trace: Trace?
    /// The number of this effect in the session, from 1.
    package fileprivate(set) var occurrence: Int

    /// The text for messages: the effect, and a note if it had no answer.
    package var text: String { trace == nil ? "\(effect.text) (missed)" : effect.text }
  }

  /// The end of a mutation.
  package enum Outcome: Sendable {
    /// An answer came, with the response's JSON; nil if the body was not JSON.
    case answered(JSON?)
    /// An answer came whose trace is already known.
    case traced(Trace)
    /// No recording answers it: its changes are unknown.
    case missed
    /// It was sent, and no answer came.
    case lost
  }

  /// The rule for a mutation in `endpoint.yaml`.
  package enum Rule: Sendable {
    case counts
    /// `changes: nothing`: it is left out.
    case changesNothing
    /// `idempotent: true`: an immediate repetition is left out.
    case idempotent
  }

  /// Begins a history. `name` is the name of its start; nil or empty is the usual start.
  package init(start name: String? = nil, joinsConcurrent: Bool = false) {
    start = .start(named: name ?? "")
    state = start
    self.joinsConcurrent = joinsConcurrent
  }

  // MARK: Mutations

  /// A mutation in flight.
  package struct InFlightMutation: Sendable {
    package let effect: Effect
    /// Indicates whether it sends an undecided mutation again.
    package let isRetry: Bool
    let operation: StatedOperation
    fileprivate let hints: any SchemaHints
    /// Indicates whether another mutation was in flight when it was sent; the number of such requests until then.
    fileprivate var isOverlapped = false
    fileprivate var begun = 0
    /// Indicates whether a rule says that it changes nothing. Then it does not make other requests ambiguous.
    fileprivate(set) var changesNothing = false
  }

  /// Notes that a mutation is sent.
  package mutating func begin(
    _ mutation: StatedOperation, hints: any SchemaHints = NoSchema(), rule: Rule = .counts
  ) -> InFlightMutation {
    let effect = effect(of: mutation)
    if case .changesNothing = rule {
      goOn(with: [])
      return InFlightMutation(
        effect: effect, isRetry: false, operation: mutation, hints: hints, changesNothing: true)
    }
    let isRetry = goOn(with: [effect])
    if !isRetry { mutationsInFlight += 1 }
    begun += 1
    let isOverlapped = mutationsInFlight > 1
    if joinsConcurrent, !isRetry {
      if mutationsInFlight == 1 { group = Group(base: state, lineage: lineage, start: entries.count, size: 0) }
      group?.size += 1
    }
    return InFlightMutation(
      effect: effect, isRetry: isRetry, operation: mutation, hints: hints, isOverlapped: isOverlapped, begun: begun)
  }

  /// Notes that the next mutations are a recorded group of this size, which leads to one state in any order.
  package mutating func expectGroup(of size: Int) {
    group = Group(base: state, lineage: lineage, start: entries.count, size: size, isExpected: true)
  }

  /// Indicates whether another mutation was in flight at the same time, so that the order of execution is unknown.
  package func isOverlapped(_ inFlight: InFlightMutation) -> Bool {
    !inFlight.changesNothing && (inFlight.isOverlapped || inFlight.begun != begun)
  }

  /// Returns the effect of a mutation that is sent now.
  package func effect(of mutation: StatedOperation) -> Effect { lineage.effect(of: mutation) }

  /// Notes that a mutation is answered, or never will be, and returns the state that it led to. Mutations in flight
  /// together are ordered by their completion.
  @discardableResult
  package mutating func complete(_ inFlight: InFlightMutation, _ outcome: Outcome, rule: Rule = .counts) -> StateID {
    if inFlight.changesNothing { return state }
    mutationsInFlight -= 1
    if inFlight.isRetry { settle([inFlight.effect]) }
    defer { closeGroup() }
    return append(inFlight, outcome, rule: rule)
  }

  /// Appends a mutation that is no longer in flight.
  @discardableResult
  mutating func append(_ inFlight: InFlightMutation, _ outcome: Outcome, rule: Rule = .counts) -> StateID {
    let effect = inFlight.effect
    if lineage.leavesOut(effect, by: rule) { return state }
    let trace: Trace?
    switch outcome {
    case .answered(let body):
      let new = Tracer(inFlight.operation, hints: inFlight.hints).trace(body)
      heldBytes += new.heldBytes
      trace = new
    // Sessions that get the same recorded answer share its trace.
    case .traced(let known): trace = known
    case .missed, .lost:
      trace = nil
      isExact = false
    }
    let occurrence = lineage.append(effect, trace.map { [$0] } ?? [])
    entries.append(
      Entry(effect: effect, names: inFlight.operation.effectNames, trace: trace, occurrence: occurrence))
    heldBytes += 300 + effect.text.utf8.count + 200 * (trace?.issued.count ?? 0)
    state = group.map { $0.base.after(together: entries[$0.start...].map(\.effect)) } ?? state.after(effect)
    return state
  }

  /// Ends a group whose mutations have all completed: from now on they are sorted, whatever order they completed in.
  mutating func closeGroup() {
    guard let group, mutationsInFlight == 0, !group.isExpected || entries.count - group.start >= group.size else {
      return
    }
    if entries.count - group.start > 1 {
      entries[group.start...].sort { $0.effect.hash.hex < $1.effect.hash.hex }
      // The ids of later mutations must not depend on the order of these, either.
      lineage = group.lineage
      for index in entries.indices[group.start...] {
        entries[index].occurrence = lineage.append(entries[index].effect, entries[index].trace.map { [$0] } ?? [])
      }
      view = TimelineView()
    }
    self.group = nil
  }

  /// Sends a mutation and completes it at once, as a replay does, and returns the state that it led to. A mutation that
  /// is not in the expected group (`isInGroup`) ends the group.
  @discardableResult
  package mutating func append(
    _ mutation: StatedOperation, _ outcome: Outcome, rule: Rule = .counts, hints: any SchemaHints = NoSchema(),
    isInGroup: Bool = false
  ) -> StateID {
    if !isInGroup { group = nil }
    let inFlight = InFlightMutation(
      effect: (group?.lineage ?? lineage).effect(of: mutation), isRetry: false, operation: mutation, hints: hints)
    mutationsInFlight += 1
    begun += 1
    return complete(inFlight, outcome, rule: rule)
  }

  package var hasMutationsInFlight: Bool { mutationsInFlight > 0 }

  /// Notes that a mutation changed nothing: it was never sent, or was refused. After a canceled retry, the first
  /// attempt stays undecided.
  package mutating func cancel(_ inFlight: InFlightMutation) {
    if inFlight.changesNothing { return }
    guard !inFlight.isRetry else { return awaitRetry(of: [inFlight.effect]) }
    mutationsInFlight -= 1
    group?.size -= 1
    closeGroup()
  }

  // MARK: Reads

  /// A read in flight.
  package struct InFlightRead: Sendable {
    /// The state in which it was sent; unless it is ambiguous, it was answered in the same state.
    package let state: StateID
    fileprivate let isAmbiguous: Bool
    fileprivate let begun: Int
  }

  package mutating func beginRead() -> InFlightRead {
    goOn(with: [])
    return InFlightRead(state: state, isAmbiguous: mutationsInFlight > 0, begun: begun)
  }

  /// Notes that a read is answered. Returns true if a mutation was in flight meanwhile: its state is unknown.
  package func complete(_ inFlight: InFlightRead) -> Bool {
    inFlight.isAmbiguous || inFlight.begun != begun
  }
}

extension History {
  /// A request with several operations, mutations among them, in flight; only their order in the request is known.
  package struct InFlightBatch: Sendable {
    /// Indicates whether it sends the mutations of an undecided request again.
    package let isRetry: Bool
    let mutations: [InFlightMutation]
    fileprivate let isAmbiguous: Bool
    fileprivate let begun: Int
  }

  /// Notes that a batch with mutations is sent. Its operations begin and complete one by one when it is answered.
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

  /// Notes that a batch is answered or lost. Returns true if another request's mutation was in flight meanwhile.
  package mutating func complete(_ batch: InFlightBatch) -> Bool {
    mutationsInFlight -= 1
    if batch.isRetry { settle(batch.mutations.map(\.effect)) }
    return batch.isAmbiguous || batch.begun != begun
  }
}

extension StatedOperation {
  var effectNames: [String] { (name.map { [$0] } ?? []) + rootFieldNames }

  /// The names of its root fields, without aliases.
  package var rootFieldNames: [String] { roots.map(\.name).filter { $0 != "__typename" } }
}
