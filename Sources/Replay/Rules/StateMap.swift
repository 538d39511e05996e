import Recordings

/// What the recorded states are called under rules: the chains of mutations are walked as they were recorded, and each
/// state gets the name that a session comes to which sends the same now.
///
/// A state is renamed only where something that came after the recording is the reason, here or further up its chain: a
/// rule, `keys` among them, or a schema, which tells more of the ids that mutations hand out.
struct StateMap {
  /// The names under rules of all states that a chain leads to.
  private(set) var names: [String: String] = [:]
  /// A state comes after those on the way to it.
  private(set) var ranks: [String: Int] = [:]
  /// Where a mutation was recorded as leading nowhere, and no rule says so any more.
  private(set) var goneRules: [Place] = []
  private var parents: [String: Parent] = [:]

  /// One state of a mutation's recording, by their positions.
  struct Place: Hashable {
    let mutation: Int
    let state: Int
  }

  private struct Parent {
    let state: String
    /// The mutation that leads from there, where a rule says that it leads nowhere.
    let leftOut: Int?
  }

  private struct Carried {
    var state: String
    var name: StateID
    var before = Lineage()
    var after = Lineage()
    /// As whoever recorded without the schema and the `keys` of now has counted.
    var unhinted = Lineage()
  }

  /// - Parameters:
  ///   - mutations: what is recorded of mutations.
  ///   - refused: of these, by position, those that stay as they are written.
  ///   - kept: the states whose names stay.
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
        unhinted == before || next != carried.name.after(unhinted).name
      {
        name = StateID(recorded: next)
      } else {
        name = carried.name.after(after)
      }
      note(next, as: name.name, parent: Parent(state: carried.state, leftOut: isLeftOut ? step.mutation : nil))
      var child = carried
      child.state = next
      child.name = name
      child.unhinted.append(unhinted, siblings.flatMap { mutations[$0.mutation].tracesUnhinted[$0.state] })
      child.before.append(before, siblings.flatMap { mutations[$0.mutation].tracesBefore[$0.state] })
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

  /// The name of a state under rules; one that nothing leads to keeps its own.
  func name(of state: String) -> String { names[state] ?? state }

  /// The mutations, by position, that rules say lead nowhere and that lie between two states of one name.
  func leftOut(between left: String, and right: String) -> [Int] {
    let (leftWay, rightWay) = (way(to: left), way(to: right))
    let common = zip(leftWay, rightWay).prefix { $0.state == $1.state }.count
    var found: [Int] = []
    for step in leftWay.dropFirst(common) + rightWay.dropFirst(common) {
      if let mutation = step.leftOut, !found.contains(mutation) { found.append(mutation) }
    }
    return found
  }

  /// The states from a start to this one, each with the mutation before it if a rule leaves that out.
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
