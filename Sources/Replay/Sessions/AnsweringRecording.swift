package import Recordings

/// The recording that a session was answered from. Another one has the ids of another run, which do not fit.
package struct AnsweringRecording: Sendable {
  private let content: ContentHash
  /// The ids of the recorded answers to the requests that were answered, by the hashes of their keys.
  private var answerIDs: [ContentHash: [String]] = [:]

  private init(_ recorded: RecordedSession) { content = recorded.content }

  /// Notes that a request is answered from a session's recording.
  package static func note(_ key: ContentHash, from recorded: RecordedSession, in known: inout AnsweringRecording?) {
    // Taken out while it is changed, so that it is not copied.
    var noted = known ?? AnsweringRecording(recorded)
    known = nil
    noted.answerIDs[key] = recorded.answerIDs[key]
    known = noted
  }

  /// Indicates whether a recording of the session has the answers that were given. It may have grown since.
  package func isPart(of recorded: RecordedSession) -> Bool {
    content == recorded.content
      || answerIDs.allSatisfy { key, ids in recorded.answerIDs[key]?.starts(with: ids) ?? false }
  }
}
