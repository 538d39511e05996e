import OrderedJSON
package import Recordings

/// What the rules of now make of what is recorded, before anything is done: pure.
///
/// It is as if everything had been recorded under these rules: files get the names of their keys, those that get one
/// key are joined, states are called what sessions come to now. Where that would put two answers in one place of which
/// only one can be, the files of both stay as they are, and the states that they name keep their names, so that every
/// chain of states stays whole.
package struct RuleRehearsal: Sendable {
  /// What is to be written, sorted by folder and file.
  package private(set) var changes: [RuleChange] = []
  package private(set) var findings: [RuleFinding] = []
  /// The files that stay as they are because of conflicts, sorted.
  package private(set) var refused: [String] = []
  /// How many recordings were looked at.
  package let count: Int

  /// What is to be written.
  package var rewrites: [RecordingRewrite] { changes.map(\.rewrite) }

  /// - Parameters:
  ///   - written: all recordings of an endpoint, sorted.
  ///   - rules: those of now.
  ///   - mentions: the names in them that may be misspelt.
  ///   - hints: what a schema knows.
  package init(
    _ written: [WrittenRecording], rules: EndpointRules, mentions: [RuleMention] = [],
    hints: any SchemaHints = NoSchema()
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
    var names = RecordedNames()
    for recording in recordings { names.add(recording.written.document) }
    findings += names.neverRecorded(mentions)
  }
}
