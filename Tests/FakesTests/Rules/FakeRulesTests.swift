import FakeClauses
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

@Suite("What is said of fakes")
struct FakeRulesTests {
  static let sdl = """
    interface Named { name: String! @examples(values: ["Ann", "Bob"]) }
    scalar Code @examples(values: ["A1"])
    enum Colour { RED GREEN BLUE }
    type Query { users: [User!]! user(id: ID!): User tags: [String!]! @listLength(min: 7, max: 7) posts: [Post!]! }
    type User implements Named {
      id: ID! name: String! nick: String code: Code email: String age: Int @fake(type: number, options: {minNumber: 30, maxNumber: 39})
      colour: Colour! @examples(values: [GREEN]) posts: [Post!]! postsTotal: Int! friend: User
    }
    type Robot implements Named { id: ID! name: String! @examples(values: ["R2"]) }
    type Post { id: ID! title: String! author: User! }
    type Mutation { book(id: ID!): Boolean @fakeError(message: "No seats left", code: "SOLD_OUT") }
    """

  static func world(
    _ sdl: String = sdl, extending: String? = nil, seed: UInt64 = 1, said statements: [FakeStatement] = [],
    _ change: (inout FakeSettings) -> Void = { _ in }
  ) throws -> FakeWorld {
    let base = SourceText(sdl, name: "x.graphqls")
    var texts = [base]
    var inspection = SchemaInspection(sdl: base, ignoring: FakeRules.directiveNames)
    if let extending {
      texts.append(SourceText(extending, name: "x.fakes.graphqls"))
      inspection = .extending(base, by: texts[1], ignoring: FakeRules.directiveNames)
    }
    let schema = try inspection.usable()
    #expect(schema.warnings == [])
    var settings = FakeSettings()
    settings.statements = statements
    change(&settings)
    let read = FakeRules.read(schema: schema, texts: texts, settings: settings)
    #expect(read.errors == [])
    return FakeWorld(schema: schema, seed: seed, endpoint: "x", rules: read.rules)
  }

  static func said(_ type: String, _ field: String? = nil, _ clause: FakeClause) -> FakeStatement {
    FakeStatement(type: type, field: field, clause, called: "\"said\"", at: nil)
  }

  private func users(_ world: FakeWorld, _ field: String) -> [JSON] {
    let response = world.respond(to: SourceText("{ users { \(field) } }"))
    #expect(response["errors"] == nil)
    let found = response["data"]?["users"]?.arrayValue ?? []
    #expect(!found.isEmpty)
    return found.compactMap { $0[field] }
  }

  @Test("Examples, kinds and numbers are heeded; so is what is said of an interface, a scalar and an enum")
  func values() throws {
    let world = try Self.world()
    #expect(Set(users(world, "name")).isSubset(of: ["Ann", "Bob"]))
    #expect(Set(users(world, "code")).isSubset(of: ["A1", .null]))
    #expect(Set(users(world, "colour")) == ["GREEN"])
    for age in users(world, "age") where age != .null {
      #expect((30...39).contains(Int(age.numberValue?.text ?? "") ?? 0))
    }
    let tags = world.respond(to: SourceText("{ tags }"))["data"]?["tags"]?.arrayValue
    #expect(tags?.count == 7)
  }

  @Test("An object says otherwise than its interface")
  func otherwise() throws {
    let read = FakeRules.read(
      schema: try SchemaInspection(sdl: SourceText(Self.sdl), ignoring: FakeRules.directiveNames).usable(),
      texts: [SourceText(Self.sdl)])
    #expect(read.rules.fields["Robot"]?["name"]?.examples == ["R2"])
    #expect(read.rules.fields["User"]?["name"]?.examples == ["Ann", "Bob"])
  }

