/// A name in `endpoint.yaml` that may be misspelled, which a schema or the recordings can show.
package struct RuleMention: Hashable, Sendable {
  package let subject: Subject
  package let place: RecordingError.Place?
  /// True if it refers to recorded answers, as in `volatile` and `stable`.
  package let isOfAnswers: Bool

  /// The object of a mention.
  package enum Subject: Hashable, Sendable {
    /// An operation's name, or that of a mutation's root field.
    case operation(String)
    /// A mutation, or a root field of one (`independentOf`).
    case mutation(String)
    case type(String)
    /// A schema coordinate: `User.token`, `LoginInput.code`, `Mutation.login(code:)`.
    case field(type: String, field: String, argument: String?)
    /// A path in the data of answers (`country.name`), to one operation or, if that is nil, to any.
    case data(path: [String], operation: String?)
    /// A variable of one operation or, if that is nil, of any.
    case variable(String, operation: String?)
  }

  package init(_ subject: Subject, at place: RecordingError.Place? = nil, isOfAnswers: Bool = false) {
    self.subject = subject
    self.place = place
    self.isOfAnswers = isOfAnswers
  }
}
