import Recordings

/// The names of recorded states under rules. Chains of mutations are followed as recorded, and each state gets the name
/// that a session reaches now that sends the same.
///
/// A state is renamed only because of something newer than the recording, here or earlier in its chain: a rule, `keys`
/// included, or a schema, which shows more of the ids that mutations issue.
struct StateMap {
  /// The names under rules of all states that a chain leads to.
  private(set) var names: [String: String] = [:]
  /// The order of the states: each comes after those on its path.
  private(set) var ranks: [String: Int] = [:]
  /// The mutations that were recorded as leading nowhere, and for which no rule says so any more.
  private(set) var goneRules: [Place] = []
  private var parents: [String: Parent] = [:]

  /// One state of a mutation's recording, by their positions.
  struct Place: Hashable {
    let mutation: Int
    let state: Int
  }

  private struct Parent {
    let state: String
    /// The mutation that leads from there, if a rule says that it leads nowhere.
    let leftOut: Int?
  }

  private struct Carried {
    var state: String
    var name: StateID
    var before = Lineage()
    var after = Lineage()
    /// The lineages for recorders without the current schema and `keys`, without headers, and without any of them.
    var unhinted = Lineage()
    var headerless = Lineage()
    var plain = Lineage()
  }

  /// Names the states of mutations. `refused` has the positions that stay as written, `kept` the states that stay.
  init(_ mutations: [RuledRecording], refused: Set<Int> = [], kept: Set<String> = []) {
    let chains = Chains(mutations.map(\.asRecorded))
    chains.walk { start in
      note(start, as: start, parent: nil)
      return Carried(state: start, name: StateID(recorded: start))
    } follow: { carried, step, siblings in
      let mutation = mutations[step.mutation]
      let isRefused = refused.contains(step.mutation)
      let before = carried.before.effect(of: mutation.before)
      let after = carried.after.effect(of: isRefused ? mutation.before : mutation.after)
      let unhinted = carried.unhinted.effect(of: mutation.before)
      let headerless = carried.headerless.effect(of: mutation.headerless)
      let plain = carried.plain.effect(of: mutation.headerless)
      let isLeftOut = carried.after.leavesOut(after, by: mutation.rule)
      guard let next = step.next else { return nil }
      if next == carried.state {
        if !isLeftOut { goneRules.append(Place(mutation: step.mutation, state: step.state)) }
        return nil
      }
      guard let siblings else { return nil }
      let name: StateID
      if kept.contains(next) {
        name = StateID(recorded: next)
      } else if isLeftOut {
        name = carried.name
      } else if carried.name.name == carried.state, before == after,
        [unhinted, headerless, plain].allSatisfy({ $0 == before || next != carried.name.after($0).name })
      {
        name = StateID(recorded: next)
      } else {
        name = carried.name.after(after)
      }
      note(next, as: name.name, parent: Parent(state: carried.state, leftOut: isLeftOut ? step.mutation : nil))
      var child = carried
      child.state = next
      child.name = name
      let tracesUnhinted = siblings.flatMap { mutations[$0.mutation].tracesUnhinted[$0.state] }
      let tracesBefore = siblings.flatMap { mutations[$0.mutation].tracesBefore[$0.state] }
      child.unhinted.append(unhinted, tracesUnhinted)
      child.plain.append(plain, tracesUnhinted)
      child.before.append(before, tracesBefore)
      child.headerless.append(headerless, tracesBefore)
      if !isLeftOut {
        let traces = siblings.flatMap { sibling in
          let mutation = mutations[sibling.mutation]
          return (refused.contains(sibling.mutation) ? mutation.tracesBefore : mutation.tracesAfter)[sibling.state]
        }
        child.after.append(after, traces)
      }
      return child
    }
  }

  private mutating func note(_ state: String, as name: String, parent: Parent?) {
    names[state] = name
    ranks[state] = ranks.count
    parents[state] = parent
  }

  /// Returns the name of a state under rules; a state that nothing leads to keeps its own.
  func name(of state: String) -> String { names[state] ?? state }

  /// Returns the positions of the mutations that lead nowhere under rules and lie between two states of one name.
  func leftOut(between left: String, and right: String) -> [Int] {
    let (leftWay, rightWay) = (way(to: left), way(to: right))
    let common = zip(leftWay, rightWay).prefix { $0.state == $1.state }.count
    var found: [Int] = []
    for step in leftWay.dropFirst(common) + rightWay.dropFirst(common) {
      if let mutation = step.leftOut, !found.contains(mutation) { found.append(mutation) }
    }
    return found
  }

  /// Returns the states from the start to this one, each with the mutation before it if a rule leaves that out.
  private func way(to state: String) -> [(state: String, leftOut: Int?)] {
    var way: [(state: String, leftOut: Int?)] = []
    var state: String? = state
    while let here = state {
      way.append((here, parents[here]?.leftOut))
      state = parents[here]?.state
    }
    return way.reversed()
  }
}
