import EndpointConfiguration
import Engine
import GraphQLSchema
import Recordings
package import Replay
import SchemaSources

/// The effects of an endpoint's rules on its recordings: `understudy check --rules`, with or without `--apply`.
package struct RulesCheck: Sendable {
  package let endpoint: String
  /// The endpoint's folder, as the user named it.
  package let folder: String
  /// The planned changes of files, and the rules' problems.
  package let rehearsal: RuleRehearsal
  /// The names in the rules that are not in the schema, in file order. Not part of the rehearsal's findings.
  package let unknownNames: [RuleFinding]
  /// True if an `--apply` was interrupted. It must be finished before anything else is reported.
  package let isUnfinished: Bool
  /// The reason that an existing schema was not used; nil if it was.
  package let schemaProblem: String?

  /// Rehearses the rules without writing. Without a schema for the endpoint, names are not checked.
  /// - Returns: the planned changes and the rules' problems.
  /// - Throws: `ConfigurationError` if there is no such endpoint; `RecordingError` if a file cannot be read.
  package static func rehearse(recordings: String, endpoint: String, schemas: String) throws -> RulesCheck {
    let prepared = try PreparedCheck(recordings: recordings, endpoint: endpoint, schemas: schemas)
    if try prepared.folder.hasUnfinishedRewriting() { return prepared.check(of: [], isUnfinished: true) }
    return prepared.check(of: try prepared.folder.writtenRecordings(rules: prepared.rules))
  }

  /// Rehearses the rules and applies them, except for conflicts. First finishes an interrupted call.
  /// - Returns: the changes made. A later rehearsal has none.
  /// - Throws: the errors of `rehearse`, or an error if a file cannot be written.
  package static func apply(recordings: String, endpoint: String, schemas: String) throws -> RulesCheck {
    try EndpointFolder(name: endpoint, below: recordings).finishRewriting()
    let prepared = try PreparedCheck(recordings: recordings, endpoint: endpoint, schemas: schemas)
    return try prepared.folder.rewrite(rules: prepared.rules) { written in
      let check = prepared.check(of: written)
      return (check, check.rehearsal.rewrites)
    }
  }

  // MARK: For people

  /// All findings: errors of names first, then conflicts, warnings and notes.
  package var findings: [RuleFinding] {
    let all = unknownNames + rehearsal.findings
    return RuleFinding.Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
  }

  package var changeLines: [String] { rehearsal.changes.map { $0.text(in: folder) } }

  package var findingLines: [String] {
    let unfinished =
      isUnfinished
      ? [RecordingError.unfinishedRewriting(folder).description]
      : []
    return unfinished + (schemaProblem.map { [$0] } ?? []) + findings.map { $0.text(in: folder) }
  }

  /// True for pending changes, errors or conflicts, but not for warnings and notes.
  package var needsAttention: Bool { isUnfinished || !rehearsal.changes.isEmpty || hasProblems }

  /// True for errors and conflicts, which `--apply` does not resolve.
  package var hasProblems: Bool { findings.contains { $0.severity == .error || $0.severity == .conflict } }
}

/// The inputs of a check, apart from recordings.
private struct PreparedCheck {
  let folder: EndpointFolder
  let configuration: EndpointConfiguration
  let schema: Schema?
  let schemaProblem: String?
  /// The names in the operations of all recordings, also of named sessions.
  let names: RecordedNames

  var rules: EndpointRules { configuration.rules }

  init(recordings: String, endpoint: String, schemas: String) throws {
    let endpoints = try RecordingsFolder(path: recordings).endpoints.map(\.name)
    _ = try Endpoints.chosen(endpoint, from: endpoints, what: "folder", place: recordings)
    folder = EndpointFolder(name: endpoint, below: recordings)
    configuration = try folder.configuration()
    var names = RecordedNames()
    let store = try folder.store(readingAllUpTo: 0, rules: configuration.rules)
    for entry in store.entries { if let file = try store.document(inFolder: entry.folder) { names.add(file.document) } }
    self.names = names
    do {
      schema = try SchemaFiles(folder: schemas).schema(of: endpoint)
      schemaProblem = nil
    } catch {
      schema = nil
      schemaProblem = "The schema of \(endpoint) is not used: \(error)"
    }
  }

  func check(of written: [WrittenRecording], isUnfinished: Bool = false) -> RulesCheck {
    let (unknown, mentions) = (isUnfinished ? [] : configuration.mentions).held(against: schema)
    return RulesCheck(
      endpoint: folder.name, folder: folder.path,
      rehearsal: RuleRehearsal(
        written, rules: rules, mentions: mentions, names: names, hints: LoadedSchemaHints.hints(schema, rules)),
      unknownNames: unknown,
      isUnfinished: isUnfinished, schemaProblem: schemaProblem)
  }
}
