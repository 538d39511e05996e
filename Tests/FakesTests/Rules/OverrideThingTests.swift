import FakeClauses
import GraphQLLanguage
import OrderedJSON
import Testing

@testable import FakeValues
@testable import Fakes

@Suite("What things are, what is counted, what verbs do besides, and whose parts are, can be said otherwise")
struct OverrideThingTests {
  static let sdl = """
    enum State { OPEN CLOSED }
    type Query {
      nations: [Nation!]! currencies: [Currency!]! users: [User!]! issues: [Issue!]! issue(id: ID!): Issue me: User
      shops: [Shop!]! load: Int!
    }
    type Nation { code: ID! name: String! capital: String tongues: [Tongue!]! }
    type Tongue { code: ID! name: String! }
    type Currency { code: ID! name: String! symbol: String }
    type User { id: ID! name: String! issues: [Issue!]! favourites: [Issue!]! openIssuesCount: Int! weight: Int! stats: Stats! }
    type Stats { issues: Int! }
    type Issue {
      id: ID! state: State! closed: Boolean! closedAt: String @fakeRule(nulls: 0.5) urgent: Boolean! points: Int! note: String
      author: User! likedBy: [User!]!
    }
    type Shop { id: ID! address: Address! }
    type Address { street: String! shop: Shop! floor: Floor! }
    type Floor { number: Int! address: Address! }
    type Mutation {
      prepare(id: ID!): Issue @fakeRule(
        does: "update Issue"
        sets: { Issue: { closed: false, closedAt: null, state: OPEN, points: 5, urgent: false, likedBy: null } }
      )
      closeIssue(id: ID!): Issue
      likeIssue(id: ID!): Issue
      toggleIssue(id: ID!): Issue
      deleteIssue(id: ID!): Issue
    }
    """

  static func world(_ rule: String?) throws -> FakeWorld { try OverrideTests.world(rule, sdl: sdl) }

  @Test("Each rule changes what is answered", arguments: overrides)
  func override(_ override: Override) throws {
    let with = OverrideTests.last(try Self.world(override.rule), override.operations)
    let without = OverrideTests.last(try Self.world(nil), override.operations)
    #expect(override.holds(with), "with: \(with.compactText)")
    #expect(!override.holds(without), "without: \(without.compactText)")
  }

  @Test("What is said is shown with its place", arguments: overrides)
  func shown(_ override: Override) throws {
    let explanation = try Self.world(override.rule).explanation
    #expect(explanation.contains("by a rule: @fakeRule("), "\(explanation)")
    #expect(explanation.contains("(x.fakes.graphqls:1:"))
  }

  @Test(
    "It is explained as it is then",
    arguments: [
      (
        "extend type Nation @fakeRule(real: country)",
        "Nation: \(Atlas.earth.countries.count) objects, key code, the code of a real thing"
      ),
      (
        count("openIssuesCount", "{of: issues, where: {state: [CLOSED], closedAt: [null, x], closed: true}}"),
        "how many of User.issues there are whose state is CLOSED and closedAt is x or null and closed is true"
      ),
      ("extend type Stats { issues: Int! @fakeRule(counts: none) }", "issues  number from 1 to 100"),
      (
        close("{Issue: {closedAt: now, state: CLOSED, points: more}}"),
        "update Issue by id; sets closedAt to the current time, sets state to CLOSED, increases points by one"
      ),
      ("extend type Address { shop: Shop! @fakeRule(owner: false) }", "one Shop\n"),
      ("extend type Floor { address: Address! @fakeRule(owner: true) }", "the Address that it belongs to"),
    ])
  func explained(_ rule: String, _ line: String) throws {
    #expect(!(try Self.world(nil).explanation.contains(line)))
    let explanation = try Self.world(rule).explanation
    #expect(explanation.contains(line), "\(explanation)")
  }

