import OrderedJSON
import Recordings
import Testing

@testable import Engine
@testable import Maintenance

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
  func names(name: String, isNoID: Bool) { #expect(PlaceName(name).isNoID("x") == isNoID) }

  @Test(
    "What is unique, and what a count behind words",
    arguments: [
      ("0b4b7f9e-0000-4000-8000-000000000001", true), ("cj2ul6rf400140143qk1x2pfw", true),
      ("507f1f77bcf86cd799439011", true), ("01ARZ3NDEKTSV4RRFFQ69G5FAV", true), ("7", false),
      ("support-tickets-0003", false), ("gid://shop/Product/1", false), ("a-slug-of-several-words", false),
      ("VGlja2V0OjEyMzQ1", false), ("1234567890123456789", false),
    ])
  func unique(text: String, isUnique: Bool) { #expect(IDText.isUnique(text) == isUnique) }

  @Test("A note and a seat may be meant by their numbers, a price is not")
  func numbersOfThings() {
    #expect(!PlaceName("note").isNoID("3") && PlaceName("note").isNoID("Bring milk"))
    #expect(!PlaceName("seats").isNoID("A3") && PlaceName("unitPrice").isNoID("3"))
  }

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
