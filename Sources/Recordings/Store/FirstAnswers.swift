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
  /// The beginning of a session that saw it; nil where it is of an earlier run.
  package let session: Int?

  package init(response: RecordedResponse, session: Int?) {
    self.response = response
    self.session = session
  }
}

/// The first answers of a run, bounded in bytes. When it is full, a session whose mutation would be new stops being
/// recorded, and says so: nobody could tell whether another session got another answer.
package struct FirstAnswers: Sendable {
  private var answers: [FirstAnswer.Place: FirstAnswer] = [:]
  package private(set) var heldBytes = 0
  private let byteLimit: Int

  package init(byteLimit: Int = 512 << 20) { self.byteLimit = byteLimit }

  package subscript(place: FirstAnswer.Place) -> FirstAnswer? { answers[place] }

  /// Why a new answer cannot be taken up; nil as long as it can.
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