  @Test("endpoint.yaml says the same")
  func settings() throws {
    func said(_ type: String, _ field: String?, _ clause: FakeClause) -> FakeStatement {
      FakeStatement(type: type, field: field, clause, called: "\"x\"", at: nil)
    }
    let pairs: [(String, FakeStatement)] = [
      ("extend type Nation @fakeRule(real: country)", said("Nation", nil, .real("country"))),
      ("extend type Currency @fakeRule(real: none)", said("Currency", nil, .real(nil))),
      (
        Self.count("weight", "{of: issues, where: {state: [OPEN, CLOSED], closed: false}}"),
        said(
          "User", "weight",
          .counts("issues", where: [.init("state", ["OPEN", "CLOSED"]), .init("closed", .bool(false))]))
      ),
      (
        Self.close("{Issue: {closed: false, closedAt: now, urgent: turned}}"),
        said(
          "Mutation", "closeIssue",
          .sets([
            .init(type: "Issue", field: "closed", value: .bool(false)),
            .init(type: "Issue", field: "closedAt", value: "now"),
            .init(type: "Issue", field: "urgent", value: "turned"),
          ]))
      ),
      ("extend type Address { shop: Shop! @fakeRule(owner: false) }", said("Address", "shop", .owner(false))),
    ]
    func lines(_ world: FakeWorld) -> [Substring] {
      world.explanation.split(separator: "\n").filter { !$0.contains("by a rule: ") }
    }
    let plain = lines(try Self.world(nil))
    for (directive, statement) in pairs {
      let world = try FakeRulesTests.world(Self.sdl, said: [statement])
      #expect(lines(world) == lines(try Self.world(directive)), "\(directive)")
      #expect(lines(world) != plain, "\(directive)")
    }
  }

  @Test(
    "What is right and changes nothing is told",
    arguments: [
      (
        "extend type Stats @fakeRule(real: country)",
        "Stats is declared as a real country, which has no effect: it has no known field of one, such as code or name."
      ),
      (
        "extend type User { n: Int @fakeRule(counts: likedBy) }",
        "The rule that User.n counts likedBy has no effect: the field is not part of an object with that list."
      ),
      (
        "extend type Mutation { deleteIssue: Issue @fakeRule(sets: {Issue: {closed: true}}) }",
        "The additional rules of Mutation.deleteIssue have no effect: it updates no objects. Add \"does: update Issue\"."
      ),
      (
        close("{Issue: {id: 3}}"), "The rule that Mutation.closeIssue sets Issue.id has no effect: keys never change."
      ),
      (
        close("{Nation: {capital: x}}"),
        "The rule that Mutation.closeIssue sets Nation.capital has no effect: it is about Issue."
      ),
      (
        "extend type User { me: User @fakeRule(owner: true) }",
        "User.me is declared as the owner of User, which has no effect: its objects are not parts."
      ),
      (
        "extend type Floor { user: User @fakeRule(owner: true) }",
        "Floor.user is declared as the owner of Floor, which has no effect: no User has it as a part."
      ),
    ])
  func vain(_ rule: String, _ told: String) throws {
    #expect(try Self.world(rule).warnings == [told])
  }

  private static func count(_ field: String, _ rule: String) -> String {
    "extend type User { \(field): Int! @fakeRule(counts: \(rule)) }"
  }
  private static func close(_ rule: String) -> String {
    "extend type Mutation { closeIssue: Issue @fakeRule(sets: \(rule)) }"
  }

  static let overrides: [Override] = things + counts + verbs + parts

  static let things: [Override] = [
    .init("a country", "extend type Nation @fakeRule(real: country)", "{ nations { code name capital } }") {
      $0["nations"]?.arrayValue?.contains(.object(["code": "FR", "name": "France", "capital": "Paris"])) ?? false
    },
    .init(
      "a country with a key of another name", "extend type Nation @fakeRule(real: country, key: name)",
      "{ nations { name capital } }"
    ) { $0["nations"]?.arrayValue?.contains(.object(["name": "FR", "capital": "Paris"])) ?? false },
    .init(
      "what belongs together",
      "extend type Nation @fakeRule(real: country) extend type Tongue @fakeRule(real: language)",
      "{ nations { code tongues { name } } }"
    ) {
      $0["nations"]?.arrayValue?.first { $0["code"] == "FR" }?["tongues"]?.compactText == #"[{"name":"French"}]"#
    },
    .init("no currency", "extend type Currency @fakeRule(real: none)", "{ currencies { code name symbol } }") {
      $0["currencies"]?.arrayValue?.allSatisfy { Atlas.earth.currency($0["code"]?.stringValue ?? "") == nil } ?? false
    },
  ]

  private static func counted(_ data: JSON, _ field: String, _ isCounted: (JSON) -> Bool) -> Bool {
    let users = data["users"]?.arrayValue ?? []
    return users.contains { $0[field]?.intValue ?? 0 > 0 }
      && users.allSatisfy { $0[field]?.intValue == $0["issues"]?.arrayValue?.count(where: isCounted) }
  }

