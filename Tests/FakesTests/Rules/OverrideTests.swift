import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

/// A rule that says otherwise than what is inferred, and what is different with it.
struct Override: Sendable, CustomStringConvertible {
  let name: String
  /// What extends the schema.
  let rule: String
  /// Sent in one session, in order; the last answer counts.
  let operations: [String]
  /// What holds of the last answer's data with the rule, and not without it.
  let holds: @Sendable (JSON) -> Bool

  init(_ name: String, _ rule: String, _ operations: String..., holds: @escaping @Sendable (JSON) -> Bool) {
    self.name = name
    self.rule = rule
    self.operations = operations
    self.holds = holds
  }

  var description: String { name }
}

@Suite("What is inferred can be said otherwise")
struct OverrideTests {
  /// Names that say nothing to anybody who reads English only, and a few that are misread.
  static let sdl = """
    enum Feld { NAME ALTER }
    input Such { stadt: String }
    input Seite { anzahl: Int ab: Int }
    type Query {
      leute(anzahl: Int, ab: Int, bis: String, jahre: Int, nach: Feld, wie: String, such: Such, seite: Seite): [Person!]!
      first(first: Int, name: String): [Person!]!
      me: Person
      ich: Person
      wer(zeichen: String!): Person
      person(id: ID!): Person
      manche(zeichen: [ID!]!): [Person]!
      blatt(anzahl: Int, nach: String): Blatt!
      kette(anzahl: Int): Kette!
      ergebnis: Results!
    }
    type Person { id: ID! kurz: String! name: String! alter: Int! stadt: String! freunde: [Person!]! hund: Hund bucht: [Hund!]! hundeZahl: Int! }
    type Hund { id: ID! name: String! brav: Boolean! gebucht: Boolean! halter: ID! besitzer: Person }
    type Blatt { inhalt: [Person!]! zweites: [Hund!]! info: Stand! }
    type Stand { alle: Int! mehr: Boolean! zeiger: String }
    type Kette { kanten: [Kante!]! anzahl: Int! }
    type Kante { zeiger: String! ding: Person! }
    type Results { results: [Person!]! total: Int! }
    type Mutation {
      mache(name: String!, von: ID): Hund
      aendere(wer: ID!, neu: String!): Person
      archiviere(wer: String!, alter: Int!): Person
      weg(wer: ID!): Person
      deletePerson(id: ID!): Person
      dazu(a: ID!, b: ID!): Person
      davon(a: ID!, b: ID!): Person
      mir(b: ID!): Person
      dreh(wer: ID!): Hund
      brav(wer: ID!): Hund
      werde(email: String!, id: ID): Person
      tschuess: Boolean
    }
    type Subscription { neues: Hund personUpdated: Person zahl: Int! }
    """

  static func world(_ rule: String?, sdl: String = sdl) throws -> FakeWorld {
    try FakeRulesTests.world(sdl, extending: rule)
  }

  static func last(_ world: FakeWorld, _ operations: [String]) -> JSON {
    var session = world.session()
    var answer = JSON.null
    for operation in operations { answer = session.respond(to: SourceText(operation)) }
    return answer["data"] ?? .null
  }

  @Test("Each rule changes what is answered", arguments: overrides)
  func override(_ override: Override) throws {
    let with = Self.last(try Self.world(override.rule), override.operations)
    let without = Self.last(try Self.world(nil), override.operations)
    #expect(override.holds(with), "with: \(with.compactText)")
    #expect(!override.holds(without), "without: \(without.compactText)")
  }

  @Test("What is said is shown with its place", arguments: overrides)
  func shown(_ override: Override) throws {
    let explanation = try Self.world(override.rule).explanation
    #expect(explanation != (try Self.world(nil).explanation))
    #expect(explanation.contains("by a rule: @fakeRule("), "\(explanation)")
    #expect(explanation.contains("(x.fakes.graphqls:1:"))
  }

