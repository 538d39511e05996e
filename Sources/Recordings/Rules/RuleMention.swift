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