  static let counts: [Override] = [
    .init(
      "of others", count("openIssuesCount", "{of: issues, where: {state: CLOSED}}"),
      "{ users { openIssuesCount issues { state } } }"
    ) { counted($0, "openIssuesCount") { $0["state"] == "CLOSED" } },
    .init(
      "of two fields", count("weight", "{of: issues, where: {state: OPEN, urgent: false}}"),
      "{ users { weight issues { state urgent } } }"
    ) { counted($0, "weight") { $0["state"] == "OPEN" && $0["urgent"] == false } },
    .init(
      "of several values", count("weight", "{of: issues, where: {state: [OPEN, CLOSED]}}"),
      "{ users { weight issues { state } } }"
    ) { counted($0, "weight") { _ in true } },
    .init(
      "of null", count("weight", "{of: issues, where: {closedAt: null}}"), "{ users { weight issues { closedAt } } }"
    ) { counted($0, "weight") { $0["closedAt"] == .null } },
    .init(
      "of all", count("openIssuesCount", "issues"), "{ users { openIssuesCount issues { id } } }"
    ) { counted($0, "openIssuesCount") { _ in true } },
    .init(
      "at the root",
      "extend type Query { load: Int! @fakeRule(counts: {of: issues, where: {state: OPEN}}) }",
      "{ load issues { state } }"
    ) { $0["load"]?.intValue == $0["issues"]?.arrayValue?.count { $0["state"] == "OPEN" } },
    .init(
      "of the object around a part",
      "extend type Stats { issues: Int! @fakeRule(counts: {of: issues, where: {urgent: true}}) }",
      "{ users { stats { issues } issues { urgent } } }"
    ) { data in
      data["users"]?.arrayValue?.allSatisfy { user in
        user["stats"]?["issues"]?.intValue == user["issues"]?.arrayValue?.count { $0["urgent"] == true }
      } ?? false
    },
    .init(
      "of nothing, in a part", "extend type Stats { issues: Int! @fakeRule(counts: none) }",
      "{ users { stats { issues } issues { id } } }"
    ) { data in
      !(data["users"]?.arrayValue?.allSatisfy { $0["stats"]?["issues"]?.intValue == $0["issues"]?.arrayValue?.count }
        ?? true)
    },
  ]

  private static func verb(
    _ name: String, _ rule: String, of mutation: String = "closeIssue", shows: String = "closed state points urgent",
    holds: @escaping @Sendable (JSON) -> Bool
  ) -> Override {
    .init(
      name, "extend type Mutation { \(mutation): Issue @fakeRule(sets: \(rule)) }",
      "mutation { prepare(id: 2) { id } }", "mutation { \(mutation)(id: 2) { id } }",
      "{ issue(id: 2) { \(shows) } me { favourites { id } } }"
    ) { holds($0["issue"] ?? .null) }
  }

  static let verbs: [Override] = [
    verb("several", "{Issue: {closed: true, state: CLOSED}}") {
      $0.compactText == #"{"closed":true,"state":"CLOSED","points":5,"urgent":false}"#
    },
    verb("one more", "{Issue: {points: more}}") { $0["points"] == 6 && $0["closed"] == false },
    verb("one less", "{Issue: {points: less}}") { $0["points"] == 4 },
    verb("a value", #"{Issue: {note: "Done"}}"#, shows: "note") { $0["note"] == "Done" },
    verb("the moment", "{Issue: {note: now, closedAt: now}}", shows: "note closedAt") {
      $0["note"] != .null && $0["note"] == $0["closedAt"]
    },
    verb("turned", "{Issue: {urgent: turned}}") { $0["urgent"] == true },
    verb("who asks joins", "{Issue: {likedBy: joins}}", shows: "likedBy { id }") {
      $0["likedBy"]?.arrayValue?.count == 1
    },
    verb("of another object", #"{User: {name: "Zoe"}}"#, shows: "author { name }") { $0["author"]?["name"] == "Zoe" },
    .init(
      "into a list of who asks", close("{User: {favourites: joins}}"), "mutation { closeIssue(id: 777) { id } }",
      "{ issue(id: 777) { id } }", "mutation { closeIssue(id: 777) { id } }", "{ me { favourites { id } } }"
    ) { $0["me"]?["favourites"]?.arrayValue?.contains(.object(["id": "777"])) ?? false },
  ]

  static let parts: [Override] = [
    .init(
      "of no object", "extend type Address { shop: Shop! @fakeRule(owner: false) }",
      "{ shops { id address { shop { id } } } }"
    ) { $0["shops"]?.arrayValue?.contains { $0["id"] != $0["address"]?["shop"]?["id"] } ?? false },
    .init(
      "of a part", "extend type Floor { address: Address! @fakeRule(owner: true) }",
      "{ shops { address { street floor { address { street } } } } }"
    ) {
      $0["shops"]?.arrayValue?.allSatisfy { shop in
        shop["address"]?["street"] == shop["address"]?["floor"]?["address"]?["street"]
      } ?? false
    },
  ]
}
