import Yams

/// A name that `endpoint.yaml` mentions and that may be misspelt: what a schema, or the recordings, can tell.
package struct RuleMention: Hashable, Sendable {
  package let subject: Subject
  /// Where in the file.
  package let place: RecordingError.Place?
  /// Whether it is about what recorded answers have, as `volatile` and `stable` are.
  package let isOfAnswers: Bool

  /// What is mentioned.
  package enum Subject: Hashable, Sendable {
    /// An operation, by name; of a mutation perhaps a root field.
    case operation(String)
    /// A mutation, or a root field of one (`independentOf`).
    case mutation(String)
    case type(String)
    /// A schema coordinate: `User.token`, `LoginInput.code`, `Mutation.login(code:)`.
    case field(type: String, field: String, argument: String?)
  }

  package init(_ subject: Subject, at place: RecordingError.Place? = nil, isOfAnswers: Bool = false) {
    self.subject = subject
    self.place = place
    self.isOfAnswers = isOfAnswers
  }
}

extension YAMLReader {
  mutating func mention(_ subject: RuleMention.Subject, at node: Node, isOfAnswers: Bool = false) {
    let place = node.mark.map { RecordingError.Place(line: $0.line, column: $0.column) }
    mentions.append(RuleMention(subject, at: place, isOfAnswers: isOfAnswers))
  }

  /// Paths mention nothing that can be told without the operation.
  mutating func mention(_ target: RedactionRule.Target, at node: Node, isOfAnswers: Bool = false) {
    guard case .coordinate(let type, let field, let argument) = target else { return }
    mention(.field(type: type, field: field, argument: argument), at: node, isOfAnswers: isOfAnswers)
  }
}
