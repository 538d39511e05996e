import GraphQLLanguage
import OrderedJSON
import Recordings
import Testing

@testable import Replay

/// The values that belong to an id which is written as another one.
@Suite struct DerivedValuesTests {
  private func first(
    _ answer: JSON, _ written: JSON, earlier: [JSON], isReplaced: Bool = false, sent: String = ""
  ) throws -> String? {
    let document = try parse(SourceText("query Q($by: String) { b(by: $by) { id } }"))
    let operation = try CanonicalOperation(of: document, operationName: nil)
    let key = DocumentKey(endpoint: "hotel", operation: operation)
      .key(variables: ["by": "Ann-1"], identity: .anonymous)
    return DerivedValues(of: key, isReplaced: isReplaced, sent: [SentCodes(["by": "Ann-1"], query: sent)], rules: nil)
      .first(in: ["data": answer], ["data": written], earlier: earlier.map { ["data": $0] })
  }

  private func booking(_ id: Int, _ more: JSONObject = [:]) -> JSON {
    ["booking": .object(JSONObject([.init("id", .int(id))] + more.members))]
  }

  @Test(
    arguments: [
      ("reference", "BK-000134", "BK-000131", #"reference is "BK-000134""#), ("hex", "0x86", "0x83", #"hex is "0x86""#),
      ("invoice", 20_260_134, 20_260_131, "invoice is 20260134"),
      ("around", [133, 135], [130, 132], "around is [133,135]"),
      // The same value, a time, none, a Boolean, an id, and one that was replaced.
      ("status", "NEW", "NEW", nil), ("at", "2026-11-29T12:00:00Z", "2026-11-01T12:00:00Z", nil),
      ("day", "2026-11-29", "2026-11-01", nil), ("at", 1_795_000_000, 1_794_000_000, nil), ("totalCount", 7, 8, nil),
      ("note", "new", .null, nil), ("note", .null, "old", nil), ("isNew", true, false, nil), ("guestId", 7, 8, nil),
    ] as [(String, JSON, JSON, String?)])
  func aValueOfAnObjectWithAReplacedID(name: String, value: JSON, recorded: JSON, expected: String?) throws {
    let earlier = booking(131, [name: recorded])
    #expect(try first(booking(134, [name: value]), booking(131, [name: value]), earlier: [earlier]) == expected)
    // An object of the test itself.
    #expect(try first(booking(134, [name: value]), booking(134, [name: value]), earlier: [earlier]) == nil)
    // Any of the recorded answers.
    let other = booking(131, [name: value])
    #expect(try first(booking(134, [name: value]), booking(131, [name: value]), earlier: [earlier, other]) == nil)
    // Without an earlier answer, a text that looks like a code.
    let unknown = value.stringValue == nil ? nil : expected
    #expect(try first(booking(134, [name: value]), booking(131, [name: value]), earlier: []) == unknown)
  }

  @Test(
    arguments: [
      ("etag", "cd20f0db1135", true), ("url", "/bookings/134", true),
      // What the client or a setup sent, a sentence, a decimal, a word, a short text, an id, a placeholder.
      ("by", "Ann-1", false), ("email", "ann7@example.com", false), ("note", "2 rooms", false),
      ("price", "12.50", false),
      ("status", "OPEN", false), ("room", "B7", false), ("guestId", "guest-7", false),
      ("token", "understudy-token-0123456789abcdef", false), ("endCursor", "b134c", false),
    ] as [(String, String, Bool)])
  func aValueOfARequestThatWasNeverRecorded(name: String, value: String, isNamed: Bool) throws {
    let (answer, written) = (booking(134, [name: .string(value)]), booking(131, [name: .string(value)]))
    let found = try first(answer, written, earlier: [], sent: #"{ a(b: "ann7@example.com") }"#)
    #expect(found == (isNamed ? "\(name) is \"\(value)\"" : nil))
    #expect(try first(answer, answer, earlier: []) == nil)
  }

  @Test func anObjectWithoutAnIDBelongsToTheOneAroundItOrToTheRequest() throws {
    func totals(_ total: Int) -> JSONObject { ["sums": ["total": .int(total)]] }
    #expect(
      try first(booking(134, totals(5)), booking(131, totals(5)), earlier: [booking(131, totals(4))]) == "total is 5")
    #expect(try first(booking(134, totals(5)), booking(134, totals(5)), earlier: [booking(134, totals(4))]) == nil)
    func code(_ text: String) -> JSON { ["booking": ["code": .string(text)]] }
    #expect(try first(code("b"), code("b"), earlier: [code("a")], isReplaced: true) == #"code is "b""#)
    #expect(try first(code("b"), code("b"), earlier: [code("a")]) == nil)
  }

  @Test func theObjectsOfListsAreFoundByTheirIDs() throws {
    func list(_ items: [(Int, String)]) -> JSON {
      ["all": .array(items.map { ["id": .int($0), "code": .string($1)] })]
    }
    let (sent, written) = (list([(7, "A7"), (134, "A134")]), list([(7, "A7"), (131, "A134")]))
    for earlier in [[(7, "A7"), (131, "A131")], [(131, "A131"), (7, "A7")], [(131, "A131")]] {
      #expect(try first(sent, written, earlier: [list(earlier)]) == #"code is "A134""#)
    }
    #expect(try first(sent, written, earlier: [list([(134, "A131")])]) == nil)
  }

  @Test func objectsWithoutIDsAreFoundByTheirPlaces() throws {
    func codes(_ codes: [String]) -> JSON { ["all": .array(codes.map { ["code": .string($0)] })] }
    #expect(
      try first(codes(["a", "b"]), codes(["a", "b"]), earlier: [codes(["a", "c"])], isReplaced: true) == #"code is "b""#
    )
    #expect(try first(codes(["a", "b"]), codes(["a", "b"]), earlier: [codes(["c"])], isReplaced: true) == nil)
  }
}
