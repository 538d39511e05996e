import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

@Suite struct SnapshotCacheTests {
  @Test func `of many changed sessions only the latest keep their caches, and all answer as before`() throws {
    let sdl =
      "type Query { posts: [Post!]! } type Post { id: ID! title: String! } "
      + "type Mutation { createPost(title: String!): Post }"
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 3, endpoint: "e")
    let list = SourceText("{ posts { id title } }")
    let generated = Self.titles(world.session(), list)
    var sessions: [FakeSession] = []
    for number in 0..<(Snapshot.maximumCached + 20) {
      var session = world.session()
      _ = session.respond(to: SourceText("mutation { createPost(title: \"T\(number)\") { id } }"))
      #expect(Self.titles(session, list) == generated + ["T\(number)"])
      sessions.append(session)
    }
    #expect(sessions.map(\.snapshot.hasCaches) == sessions.indices.map { $0 >= 20 })
    for (number, session) in sessions.enumerated() {
      #expect(Self.titles(session, list) == generated + ["T\(number)"])
    }
    #expect(sessions.count { $0.snapshot.hasCaches } == Snapshot.maximumCached)
  }

  private static func titles(_ session: FakeSession, _ list: SourceText) -> [String] {
    var session = session
    let posts = session.respond(to: list)["data"]?["posts"]?.arrayValue ?? []
    return posts.compactMap { $0["title"]?.stringValue }
  }
}
