import OrderedJSON
package import Recordings

/// One recorded operation with what was recorded of it.
package struct RecordedOperation: Sendable {
  package let request: StatedOperation
  package let states: [Recording.State]

  package init(request: StatedOperation, states: [Recording.State]) {
    self.request = request
    self.states = states
  }

  package init(request: StatedOperation, recording: Recording) {
    self.init(request: request, states: recording.states)
  }
}

/// How the recorded states hang together: each state's history, put together from what the mutations' files say they
/// lead to.
package struct Timeline: Sendable {
  /// Distinguishes this timeline from the one before it, where recordings have changed.
  let generation: Int
  /// The effects of all recorded mutations, in the order in which they are first reached.
  private(set) var effects: [KnownEffect] = []
  private var positions: [Effect: Int] = [:]
  private var nodes: [Node] = []
  private var nodesByState: [String: Int] = [:]
  /// The states that no chain of recorded mutations leads to from a start, sorted: a mutation's file is missing.
  package private(set) var unreachable: [String] = []

  /// A recorded mutation's effect, with all that its recordings say of it.
  struct KnownEffect: Sendable {
    let effect: Effect
    var names: [String]
    var trace: Trace
  }

  private struct Node {
    let state: String
    let parent: Int?
    let effect: Int
    let depth: Int
    let start: String
  }

  /// - Parameters:
  ///   - mutations: everything recorded of mutations.
  ///   - otherStates: the states that other recordings name, for `unreachable`.
  ///   - hints: what a schema knows.
  ///   - generation: another one for each timeline that a session may meet.
  package init(
    _ mutations: [RecordedOperation], otherStates: [String] = [], hints: any SchemaHints = NoSchema(),
    generation: Int = 0
  ) {
    self.generation = generation
    var steps: [String: [Step]] = [:]
    var states: Set<String> = Set(otherStates)
    for (mutation, recorded) in mutations.enumerated() {
      let tracer = Tracer(recorded.request, hints: hints)
      for state in recorded.states {
        states.insert(state.name)
        guard let response = state.responses.first else { continue }
        if let next = state.next { states.insert(next) }
        let step = Step(mutation: mutation, trace: tracer.trace(response.body.json), next: state.next)
        steps[state.name, default: []].append(step)
      }
    }
    let sorted = states.sorted { $0.precedesByScalars($1) }
    for state in [StateID.start.name] + sorted where StateID(recorded: state).isStart && nodesByState[state] == nil {
      walk(from: state, steps, mutations)
    }
    unreachable = sorted.filter { nodesByState[$0] == nil }
  }

  /// One answer to a mutation.
  private struct Step {
    let mutation: Int
    let trace: Trace
    let next: String?
  }

  private struct Open {
    let node: Int
    var origins: Origins
    var occurrences: [Int: Int]
  }

  private mutating func walk(from start: String, _ steps: [String: [Step]], _ mutations: [RecordedOperation]) {
    add(Node(state: start, parent: nil, effect: -1, depth: 0, start: start))
    var pending = [Open(node: nodes.count - 1, origins: Origins(), occurrences: [:])]
    while let open = pending.popLast() {
      var next: [Open] = []
      for step in steps[nodes[open.node].state] ?? [] {
        let request = mutations[step.mutation].request
        let effect = intern(Effect(request, origins: open.origins), request.effectNames, step.trace)
        guard let state = step.next, nodesByState[state] == nil else { continue }
        let depth = nodes[open.node].depth + 1
        add(Node(state: state, parent: open.node, effect: effect, depth: depth, start: start))
        var child = Open(node: nodes.count - 1, origins: open.origins, occurrences: open.occurrences)
        child.occurrences[effect, default: 0] += 1
        child.origins.note(
          step.trace, of: effects[effect].effect, occurrence: child.occurrences[effect, default: 1])
        next.append(child)
      }
      pending += next.reversed()
    }
  }

  private mutating func add(_ node: Node) {
    nodesByState[node.state] = nodes.count
    nodes.append(node)
  }

  private mutating func intern(_ effect: Effect, _ names: [String], _ trace: Trace) -> Int {
    if let position = positions[effect] {
      for name in names where !effects[position].names.contains(name) { effects[position].names.append(name) }
      effects[position].trace.formUnion(trace)
      return position
    }
    positions[effect] = effects.count
    effects.append(KnownEffect(effect: effect, names: names, trace: trace))
    return effects.count - 1
  }

  // MARK: Looking up

  /// The position of an effect among `effects`; nil where no recorded mutation has it.
  func position(of effect: Effect) -> Int? { positions[effect] }

  /// The number of a state; nil where no chain leads to it.
  func node(_ state: String) -> Int? { nodesByState[state] }

  func parent(of node: Int) -> Int? { nodes[node].parent }
  func effect(leadingTo node: Int) -> Int { nodes[node].effect }
  func start(of node: Int) -> String { nodes[node].start }

  /// The mutations that lead to a state, oldest first.
  func history(of node: Int) -> [Int] {
    var history: [Int] = []
    history.reserveCapacity(nodes[node].depth)
    var node = node
    while let parent = nodes[node].parent {
      history.append(nodes[node].effect)
      node = parent
    }
    return history.reversed()
  }
}
