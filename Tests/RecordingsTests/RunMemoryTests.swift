import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// What a run's answers do to what is on disk: each letter is an answer.
@Suite struct RunMemoryTests {
  static let merges: [(seen: String, existing: String?, foreign: Bool, outcome: SaveOutcome, written: String?)] = [
    ("a", nil, false, .new, "a"),
    ("a", nil, true, .new, "a"),
    ("a", "a", false, .known, nil),
    ("a", "b", false, .changed, "a"),
    ("ab", "a", false, .changed, "ab"),
    ("ab", "ab", false, .known, nil),
    // The run may still see the rest.
    ("a", "abc", false, .known, nil),
    ("ac", "abc", false, .changed, "ac"),
    ("ba", "ab", false, .changed, "ba"),
    // Another recorder wrote it during this run: what agrees is added, what does not is left.
    ("a", "a", true, .known, nil),
    ("a", "ab", true, .known, nil),
    ("ab", "a", true, .changed, "ab"),
    ("b", "a", true, .disputed, nil),
    ("ac", "ab", true, .disputed, nil),
  ]

  @Test(arguments: merges)
  func `a run replaces what it contradicts and keeps the rest`(
    _ example: (seen: String, existing: String?, foreign: Bool, outcome: SaveOutcome, written: String?)
  ) {
    let merge = RunMemory.merge(
      RunMemory.Sequence(answers(example.seen)), into: example.existing.map(answers), isForeign: example.foreign)
    #expect(merge.outcome == example.outcome)
    #expect(merge.responses.map(text) == example.written)
  }

  @Test(arguments: [
    ("a", "ab", false, "a"), ("ab", "abab", false, "ab"), ("a", "a", false, nil), ("ab", "a", false, nil),
    ("b", "ab", false, nil), ("a", "ab", true, nil), ("", "ab", false, nil),
  ])
  func `what a run no longer saw is dropped at its end`(
    _ seen: String, _ existing: String, _ isForeign: Bool, _ expected: String?
  ) {
    let shorter = RunMemory.shorten(
      answers(existing), to: RunMemory.Sequence(answers(seen)), isForeign: isForeign)
    #expect(shorter.map(text) == expected)
  }

  /// `1a` is answer a in session 1; `!` follows where the run finds a contradiction.
  @Test(arguments: [
    ("1a", "a"), ("1a 1a 1a", "a"), ("1a 1b 1a", "aba"), ("1a 2a", "a"), ("1a 2b!", "a"), ("1a 2a 2b", "ab"),
    ("1a 2a 2b 1b", "ab"), ("1a 2a 2b 1c!", "ab"), ("1a 1b 2a 2c! 2d! 1c", "abc"), ("2b 1a! 2c", "bc"),
    ("1a 1b 2a 2b 3a 3b 3c", "abc"),
  ])
  func `sessions that agree make one sequence, and the first one stands`(_ script: String, _ expected: String) throws {
    var memory = RunMemory()
    let place = RunMemory.Place(key: try Sent("{ a }").key(), state: "start")
    for step in script.split(separator: " ") {
      let answer = answers(String(step.dropFirst().prefix(1)))[0]
      let agreed = try memory.note(answer, at: place, session: String(step.prefix(1)))
      #expect((agreed == nil) == step.hasSuffix("!"), "\(step)")
    }
    #expect(text(memory.agreed(at: place).responses) == expected)
    #expect(memory.order == [place])
  }

  @Test func `places are apart from each other`() throws {
    var memory = RunMemory()
    let key = try Sent("{ a }").key()
    let places = [
      RunMemory.Place(key: key, state: "start"), .init(key: key, state: "9f2e"),
      .init(key: try Sent("{ b }").key(), state: "start"),
    ]
    for (index, place) in places.enumerated() {
      let agreed = try memory.note(response("\(index)"), at: place, session: "1")
      #expect(agreed != nil)
    }
    #expect(places.map { memory.agreed(at: $0).responses.count } == [1, 1, 1])
    #expect(memory.order == places)
  }

  @Test func `answers that were known keep their extensions`() {
    let old = response(#"{"data":1,"extensions":{"took":1}}"#)
    let again = response(#"{"data":1,"extensions":{"took":2}}"#)
    let next = response(#"{"data":2,"extensions":{"took":3}}"#)
    let merge = RunMemory.merge(RunMemory.Sequence([again, next]), into: [old], isForeign: false)
    #expect(merge.responses == [old, next])
  }

  private func answers(_ letters: String) -> [RecordedResponse] { letters.map { response("\"\($0)\"") } }

  private func text(_ responses: [RecordedResponse]) -> String {
    responses.map { String($0.body.json?.stringValue ?? "?") }.joined()
  }
}
