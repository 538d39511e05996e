import GraphQLLanguage
package import Recordings
package import Replay
import Transports

/// An answer that is to be written.
package struct PendingSave: Sendable {
  let key: OperationKey
  let document: Document
  var response: RecordedResponse
  let state: StateID
  /// The state that a mutation led to.
  let next: StateID?
  /// Which beginning of a session saw it, and which caller in it.
  let session: String
  var isAmbiguous: Bool
  /// Of a mutation, whether another one was in flight at the same time.
  var isOverlapped = false
  /// Where it belongs in the recording of a named session; nil for an unnamed request.
  var place: SessionPlace?
  /// `mutation BookTrip`, for people.
  let title: String
  /// The document's text, where a client named it by its hash and the next run has to know it.
  let namedText: String?

  package init(
    _ asked: ResolvedRequest, _ response: RecordedResponse, state: StateID, next: StateID?, session: Int,
    isAmbiguous: Bool
  ) {
    key = asked.key
    document = asked.separated
    self.response = response
    self.state = state
    self.next = next
    self.session = "\(session)\(asked.unruled.map { " \($0.hash.hex)" } ?? "")"
    self.isAmbiguous = isAmbiguous
    title = asked.title
    switch asked.request.naming {
    case .textWithHash, .hash: namedText = asked.request.query
    case .text, .id: namedText = nil
    }
  }
}

extension PendingSave {
  /// The same for the store.
  var unsaved: UnsavedAnswer {
    UnsavedAnswer(
      response, for: key, document: document, state: state.name, next: next?.name, session: session,
      isAmbiguous: isAmbiguous, isOverlapped: isOverlapped)
  }

  /// An answer in the recording of a named session.
  struct SessionPlace: Sendable {
    let session: String
    let answer: LoggedAnswer
    /// The answer as it is written.
    let written: RecordedResponse
  }
}

/// A response of the real endpoint, whole and with its content coding undone.
package struct CapturedResponse: Sendable {
  var status: Int
  var headers: HeaderList
  package var body: [UInt8]
}
