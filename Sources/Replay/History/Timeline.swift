import OrderedJSON
package import Recordings

/// A recorded operation with its answers.
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

/// The history of each recorded state, derived from the states to which recorded mutations lead.
package struct Timeline: Sendable {
  /// A number that differs from that of the timeline before the recordings changed.
  let generation: Int
  /// True for the recording of one session. If a session differs from its own recording in a mutation, the test was
  /// changed, so a request needs evidence that the mutation has no effect; that it names nothing in common is not enough.
  let needsEvidence: Bool
  /// The effects of all recorded mutations, in the order in which they are first reached.
  private(set) var effects: [KnownEffect] = []
  private var positions: [Effect: Int] = [:]
  private var nodes: [Node] = []
  private var nodesByState: [String: Int] = [:]
  /// The states that no chain of recorded mutations leads to from a start, sorted: a mutation's file is missing.
  package private(set) var unreachable: [String] = []

  /// A recorded mutation's effect, with the names and traces of all its recordings.
  struct KnownEffect: Sendable {
    let effect: Effect
    var names: [String]
    var trace: Trace
    /// The ids that it issued, in all recordings.
    var issued: Set<ObjectID>
  }

  private struct Node {
    let state: String
    let parent: Int?
    let effect: Int
    let depth: Int
    let start: String
    /// True if the mutation that leads here was recorded while another one was in flight, so that either may have been
    /// executed first.
    var isOverlapped = false
  }

  /// The nodes to which such mutations lead, by the nodes before.
  private var overlapped: [Int: [Int]] = [:]

  /// Builds the timeline of all recorded mutations. `otherStates` are the states in other recordings, for
  /// `unreachable`. Each timeline that a session may meet needs another `generation`.
  package init(
    _ mutations: [RecordedOperation], otherStates: [String] = [], hints: any SchemaHints = NoSchema(),
    generation: Int = 0, needsEvidence: Bool = false
  ) {
    self.generation = generation
    self.needsEvidence = needsEvidence
    let chains = Chains(mutations, otherStates: otherStates)
    let tracers = mutations.map { Tracer($0.request, hints: hints) }
    func answers(of step: Chains.Step) -> [RecordedResponse] { mutations[step.mutation].states[step.state].responses }
    chains.walk { start in
      Carried(node: add(Node(state: start, parent: nil, effect: -1, depth: 0, start: start)))
    } follow: { carried, step, siblings in
      let request = mutations[step.mutation].request
      let trace = tracers[step.mutation].trace(answers(of: step).first?.body.answer)
      let effect = intern(carried.lineage.effect(of: request), request.effectNames, trace)
      guard let state = step.next, let siblings else { return nil }
      var child = carried
      let (depth, start) = (nodes[carried.node].depth + 1, nodes[carried.node].start)
      child.node = add(
        Node(
          state: state, parent: carried.node, effect: effect, depth: depth, start: start,
          isOverlapped: mutations[step.mutation].states[step.state].isOverlapped))
      // A session gets one of these answers, perhaps with other ids; any of them issues the ids of this mutation.
      let others = siblings.flatMap { sibling in
        answers(of: sibling).dropFirst(sibling.mutation == step.mutation ? 1 : 0).map {
          tracers[sibling.mutation].trace($0.body.answer)
        }
      }
      child.lineage.append(effects[effect].effect, [trace] + others)
      return child
    }
    unreachable = chains.states.filter { nodesByState[$0] == nil }
  }

  private struct Carried {
    var node: Int
    var lineage = Lineage()
  }

  private mutating func add(_ node: Node) -> Int {
    nodesByState[node.state] = nodes.count
    if node.isOverlapped, let parent = node.parent { overlapped[parent, default: []].append(nodes.count) }
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func intern(_ effect: Effect, _ names: [String], _ trace: Trace) -> Int {
    if let position = positions[effect] {
      for name in names where !effects[position].names.contains(name) { effects[position].names.append(name) }
      effects[position].trace.formUnion(trace)
      effects[position].issued.formUnion(trace.issued.map(\.id))
      return position
    }
    positions[effect] = effects.count
    effects.append(KnownEffect(effect: effect, names: names, trace: trace, issued: Set(trace.issued.map(\.id))))
    return effects.count - 1
  }

  // MARK: Looking up

  /// Returns the position of an effect in `effects`; nil if no recorded mutation has it.
  func position(of effect: Effect) -> Int? { positions[effect] }

  /// Returns the number of a state; nil if no chain leads to it.
  func node(_ state: String) -> Int? { nodesByState[state] }

  func state(of node: Int) -> String { nodes[node].state }
  func parent(of node: Int) -> Int? { nodes[node].parent }
  func effect(leadingTo node: Int) -> Int { nodes[node].effect }
  func start(of node: Int) -> String { nodes[node].start }

  /// True if some mutations were in flight together.
  var hasOverlaps: Bool { !overlapped.isEmpty }

  /// Returns the mutations before a state that were in flight together, in groups.
  func overlaps(before node: Int) -> [[Int]] {
    var groups: [[Int]] = [[]]
    var node = node
    while let parent = nodes[node].parent {
      if nodes[node].isOverlapped {
        groups[groups.count - 1].append(nodes[node].effect)
      } else if groups.last?.isEmpty == false {
        groups.append([])
      }
      node = parent
    }
    return groups.filter { $0.count > 1 }
  }

  /// Returns the mutations that were in flight together with the one that leads to a state.
  func overlaps(with node: Int) -> [Int] {
    var effects: [Int] = []
    var before = nodes[node].parent
    while let node = before, nodes[node].isOverlapped {
      effects.append(nodes[node].effect)
      before = nodes[node].parent
    }
    var pending = [node]
    while let next = pending.popLast() {
      for child in overlapped[next] ?? [] {
        effects.append(nodes[child].effect)
        pending.append(child)
      }
    }
    return effects
  }

  /// Returns the mutations that lead to a state, oldest first.
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
