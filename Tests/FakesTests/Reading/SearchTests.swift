import OrderedJSON
import Testing

@testable import Fakes

@Suite("Reading lists: searches")
struct SearchTests {
  private func articles() throws -> ListCase {
    try DialectTests.articles(
      "search: String, q: String, term: String, filter: Filter, limit: Int",
      "input Filter { search: String score_gt: Int OR: [Filter!] }")
  }

  @Test(
    "a text is found in any text field, whatever its case",
    arguments: [
      (#"{"search": "ALPHA"}"#, "9"), (#"{"q": "ga"}"#, "11"), (#"{"term": "a"}"#, "9 10 11"),
      (#"{"search": "off"}"#, "10"), (#"{"search": ""}"#, "9 10 11"), (#"{"search": "  "}"#, "9 10 11"),
      (#"{"search": null}"#, "9 10 11"), (#"{"search": "gamma ray"}"#, "11"), (#"{"search": "b"}"#, "9 10 11"),
      (#"{"filter": {"search": "alpha"}}"#, "9"), (#"{"filter": {"search": "alpha", "score_gt": 1}}"#, "9"),
      (#"{"filter": {"OR": [{"search": "alpha"}, {"score_gt": 5}]}}"#, "9 11"),
      (#"{"filter": {"OR": [{"search": "nowhere"}]}}"#, ""),
    ])
  func found(arguments: String, expected: String) throws {
    #expect(try articles().keys(arguments) == expected, "\(arguments)")
  }

  @Test("a text that is nowhere gets a part of the list: some, not all, and the same again")
  func fallback() throws {
    let world = (1...40).map { #""Article/\#($0)": {"title": "t"}"# }.joined(separator: ",")
    let list = try ListCase(
      sdl: "type Article { id: ID! title: String! } type Query { articles(search: String, first: Int): [Article!]! }",
      field: "articles", of: "Article", world: "{\(world)}")
    let some = try list.page(#"{"search": "zebra"}"#)
    #expect(some.items.count > 10 && some.items.count < 30)
    #expect(some.totalCount == some.items.count)
    #expect(list.members.filter(some.items.contains) == some.items, "in the order of the list")
    #expect(try list.page(#"{"search": "zebra"}"#) == some)
    #expect(try list.page(#"{"search": "zebras"}"#).items != some.items, "another text, another part")
    // Fewer members: what they are does not depend on who else is in the list.
    let few = Array(list.members.prefix(20))
    let request = try list.plan.request(["search": "zebra"])
    #expect(request.read(few, in: list.world).items == some.items.filter(few.contains))
    for member in list.members.prefix(8) {
      #expect(request.read([member], in: list.world).items == [member], "never nothing where there is something")
    }
    #expect(request.read([], in: list.world).items.isEmpty)
  }
}
