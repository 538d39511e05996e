import Reports
import Requests
import Testing

@testable import Engine

@Suite("Sessions of a run are counted by their last end")
struct SessionTallyTests {
  private func end(_ name: String, _ outcome: SavedSession.Outcome) -> SavedSession {
    SavedSession(endpoint: "board", session: name, file: nil, requests: 1, outcome: outcome)
  }

  @Test("A test that failed first and was saved then counts once")
  func retried() {
    var tally = SessionTally()
    tally.note(end("a", .notSaved("it did not pass")))
    tally.note(end("b", .saved))
    #expect(tally.saved == 1 && tally.unsaved == 1)
    tally.note(end("a", .saved))
    #expect(tally.saved == 2 && tally.unsaved == 0)
  }

  @Test("Past the bound every end is counted")
  func bound() {
    var tally = SessionTally(limit: 2)
    for name in ["a", "b", "c", "d", "c"] { tally.note(end(name, .saved)) }
    tally.note(end("a", .incomplete("it did not pass")))
    #expect(tally.saved == 4 && tally.unsaved == 1)
  }
}
