import OrderedJSON
import Recordings
import Testing

@testable import Engine

@Suite("What names and texts tell of ids, and answers of refusals")
struct IDTextTests {
  @Test(
    "A name of an amount, a time, a state or a text is none of an id",
    arguments: [
      ("quantity", true), ("createdAt", true), ("created_at", true), ("unitPrice", true), ("stars", true),
      ("status", true),
      ("first", true), ("id", false), ("stateId", false), ("number", false), ("key", false), ("slug", false),
      ("format", false), ("flat", false), ("ticket", false), ("name", false), ("", false),
    ])
  func names(name: String, isNoID: Bool) { #expect(PlaceName(name).isNoID == isNoID) }

  @Test(
    "The numbers in a text",
    arguments: [
      ("7", ["7"]), ("/tickets/0007", ["7"]), ("a1-b22", ["1", "22"]), ("none", []), ("000", ["0"]),
      ("0b4b7f9e-0000-4000-8000-000000000001", []), ("https://shop.example/tickets/12", ["12"]),
    ] as [(String, [String])])
  func numbers(text: String, numbers: [String]) { #expect(IDText.numbers(text) == numbers) }

  @Test(
    "Whether a mutation was carried out",
    arguments: [
      (#"{"data":{"a":{"id":1}}}"#, #"{"data":{"a":{"id":2}}}"#, true),
      (#"{"data":{"a":{"id":1}}}"#, #"{"data":{"a":null}}"#, false),
      (#"{"data":{"a":{"id":1}}}"#, #"{"data":{"a":{"id":1}},"errors":[{"message":"x"}]}"#, false),
      (#"{"data":{"a":{"id":1}}}"#, #"{"errors":[{"message":"x"}]}"#, false),
      (#"{"data":{"a":null},"errors":[{"message":"x"}]}"#, #"{"errors":[{"message":"x"}]}"#, true),
      (#"{"data":{"a":true}}"#, #"{"data":{"a":false}}"#, false),
      (#"{"data":{"a":false}}"#, #"{"data":{"a":false}}"#, true),
      (#"{"data":{"a":{"ok":true}}}"#, #"{"data":{"a":{"ok":false}}}"#, false),
      (#"{"data":{"a":{"t":{"x":1}}}}"#, #"{"data":{"a":{"t":null}}}"#, false),
      (#"{"data":{"a":{"userErrors":[]}}}"#, #"{"data":{"a":{"userErrors":["taken"]}}}"#, false),
      (#"{"data":{"a":{"userErrors":[]}}}"#, #"{"data":{"a":{"userErrors":[]}}}"#, true),
      (#"{"data":{"a":{"errors":null}}}"#, #"{"data":{"a":{"errors":[{"m":"x"}]}}}"#, false),
      (#"{"data":{"a":{"errors":["x"]}}}"#, #"{"data":{"a":{"errors":["y"]}}}"#, true),
      (#"{"data":{"a":{"t":{"isNew":true}}}}"#, #"{"data":{"a":{"t":{"isNew":false}}}}"#, true),
    ])
  func carriedOut(recorded: String, now: String, isDone: Bool) throws {
    func response(_ text: String) throws -> RecordedResponse {
      RecordedResponse(status: 200, headers: [], body: .json(try JSON.parse(Array(text.utf8))))
    }
    #expect(CarryingOut.isDone(try response(now), try response(recorded)) == isDone)
  }
}
