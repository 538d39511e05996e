/// The notes of one operation's recordings, each said once: what a server does, it does in every answer.
struct CheckNotes {
  private var order: [String] = []
  private var found: [String: (first: CheckFinding, more: Int)] = [:]

  /// - Parameters:
  ///   - message: the sentence.
  ///   - finding: makes the note with its place; asked only for the first one with this sentence.
  mutating func add(_ message: String, _ finding: () -> CheckFinding) {
    if found[message] != nil {
      found[message]?.more += 1
    } else {
      found[message] = (finding(), 0)
      order.append(message)
    }
  }

  /// The notes in the order in which they were first met.
  var all: [CheckFinding] {
    order.compactMap { found[$0] }.map { first, more in
      var note = first
      if more > 0 { note.message += more == 1 ? " (Also in 1 more place.)" : " (Also in \(more) more places.)" }
      return note
    }
  }
}
