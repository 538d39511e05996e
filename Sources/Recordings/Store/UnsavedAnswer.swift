package import GraphQLLanguage

/// An answer to save.
package struct UnsavedAnswer: Sendable {
  package var response: RecordedResponse
  package let key: OperationKey
  package let document: Document
  package let state: String
  package let next: String?
  let session: String
  package var isAmbiguous: Bool
  package var isOverlapped: Bool

  /// - Parameters:
  ///   - response: the answer; changes only in its `extensions` are not written.
  ///   - key: the request's key.
  ///   - document: the request's document, which contains the key's operation; written next to the first recording.
  ///   - state: the state in which the answer arrived.
  ///   - next: the state after a mutation; nil for other operations, and for a refused one, which was not executed.
  ///   - session: the session that received it.
  ///   - isAmbiguous: true if a mutation was in flight at the same time, so that the state is uncertain. The answer is
  ///     kept only until an unambiguous one arrives.
  ///   - isOverlapped: for a mutation that led to `next`, true if another one was in flight at the same time, so that
  ///     nothing is inferred from its answer.
  package init(
    _ response: RecordedResponse, for key: OperationKey, document: Document, state: String = Recording.startState,
    next: String? = nil, session: String = "default", isAmbiguous: Bool = false, isOverlapped: Bool = false
  ) {
    self.response = response
    self.key = key
    self.document = document
    self.state = state
    self.next = next
    self.session = session
    self.isAmbiguous = isAmbiguous
    self.isOverlapped = isOverlapped
  }
}

/// The result of saving one answer.
package struct SavedAnswer: Sendable {
  package let outcome: SaveOutcome
  /// The file of the request's recording, as `folder/file` in the endpoint's folder; nil if there is none.
  package let place: String?
  /// The last answer that was recorded in this state before; nil if there was none.
  package let previous: RecordedResponse?
}
