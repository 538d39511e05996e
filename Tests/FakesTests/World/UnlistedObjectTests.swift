import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Objects that no list has")
struct UnlistedObjectTests {
  static let sdl = """
    type Query { users: [User!]! user(login: String!): User posts: [Post!]! post(id: ID!): Post board(id: ID!): Board }
    type User { login: String! name: String! posts: [Post!]! }
    type Post { id: ID! title: String! author: User! comments: [Comment!]! }
    type Comment { id: ID! post: Post! text: String }
    type Board { title: String entries: [Entry!]! single: Entry! } type Entry { id: ID! text: String }
    type Mutation { createPost(title: String!, author: String): Post updatePost(id: ID!, title: String): Post deletePost(id: ID!): Post }
    """

  private func session() throws -> FakeSession {
    FakeWorld(schema: try Schema(sdl: SourceText(Self.sdl)), seed: 3, endpoint: "e").session()
  }

  private func data(_ session: inout FakeSession, _ query: String) -> JSON {
    session.respond(to: SourceText(query))["data"] ?? .null
  }

  @Test("have something behind them, which leads back to them, also when it is asked for first")
  func children() throws {
    var session = try session()
    let user = data(
      &session, #"{ user(login: "torvalds") { login posts { id title author { login name } comments { id } } } }"#)
    let posts = try #require(user["user"]?["posts"]?.arrayValue)
    #expect(!posts.isEmpty)
    for post in posts {
      #expect(post["author"]?["login"] == .string("torvalds"))
      let id = try #require(post["id"]?.stringValue)
      var other = try self.session()
      let alone = data(&other, "{ post(id: \"\(id)\") { id title author { login name } comments { id } } }")
      #expect(alone["post"] == post)
      for comment in post["comments"]?.arrayValue ?? [] {
        #expect(comment["id"]?.stringValue?.hasPrefix(id) == true)
      }
    }
    let all = data(&session, "{ posts { id } users { login } }")
    #expect(all == data(&session, "{ posts { id } users { login } }"))
    #expect(all["users"]?.arrayValue?.contains { $0["login"] == .string("torvalds") } == false)
  }

  @Test("can be changed once they were met, and others cannot")
  func changed() throws {
    var session = try session()
    #expect(data(&session, #"mutation { updatePost(id: "x~1.1", title: "T") { title } }"#)["updatePost"] == .null)
    let posts = data(&session, #"{ user(login: "ada") { posts { id } } }"#)["user"]?["posts"]?.arrayValue ?? []
    let id = try #require(posts.first?["id"]?.stringValue)
    let updated = data(&session, "mutation { updatePost(id: \"\(id)\", title: \"T\") { title } }")
    #expect(updated["updatePost"]?["title"] == .string("T"))
    _ = data(&session, "mutation { deletePost(id: \"\(id)\") { id } }")
    let left = data(&session, #"{ user(login: "ada") { posts { id } } }"#)["user"]?["posts"]?.arrayValue
    #expect(left?.count == posts.count - 1)
  }

  static let hub = """
    interface Node { id: ID! } union Found = Issue | Pull
    type Query { node(id: ID!): Node repository(owner: String!, name: String!): Repository search(query: String!): Page! }
    type Repository implements Node { id: ID! name: String! owner: User! issues: [Issue!]! issue(number: Int!): Issue }
    type User implements Node { id: ID! login: String! }
    type Issue implements Node { id: ID! number: Int! repository: Repository! text: String! }
    type Pull implements Node { id: ID! text: String! }
    type Page { nodes: [Found] issueCount: Int! pullCount: Int! wikiCount: Int! pageInfo: Info! } type Info { hasNextPage: Boolean! }
    """

  @Test("the numbers by which an object finds its own differ")
  func numbers() throws {
    var session = FakeWorld(schema: try Schema(sdl: SourceText(Self.hub)), seed: 3, endpoint: "e").session()
    for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
      let place = "repository(owner: \"o\", name: \"\(name)\")"
      let issues = data(&session, "{ \(place) { issues { id number } } }")["repository"]?["issues"]?.arrayValue ?? []
      #expect(Set(issues.compactMap { $0["number"]?.intValue }).count == issues.count)
      for issue in issues {
        let number = try #require(issue["number"]?.intValue)
        let found = data(&session, "{ \(place) { issue(number: \(number)) { id number } } }")
        #expect(found["repository"]?["issue"] == issue)
      }
    }
  }

  @Test("the id of an object of an unlisted one leads to it through an interface, too")
  func ids() throws {
    var session = FakeWorld(schema: try Schema(sdl: SourceText(Self.hub)), seed: 3, endpoint: "e").session()
    for name in ["a", "b", "c"] {
      let found = data(&session, "{ repository(owner: \"o\", name: \"\(name)\") { issues { id number text } } }")
      for issue in found["repository"]?["issues"]?.arrayValue ?? [] {
        let id = try #require(issue["id"]?.stringValue)
        let node = data(&session, "{ node(id: \"\(id)\") { __typename ... on Issue { id number text } } }")["node"]
        #expect(node?["__typename"] == .string("Issue"))
        #expect(node?["number"] == issue["number"] && node?["text"] == issue["text"])
      }
    }
  }

  @Test("the counts of a page of several types are those of its list")
  func counts() throws {
    var session = FakeWorld(schema: try Schema(sdl: SourceText(Self.hub)), seed: 3, endpoint: "e").session()
    let query = "{ search(query: \"a\") { nodes { __typename } issueCount pullCount wikiCount } }"
    let page = data(&session, query)["search"]
    for (field, type) in [("issueCount", "Issue"), ("pullCount", "Pull"), ("wikiCount", "Wiki")] {
      let count = page?["nodes"]?.arrayValue?.count { $0["__typename"] == .string(type) }
      #expect(page?[field]?.intValue == count)
    }
  }

  @Test("the ids of edges are their own, not those of what they lead to")
  func edges() throws {
    let sdl = """
      type Query { casts: [Cast!]! } type Cast { id: Int! people: People } type People { edges: [PersonEdge!] pageInfo: Info }
      type Info { hasNextPage: Boolean } type PersonEdge { id: Int node: Person! role: String }
      type Person { id: Int! name: String }
      """
    var session = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 3, endpoint: "e").session()
    let casts = data(&session, "{ casts { people { edges { id node { id } } } } }")["casts"]?.arrayValue ?? []
    let edges = casts.flatMap { $0["people"]?["edges"]?.arrayValue ?? [] }
    #expect(edges.count > 5)
    #expect(Set(edges.compactMap { $0["id"]?.numberValue?.text }).count == edges.count)
    #expect(edges.allSatisfy { $0["id"] != $0["node"]?["id"] })
  }

  @Test("the way back along links is the same whether it was kept up or made anew")
  func ways() throws {
    var session = try session()
    let login = try #require(data(&session, "{ users { login } }")["users"]?.arrayValue?.first?["login"]?.stringValue)
    let query = "{ users { login posts { id title author { login } } } }"
    _ = data(&session, query)
    for number in 1...10 {
      _ = data(&session, "mutation { createPost(title: \"T\(number)\", author: \"\(login)\") { id } }")
      let kept = data(&session, query)
      for user in kept["users"]?.arrayValue ?? [] {
        for post in user["posts"]?.arrayValue ?? [] { #expect(post["author"]?["login"] == user["login"]) }
      }
      let all = data(&session, "{ posts { id author { login } } }")["posts"]?.arrayValue ?? []
      let listed = kept["users"]?.arrayValue?.flatMap { $0["posts"]?.arrayValue ?? [] } ?? []
      #expect(listed.count == all.count)
    }
    // Deleting makes it anew.
    let before = data(&session, query)
    _ = data(&session, #"mutation { deletePost(id: "1") { id } }"#)
    let after = data(&session, query)
    let without = before["users"]?.arrayValue?.map { user in
      user["posts"]?.arrayValue?.filter { $0["id"] != .string("1") }
    }
    #expect(after["users"]?.arrayValue?.map { $0["posts"]?.arrayValue } == without)
  }
}