  @Test(
    "What is right and changes nothing is told",
    arguments: [
      (
        #"extend type Query { stand: Stand @fakeRule(viewer: true) }"#,
        "Query.stand is declared as the viewer, which has no effect: Stand has no objects of its own. Add its key or its population."
      ),
      (
        mutation("weg", "Person", #"does: "delete Stand""#),
        "The rule for Mutation.weg has no effect: Stand has no objects of its own. Add its key or its population."
      ),
      (
        mutation("tschuess", "Boolean", #"does: "add Hund.besitzer""#),
        "The rule for Mutation.tschuess has no effect: no argument selects the objects. Declare one under \"arguments\"."
      ),
    ])
  func vain(_ rule: String, _ told: String) throws {
    #expect(try Self.world(rule).warnings == [told])
  }

  private static func names(_ json: JSON?) -> [String] {
    json?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
  }
  private static func list(_ rule: String) -> String {
    "extend type Query { leute: [Person!]! @fakeRule(\(rule)) }"
  }
  private static func mutation(_ field: String, _ type: String, _ rule: String) -> String {
    "extend type Mutation { \(field): \(type) @fakeRule(\(rule)) }"
  }

  static let overrides: [Override] = arguments + pages + lookups + mutations

  // MARK: Arguments

  static let arguments: [Override] = [
    .init("size", list("arguments: {anzahl: first}"), "{ leute(anzahl: 2) { name } }") {
      names($0["leute"]).count == 2
    },
    .init("offset", list("arguments: {ab: offset}"), "{ a: leute { name } b: leute(ab: 2) { name } }") {
      Array(names($0["a"]).dropFirst(2)) == names($0["b"])
    },
    .init("page", list("arguments: {ab: page}, pageSize: 3"), "{ a: leute { name } b: leute(ab: 2) { name } }") {
      names($0["a"]).count == 3 && Set(names($0["b"])).isDisjoint(with: names($0["a"]))
    },
    .init("field", list(#"arguments: {jahre: "Person.alter gte"}"#), "{ leute(jahre: 1000000) { name } }") {
      names($0["leute"]).isEmpty
    },
    .init("equality", list(#"arguments: {bis: "Person.name"}"#), #"{ leute(bis: "nobody") { name } }"#) {
      names($0["leute"]).isEmpty
    },
    .init("order", list("arguments: {nach: order}"), "{ a: leute { name } b: leute(nach: NAME) { name } }") {
      names($0["b"]) == names($0["a"]).sorted() && names($0["b"]) != names($0["a"])
    },
    .init(
      "search", list("arguments: {wie: search}"), "{ a: leute { name } b: leute(wie: \"nobody has this\") { name } }"
    ) {
      names($0["a"]).count > names($0["b"]).count
    },
    .init("no filter", list("arguments: {such: none}"), #"{ leute(such: {stadt: "nowhere"}) { name } }"#) {
      !names($0["leute"]).isEmpty
    },
    .init("inside", list("arguments: {seite: {anzahl: first}}"), "{ leute(seite: {anzahl: 2}) { name } }") {
      names($0["leute"]).count == 2
    },
    .init(
      "neither", "extend type Query { first: [Person!]! @fakeRule(arguments: {first: none, name: none}) }",
      #"{ first(first: 1, name: "x") { name } }"#
    ) { names($0["first"]).count > 1 },
    .init("page size", list("pageSize: 4"), "{ leute { name } }") { names($0["leute"]).count == 4 },
    .init(
      "page size of a page", "extend type Query { ergebnis: Results! @fakeRule(pageSize: 4) }",
      "{ ergebnis { total results { name } } }"
    ) { names($0["ergebnis"]?["results"]).count == 4 && $0["ergebnis"]?["total"]?.intValue ?? 0 > 4 },
  ]

  // MARK: Pages

  static let pages: [Override] = [
    .init(
      "page",
      #"extend type Blatt @fakeRule(page: {items: "inhalt", total: "info.alle", hasMore: "info.mehr", cursor: "info.zeiger"}) extend type Query { blatt: Blatt! @fakeRule(arguments: {anzahl: first, nach: after}) }"#,
      "{ a: blatt { info { alle mehr } inhalt { name } } b: blatt(anzahl: 2) { info { alle mehr zeiger } inhalt { name } } }"
    ) {
      let whole = names($0["a"]?["inhalt"])
      return $0["a"]?["info"]?.compactText == #"{"alle":\#(whole.count),"mehr":false}"# && whole.count > 2
        && names($0["b"]?["inhalt"]) == Array(whole.prefix(2)) && $0["b"]?["info"]?["mehr"] == true
        && $0["b"]?["info"]?["alle"]?.intValue == whole.count
    },
    .init(
      "edges",
      #"extend type Kette @fakeRule(page: {edges: "kanten", node: "ding", edgeCursor: "zeiger", total: "anzahl"}) extend type Query { kette: Kette! @fakeRule(arguments: {anzahl: first}) }"#,
      "{ kette(anzahl: 2) { anzahl kanten { zeiger ding { name } } } first { name } }"
    ) { data in
      let edges = data["kette"]?["kanten"]?.arrayValue ?? []
      return edges.compactMap { $0["ding"]?["name"]?.stringValue } == Array(names(data["first"]).prefix(2))
        && data["kette"]?["anzahl"]?.intValue == names(data["first"]).count
    },
    .init(
      "no page", "extend type Results @fakeRule(page: none)", "{ ergebnis { total results { name } } first { name } }"
    ) { $0["ergebnis"]?["total"]?.intValue != names($0["first"]).count },
  ]

  // MARK: Lookups and who asks

  static let lookups: [Override] = [
    .init(
      "by a field", #"extend type Query { wer: Person @fakeRule(arguments: {zeichen: "Person.kurz"}) }"#,
      #"{ wer(zeichen: "abc") { kurz } }"#
    ) { $0["wer"]?["kurz"] == "abc" },
    .init(
      "by the key", #"extend type Query { wer: Person @fakeRule(arguments: {zeichen: "Person.id"}) }"#,
      #"{ wer(zeichen: "2") { id name } person(id: 2) { id name } }"#
    ) { $0["wer"] == $0["person"] },
    .init(
      "by nothing", "extend type Query { person: Person @fakeRule(arguments: {id: none}) }",
      #"{ a: person(id: 2) { id } b: person(id: 3) { id } }"#
    ) { $0["a"] == $0["b"] },
    .init(
      "many", #"extend type Query { manche: [Person]! @fakeRule(arguments: {zeichen: "Person.id"}) }"#,
      "{ manche(zeichen: [2, 1]) { id } }"
    ) { $0["manche"]?.compactText == #"[{"id":"2"},{"id":"1"}]"# },
    .init(
      "viewer",
      "extend type Query { ich: Person @fakeRule(viewer: true) me: Person @fakeRule(viewer: false) }"
        + mutation("werde", "Person", #"does: "login Person""#),
      #"mutation { werde(email: "x@y.z", id: 6) { id } }"#, "{ ich { id } me { id } }"
    ) { $0["ich"]?["id"] == "6" && $0["me"]?["id"] != "6" },
    .init(
      "value of a link", #"extend type Hund { halter: ID! @fakeRule(follows: "besitzer") }"#,
      "{ me { bucht { halter besitzer { id } } } leute { hund { halter besitzer { id } } } }"
    ) { data in
      let dogs =
        data["leute"]?.arrayValue?.compactMap { $0["hund"] }.filter { $0["besitzer"] != .null && $0 != .null } ?? []
      return !dogs.isEmpty && dogs.allSatisfy { $0["halter"] == $0["besitzer"]?["id"] }
    },
    .init(
      "in the viewer's list", #"extend type Hund { gebucht: Boolean! @fakeRule(follows: "Person.bucht") }"#,
      "{ me { bucht { gebucht } } }"
    ) { data in data["me"]?["bucht"]?.arrayValue?.allSatisfy { $0["gebucht"] == true } ?? false },
  ]

  // MARK: Mutations

  static let mutations: [Override] = [
    .init(
      "create", mutation("mache", "Hund", #"does: "create Hund", arguments: {von: "Hund.besitzer"}"#),
      #"mutation { mache(name: "Rex", von: 2) { name besitzer { id } } }"#
    ) { $0["mache"]?.compactText == #"{"name":"Rex","besitzer":{"id":"2"}}"# },
    .init(
      "update",
      mutation("aendere", "Person", #"does: "update Person", arguments: {wer: "Person.id", neu: "Person.name"}"#),
      #"mutation { aendere(wer: 2, neu: "Zoe") { id } }"#, "{ person(id: 2) { name } }"
    ) { $0["person"]?["name"] == "Zoe" },
    .init(
      "update by another field",
      mutation(
        "archiviere", "Person", #"does: "update Person", arguments: {wer: "by Person.name", alter: "Person.alter"}"#)
        + mutation("aendere", "Person", #"does: "update Person", arguments: {wer: "Person.id", neu: "Person.name"}"#),
      #"mutation { aendere(wer: 2, neu: "Zoe") { id } }"#, #"mutation { archiviere(wer: "Zoe", alter: 7) { id } }"#,
      "{ person(id: 2) { alter } }"
    ) { $0["person"]?["alter"] == 7 },
    .init(
      "delete", mutation("weg", "Person", #"does: "delete Person", arguments: {wer: "Person.id"}"#),
      #"mutation { weg(wer: 2) { id } }"#, "{ person(id: 2) { id } }"
    ) { $0["person"] == .null },
    .init(
      "upsert", mutation("mache", "Hund", #"does: "upsert Hund", arguments: {von: "Hund.id"}"#),
      #"mutation { mache(name: "Rex", von: 9) { name } }"#, #"mutation { mache(name: "Max", von: 9) { id name } }"#
    ) { $0["mache"]?.compactText == #"{"id":"9","name":"Max"}"# },
    .init(
      "nothing", mutation("deletePerson", "Person", "does: none"), "mutation { deletePerson(id: 2) { id } }",
      "{ person(id: 2) { id } }"
    ) { $0["person"]?["id"] == "2" },
    .init(
      "add",
      mutation("dazu", "Person", #"does: "add Person.bucht", arguments: {a: "Person.id", b: "Hund.id"}"#),
      #"mutation { dazu(a: 2, b: 777) { id } }"#, "{ person(id: 2) { bucht { id } } }"
    ) { $0["person"]?["bucht"]?.arrayValue?.contains { $0["id"] == "777" } ?? false },
    .init(
      "remove",
      mutation("davon", "Person", #"does: "remove Person.bucht", arguments: {a: "Person.id", b: "Hund.id"}"#)
        + mutation("dazu", "Person", #"does: "connect Person.bucht", arguments: {a: "Person.id", b: "Hund.id"}"#),
      #"mutation { dazu(a: 2, b: 777) { id } dazu2: dazu(a: 2, b: 778) { id } }"#,
      #"mutation { davon(a: 2, b: 777) { id } }"#,
      "{ person(id: 2) { bucht { id } } }"
    ) { data in
      let ids = data["person"]?["bucht"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
      return !ids.contains("777") && ids.contains("778")
    },
    .init(
      "of whoever asks", mutation("mir", "Person", #"does: "set Person.hund", arguments: {b: "Hund.id"}"#),
      #"mutation { mir(b: 777) { id } }"#, "{ me { hund { id } } }"
    ) { $0["me"]?["hund"]?["id"] == "777" },
    .init(
      "toggle",
      mutation("dreh", "Hund", #"does: "toggle Hund.brav", arguments: {wer: "Hund.id"}"#)
        + mutation("brav", "Hund", #"does: "set Hund.brav", arguments: {wer: "Hund.id"}"#)
        + mutation("mache", "Hund", #"does: "create Hund", arguments: {von: "Hund.id"}"#),
      #"mutation { mache(name: "Rex", von: 909) { id } }"#, "mutation { brav(wer: 909) { id } }",
      "mutation { dreh(wer: 909) { name brav } }"
    ) { $0["dreh"]?.compactText == #"{"name":"Rex","brav":false}"# },
    .init(
      "login", mutation("werde", "Person", #"does: "login Person""#),
      #"mutation { werde(email: "x@y.z", id: 6) { id } }"#, "{ me { id } }"
    ) { $0["me"]?["id"] == "6" },
    .init(
      "logout", mutation("tschuess", "Boolean", "does: logout"), "mutation { tschuess }", "{ me { id } }"
    ) { $0["me"] == .null },
  ]
}

@Suite("What subscriptions tell of can be said")
struct EventOverrideTests {
  private func events(_ rule: String, _ subscription: String, _ mutation: String) throws -> [String] {
    let world = try OverrideTests.world(
      #"""
      extend type Mutation {
        aendere: Person @fakeRule(does: "update Person", arguments: {wer: "Person.id", neu: "Person.name"})
        mache: Hund @fakeRule(does: "create Hund")
        mir: Person @fakeRule(does: "add Person.bucht", arguments: {b: "Hund.id"})
      } \#(rule)
      """#)
    var session = world.session()
    let source = SourceText(subscription)
    guard case .stream(let stream) = session.subscribe(try parse(source), source: source) else { return ["refused"] }
    let before = session
    _ = session.respond(to: SourceText(mutation))
    return stream.responses(before: before, after: session).map { $0.response.compactText }
  }

  @Test("a type, the kinds of events, a list of whoever asks, nothing")
  func tells() throws {
    func rule(_ field: String, _ said: String) -> String {
      "extend type Subscription { \(field) @fakeRule(tells: \"\(said)\") }"
    }
    let make = #"mutation { mache(name: "Rex") { id } }"#
    let change = #"mutation { aendere(wer: 2, neu: "Zoe") { id } }"#
    let person = "subscription { personUpdated { name } }"
    #expect(try events("", person, change) == [#"{"data":{"personUpdated":{"name":"Zoe"}}}"#])
    #expect(try events(rule("personUpdated: Person", "none"), person, change) == [])
    #expect(try events(rule("personUpdated: Person", "created or deleted Person"), person, change) == [])
    let dog = "subscription { neues { name } }"
    #expect(try events(rule("neues: Hund", "updated Hund"), dog, make) == [])
    #expect(try events(rule("neues: Hund", "created Hund"), dog, make) == [#"{"data":{"neues":{"name":"Rex"}}}"#])
    let count = "subscription { zahl }"
    let add = "mutation { mir(b: 777) { id } }"
    #expect(try events("", count, add) == [])
    #expect(try events(rule("zahl: Int!", "Person.bucht"), count, add) == [#"{"data":{"zahl":1}}"#])
  }
}
