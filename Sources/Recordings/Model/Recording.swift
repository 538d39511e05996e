package import GraphQLLanguage
package import OrderedJSON

/// The recorded answers of one operation with one set of variables and one caller, by state. Each recording is one
/// file.
package struct Recording: Hashable, Sendable {
  /// The state before any change.
  package static let startState = "start"

  package var kind: OperationKind
  package var operationName: String?
  package var identity: Caller
  /// The request headers that rules include, sorted, with names in lowercase.
  package var headers: [RecordedResponse.Header]
  /// In canonical form.
  package var variables: JSONObject
  /// Sorted by name; never empty in a file.
  package var states: [State]

  /// The answers in one state.
  package struct State: Hashable, Sendable {
    /// `start`, or the name of a state after a mutation.
    package var name: String
    /// In recording order; never empty in a file.
    package var responses: [RecordedResponse]
    /// The state after the operation. Only for mutations; nil if it is unknown.
    package var next: String?
    /// True if a mutation was in flight at the same time and may have come first, so that nothing is inferred from the
    /// answer.
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

  /// The answers in a state, in order; empty if none was recorded.
  package func responses(in state: String) -> [RecordedResponse] {
    states.first { $0.name == state }?.responses ?? []
  }
}
