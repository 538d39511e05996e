import GraphQLLanguage
package import Recordings
package import Replay
package import Requests
import Transports

/// An answer to write.
package struct PendingSave: Sendable {
  var answer: UnsavedAnswer
  /// Its place in the recording of a named session; nil for an unnamed request.
  var place: SessionPlace?
  /// The document's text if a client named it by its hash, so that the next run knows it.
  let namedText: String?

  package init(
    _ asked: ResolvedRequest, _ response: RecordedResponse, state: StateID, next: StateID?, session: Int,
    isAmbiguous: Bool
  ) {
    // The number of the session that recorded it, and the caller, if no rule names it.
    let session = "\(session)\(asked.unruled?.caller.map { " \($0.hex)" } ?? "")"
    answer = UnsavedAnswer(
      response, for: asked.key, document: asked.separated, state: state.name, next: next?.name, session: session,
      isAmbiguous: isAmbiguous)
    switch asked.request.naming {
    case .textWithHash, .hash: namedText = asked.request.query
    case .text, .id: namedText = nil
    }
  }
}

extension PendingSave {
  /// For example `mutation BookTrip`, for messages.
  var title: String {
    OperationTitle.text(answer.key.document.kind, answer.key.document.name, variables: answer.key.variables)
  }

  /// True if another mutation was in flight at the same time.
  var isOverlapped: Bool {
    get { answer.isOverlapped }
    set { answer.isOverlapped = newValue }
  }

  /// An answer in the recording of a named session.
  struct SessionPlace: Sendable {
    let session: String
    let answer: LoggedAnswer
    /// The answer as it is written.
    let written: RecordedResponse
    /// The revision of the session's log with which it was added.
    let revision: Int
  }
}
