import EndpointConfiguration
import Engine
import GraphQLLanguage
package import Recordings

/// All recordings of an endpoint in a possible order: sessions that begin at a start, and read everything recorded in a
/// state before a mutation leads to the next one.
///
/// States form a tree. Each path from a start to a leaf is a session. Mutations shared by several paths are in each of
/// their sessions, the other requests only in the first.
package struct SessionPlan: Sendable {
  /// A path through the states.
  package struct Session: Sendable {
    /// The name of the start; nil for the default one.
    package let start: String?
    package var steps: [RecordedStep]
  }

  package private(set) var sessions: [Session] = []
  /// The recordings that are in no session, one a line.
  package private(set) var left: [String] = []

  private var reads: [String: [RecordedStep]] = [:]
  private var moves: [String: [Move]] = [:]
  private var visited: Set<String> = []
  /// Subscriptions whose events wait for mutations. They are placed last, when all paths are known.
  private var waiting: [RecordedStep] = []

  /// A mutation that leads from one state to another.
  private struct Move {
    let step: RecordedStep
    /// The next state; nil if the recording does not say.
    let next: String?
  }

  package init(_ folder: EndpointFolder) throws {
    try self.init(try folder.store(rules: try folder.configuration().rules))
  }

  package init(_ store: RecordingStore) throws {
    var states: Set<String> = []
    for entry in store.entries {
      guard let (document, key) = try store.document(inFolder: entry.folder) else { continue }
      let query = document.printed()
      for stored in try store.recordings(inFolder: entry.folder) {
        let file = "\(store.endpoint)/\(stored.folder)/\(stored.file)"
        for state in stored.recording.states {
          states.insert(state.name)
          let steps = state.responses.enumerated().map { index, response in
            RecordedStep(
              query: query, kind: key.kind, operationName: key.name, stored: stored, response: response, index: index,
              state: state.name, next: state.next, file: file)
          }
          add(steps, in: state, isMutation: key.kind == .mutation)
        }
      }
    }
    for state in reads.keys {
      // A log-in first, then anonymous requests, then authenticated ones.
      reads[state] = (reads[state] ?? []).enumerated()
        .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }
    let starts = states.filter { $0 == Recording.startState || $0.hasPrefix("\(Recording.startState).") }
    for start in starts.sorted(by: { $0.precedes($1) }) {
      let name = start == Recording.startState ? nil : String(start.dropFirst(Recording.startState.count + 1))
      walk(start, way: [], name)
    }
    for step in waiting { place(step) }
    for state in states.subtracting(visited).sorted(by: { $0.precedes($1) }) {
      let files = Set(((reads[state] ?? []) + (moves[state] ?? []).map(\.step)).map(\.file)).sorted { $0.precedes($1) }
      left += files.map { "\($0): no recorded mutation leads to state \(state)" }
    }
  }

  private mutating func add(_ steps: [RecordedStep], in state: Recording.State, isMutation: Bool) {
    guard isMutation, state.next != state.name, let first = steps.first else {
      for step in steps {
        if step.awaited.isEmpty { reads[state.name, default: []].append(step) } else { waiting.append(step) }
      }
      return
    }
    moves[state.name, default: []].append(Move(step: first, next: state.next))
    for _ in steps.dropFirst() {
      left.append(
        "\(first.file): another answer of a mutation in state \(state.name), which only another session gets")
    }
  }

  /// Puts a subscription into the first session that reaches all states that its events wait for.
  private mutating func place(_ step: RecordedStep) {
    for index in sessions.indices {
      let steps = sessions[index].steps
      let start = sessions[index].start.map { "\(Recording.startState).\($0)" } ?? Recording.startState
      let opening = start == step.state ? 0 : steps.firstIndex { $0.next == step.state }.map { $0 + 1 }
      guard let opening else { continue }
      var rest = steps[opening...]
      let comesThrough = step.awaited.allSatisfy { state in
        guard let place = rest.firstIndex(where: { $0.next == state }) else { return false }
        rest = rest[(place + 1)...]
        return true
      }
      guard comesThrough else { continue }
      sessions[index].steps.insert(step, at: opening)
      return
    }
    left.append("\(step.file): no session reaches all the states that its events wait for")
  }

  private func rank(_ step: RecordedStep) -> Int {
    if step.kind == .mutation { return 0 }
    return step.identity == .anonymous ? 1 : 2
  }

  /// Continues from a state that these mutations have led to.
  private mutating func walk(_ start: String, way: [RecordedStep], _ name: String?) {
    // A stack of its own, because a session may have thousands of mutations.
    var open: [(state: String, session: Session)] = [(start, Session(start: name, steps: way))]
    while var (state, session) = open.popLast() {
      var way = session.steps.filter { $0.kind == .mutation }
      while true {
        let isFirst = visited.insert(state).inserted
        if isFirst {
          let here = reads[state] ?? []
          session.steps += here
          way += here.filter { $0.kind == .mutation }
        }
        let moves = isFirst ? moves[state] ?? [] : []
        // Other paths branch off here and repeat only the mutations. The last one pushed is continued first.
        for move in moves.dropFirst().reversed() {
          open.append((move.next ?? "", Session(start: name, steps: way + [move.step])))
        }
        guard let move = moves.first else { break }
        session.steps.append(move.step)
        way.append(move.step)
        guard let next = move.next else { break }
        state = next
      }
      if !session.steps.isEmpty { sessions.append(session) }
    }
  }
}

extension String {
  /// Compares the texts by their bytes.
  fileprivate func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
