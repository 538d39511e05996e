import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

@Suite("Objects that mutations make")
struct NewObjectTests {
  @Test("what is made inside is linked to what is made around it, and to nothing else")
  func nested() throws {
    var client = try Client(.cinema)
    let read = "{ users { id email profile { id bio } } profiles { id bio user { id } } }"
    let before = client.value(read)
    let made = client.value(
      #"mutation { createOneUser(data: {email: "a@b.c", profile: {create: {bio: "B"}}}) { id profile { bio } } }"#,
      "createOneUser")
    #expect(made["profile"]?["bio"] == "B")
    let after = client.value(read)
    let users = after["users"]?.arrayValue ?? []
    #expect(users.count == (before["users"]?.arrayValue?.count ?? 0) + 1)
    #expect(users.last?["id"] == made["id"] && users.last?["email"] == "a@b.c")
    #expect(after["profiles"]?.arrayValue?.last?["user"]?["id"] == made["id"])
    #expect(after["profiles"]?.arrayValue?.count == (before["profiles"]?.arrayValue?.count ?? 0) + 1)
  }

  @Test("a key that is called after a type leads by the field that leads to that type")
  func keyByType() throws {
    var client = try Client(.cinema)
    for user in [4, 2, 6] {
      let made = client.value(
        "mutation { insert_posts_one(object: {user_id: \(user), body: \"N\"}) { id user_id author { id } } }",
        "insert_posts_one")
      #expect(made["user_id"] == .int(user) && made["author"]?["id"] == .string(String(user)))
      let posts = client.value("{ users { posts { id } } }", "users", String(user - 1), "posts").arrayValue
      #expect(posts?.last?["id"] == made["id"])
    }
  }

  @Test("a number by which objects are told apart goes on")
  func numbers() throws {
    var client = try Client(.desk)
    let known = client.value("{ issues { number } }", "issues").arrayValue?.compactMap { $0["number"]?.intValue } ?? []
    let largest = try #require(known.max())
    for next in 1...2 {
      let create = #"mutation { issueCreate(attributes: {title: "T", projectId: "1"}) { number title } }"#
      #expect(
        client.ask(create) == #"{"data":{"issueCreate":{"number":\#(largest + next),"title":"T"}}}"#)
    }
    #expect(client.value("{ issue(number: \(largest + 2)) { title } }", "issue", "title") == "T")
  }

  private static let articles = """
    type Query { articles: [Article!]! article(slug: String!): Article }
    type Article { id: ID! slug: String! title: String! completed: Boolean! completedAt: String }
    type Mutation {
      createArticle(title: String!, completed: Boolean): Article! deleteArticle(slug: String!): Article
    }
    """

  @Test("two with one title have two slugs, by which they are found until they are deleted")
  func slugs() throws {
    var client = try Client(sdl: Self.articles)
    let make = #"mutation { createArticle(title: "Test") { id slug } }"#
    let made = [client.value(make, "createArticle"), client.value(make, "createArticle")]
    let slugs = made.map { Client.text($0["slug"] ?? .null) }
    #expect(slugs[0] != slugs[1])
    for (article, slug) in zip(made, slugs) {
      #expect(client.value(#"{ article(slug: "\#(slug)") { id slug } }"#, "article") == article)
    }
    for slug in [slugs[1], client.texts("{ articles { slug } }", ["articles"], "slug")[0]] {
      #expect(client.value(#"mutation { deleteArticle(slug: "\#(slug)") { slug } }"#, "deleteArticle") != .null)
      #expect(client.value(#"{ article(slug: "\#(slug)") { id } }"#, "article") == .null)
    }
    #expect(client.value(#"{ article(slug: "\#(slugs[0])") { id slug } }"#, "article") == made[0])
  }

  @Test("what is made as completed has the moment of that", arguments: [true, false])
  func madeAsCompleted(isOn: Bool) throws {
    var client = try Client(sdl: Self.articles)
    for number in 0..<8 {
      let make = #"mutation { createArticle(title: "T\#(number)", completed: \#(isOn)) { completed completedAt } }"#
      let made = client.value(make, "createArticle")
      #expect(made["completed"] == .bool(isOn) && (made["completedAt"] == .null) != isOn)
    }
  }

