import Fakes
import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("What fakes infer, in words")
struct ExplanationTests {
  @Test("is a line for each field")
  func lines() throws {
    let sdl = """
      type Query { launches(pageSize: Int, after: String): LaunchConnection! launch(id: ID!): Launch me: User
        totalTripsBooked: Int countries: [Country!]! node(id: ID!): Thing }
      type LaunchConnection { cursor: String! hasMore: Boolean! launches: [Launch]! }
      type Launch { id: ID! site: String mission: Mission isBooked: Boolean! }
      type Mission { name: String launch: Launch }
      type User { id: ID! email: String! trips: [Launch]! tripsCount: Int! }
      type Country { code: ID! name: String! languages: [Language!]! }
      type Language { code: ID! name: String! }
      union Thing = Launch | User
      type Mutation { bookTrips(launchIds: [ID]!): Boolean }
      """
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 1, endpoint: "e")
    let lines = world.explanation.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    for line in [
      "Query: root of queries",
      "launches(…) a page (LaunchConnection) of all Launch",
      "launch(id) the Launch that the arguments name",
      "me the current user: always the same User until a login",
      "totalTripsBooked how long User.trips is",
      "LaunchConnection: page of Launch: launches",
      "cursor the cursor of the page's last object",
      "hasMore whether there is a next page",
      "launches the page's part of the list",
      "isBooked whether the viewer's trips contain it",
      "mission Mission, of this object alone",
      "Mission: no key: belongs to its parent object",
      "launch the Launch that it belongs to",
      "tripsCount how long User.trips is",
      "email email, from the name",
      "languages the Language that belong to it in the real world",
      "id the key",
    ] {
      #expect(lines.contains(line), "\(line)\n\(world.explanation)")
    }
  }

  @Test("says of numbers, pages and interfaces what is so")
  func words() throws {
    let sdl = """
      type Query { assets(first: Int): Assets! lonely: Nobody } interface Nobody { id: ID! }
      type Assets { items: [Asset!]! pageInfo: PageInfo! total: Int! } type PageInfo { hasNextPage: Boolean! page: Int! }
      type Asset { file: File! weird: Int! ratio: Float! } type File { size: Int! page: Int! more: Boolean! x: String! }
      """
    let text = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 1, endpoint: "e").explanation
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines.contains("weird number from 1 to 100") && lines.contains("lonely nothing: no type is a Nobody"), "\(text)")
    #expect(lines.contains("hasNextPage whether there is a next page"))
    #expect(lines.contains("total the length of the list"))
    #expect(!lines.contains { $0.hasPrefix("more whether there is") || $0.hasPrefix("size the maximum length") })
  }

  @Test("is the same text for the same world")
  func same() throws {
    for test in TestSchema.all {
      let schema = try test.schema()
      let texts = (0..<2).map { _ in FakeWorld(schema: schema, seed: 3, endpoint: "e").explanation }
      #expect(texts[0] == texts[1])
    }
  }
}
