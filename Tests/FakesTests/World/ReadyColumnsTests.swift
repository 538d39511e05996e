import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Values that are kept ready")
struct ReadyColumnsTests {
  static let sdl = """
    directive @listLength(min: Int!, max: Int!) on FIELD_DEFINITION
    enum Role { ADMIN GUEST }
    type Query { people: [Person!]! @listLength(min: 100, max: 100) person(id: ID!): Person }
    type Person {
      id: ID! name: String! nick: String age: Int! score: Float email(kind: Role): String! role: Role! avatarUrl: String
      tags: [String!]! friend: Person address: Address
    }
    type Address { city: String! }
    type Mutation { updatePerson(id: ID!, name: String, age: Int): Person deletePerson(id: ID!): Boolean }
    """
  static let fields =
    "__typename id name alias: nick age score email(kind: ADMIN) role avatarUrl tags friend { id name } address { city }"

  private func world() throws -> FakeWorld {
    let schema = try Schema(sdl: SourceText(Self.sdl))
    return FakeWorld(
      schema: schema, seed: 5, endpoint: "e", rules: FakeRules.read(schema: schema, texts: [SourceText(Self.sdl)]).rules
    )
  }

  @Test("are those that each object has by itself, whoever is asked for first")
  func same() throws {
    let list = try world().respond(to: SourceText("{ people { \(Self.fields) } }"))["data"]?["people"]?.arrayValue
    let people = try #require(list)
    #expect(people.count == 100)
    // Another world, in which nobody but this one was ever asked for.
    for person in [people[0], people[16], people[17], people[50], people[99]] {
      let id = try #require(person["id"]?.stringValue)
      let alone = try world().respond(to: SourceText("{ person(id: \"\(id)\") { \(Self.fields) } }"))
      #expect(alone["data"]?["person"] == person)
    }
    #expect(Set(people.map { $0["name"]?.stringValue }).count > 50)
    #expect(people.contains { $0["alias"] == .null } && people.contains { $0["alias"] != .null })
  }

  @Test("do not hide what a session has changed, and nobody else sees it")
  func changed() throws {
    let world = try world()
    let query = SourceText("{ people { id name age } }")
    var session = world.session()
    let before = session.respond(to: query)
    _ = session.respond(
      to: SourceText(#"mutation { updatePerson(id: "60", name: "Zoë") { id } deletePerson(id: "2") }"#))
    let after = try #require(session.respond(to: query)["data"]?["people"]?.arrayValue)
    #expect(after.count == 99)
    #expect(after.first { $0["id"] == .string("60") }?["name"] == .string("Zoë"))
    #expect(!after.contains { $0["id"] == .string("2") })
    #expect(world.respond(to: query) == before)
  }

  @Test("keep the order and the names of the response")
  func order() throws {
    let world = try world()
    let text = world.respond(to: SourceText("{ people { b: age a: id __typename friend { id } c: age } }"))
    for person in text["data"]?["people"]?.arrayValue ?? [] {
      #expect(person.objectValue?.members.map(\.name) == ["b", "a", "__typename", "friend", "c"])
      #expect(person["b"] == person["c"])
    }
  }
}
