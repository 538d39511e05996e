import OrderedJSON
package import Recordings

/// The changes that the current rules make to recordings, before anything is written: pure.
///
/// The result is as if everything had been recorded under these rules. Files get the names of their keys, files with
/// one key are joined, and states get the names that sessions reach now. Where only one of two answers could be kept,
/// both files stay as they are, and the states in them keep their names, so that every chain of states stays whole.
package struct RuleRehearsal: Sendable {
  /// The changes to write, sorted by folder and file.
  package private(set) var changes: [RuleChange] = []
  package private(set) var findings: [RuleFinding] = []
  /// The files that stay as they are because of conflicts, sorted.
  package private(set) var refused: [String] = []
  /// The number of recordings that were read.
  package let count: Int

  package var rewrites: [RecordingRewrite] { changes.map(\.rewrite) }

  /// Plans the changes to an endpoint's recordings, sorted. `mentions` are names that may be misspelled, `names` those in
  /// other recordings, such as those of named sessions.
  package init(
    _ written: [WrittenRecording], rules: EndpointRules, mentions: [RuleMention] = [],
    names others: RecordedNames = RecordedNames(), hints: any SchemaHints = NoSchema()
  ) {
    count = written.count
    let recordings = written.compactMap { RuledRecording($0, rules, hints: hints) }
    let (planned, conflicts) = PlannedRecordings.settled(recordings, rules)
    refused = planned.refused.map { recordings[$0].written.path }.sorted { $0.precedesByScalars($1) }
    changes = planned.changes(recordings)
    findings = conflicts.map { .conflict($0) }
    findings += goneRules(recordings, planned.map, rules)
    findings += withoutHeaders(recordings, rules)
    findings += contradictions(planned.recorded(recordings), rules, hints)
    var names = others
    for recording in recordings { names.add(recording.written.document) }
    findings += names.neverRecorded(mentions)
  }
}
