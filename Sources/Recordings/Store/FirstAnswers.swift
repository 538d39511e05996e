/// The answer to a mutation that a recorder keeps for a state.
package struct FirstAnswer: Sendable {
  package struct Place: Hashable, Sendable {
    package let key: ContentHash
    package let state: String

    package init(key: ContentHash, state: String) {
      self.key = key
      self.state = state
    }
  }

  package let response: RecordedResponse
  /// The number of the session that received it; nil for an earlier run.
  package let session: Int?

  package init(response: RecordedResponse, session: Int?) {
    self.response = response
    self.session = session
  }
}

/// The first answers of a run, limited in bytes. When it is full, a session with a new mutation stops being recorded
/// and reports it, because differing answers of sessions could no longer be detected.
package struct FirstAnswers: Sendable {
  private var answers: [FirstAnswer.Place: FirstAnswer] = [:]
  package private(set) var heldBytes = 0
  private let byteLimit: Int

  package init(byteLimit: Int = 512 << 20) { self.byteLimit = byteLimit }

  package subscript(place: FirstAnswer.Place) -> FirstAnswer? { answers[place] }

  /// The reason why no new answer can be added; nil if one can.
  package var obstacle: String? {
    guard heldBytes > byteLimit else { return nil }
    return
      "the mutations of this run have more than \(byteLimit >> 20) MiB of different answers, which is the limit. Stop the recorder, and record the rest in another run"
  }

  package mutating func note(_ answer: FirstAnswer, at place: FirstAnswer.Place) {
    if answers[place] == nil { heldBytes += answer.response.heldBytes }
    answers[place] = answer
  }
}
