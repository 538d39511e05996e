import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Whoever asks")
struct ViewerTests {
  @Test(
    "is found behind what the root has of the session",
    arguments: [
      ("viewer: Viewer", "type Viewer { user: User! }", "viewer { user { id } }"),
      (
        "session: Session!", "type Session { token: String! account: User inviter: User }", "session { account { id } }"
      ),
    ])
  func session(root: String, type: String, query: String) throws {
    let sdl = """
      type Query { \(root) users: [User!]! } \(type)
      type User { id: ID! email: String! posts: [Post!]! } type Post { id: ID! title: String! author: User! }
      type Mutation { createPost(title: String!): Post! login(email: String!): User! }
      """
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 3, endpoint: "e")
    var session = world.session()
    func ids(_ json: JSON) -> [String] {
      switch json {
      case .object(let object):
        object["id"]?.stringValue.map { [$0] } ?? object.members.flatMap { ids($0.value) }
      default: []
      }
    }
    let viewer = ids(session.respond(to: SourceText("{ \(query) }")))
    #expect(viewer.count == 1)
    #expect(ids(session.respond(to: SourceText("mutation { createPost(title: \"x\") { author { id } } }"))) == viewer)
    let other = try #require(
      ids(session.respond(to: SourceText("mutation { login(email: \"nobody@x.example\") { id } }"))).first)
    #expect(ids(session.respond(to: SourceText("{ \(query) }"))) == [other])
    #expect(world.explanation.contains("the current user: always the same User"))
  }
}
