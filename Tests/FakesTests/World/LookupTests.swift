import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Objects that a request describes")
struct LookupTests {
  private func answer(_ sdl: String, _ query: String) throws -> JSONObject {
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 3, endpoint: "e")
    let answer = world.respond(to: SourceText(query))
    #expect(answer.objectValue?["errors"] == nil, "\(answer.compactText)")
    return try #require(answer.objectValue?["data"]?.objectValue, "\(answer.compactText)")
  }

  private static let movies = """
    type Query { movie(key: MovieKey!): Movie movies(where: MovieWhere, key: MovieKey): [Movie!]! }
    type Movie { uuid: ID! imdbId: String! releaseYear: Int! }
    input MovieKey { uuid: ID imdbId: String } input MovieWhere { key: MovieKey year: IntOp }
    input IntOp { lt: Int gte: Int }
    """

  @Test("are found by whatever field an input object says")
  func keys() throws {
    let all = try answer(Self.movies, "{ movies { uuid imdbId } }")["movies"]?.arrayValue ?? []
    let third = try #require(all[2].objectValue)
    let (uuid, imdb) = (try #require(third["uuid"]?.stringValue), try #require(third["imdbId"]?.stringValue))
    let found = try answer(
      Self.movies,
      """
      { a: movie(key: {imdbId: "\(imdb)"}) { uuid imdbId } b: movie(key: {uuid: "\(uuid)", imdbId: "x"}) { uuid imdbId }
        c: movie(key: {imdbId: "tt-nobody"}) { uuid imdbId } d: movies(where: {key: {uuid: "\(uuid)"}}) { uuid imdbId }
        e: movies(key: {imdbId: "\(imdb)"}) { uuid imdbId } }
      """)
    #expect(found["a"] == all[2] && found["b"] == all[2])
    #expect(found["c"]?.objectValue?["imdbId"] == .string("tt-nobody"))
    #expect(found["d"] == .array([all[2]]) && found["e"] == .array([all[2]]))
  }

  @Test("the last word of a field is enough where there is no other")
  func year() throws {
    let all = years(try answer(Self.movies, "{ movies { releaseYear } }"))
    let middle = all.sorted()[all.count / 2]
    let new = years(try answer(Self.movies, "{ movies(where: {year: {gte: \(middle)}}) { releaseYear } }"))
    #expect(new == all.filter { $0 >= middle } && new != all)
  }

  private func years(_ data: JSONObject) -> [Int] {
    data["movies"]?.arrayValue?.compactMap { $0.objectValue?["releaseYear"]?.intValue } ?? []
  }

  private static let hub = """
    type Query { repository(owner: String!, name: String!, follow: Boolean = true): Repository user(login: String!): User }
    interface Owner { id: ID! login: String! }
    type User implements Owner { id: ID! login: String! repositories: [Repository!]! }
    type Repository { id: ID! name: String! nameWithOwner: String! owner: Owner! stars: Int! }
    """

  @Test("the name of an owner counts")
  func owners() throws {
    let found = try answer(
      Self.hub,
      """
      { a: repository(owner: "facebook", name: "react") { ...R } b: repository(owner: "preact", name: "react") { ...R }
        c: repository(owner: "facebook", name: "react", follow: false) { ...R } user(login: "facebook") { id } }
      fragment R on Repository { id name nameWithOwner owner { id login } }
      """)
    let (a, b) = (try #require(found["a"]?.objectValue), try #require(found["b"]?.objectValue))
    #expect(a["name"] == .string("react") && a["nameWithOwner"] == .string("facebook/react"))
    #expect(a["owner"]?.objectValue?["login"] == .string("facebook"))
    #expect(b["owner"]?.objectValue?["login"] == .string("preact"))
    #expect(a["id"] != b["id"] && found["c"] == found["a"])
    #expect(a["owner"]?.objectValue?["id"] == found["user"]?.objectValue?["id"])
  }

  @Test("of members the one is found whose owner has the name")
  func members() throws {
    let sdl = Self.hub + " extend type Query { repositories: [Repository!]! }"
    let all = try answer(sdl, "{ repositories { id name owner { login } } }")["repositories"]?.arrayValue ?? []
    for repository in all {
      let owner = try #require(repository.objectValue?["owner"]?.objectValue?["login"]?.stringValue)
      let name = try #require(repository.objectValue?["name"]?.stringValue)
      let found = try answer(
        sdl, "{ repository(owner: \"\(owner)\", name: \"\(name)\") { id name owner { login } } }")
      #expect(found["repository"] == repository)
    }
  }

  @Test("representations of federated entities are answered one by one")
  func entities() throws {
    let sdl = """
      directive @key(fields: String!) repeatable on OBJECT
      scalar _Any
      union _Entity = Product | User
      type _Service { sdl: String! }
      type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]! products: [Product] }
      type Product @key(fields: "upc") { upc: String! name: String! }
      type User @key(fields: "email") { email: ID! name: String! }
      """
    let service = try answer(sdl, "{ _service { sdl } }")["_service"]?.objectValue?["sdl"]?.stringValue
    #expect(try Schema(sdl: SourceText(try #require(service))).type(named: "Product") != nil)
    let products = try answer(sdl, "{ products { upc name } }")["products"]?.arrayValue ?? []
    let second = try #require(products[1].objectValue)
    let upc = try #require(second["upc"]?.stringValue)
    let found = try answer(
      sdl,
      """
      { _entities(representations: [{__typename: "User", email: "a@b.example"}, {__typename: "Product", upc: "\(upc)"},
          {__typename: "Product", upc: "unknown"}, {__typename: "Ghost", id: 1}]) {
        __typename ... on User { email } ... on Product { upc name } } }
      """)["_entities"]?.arrayValue
    try #require(found?.count == 4)
    #expect(found?[0] == (try JSON.parse(text: #"{"__typename":"User","email":"a@b.example"}"#)))
    #expect(found?[1].objectValue?["name"] == second["name"])
    #expect(found?[2].objectValue?["upc"] == .string("unknown") && found?[3] == .null)
  }

  @Test("a price is compared and ordered by its amount")
  func money() throws {
    let sdl = """
      type Query { products(filter: Filter, sort: Sort): [Product!]! }
      input Filter { price: Range } input Range { min: Float max: Float }
      input Sort { key: Key! reverse: Boolean = false } enum Key { PRICE TITLE }
      scalar Decimal
      type Product { id: ID! title: String! price: Money! } type Money { amount: Decimal! currencyCode: String! }
      """
    let found = try answer(
      sdl,
      """
      { all: products { ...P } min: products(filter: {price: {min: 0}}) { ...P } none: products(filter: {price: {max: 0}}) { ...P }
        up: products(sort: {key: PRICE}) { ...P } down: products(sort: {key: PRICE, reverse: true}) { ...P } }
      fragment P on Product { id price { amount } }
      """)
    func amounts(_ name: String) -> [Double] {
      found[name]?.arrayValue?.compactMap { product in
        let amount = product.objectValue?["price"]?.objectValue?["amount"]
        return amount?.numberValue?.double ?? amount?.stringValue.flatMap { Double($0) }
      } ?? []
    }
    #expect(amounts("all").count >= 6)
    #expect(amounts("min") == amounts("all") && found["none"] == .array([]))
    #expect(amounts("up") == amounts("all").sorted() && amounts("up") != amounts("all"))
    #expect(amounts("down") == amounts("up").reversed())
  }

  @Test("a key called after a type agrees with the only field that leads there; an id may be no key")
  func typedKeys() throws {
    let sdl = """
      type Query {
        posts: [Post!]! bills: [Bill!]! people: [Person!]! person(nodeId: ID!): Person personById(id: Int!): Person
      }
      type Post { id: ID! personId: Int! author: Person! }
      type Bill { id: ID! personId: Int! editorId: Int! editor: Person! personByPersonId: Person! }
      type Person { nodeId: ID! id: Int! }
      """
    let found = try answer(
      sdl,
      """
      { posts { key: personId link: author { id } } people { nodeId id }
        bills { key: personId link: personByPersonId { id } editorId editor { id } } }
      """)
    let posts = (found["posts"]?.arrayValue ?? []) + (found["bills"]?.arrayValue ?? [])
    #expect(posts.count > 4 && posts.allSatisfy { $0["key"] == $0["link"]?["id"] })
    #expect(found["bills"]?.arrayValue?.allSatisfy { $0["editorId"] == $0["editor"]?["id"] } == true)
    let person = try #require(found["people"]?.arrayValue?[1])
    let node = try #require(person["nodeId"]?.stringValue)
    #expect(try answer(sdl, "{ person(nodeId: \"\(node)\") { nodeId id } }")["person"] == person)
  }

  private static let board = """
    type Query { projects: [Project!]! project(id: ID!): Project tasks(createdBy: String, statuses: [Status!], read: Boolean, unread: Boolean): [Task!]!
      holder(email: String!): Holder }
    type Project { id: ID! tasks: [Task!]! task(number: Int!): Task named(id: ID!): Task }
    type Task { id: ID! number: Int! project: Project! author: User! status: Status! readAt: String }
    enum Status { OPEN DONE }
    interface Holder { email: String! }
    type User implements Holder { id: ID! email: String! handle: String! }
    type Team implements Holder { id: ID! email: String! }
    """

  @Test("below an object are found among its own, and by their number made as its own")
  func scoped() throws {
    let projects = try answer(Self.board, "{ projects { id tasks { id number } } }")["projects"]?.arrayValue ?? []
    for project in projects {
      let id = try #require(project["id"]?.stringValue)
      for task in project["tasks"]?.arrayValue ?? [] {
        let (key, number) = (try #require(task["id"]?.stringValue), try #require(task["number"]?.intValue))
        for other in projects {
          let owner = try #require(other["id"]?.stringValue)
          let found = try answer(
            Self.board,
            "{ project(id: \"\(owner)\") { task(number: \(number)) { id project { id } } named(id: \"\(key)\") { id } } }"
          )["project"]
          #expect((found?["task"]?["id"]?.stringValue == key) == (owner == id))
          #expect(found?["task"]?["project"]?["id"]?.stringValue == owner)
          #expect(found?["named"]?["id"]?.stringValue == (owner == id ? key : nil))
        }
      }
    }
  }

  @Test("of several types are found by what they have in common")
  func interfaces() throws {
    let tasks = try answer(Self.board, "{ tasks { author { id email } } }")["tasks"]?.arrayValue ?? []
    let author = try #require(tasks.first?["author"])
    let email = try #require(author["email"]?.stringValue)
    let query =
      "{ a: holder(email: \"\(email)\") { email ... on User { id } } b: holder(email: \"x@example.com\") { email } }"
    let found = try answer(Self.board, query)
    #expect(found["a"]?["id"] == author["id"] && found["b"]?["email"] == "x@example.com")
  }

  @Test("Filters by a person, by several values, and by an event", arguments: ["handle", "email"])
  func filters(field: String) throws {
    let all =
      try answer(Self.board, "{ tasks { id status readAt author { handle email } } }")["tasks"]?.arrayValue ?? []
    func ids(_ arguments: String) throws -> [String] {
      try answer(Self.board, "{ tasks(\(arguments)) { id } }")["tasks"]?.arrayValue?.compactMap {
        $0["id"]?.stringValue
      } ?? []
    }
    func expected(_ holds: (JSON) -> Bool) -> [String] { all.filter(holds).compactMap { $0["id"]?.stringValue } }
    let name = try #require(all.first?["author"]?[field]?.stringValue)
    #expect(try ids("createdBy: \"\(name)\"") == expected { $0["author"]?[field]?.stringValue == name })
    #expect(try ids("statuses: [DONE]") == expected { $0["status"] == "DONE" })
    #expect(try ids("statuses: [DONE, OPEN]").count == all.count)
    #expect(try ids("read: true") == expected { $0["readAt"] != .null })
    #expect(try ids("unread: true") == expected { $0["readAt"] == .null })
    #expect(try ids("unread: false") == ids("read: true"))
  }
}
