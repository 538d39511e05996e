import EndpointConfiguration
import Engine
import GraphQLSchema
import Recordings
package import Replay
import SchemaSources

/// What the rules in an endpoint's `endpoint.yaml` make of its recordings: what `understudy check --rules` prints, and
/// `--apply` does.
package struct RulesCheck: Sendable {
  package let endpoint: String
  /// The endpoint's folder, as the user named it.
  package let folder: String
  /// What becomes of which files, and what the rules do not fit.
  package let rehearsal: RuleRehearsal
  /// Besides the rehearsal's findings: names in the rules that the schema does not have. In the file's order.
  package let unknownNames: [RuleFinding]
  /// Whether an `--apply` was interrupted. Then nothing else is said before it is finished.
  package let isUnfinished: Bool
  /// Why the schema was not looked at, though there is one; nil where nothing stood in the way.
  package let schemaProblem: String?

  /// Rehearses the rules; nothing is written.
  ///
  /// - Parameters:
  ///   - recordings: the folder of recordings.
  ///   - endpoint: the endpoint's name.
  ///   - schemas: the folder of schemas; without one for the endpoint its names are not checked.
  /// - Returns: what would become of which files, and what the rules do not fit.
  /// - Throws: `ConfigurationError` where there is no such endpoint; `RecordingError` where a file cannot be read.
  package static func rehearse(recordings: String, endpoint: String, schemas: String) throws -> RulesCheck {
    let prepared = try PreparedCheck(recordings: recordings, endpoint: endpoint, schemas: schemas)
    if try prepared.folder.hasUnfinishedRewriting() { return prepared.check(of: [], isUnfinished: true) }
    return prepared.check(of: try prepared.folder.writtenRecordings(rules: prepared.rules))
  }

  /// Rehearses the rules and does at once what that says; whatever conflicts stays as it is. Finishes what an
  /// interrupted call before it has begun.
  ///
  /// - Returns: what was done. A rehearsal after it has no changes.
  /// - Throws: as `rehearse`, or where something cannot be written.
  package static func apply(recordings: String, endpoint: String, schemas: String) throws -> RulesCheck {
    try EndpointFolder(name: endpoint, below: recordings).finishRewriting()
    let prepared = try PreparedCheck(recordings: recordings, endpoint: endpoint, schemas: schemas)
    return try prepared.folder.rewrite(rules: prepared.rules) { written in
      let check = prepared.check(of: written)
      return (check, check.rehearsal.rewrites)
    }
  }

  // MARK: For people

  /// All findings: what the schema says first, then conflicts, warnings and notes.
  package var findings: [RuleFinding] {
    let all = unknownNames + rehearsal.findings
    return RuleFinding.Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
  }

  /// A line for each change.
  package var changeLines: [String] { rehearsal.changes.map { $0.text(in: folder) } }

  /// A line for each finding.
  package var findingLines: [String] {
    let unfinished =
      isUnfinished
      ? ["\(folder): a rename of its recordings was interrupted. Finish it: `understudy fmt`."]
      : []
    return unfinished + (schemaProblem.map { [$0] } ?? []) + findings.map { $0.text(in: folder) }
  }

  /// Whether there is something to be done about: changes that were not made, errors, conflicts. Warnings and notes are
  /// to be known only.
  package var needsAttention: Bool { isUnfinished || !rehearsal.changes.isEmpty || hasProblems }

  /// Whether the rules cannot be as they are: errors and conflicts, which `--apply` does nothing about.
  package var hasProblems: Bool { findings.contains { $0.severity == .error || $0.severity == .conflict } }
}

/// What is read before recordings are.
private struct PreparedCheck {
  let folder: EndpointFolder
  let configuration: EndpointConfiguration
  let schema: Schema?
  let schemaProblem: String?

  var rules: EndpointRules { configuration.rules }

  init(recordings: String, endpoint: String, schemas: String) throws {
    let names = try RecordingsFolder(path: recordings).endpoints.map(\.name)
    _ = try Endpoints.chosen(endpoint, from: names, what: "folder", place: recordings)
    folder = EndpointFolder(name: endpoint, below: recordings)
    configuration = try folder.configuration()
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
        written, rules: rules, mentions: mentions, hints: Endpoints.hints(schema, rules)),
      unknownNames: unknown,
      isUnfinished: isUnfinished, schemaProblem: schemaProblem)
  }
}
