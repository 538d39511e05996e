import OrderedJSON
import Testing

@testable import Replay

/// The values that may not fit ids which are written as others.
@Suite struct ReplacedIDsTests {
  private static let long = "01890a5d-ac96-774b"

  private func ids(_ texts: [String]) throws -> [ObjectID] { try texts.map { try #require(ObjectID(.string($0))) } }

  private var replaced: ReplacedIDs {
    get throws {
      let (product, shelf) = (IDKind(naming: "product", hints: NoSchema()), IDKind(naming: "shelf", hints: NoSchema()))
      return ReplacedIDs([(product, try ids(["51", Self.long]), false), (shelf, try ids(["77"]), true)])
    }
  }

  @Test(
    arguments: [
      (["url": "http://shop/p/51"], #"url is "http://shop/p/51""#),
      (["note": "of 51, by Ana"], #"note is "of 51, by Ana""#),
      (["tag": "51"], #"tag is "51""#), (["file": "x01890a5d-ac96-774b.png"], #"file is "x01890a5d-ac96-774b.png""#),
      (["count": 77], "count is 77"), (["all": [["n": 1], ["n": 77]]], "n is 77"),
      (["endCursor": "c51"], #"endCursor is "c51""#), (["cursor": "NTE="], #"cursor is "NTE=""#),
      (["cursor": "eyJpZCI6NTF9"], #"cursor is "eyJpZCI6NTF9""#), (["after": "NTE"], #"after is "NTE""#),
      (["next": "MDE4OTBhNWQtYWM5Ni03NzRiIQ"], #"next is "MDE4OTBhNWQtYWM5Ni03NzRiIQ""#),
      (["reference": "BK-00051"], #"reference is "BK-00051""#), (["at": "08:051"], nil),
      // Another number in a cursor, graphql-relay's cursor 51, and a name.
      (["endCursor": "c510"], nil), (["cursor": "NTEw"], nil), (["cursor": "YXJyYXljb25uZWN0aW9uOjUx"], nil),
      (["name": "B51"], nil),
      // Another value, the id of another kind of object, a date, and an id that is a string in JSON.
      (["url": "http://shop/p/510"], nil), (["id": 77], nil), (["userId": "51"], nil), (["day": "2026-11-51"], nil),
      (["count": 51], nil), (["count": 78], nil), (["is": true, "no": .null], nil),
    ] as [(JSON, String?)])
  func aValueThatStays(answer: JSON, expected: String?) throws {
    let replaced = try self.replaced
    #expect(replaced.leftover(in: answer, answer, anyNumber: true) == expected)
    #expect(answer["count"] == nil || replaced.leftover(in: answer, answer, anyNumber: false) == nil)
  }

  @Test(
    arguments: [
      ([13, 20], [20, 13], "id 13 < 20 is written as 20 > 13"),
      ([5, 13, 20], [5, 20, 13], "id 13 < 20 is written as 20 > 13"),
      ([30, 51], [30, 1], "id 30 < 51 is written as 30 > 1"), ([51, 30], [1, 30], "id 30 < 51 is written as 30 > 1"),
      ([13, 20], [13, 19], nil), ([13, 13], [20, 20], nil), ([20, 13], [20, 13], nil), ([], [], nil),
    ] as [([Int], [Int], String?)])
  func numbersThatChangeTheirOrder(sent: [Int], written: [Int], expected: String?) {
    func list(_ ids: [Int]) -> JSON { ["all": .array(ids.map { ["id": .int($0)] })] }
    #expect(ReplacedIDs([]).leftover(in: list(sent), list(written), anyNumber: false) == expected)
  }

  @Test func numbersOfDifferentPlacesHaveNoOrder() {
    func order(_ product: Int) -> JSON { ["user": ["id": 30], "product": ["id": .int(product)]] }
    #expect(ReplacedIDs([]).leftover(in: order(51), order(1), anyNumber: true) == nil)
  }

  @Test func aNumberInAFieldWithTheNameOfItsObject() throws {
    let replaced = try self.replaced
    #expect(replaced.leftover(in: ["shelf": 77], ["shelf": 77], anyNumber: false) == "shelf is 77")
    #expect(replaced.leftover(in: ["product": 77], ["product": 77], anyNumber: false) == nil)
    #expect(replaced.leftover(in: ["shelf": 78], ["shelf": 78], anyNumber: false) == nil)
  }
}
