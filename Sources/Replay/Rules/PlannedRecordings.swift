import OrderedJSON
import Recordings

/// All recordings as rules would change them, except those that are refused.
struct PlannedRecordings {
  let refused: Set<Int>
  let map: StateMap
  /// One for each key, in the order of the files.
  private(set) var merges: [RecordingMerge] = []

  private struct GroupKey: Hashable {
    let folder: String
    let key: ContentHash
  }

  private init(_ recordings: [RuledRecording], _ rules: EndpointRules, refused: Set<Int>) {
    self.refused = refused
    let mutations = recordings.indices.filter { recordings[$0].isMutation }
    var kept: Set<String> = []
    for index in refused {
      for state in recordings[index].written.recording.states {
        kept.formUnion([state.name] + state.furtherStates)
      }
    }
    let refusedMutations = Set(mutations.indices.filter { refused.contains(mutations[$0]) })
    map = StateMap(mutations.map { recordings[$0] }, refused: refusedMutations, kept: kept)
    var order: [GroupKey] = []
    var groups: [GroupKey: [Int]] = [:]
    for (index, recording) in recordings.enumerated() where !refused.contains(index) {
      let key = GroupKey(folder: recording.written.folder, key: recording.key.hash)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(index)
    }
    merges = order.map { RecordingMerge(groups[$0] ?? [], of: recordings, map, rules) }
  }

  /// Refuses the recordings that conflict, until no conflict is left.
  static func settled(
    _ recordings: [RuledRecording], _ rules: EndpointRules
  ) -> (planned: PlannedRecordings, conflicts: [RuleConflict]) {
    var refused: Set<Int> = []
    var conflicts: [RuleConflict] = []
    while true {
      let planned = PlannedRecordings(recordings, rules, refused: refused)
      let conflicting = planned.merges.filter { !$0.conflicts.isEmpty }
      if conflicting.isEmpty { return (planned, conflicts) }
      let mutations = recordings.filter(\.isMutation)
      for merge in conflicting {
        refused.formUnion(merge.members)
        conflicts += planned.described(merge, recordings, mutations)
      }
    }
  }

  /// Returns the conflicts of a key, one for each pair of files and set of mutations that rules leave out between them.
  private func described(
    _ merge: RecordingMerge, _ recordings: [RuledRecording], _ mutations: [RuledRecording]
  ) -> [RuleConflict] {
    struct Cause: Hashable {
      let files: [Int]
      let leftOut: [Int]
      let isAboutNext: Bool
    }
    let files = merge.members.map { recordings[$0].written.path }
    var seen: Set<Cause> = []
    return merge.conflicts.compactMap { conflict in
      let leftOut = map.leftOut(between: conflict.left.state, and: conflict.right.state)
      let cause = Cause(
        files: [conflict.left.recording, conflict.right.recording], leftOut: leftOut,
        isAboutNext: conflict.isAboutNext)
      guard seen.insert(cause).inserted else { return nil }
      return RuleConflict(
        files: files, left: place(conflict.left, recordings), right: place(conflict.right, recordings),
        title: recordings[conflict.left.recording].title,
        leftOut: leftOut.map { mutation in
          var isIdempotent = false
          if case .idempotent = mutations[mutation].rule { isIdempotent = true }
          return .init(title: mutations[mutation].title, isIdempotent: isIdempotent)
        },
        isAboutNext: conflict.isAboutNext)
    }
  }

  private func place(_ source: RecordingMerge.Source, _ recordings: [RuledRecording]) -> RuleConflict.Place {
    .init(file: recordings[source.recording].written.path, state: source.state)
  }

  // MARK: Changes

  /// Returns the changes to the written recordings.
  func changes(_ recordings: [RuledRecording]) -> [RuleChange] {
    var taken: [String: Set<String>] = [:]
    for recording in recordings { taken[recording.written.folder, default: []].insert(recording.written.file) }
    var changes: [RuleChange] = []
    for merge in merges {
      let members = merge.members.map { recordings[$0] }
      guard let first = members.first else { continue }
      let after = recording(merge, recordings)
      if members.count == 1, first.written.recording == after { continue }
      let folder = first.written.folder
      // A file that already has the key keeps its name, even one that a user chose.
      let file =
        members.first { $0.written.key == $0.key }?.written.file
        ?? first.key.freeFileName(taken: (taken[folder] ?? []).subtracting(members.map(\.written.file)))
      taken[folder, default: []].insert(file)
      let states = members.flatMap(\.written.recording.states)
      let renamed = Set(states.map(\.name).filter { map.name(of: $0) != $0 })
      let redirected = Set(
        states.filter { state in
          !renamed.contains(state.name) && state.furtherStates.contains { map.name(of: $0) != $0 }
        }
        .map(\.name))
      changes.append(
        RuleChange(
          rewrite: RecordingRewrite(
            folder: folder, file: file, recording: after,
            replaced: members.map(\.written.file).filter { $0 != file }),
          sources: members.map(\.written.file), renamedStates: renamed.count, redirectedStates: redirected.count,
          takesEchoes: members.contains { $0.states != $0.written.recording.states }))
    }
    return changes.sorted { left, right in
      let (left, right) = (left.rewrite, right.rewrite)
      return left.folder == right.folder
        ? left.file.precedesByScalars(right.file) : left.folder.precedesByScalars(right.folder)
    }
  }

  private func recording(_ merge: RecordingMerge, _ recordings: [RuledRecording]) -> Recording {
    let key = recordings[merge.members[0]].key
    return Recording(
      kind: key.document.kind, operationName: key.document.name, identity: key.identity, headers: key.headers,
      variables: key.variables, states: merge.states)
  }

  /// Returns all recordings once the changes are written, refused ones included: each with the first of its files.
  func recorded(_ recordings: [RuledRecording]) -> [(file: String, title: String, recorded: RecordedOperation)] {
    var all = merges.map { merge in
      (index: merge.members[0], request: recordings[merge.members[0]].after, states: merge.states)
    }
    all += refused.map { index in
      (index: index, request: recordings[index].before, states: recordings[index].written.recording.states)
    }
    return all.sorted { $0.index < $1.index }.map {
      (
        recordings[$0.index].written.path, recordings[$0.index].title,
        RecordedOperation(request: $0.request, states: $0.states)
      )
    }
  }
}

extension Recording.State {
  /// The other states that it names: the next one, and those in which its events came.
  fileprivate var furtherStates: [String] { (next.map { [$0] } ?? []) + responses.flatMap(\.eventStates) }
}
