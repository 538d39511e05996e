package import OrderedJSON
package import Recordings

/// Something about rules that a rehearsal of them says, besides what becomes of which file. Files are named below the
/// endpoint's folder.
package enum RuleFinding: Hashable, Sendable {
  /// Files that cannot be as rules say, because they hold answers of which only one can be. They stay as they are.
  case conflict(RuleConflict)
  /// A value was not written because of a rule that is gone: it cannot be brought back.
  case goneRule(file: String, variable: JSONPath, placeholder: String)
  /// An answer holds an echo, and no rule gives it back.
  case goneEcho(file: String)
  /// A mutation was recorded as leading nowhere, and no rule says so any more: what came after it cannot be told from
  /// what came before.
  case goneEffect(file: String, state: String, title: String)
  /// A value that comes back was not written before the rule said so: which value in the answers it is cannot be told.
  case lostEcho(file: String, variable: JSONPath)
  /// Headers count of which recordings have none: made before the rule, or by a request without them.
  case withoutHeaders(title: String, headers: [String], files: [String])
  /// A rule says that a request does not depend on a mutation, and recorded answers differ where it lies between.
  case contradicted(file: String, title: String, mutation: String, before: String, after: String, isAlone: Bool)
  /// A rule names an operation or a mutation that is not recorded, or in answers a field for which nothing recorded asks.
  case neverRecorded(RuleMention, suggestions: [String])
  /// A rule names what the schema does not have; in words.
  case notInSchema(RuleMention, String)

  /// How much it matters.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The rule cannot be right.
    case error
    /// The rule cannot be applied to what is recorded.
    case conflict
    /// Something was recorded that the rules of now do not fit.
    case warning
    /// Something to know.
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

/// Recordings that a rule makes one, or states that it makes one, with answers of which only one can be.
package struct RuleConflict: Hashable, Sendable {
  /// The files, sorted.
  package let files: [String]
  /// The file and the state in which each of the two was recorded.
  package let left: Place
  package let right: Place
  /// The operation that was answered.
  package let title: String
  /// The mutations that rules say lead nowhere, and that lie between the two states.
  package let leftOut: [LeftOut]
  /// Whether it is not the answers that differ but the states that they lead to.
  package let isAboutNext: Bool

  package struct Place: Hashable, Sendable {
    package let file: String
    package let state: String
  }

  /// A mutation that a rule leaves out.
  package struct LeftOut: Hashable, Sendable {
    package let title: String
    package let isIdempotent: Bool

    /// As `endpoint.yaml` has it.
    var rule: String { isIdempotent ? "idempotent: true" : "changes: nothing" }
  }
}
