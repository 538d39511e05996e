package import GraphQLLanguage
package import OrderedJSON

/// What is recorded of one operation with one set of variables and one identity: its answers by state. One file.
package struct Recording: Hashable, Sendable {
  /// The state in which nothing has been changed yet.
  package static let startState = "start"

  package var kind: OperationKind
  /// Nil for an operation without a name.
  package var operationName: String?
  package var identity: Caller
  /// The request's headers that a rule counts: names in lower case, sorted.
  package var headers: [RecordedResponse.Header]
  /// In canonical form.
  package var variables: JSONObject
  /// Sorted by name; never empty in a file.
  package var states: [State]

  /// The answers in one state.
  package struct State: Hashable, Sendable {
    /// `start`, or the name of what a mutation leads to.
    package var name: String
    /// In the order in which they were seen; never empty in a file.
    package var responses: [RecordedResponse]
    /// The state to which the operation leads from this one. Mutations only; nil where it is not known.
    package var next: String?
    /// Whether a mutation was in flight at the same time, which may have come first: nothing is inferred from the answer.
    package var isOverlapped: Bool

    package init(
      name: String = Recording.startState, responses: [RecordedResponse], next: String? = nil,
      isOverlapped: Bool = false
    ) {
      self.name = name
      self.responses = responses
      self.next = next
      self.isOverlapped = isOverlapped
    }
  }

  package init(
    kind: OperationKind, operationName: String?, identity: Caller, headers: [RecordedResponse.Header] = [],
    variables: JSONObject, states: [State]
  ) {
    self.kind = kind
    self.operationName = operationName
    self.identity = identity
    self.headers = headers.sorted { $0.name.precedesByScalars($1.name) }
    self.variables = variables
    self.states = states.sorted { $0.name.precedesByScalars($1.name) }
  }

  /// The answers in a state, in order; empty if it was never recorded in it.
  package func responses(in state: String) -> [RecordedResponse] {
    states.first { $0.name == state }?.responses ?? []
  }
}
