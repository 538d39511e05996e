import OrderedJSON
import Testing

/// Reading page after page, as clients do, gives each object once.
@Suite("Cursors of pages")
struct PageCursorTests {
  private static let info = "type PageInfo { hasNextPage: Boolean! startCursor: String endCursor: String }"

  private func read(_ sdl: String, _ query: (_ arguments: String) -> String, _ path: String...) throws {
    for size in 1...4 {
      var client = try Client(sdl: sdl + Self.info)
      func page(_ arguments: String) -> JSON {
        path.reduce(client.value(query(arguments))) { $0[$1] ?? .null }
      }
      let all = (page("first: 1000")["edges"]?.arrayValue ?? []).compactMap { $0["node"] }
      #expect(all.count > size)
      var (found, after) = ([JSON](), "")
      repeat {
        let page = page("first: \(size)\(after)")
        let edges = page["edges"]?.arrayValue ?? []
        #expect(page["pageInfo"]?["startCursor"] == edges.first?["cursor"])
        #expect(page["pageInfo"]?["endCursor"] == edges.last?["cursor"])
        found += edges.compactMap { $0["node"] }
        guard page["pageInfo"]?["hasNextPage"] == true, let last = edges.last?["cursor"] else { break }
        after = ", after: \(last.compactText)"
      } while found.count <= all.count
      #expect(found == all)
    }
  }

  @Test("of several types, whose keys may be equal")
  func mixed() throws {
    let sdl = """
      type Query { feed(first: Int, after: String): FeedConnection! }
      type FeedConnection { edges: [FeedEdge!]! pageInfo: PageInfo! }
      type FeedEdge { cursor: String! node: Item! }
      union Item = Post | Photo
      type Post { id: ID! title: String! }
      type Photo { id: ID! url: String! }
      """
    try read(
      sdl,
      {
        "{ feed(\($0)) { edges { cursor node { __typename ... on Post { id } ... on Photo { id } } } \(Self.facts) } }"
      },
      "feed")
  }

  @Test("of objects without a key")
  func keyless() throws {
    let sdl = """
      type Query { product(id: ID!): Product }
      type Product { id: ID! name: String! prices(first: Int, after: String): PriceConnection! }
      type PriceConnection { edges: [PriceEdge!]! pageInfo: PageInfo! }
      type PriceEdge { cursor: String! node: PricePoint! }
      type PricePoint { date: String! amount: Float! }
      """
    try read(
      sdl, { "{ product(id: \"1\") { prices(\($0)) { edges { cursor node { date amount } } \(Self.facts) } } }" },
      "product", "prices")
  }

  private static let facts = "pageInfo { hasNextPage startCursor endCursor }"
}