  @Test(
    "times and names agree with what is set",
    arguments: [
      (#"createPost(title: "T") { status publishedAt }"#, #"{"status":"DRAFT","publishedAt":null}"#),
      (#"createPost(title: "T", status: PUBLISHED) { isPublished: publishedAt }"#, nil),
      (#"createTask(status: DONE) { completedAt }"#, nil), ("createTask { completedAt }", #"{"completedAt":null}"#),
      (
        #"createUser(firstName: "Ada", lastName: "King") { fullName displayName initials nickname }"#,
        #"{"fullName":"Ada King","displayName":"Ada King","initials":"AK","nickname":null}"#
      ),
      (
        #"updateUser(id: 2, firstName: "Ada", lastName: "King") { fullName initials }"#,
        #"{"fullName":"Ada King","initials":"AK"}"#
      ),
      (#"updateUser(id: 2, nickname: "N") { nickname }"#, #"{"nickname":"N"}"#),
    ])
  func agreeing(mutation: String, expected: String?) throws {
    var client = try Client(
      sdl: """
        scalar DateTime
        type Query { posts: [Post!]! tasks: [Task!]! users: [User!]! }
        enum PostStatus { DRAFT PUBLISHED } enum TaskStatus { TODO DONE }
        type Post { id: ID! title: String! status: PostStatus! publishedAt: DateTime }
        type Task { id: ID! status: TaskStatus! completedAt: DateTime }
        type User { id: Int! firstName: String! lastName: String! fullName: String! displayName: String initials: String! nickname: String }
        type Mutation {
          createPost(title: String!, status: PostStatus): Post! createTask(status: TaskStatus): Task!
          createUser(firstName: String!, lastName: String!, nickname: String): User!
          updateUser(id: Int!, firstName: String, lastName: String, nickname: String): User!
        }
        """)
    let answer = client.value("mutation { made: \(mutation) }", "made")
    if let expected {
      #expect(answer.compactText == expected)
    } else {
      #expect(answer.objectValue?.members.allSatisfy { $0.value != .null } == true, "\(answer.compactText)")
    }
  }

  @Test("an end stays after its start")
  func ends() throws {
    var client = try Client(
      sdl: """
        scalar DateTime
        type Query { events: [Event!]! } type Event { id: ID! startsAt: DateTime! endsAt: DateTime! }
        type Mutation { createEvent(startsAt: DateTime!): Event! }
        """)
    let create = #"mutation { createEvent(startsAt: "2030-05-01T10:00:00Z") { endsAt } }"#
    let end = try #require(client.value(create, "createEvent", "endsAt").stringValue)
    #expect(!end.precedesByScalars("2030-05-01T10:00:00Z") && end.precedesByScalars("2031"))
  }

  @Test(
    "a unique field says what is saved",
    arguments: [
      ("settings", "key", #"upsertSetting(key: "VALUE", value: "N")"#, 1),
      ("users", "email", #"saveUser(email: "VALUE", name: "N")"#, 1),
      ("articles", "slug", #"upsertArticle(slug: "VALUE", input: {title: "N"})"#, 1),
      // The email address of an order is its customer's.
      ("orders", "email", #"saveOrder(email: "VALUE")"#, 3),
    ])
  func saved(list: String, field: String, save: String, added: Int) throws {
    var client = try Client(
      sdl: """
        type Query {
          settings: [Setting!]! setting(key: String!): Setting users: [User!]! articles: [Article!]! orders: [Order!]!
        }
        type Setting { id: ID! key: String! value: String! } type User { id: ID! email: String! name: String! }
        type Article { id: ID! slug: String! title: String! } type Order { id: ID! email: String! }
        input ArticleInput { title: String! }
        type Mutation {
          upsertSetting(key: String!, value: String!): Setting! saveUser(email: String!, name: String!): User!
          upsertArticle(slug: String!, input: ArticleInput!): Article! saveOrder(email: String!): Order!
        }
        """)
    let read = "{ \(list) { \(field) } }"
    let before = client.texts(read, [list], field)
    for value in [before[1], "new", "new"] {
      let parts = save.split(separator: "VALUE", omittingEmptySubsequences: false)
      let answer = client.ask("mutation { \(parts.joined(separator: value)) { id } }")
      #expect(!answer.contains("errors"), "\(answer)")
    }
    #expect(client.texts(read, [list], field).count == before.count + added)
  }

  @Test("codes lead to what has them")
  func codes() throws {
    var client = try Client(.cinema)
    let codes = Array(client.texts("{ genres { code } }", ["genres"], "code").prefix(2))
    let create = "mutation { createMovie(movie: {title: \"T\", genreCodes: [\"\(codes[0])\", \"\(codes[1])\"]}) "
    #expect(
      client.texts(create + "{ genres { code } } }", ["createMovie", "genres"], "code").sorted() == codes.sorted())
    let unknown = #"mutation { createMovie(movie: {title: "T", genreCodes: ["nothing"]}) { title } }"#
    #expect(client.ask(unknown).contains(#"There is no Genre with code \"nothing\" in this session."#))
  }

  @Test("what is not read is told")
  func unread() throws {
    let world = FakeWorld(schema: try TestSchema.cinema.schema(), seed: 1, endpoint: "cinema")
    let plan = world.plan
    let field = try #require(plan.plan("Mutation").flatMap { plan.field("createMovie", of: $0) })
    #expect(
      world.mutations.plan(of: field).explanation == "create Movie: title; genreCodes links genres; not read: shelfMark"
    )
  }

  @Test("a moment comes and goes with its flag")
  func moments() throws {
    var client = try Client(.lists)
    let make = #"mutation { addTodo(input: {listId: "1", title: "T"}) { id done completedAt notes assignee { id } } }"#
    let made = client.value(make, "addTodo")
    let id = Client.text(made["id"] ?? .null)
    #expect(
      made.compactText == #"{"id":"\#(id)","done":false,"completedAt":null,"notes":null,"assignee":null}"#)
    var desk = try Client(following: .desk)
    let issue = desk.value(
      #"mutation { issueCreate(attributes: {title: "T", projectId: "1"}) { closed closedAt editedAt createdAt } }"#,
      "issueCreate")
    #expect(issue["closed"] == false && issue["closedAt"] == .null && issue["editedAt"] == .null)
    #expect(issue["createdAt"] != .null)
    for (mutation, isClosed) in [
      ("toggleClosed(issueId: 2)", nil), ("toggleClosed(issueId: 2)", nil),
      ("issueUpdate(id: 2, closed: true)", true), ("issueUpdate(id: 2, closed: false)", false),
    ] {
      let name = String(mutation.prefix { $0 != "(" })
      let before = desk.value("{ issues { closed } }", "issues", "1", "closed").boolValue
      let now = desk.value("mutation { \(mutation) { closed closedAt } }", name)
      let expected = isClosed ?? before.map { !$0 }
      #expect(now["closed"]?.boolValue == expected && (now["closedAt"] == .null) == (expected == false))
    }
  }
}
