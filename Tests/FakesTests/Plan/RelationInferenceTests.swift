import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

@Suite("Which field leads back")
struct RelationInferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let sdl: String
    /// Pairs of coordinates that are two ends of one relation.
    let pairs: [String]
    /// Coordinates that nothing leads back to.
    var lonely: [String] = []

    var testDescription: String { sdl }
  }

  static let cases = [
    Case(
      sdl: "type Post { id: ID! author: User! } type User { id: ID! posts: [Post!]! } type Query { posts: [Post] }",
      pairs: ["User.posts Post.author"]),
    Case(
      sdl: """
        type Post { id: ID! author: User! editor: User likes: [User!]! }
        type User { id: ID! posts: [Post!]! editedPosts: [Post] likedPosts: [Post] } type Query { posts: [Post] }
        """,
      pairs: ["User.posts Post.author", "User.editedPosts Post.editor", "User.likedPosts Post.likes"]),
    Case(
      sdl: """
        type Category { id: ID! parent: Category children: [Category!]! related: [Category] }
        type Query { categories: [Category] }
        """,
      pairs: ["Category.children Category.parent"], lonely: []),
    Case(
      sdl: """
        type City { id: ID! country: Land! } type Land { id: ID! cities: [City] capital: City }
        type Query { cities: [City] }
        """,
      pairs: ["Land.cities City.country"], lonely: ["Land.capital"]),
    Case(
      sdl: """
        type User { id: ID! profile: Profile! } type Profile { id: ID! user: User! } type Query { users: [User] }
        """,
      pairs: ["User.profile Profile.user"]),
    Case(
      sdl: """
        type Film { id: ID! characterConnection: FilmPeople } type FilmPeople { edges: [FilmPerson] pageInfo: Info }
        type FilmPerson { node: Person cursor: String } type Info { hasNextPage: Boolean }
        type Person { id: ID! filmConnection: PersonFilms } type PersonFilms { edges: [PersonFilm] pageInfo: Info }
        type PersonFilm { node: Film cursor: String } type Query { films: [Film] }
        """,
      pairs: ["Film.characterConnection Person.filmConnection"]),
    Case(
      sdl: """
        interface Actor { id: ID! } type User implements Actor { id: ID! comments: [Comment] }
        type Bot implements Actor { id: ID! comments: [Comment] } type Comment { id: ID! author: Actor! }
        type Query { comments: [Comment] }
        """,
      pairs: ["User.comments Comment.author", "Bot.comments Comment.author"]),
    Case(
      sdl: "type User { id: ID! trips: [Trip] } type Trip { id: ID! } type Query { me: User trips: [Trip] }",
      pairs: [], lonely: ["User.trips"]),
    Case(
      sdl: """
        type User { id: ID! followers: [User] following: [User] manager: User } type Query { me: User }
        """,
      pairs: ["User.followers User.following"], lonely: ["User.manager"]),
    Case(
      sdl: """
        type posts { id: Int! author: user! liked_by: [user!]! } type user { id: Int! posts: [posts!]! }
        type Query { posts: [posts!]! }
        """,
      pairs: ["user.posts posts.author"], lonely: ["posts.liked_by"]),
    Case(
      sdl: "type Issue { id: ID! parent: Issue subIssues: [Issue!]! } type Query { issues: [Issue] }",
      pairs: ["Issue.subIssues Issue.parent"]),
    Case(
      sdl: """
        type Task { id: ID! parentTask: Task duplicateOf: Task childTasks: [Task!]! relatedTasks: [Task!]! }
        type Query { tasks: [Task] }
        """,
      pairs: ["Task.childTasks Task.parentTask"], lonely: ["Task.relatedTasks", "Task.duplicateOf"]),
    Case(
      sdl: "type Node { id: ID! up: Node below: [Node!]! } type Query { nodes: [Node] }",
      pairs: ["Node.below Node.up"]),
    Case(
      sdl: "type Page { id: ID! next: Page mentions: [Page!]! } type Query { pages: [Page] }",
      pairs: [], lonely: ["Page.next", "Page.mentions"]),
    Case(
      sdl: "type User { id: ID! inviter: User followers: [User!]! } type Query { me: User }",
      pairs: [], lonely: ["User.followers", "User.inviter"]),
  ]

  @Test("is told from names, types and what else there is", arguments: cases)
  func pairs(_ test: Case) throws {
    let plan = try plan(test.sdl)
    for pair in test.pairs {
      let ends = pair.split(separator: " ").map(String.init)
      let (one, other) = (try field(ends[0], plan), try field(ends[1], plan))
      #expect(areLinked(one, other), "\(pair): \(one.link) \(other.link)")
    }
    for coordinate in test.lonely {
      let field = try field(coordinate, plan)
      #expect(field.link == .free || field.link == .toOne, "\(coordinate): \(field.link)")
    }
  }

  @Test("two lists of the same objects are one list")
  func aliases() throws {
    let plan = try plan(
      """
      type Post { id: ID! author: User } type PostConnection { edges: [PostEdge] }
      type PostEdge { node: Post cursor: String }
      type User { id: ID! posts: [Post] postsConnection: PostConnection } type Query { users: [User] }
      """)
    #expect(try field("User.postsConnection", plan).linkID == field("User.posts", plan).id)
  }

  @Test("a rule goes before what is inferred")
  func rule() throws {
    var rules = FakeRules()
    rules.fields["Post"] = ["author": FieldRule(inverse: "")]
    let schema = try Schema(sdl: SourceText(Self.cases[0].sdl))
    let plan = WorldPlan(schema: schema, seed: 1, endpoint: "e", rules: rules)
    #expect(try field("User.posts", plan).link == .free)
  }

  @Test("a rule for how many there are goes before pairs that both sides see")
  func lengths() throws {
    let sdl = """
      type A { id: ID! friends: [A!]! likes: [B!]! } type B { id: ID! likedBy: [A!]! } type Query { all: [A!]! }
      """
    var rules = FakeRules()
    rules.fields["A"] = ["friends": FieldRule(listLength: 2...2), "likes": FieldRule(listLength: 3...4)]
    let schema = try Schema(sdl: SourceText(sdl))
    let world = FakeWorld(schema: schema, seed: 1, endpoint: "e", rules: rules)
    let answer = world.respond(to: SourceText("{ all { friends { id } likes { id } } }"))
    let all = try #require(answer.objectValue?["data"]?.objectValue?["all"]?.arrayValue)
    for one in all {
      #expect(one.objectValue?["friends"]?.arrayValue?.count == 2)
      #expect((3...4).contains(one.objectValue?["likes"]?.arrayValue?.count ?? 0))
    }
    #expect(world.explanation.contains("2 A, by a rule; no field of A is its inverse"))
    #expect(world.explanation.contains("3 to 4 B, by a rule; no field of B is its inverse"))
    let plain = WorldPlan(schema: schema, seed: 1, endpoint: "e", rules: FakeRules())
    #expect(try field("A.friends", plain).link == .symmetric)
  }

  private func areLinked(_ one: FieldPlan, _ other: FieldPlan) -> Bool {
    switch (one.link, other.link) {
    case (.derived(let from), .toOne): from.contains(other.id)
    case (.pairs(let first, let leads), .pairs(let second, let follows)): first == second && leads != follows
    case (.oneToOne(let first), .oneToOne(let second)): first == other.id && second == one.id
    default: false
    }
  }

  private func plan(_ sdl: String) throws -> WorldPlan {
    WorldPlan(schema: try Schema(sdl: SourceText(sdl)), seed: 1, endpoint: "e", rules: FakeRules())
  }

  private func field(_ coordinate: String, _ plan: WorldPlan) throws -> FieldPlan {
    try #require(plan.fields.first { $0.coordinate == coordinate }, "\(coordinate)")
  }
}
