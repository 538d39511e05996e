import GraphQLLanguage
package import Recordings
package import Replay
import Transports

/// An answer that is to be written.
package struct PendingSave: Sendable {
  var answer: UnsavedAnswer
  /// Where it belongs in the recording of a named session; nil for an unnamed request.
  var place: SessionPlace?
  /// The document's text, where a client named it by its hash and the next run has to know it.
  let namedText: String?

  package init(
    _ asked: ResolvedRequest, _ response: RecordedResponse, state: StateID, next: StateID?, session: Int,
    isAmbiguous: Bool
  ) {
    // Which beginning of a session saw it, and which caller in it.
    let session = "\(session)\(asked.unruled.map { " \($0.hash.hex)" } ?? "")"
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
  /// `mutation BookTrip`, for people.
  var title: String { "\(answer.key.document.kind.rawValue) \(answer.key.document.name ?? "(anonymous)")" }

  /// Whether another mutation was in flight at the same time as this one.
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
  }
}

/// A response of the real endpoint, whole and with its content coding undone.
package struct CapturedResponse: Sendable {
  var status: Int
  var headers: HeaderList
  package var body: [UInt8]
}
