package import GraphQLLanguage

/// An answer that is to be saved.
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
  ///   - response: the answer; its `extensions` alone are no reason to write.
  ///   - key: of the request.
  ///   - document: the request's document, of which the key's operation is one; written beside the first recording.
  ///   - state: the state in which the answer was seen.
  ///   - next: the state that a mutation led to; nil for other operations, and for one that was refused and not executed.
  ///   - session: the session that saw it.
  ///   - isAmbiguous: whether a mutation was on its way at the same time, so that nobody knows which state it saw: it
  ///     is kept only until a clear answer is seen.
  ///   - isOverlapped: of a mutation that led to `next`, whether another one was in flight at the same time: nothing is
  ///     inferred from its answer.
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
  /// The file of the request's recording, as `folder/file` below the endpoint's folder; nil if there is none.
  package let place: String?
  /// The last answer that was recorded in this state before; nil if there was none.
  package let previous: RecordedResponse?
}
