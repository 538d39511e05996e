package import OrderedJSON
package import Recordings

/// A finding of a rehearsal of rules, apart from changes of files. Files are named below the endpoint's folder.
package enum RuleFinding: Hashable, Sendable {
  /// Files that cannot follow the rules, because only one of their answers could be kept. They stay as they are.
  case conflict(RuleConflict)
  /// A value was not written because of a rule that is gone, and cannot be restored.
  case goneRule(file: String, variable: JSONPath, placeholder: String)
  /// An answer holds an echo that no rule restores.
  case goneEcho(file: String)
  /// A mutation was recorded as leading nowhere and has no rule now: answers around it cannot be distinguished.
  case goneEffect(file: String, state: String, title: String)
  /// A value that answers repeat was not written before the rule said so: its places in the answers are unknown.
  case lostEcho(file: String, variable: JSONPath)
  /// Recordings lack headers of the key: they were made before the rule, or by requests without the headers.
  case withoutHeaders(title: String, headers: [String], files: [String])
  /// A rule says that a request does not depend on a mutation, but its recorded answers before and after it differ.
  case contradicted(file: String, title: String, mutation: String, before: String, after: String, isAlone: Bool)
  /// A rule names an operation, a mutation, or a field of answers that is not recorded.
  case neverRecorded(RuleMention, suggestions: [String])
  /// A rule names something that the schema does not have, with a description.
  case notInSchema(RuleMention, String)

  /// The severity of a finding.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The rule cannot be right.
    case error
    /// The rule cannot be applied to the recordings.
    case conflict
    /// A recording does not fit the current rules.
    case warning
    /// For information only.
    case note
  }

  package var severity: Severity {
    switch self {
    case .notInSchema: .error
    case .conflict: .conflict
    case .goneRule, .goneEcho, .goneEffect, .lostEcho, .contradicted: .warning
    case .withoutHeaders, .neverRecorded: .note
    }
  }
}

/// Recordings or states that a rule makes one, although only one of their answers can be kept.
package struct RuleConflict: Hashable, Sendable {
  /// The files, sorted.
  package let files: [String]
  /// The file and the state in which each of the two was recorded.
  package let left: Place
  package let right: Place
  package let title: String
  /// The mutations between the two states that lead nowhere under rules.
  package let leftOut: [LeftOut]
  /// True if the next states differ, false if the answers do.
  package let isAboutNext: Bool

  package struct Place: Hashable, Sendable {
    package let file: String
    package let state: String
  }

  /// A mutation that leads nowhere under a rule.
  package struct LeftOut: Hashable, Sendable {
    package let title: String
    package let isIdempotent: Bool

    /// The rule as `endpoint.yaml` has it.
    var rule: String { isIdempotent ? "idempotent: true" : "changes: nothing" }
  }
}
