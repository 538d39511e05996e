/// The notes of one operation's recordings, each reported once: a server's habits show in every answer.
struct CheckNotes {
  private var order: [String] = []
  private var found: [String: (first: CheckFinding, more: Int)] = [:]

  /// Adds a note. `finding` makes it with its place, and is called only for the first note with this message.
  mutating func add(_ message: String, _ finding: () -> CheckFinding) {
    if found[message] != nil {
      found[message]?.more += 1
    } else {
      found[message] = (finding(), 0)
      order.append(message)
    }
  }

  /// The notes in the order first added.
  var all: [CheckFinding] {
    order.compactMap { found[$0] }.map { first, more in
      var note = first
      if more > 0 { note.message += more == 1 ? " (Also in 1 more place.)" : " (Also in \(more) more places.)" }
      return note
    }
  }
}
