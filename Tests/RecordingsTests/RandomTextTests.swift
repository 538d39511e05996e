import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// Which differences between two texts look as if a program made them anew at every run.
@Suite struct RandomTextTests {
  @Test(
    "Random parts are found, and nothing but them",
    arguments: [
      (
        "u-3f2504e0-4f89-41d3-9a0c-0305e82c3301@x.test", "u-9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d@x.test",
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
      ),
      ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ", "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
      ("2026-03-01T12:00:00.123Z", "2026-11-22T18:31:07Z", "2026-03-01T12:00:00.123Z"),
      ("user_1712345678901", "user_1764345678902", "1712345678901"),
      ("user1712345678901", "user1764345678902", "1712345678901"),
      ("test-x7f3k9", "test-p2m8qz4", "x7f3k9"), ("run 4f7b2a9c", "run 90cd1e3f", "4f7b2a9c"),
    ])
  func random(recorded: String, sent: String, part: String) {
    #expect(RandomText.pairs(recorded, sent)?.map(\.recorded) == [part])
  }

  @Test(
    "The pattern of two values matches others of the same generator, and no fixed values",
    arguments: [
      (
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d",
        "u-00000000-0000-4000-8000-abcdefabcdef@x.test"
      ),
      ("2026-03-01T12:00:00.123Z", "2026-11-22T18:31:07Z", "2031-01-01 00:00:00"),
      ("1712345678901", "1764345678902", "1999999999999"), ("4f7b2a9c", "90cd1e3f", "99999999"),
    ])
  func pattern(recorded: String, sent: String, other: String) throws {
    let pattern = try ValuePattern(try #require(RandomText.Pair(recorded: recorded, sent: sent).pattern))
    for text in [recorded, sent, other] { #expect(pattern.matches(.string(text))) }
    for text in ["", "Ada", "administrator", "admin@example.com", "2026-03-01", "42"] {
      #expect(!pattern.matches(.string(text)))
    }
  }

  @Test("The text around a generated part counts")
  func rest() throws {
    func pattern(_ recorded: String, _ sent: String) throws -> ValuePattern {
      let pairs = try #require(RandomText.pairs(recorded, sent))
      return try ValuePattern(try #require(RandomText.pattern(of: recorded, pairs)))
    }
    let paid = try pattern("1712345678 paid (+1)", "1764345678 paid (+1)")
    #expect(paid.text == "^[0-9]{10} paid [(][+]1[)]$")
    #expect(paid.matches(.string("1999999999 paid (+1)")))
    for text in ["1999999999 open (+1)", "1999999999 paid (+1) ", "1999999999"] {
      #expect(!paid.matches(.string(text)))
    }
    let twice = try pattern("4f7b2a9c/4f7b2a9c[é]", "90cd1e3f/90cd1e3f[é]")
    #expect(twice.text == "^[0-9A-Fa-f]{8}/[0-9A-Fa-f]{8}.é.$")
    let time = try pattern("at 2026-03-01T12:00:00.123Z", "at 2026-11-22T18:31:07.5Z")
    #expect(time.matches(.string("at 2031-01-01 00:00:00")))
    #expect(!time.matches(.string("at 2031-01-01 00:00:00 or later")))
  }

  @Test(
    "A form that is not certain has no pattern",
    arguments: [("x7f3k9", "p2m8qz4"), ("60321653098979", "60321653098971"), ("tYO5rdSDRY", "2S4HrLDFL1")])
  func noPattern(recorded: String, sent: String) {
    #expect(RandomText.Pair(recorded: recorded, sent: sent).pattern == nil)
  }

  @Test(
    "Anything else is a difference",
    arguments: [
      ("alice@x", "bob@x"), ("alice1", "alice2"), ("item42", "item43"), ("2026-03-01", "2026-03-02"),
      ("20260301", "20260302"), ("abc123", "abd124"), ("CA", "DE"), ("1", "2"), ("", "x7f3k9"),
      // The rest has to be equal, and of the same form.
      ("u-3f2504e0-4f89-41d3-9a0c-0305e82c3301@x", "u-9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d@y"),
      ("3f2504e0-4f89-41d3-9a0c-0305e82c3301", "2026-11-22T18:31:07Z"), ("1712345678901", "1712345678"),
      ("understudy-any", "x7f3k9"),
    ])
  func other(recorded: String, sent: String) { #expect(RandomText.pairs(recorded, sent) == nil) }

  @Test("Equal texts have no differing parts") func equal() { #expect(RandomText.pairs("a-1", "a-1")?.isEmpty == true) }
}
