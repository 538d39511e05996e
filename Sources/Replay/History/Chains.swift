import OrderedJSON
import Recordings

/// The recorded states as chains: each follows the state from which a recorded mutation leads to it.
struct Chains {
  /// All states in recordings, sorted.
  let states: [String]
  private let steps: [String: [Step]]

  /// An answer to a mutation, or several served in turn.
  struct Step {
    /// The position of the mutation, and of the state among its states.
    let mutation: Int
    let state: Int
    /// The state to which it leads; nil if it is unknown.
    let next: String?
  }

  /// Builds the chains of all recorded mutations. `otherStates` are the states in other recordings.
  init(_ mutations: [RecordedOperation], otherStates: [String] = []) {
    var steps: [String: [Step]] = [:]
    var states = Set(otherStates)
    for (mutation, recorded) in mutations.enumerated() {
      for (position, state) in recorded.states.enumerated() {
        states.insert(state.name)
        guard !state.responses.isEmpty else { continue }
        if let next = state.next { states.insert(next) }
        steps[state.name, default: []].append(Step(mutation: mutation, state: position, next: state.next))
      }
    }
    self.steps = steps
    self.states = states.sorted { $0.precedesByScalars($1) }
  }

  /// Walks every chain from its start: each state once, after the state before it. `begin` returns the value carried
  /// from a start, `follow` the value carried to the state that a step leads to.
  ///
  /// `follow` is called for every step of every state that is reached, with the steps from the same state to the same
  /// next one, itself included. These are nil if the step leads nowhere, or if another step already led there; then the
  /// result is not used.
  func walk<Carried>(
    begin: (_ start: String) -> Carried,
    follow: (_ carried: Carried, _ step: Step, _ siblings: [Step]?) -> Carried?
  ) {
    var reached: Set<String> = []
    for start in [StateID.start.name] + states
    where StateID(recorded: start).isStart && reached.insert(start).inserted {
      var pending = [(state: start, carried: begin(start))]
      while let (state, carried) = pending.popLast() {
        let steps = steps[state] ?? []
        let byNext = Dictionary(grouping: steps.filter { $0.next != nil }, by: \.next)
        var further: [(state: String, carried: Carried)] = []
        for step in steps {
          let leads = step.next.map { reached.insert($0).inserted } ?? false
          let child = follow(carried, step, leads ? byNext[step.next] : nil)
          if leads, let next = step.next, let child { further.append((next, child)) }
        }
        pending += further.reversed()
      }
    }
  }
}