  @Test("endpoint.yaml goes before the file that extends, and that before the schema")
  func precedence() throws {
    let extending = """
      extend type User { name: String! @examples(values: ["Cid"]) nick: String @examples(values: ["Dot"]) }
      extend type Query { inventions: [Invention!]! @listLength(min: 4, max: 4) }
      type Invention { name: String! }
      extend enum Colour { PINK }
      """
    #expect(Set(users(try Self.world(extending: extending), "name")) == ["Cid"])
    let world = try Self.world(extending: extending, said: [Self.said("User", "name", .examples(["Eve"]))])
    #expect(Set(users(world, "name")) == ["Eve"])
    #expect(Set(users(world, "nick")).isSubset(of: ["Dot", .null]))
    // A kind replaces examples that were said before.
    let kinds = try Self.world(
      extending: extending, said: [Self.said("User", "name", .fake("slug", options: []))])
    #expect(!users(kinds, "name").contains("Cid"))
    // What the backend has not built yet is served, and told.
    let answer = world.respond(
      to: SourceText(#"{ inventions { name } __type(name: "Colour") { enumValues { name } } }"#))
    #expect(answer["data"]?["inventions"]?.arrayValue?.count == 4)
    #expect(answer["data"]?["__type"]?["enumValues"]?.arrayValue?.count == 4)
  }

  @Test("A faked error is an error of the response, with path and code; the mutation is not made")
  func errors() throws {
    let world = try Self.world()
    #expect(
      world.respond(to: SourceText(#"mutation { b: book(id: 1) }"#)).compactText
        == #"{"errors":[{"message":"No seats left","locations":[{"line":1,"column":12}],"path":["b"],"extensions":{"code":"SOLD_OUT"}}],"data":{"b":null}}"#
    )
  }

  @Test("Null of a field that may not be null goes up to the next that may")
  func propagation() throws {
    let world = try Self.world(
      said: [Self.said("Post", "author", .error(message: "Gone", code: nil, rate: FakeClause.always))])
    let answer = world.respond(to: SourceText("{ user(id: 1) { friend { id } } posts { author { id } } }"))
    #expect(answer["data"] == .null)
    #expect(answer["errors"]?.arrayValue?.first?["message"] == "Gone")
    #expect(answer["errors"]?.arrayValue?.first?["path"]?.compactText == #"["posts",0,"author"]"#)
    #expect(answer["errors"]?.arrayValue?.first?["extensions"] == nil)
  }

  @Test("A rate fails some objects, always the same, whatever is asked before; another seed others")
  func rates() throws {
    func failing(_ seed: UInt64, _ query: String) throws -> [String] {
      let world = try Self.world(seed: seed, said: [Self.said("User", nil, .population(400))]) { $0.errorRate = 20_000 }
      let answer = world.respond(to: SourceText(query))
      for error in answer["errors"]?.arrayValue ?? [] {
        #expect(error["message"] == "Generated error." && error["extensions"]?["code"] == "FAKED_ERROR")
      }
      let failed = Set((answer["errors"]?.arrayValue ?? []).compactMap { $0["path"]?.compactText })
      return failed.filter { $0.hasSuffix("\"email\"]") }.sorted()
    }
    let some = try failing(1, "{ users { email } }")
    #expect((50...110).contains(some.count), "\(some.count) of 400")
    #expect(try failing(1, "{ users { nick email age } }") == some)
    #expect(try failing(2, "{ users { email } }") != some)
  }

  @Test("What may not be null never fails by --error-rate, nor does anything of a payload")
  func spared() throws {
    let world = try Self.world { $0.errorRate = FakeClause.always }
    #expect(world.respond(to: SourceText("{ users { id name colour } __typename }"))["errors"] == nil)
    let payload = try Self.world(
      "type Query { a: Int } type Mutation { make(x: Int): Made! } type Made { ok: Boolean x: Int a: A } type A { id: ID! }"
    ) { $0.errorRate = FakeClause.always }
    #expect(payload.respond(to: SourceText("mutation { make(x: 3) { ok x a { id } } }"))["errors"] == nil)
  }

  @Test("Null rates, of the world and of a field")
  func nulls() throws {
    let world = try Self.world(said: [
      Self.said("User", nil, .population(300)), Self.said("User", "email", .nulls(0)),
      Self.said("User", "nick", .nulls(100)),
    ]) { $0.nullPercent = 50 }
    #expect(!users(world, "email").contains(.null))
    #expect(Set(users(world, "nick")) == [.null])
    let friends = users(world, "code").filter { $0 == .null }.count
    #expect((110...190).contains(friends), "\(friends) of 300")
  }

  @Test("Populations, keys, inverses and counts are as they are said")
  func shapes() throws {
    let world = try Self.world(said: [
      Self.said("User", nil, .population(17)), Self.said("User", nil, .key("nick")),
      Self.said("User", "postsTotal", .counts(nil)), Self.said("Query", "posts", .listLength(min: 40, max: 40)),
    ])
    #expect(users(world, "id").count == 17)
    #expect(world.respond(to: SourceText("{ posts { id } }"))["data"]?["posts"]?.arrayValue?.count == 40)
    #expect(world.explanation.contains("key nick, by a rule"))
    let usual = try Self.world()
    #expect(usual.explanation != world.explanation)
  }

  @Test("Lengths that multiply are bounded, and it is said")
  func bounded() throws {
    let world = try Self.world(said: [
      Self.said("User", nil, .population(1_000)), Self.said("User", "posts", .listLength(min: 200, max: 200)),
    ])
    #expect(world.warnings.count == 1)
    #expect(
      world.warnings.first
        == "The rules ask for 200,000 objects of Post; the limit is 100,000 of a type.")
  }

  @Test("What is said of a key's values is said in vain, and that is said")
  func vain() throws {
    let world = try Self.world(said: [Self.said("User", "id", .examples(["7"]))])
    #expect(
      world.warnings == ["The rule for the values of User.id has no effect: the field identifies the objects."])
  }

  @Test("Rules for what is not there, and rules that do not fit", arguments: misfits)
  func misfit(_ statement: FakeStatement, _ told: String) throws {
    let schema = try SchemaInspection(sdl: SourceText(Self.sdl), ignoring: FakeRules.directiveNames).usable()
    var settings = FakeSettings()
    settings.statements = [statement]
    #expect(FakeRules.read(schema: schema, settings: settings).errors.map(\.description) == [told])
  }

  static let misfits: [(FakeStatement, String)] = [
    (said("Usr", nil, .population(3)), #"unknown type "Usr". Did you mean "User"?"#),
    (said("Usr", "name", .nulls(3)), #"unknown type "Usr". Did you mean "User"?"#),
    (said("User", "nam", .nulls(3)), #"type "User" has no field "nam". Did you mean "name"?"#),
    (said("Code", "x", .nulls(3)), #"type "Code" has no fields."#),
    (
      said("Colour", nil, .population(3)),
      #""Colour" is not an object type: only those have keys, populations and pages."#
    ),
    (
      said("User", nil, .key("nam")),
      #"type "User" has no field "nam", so it cannot be the key. Did you mean "name"?"#
    ),
    (
      said("User", nil, .key("posts")),
      "User.posts cannot be the key: a key is one scalar without required arguments, and this is [Post!]!."
    ),
    (said("User", nil, .population(-1)), "the population of User is -1: expected a number from 0."),
    (
      said("User", nil, .population(1_000_000)),
      "the population of User is 1000000; the limit is 100,000 objects of a type."
    ),
    (said("User", "age", .inverse("posts")), #""said" is set on User.age, which is Int and leads to no objects."#),
    (
      said("Post", "author", .inverse("post")),
      #""said" of Post.author: "User" has no field "post". Did you mean "posts"?"#
    ),
    (said("User", "name", .counts("posts")), #""said" is set on User.name, which is String!, not a number."#),
    (
      said("User", "postsTotal", .counts("post")),
      #""said" of User.postsTotal: "User" has no list "post". Did you mean "posts"?"#
    ),
  ]

  @Test("Another locale is another world; one that is not there is told")
  func locales() throws {
    let sdl = "type Query { users: [User!]! } type User { id: ID! name: String! city: String! }"
    let names = try ["en", "de-AT", "ja_JP.UTF-8"].map { tag in
      try users(Self.world(sdl) { $0.locale = tag }, "name").map(\.compactText)
    }
    #expect(Set(names).count == 3)
    var settings = FakeSettings()
    settings.locale = "tlh"
    let schema = try SchemaInspection(sdl: SourceText("type Query { a: Int }")).usable()
    #expect(
      FakeRules.read(schema: schema, settings: settings).errors.map(\.description)
        == [#"There are no fakes for the locale "tlh". There are: en (English), de (German), ja (Japanese)."#])
  }

  @Test("Each fake type generates values for a String", arguments: FakeKind.names)
  func kinds(_ name: String) throws {
    let world = try Self.world("type Query { a: String! @fake(type: \(name)) b: String! }")
    let answer = world.respond(to: SourceText("{ a }"))
    guard case .string(let text)? = answer["data"]?["a"] else {
      Issue.record("\(name): \(answer.compactText)")
      return
    }
    #expect(!text.isEmpty)
  }

  @Test("An answer takes the same time for the same request, within the range")
  func latency() {
    let latency = FakeLatency(100...300, seed: 1)
    let times = (0..<50).map { latency.milliseconds(operation: "a", variables: "{\"id\":\($0)}") }
    #expect(times.allSatisfy { (100...300).contains($0) })
    #expect(Set(times).count > 20)
    #expect(latency.milliseconds(operation: "a", variables: "{\"id\":0}") == times[0])
    #expect(FakeLatency(100...300, seed: 2).milliseconds(operation: "a", variables: "{\"id\":0}") != times[0])
  }
}
