import FakeClauses
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite("The section fakes of endpoint.yaml")
struct FakeConfigurationTests {
  private func fakes(_ text: String) throws -> FakeConfiguration {
    try EndpointConfiguration(yaml: Array(text.utf8), path: "e.yaml").fakes
  }

  @Test func `everything that can be said`() throws {
    let read = try fakes(
      """
      fakes:
        locale: de
        nulls: 10%
        errors: 0.005
        types:
          Launch: { key: id, population: 110 }
          Trip: { key: none }
        fields:
          Launch.site: { examples: ["KSC LC 39A", "12", 12, true, null] }
          User.email: { fake: email }
          User.age: { fake: number, options: { minNumber: 18 } }
          Post.author: { inverse: posts }
          User.friends: { inverse: none, listLength: 3 }
          User.postsTotal: { counts: posts }
          Query.launches: { listLength: 20-30, nulls: 0% }
          Mutation.bookTrips: { error: { message: "No seats left", code: SOLD_OUT, rate: 20% } }
          Mutation.login: { error: {} }
      """)
    #expect(read.locale == .init(value: "de", place: .init(line: 2, column: 11)))
    #expect(read.nullPercent == 10)
    #expect(read.errorRate == 500)
    #expect(
      read.rules.map { "\($0.type).\($0.field ?? "-") \($0.key)" } == [
        "Launch.- key", "Launch.- population", "Trip.- key", "Launch.site examples", "User.email fake", "User.age fake",
        "Post.author inverse", "User.friends inverse", "User.friends listLength", "User.postsTotal counts",
        "Query.launches listLength", "Query.launches nulls", "Mutation.bookTrips error", "Mutation.login error",
      ])
    #expect(
      read.rules.map(\.clause) == [
        .key("id"), .population(110), .key(nil), .examples(["KSC LC 39A", "12", .int(12), .bool(true), .null]),
        .fake("email", options: []), .fake("number", options: [.init("minNumber", .int(18))]), .inverse("posts"),
        .inverse(nil), .listLength(min: 3, max: 3), .counts("posts"), .listLength(min: 20, max: 30), .nulls(0),
        .error(message: "No seats left", code: "SOLD_OUT", rate: 20_000),
        .error(message: nil, code: nil, rate: 100_000),
      ])
    #expect(read.rules[3].place == .init(line: 9, column: 30))
    #expect(read.rules[3].subjectPlace == .init(line: 9, column: 5))
  }

  @Test func `what is said against what is inferred`() throws {
    let read = try fakes(
      """
      fakes:
        types:
          Feed: { page: { items: entries, hasMore: state.more } }
          Results: { page: none }
          Nation: { real: country }
          Currency: { real: none }
        fields:
          Query.people:
            pageSize: 20
            arguments: { take: first, ref: User.email, where: { age: User.age gte, mine: none } }
          Query.account: { viewer: true }
          Mutation.publish: { does: update Post }
          Subscription.news: { tells: created Post }
          Post.writer: { follows: author }
          Post.code: { follows: none }
          User.openPosts: { counts: { of: posts, where: { state: [OPEN, DRAFT], flagged: false, closedAt: null } } }
          Mutation.archive: { sets: { Post: { archived: true, archivedAt: now, shares: 1 }, User: { drafts: joins } } }
          State.country: { owner: false }
      """)
    #expect(
      read.rules.map(\.clause) == [
        .page([.init("items", "entries"), .init("hasMore", "state.more")]), .page(nil),
        .real("country"), .real(nil), .pageSize(20), .argument(path: ["take"], is: "first"),
        .argument(path: ["ref"], is: "User.email"),
        .argument(path: ["where", "age"], is: "User.age gte"), .argument(path: ["where", "mine"], is: "none"),
        .viewer(true), .does("update Post"), .tells("created Post"), .follows("author"), .follows(nil),
        .counts(
          "posts",
          where: [.init("state", ["OPEN", "DRAFT"]), .init("flagged", .bool(false)), .init("closedAt", .null)]),
        .sets([
          .init(type: "Post", field: "archived", value: .bool(true)),
          .init(type: "Post", field: "archivedAt", value: "now"), .init(type: "Post", field: "shares", value: .int(1)),
          .init(type: "User", field: "drafts", value: "joins"),
        ]), .owner(false),
      ])
    // Of an argument it is the place of its name.
    #expect(read.rules[5].place == .init(line: 10, column: 20))
    #expect(read.rules[7].place == .init(line: 10, column: 59))
  }

  static let errors: [(text: String, error: String)] = [
    ("fakes: de", "1:8: \"fakes\" is a single value: expected keys and values such as `locale: de`."),
    (
      "fakes: { local: de }",
      #"1:10: unknown key "local": expected "locale", "nulls", "errors", "types", "fields", "fixtures", "population", "viewer" or "now". Did you mean "locale"?"#
    ),
    (
      "fakes: { nulls: 110% }",
      #"1:17: "nulls" is "110%": expected a whole percentage such as 10%, or a fraction such as 0.1, from 0 to 1."#
    ),
    (
      "fakes: { nulls: 0.5% }",
      #"1:17: "nulls" is "0.5%": expected a whole percentage such as 10%, or a fraction such as 0.1, from 0 to 1."#
    ),
    (
      "fakes: { errors: -1 }",
      #"1:18: "errors" is "-1": expected a percentage such as 5%, or a fraction such as 0.05, from 0 to 1."#
    ),
    (
      "fakes: { types: { Launch: { populatoin: 3 } } }",
      #"1:29: unknown key "populatoin": expected "key", "population", "page" or "real". Did you mean "population"?"#
    ),
    (
      "fakes: { types: { Launch: { population: many } } }",
      #"1:41: "population" of "Launch" is "many": expected a whole number such as 110."#
    ),
    (
      "fakes: { fields: { email: { fake: email } } }",
      #"1:20: "email" is not a field: expected a type and a field, such as User.email."#
    ),
    (
      "fakes: { fields: { User.email: { fakr: email } } }",
      #"1:34: unknown key "fakr": expected "fake", "options", "examples", "listLength", "nulls", "error", "inverse", "counts", "arguments", "pageSize", "viewer", "does", "sets", "tells", "follows" or "owner". Did you mean "fake"?"#
    ),
    (
      "fakes: { fields: { User.email: { options: { a: 1 } } } }",
      #"1:34: "options" needs "fake": add it."#
    ),
    (
      "fakes: { fields: { User.posts: { listLength: few } } }",
      #"1:46: "listLength" of "User.posts" is "few": expected a length such as 20, or a range such as 20-30."#
    ),
    (
      "fakes: { fields: { User.posts: { error: { rate: 120% } } } }",
      #"1:49: "rate" of "error" is "120%": expected a percentage such as 5%, or a fraction such as 0.05, from 0 to 1."#
    ),
    (
      "fakes: { fields: { User.posts: { examples: a } } }",
      #"1:44: "examples" of "User.posts" is "a": expected a list of values such as ["KSC LC 39A", "VAFB SLC 4E"]."#
    ),
    (
      "fakes: { fields: { Query.users: { arguments: first } } }",
      #"1:46: "arguments" of "Query.users" is a single value: expected keys and values such as `take: first`."#
    ),
    (
      "fakes: { fields: { Query.users: { arguments: { take: [first] } } } }",
      #"1:54: "take" in "arguments" of "Query.users" is a list: expected a string such as first, User.email or none."#
    ),
    (
      "fakes: { fields: { Query.users: { arguments: { in put: first } } } }",
      #"1:48: "in put" is not a GraphQL name: expected letters, digits and underscores, as in take."#
    ),
    (
      "fakes: { fields: { Query.users: { pageSize: all } } }",
      #"1:45: "pageSize" of "Query.users" is "all": expected a whole number such as 20."#
    ),
    (
      "fakes: { fields: { Query.me: { viewer: maybe } } }",
      #"1:40: "viewer" of "Query.me" is "maybe": expected true or false."#
    ),
    (
      "fakes: { fields: { Mutation.do: { does: {} } } }",
      #"1:41: "does" of "Mutation.do" is a mapping: expected a string such as create Post."#
    ),
    (
      "fakes: { types: { Feed: { page: items } } }",
      #"1:33: "page" of "Feed" is a single value: expected keys and values such as `items: results`."#
    ),
    (
      "fakes: { types: { Feed: { real: [country] } } }",
      #"1:33: "real" of "Feed" is a list: expected a string such as country, or none."#
    ),
    (
      "fakes: { fields: { User.n: { counts: { where: { a: 1 } } } } }",
      #"1:38: "counts" of "User.n" names no field: add a key such as `of: posts`."#
    ),
    (
      "fakes: { fields: { User.n: { counts: { from: posts } } } }",
      #"1:40: unknown key "from": expected "of" or "where"."#
    ),
    (
      "fakes: { fields: { User.n: { counts: { of: posts, where: OPEN } } } }",
      #"1:58: "where" in "counts" of "User.n" is a single value: expected keys and values such as `state: OPEN`."#
    ),
    (
      "fakes: { fields: { Mutation.do: { sets: archived } } }",
      #"1:41: "sets" of "Mutation.do" is a single value: expected keys and values such as `Post: { archived: true }`."#
    ),
    (
      "fakes: { fields: { Mutation.do: { sets: { archived: true } } } }",
      #"1:53: "archived" in "sets" of "Mutation.do" is a single value: expected keys and values such as `archived: true`."#
    ),
    (
      "fakes: { fields: { State.country: { owner: no idea } } }",
      #"1:44: "owner" of "State.country" is "no idea": expected true or false."#
    ),
  ]

  @Test(arguments: errors)
  func `what cannot be read is told with its place`(_ text: String, _ error: String) throws {
    let thrown = #expect(throws: RecordingError.self) { try fakes(text) }
    #expect(thrown?.description == "e.yaml:\(error)")
  }

  @Test func `what is said for one run goes before`() throws {
    var run = FakeConfiguration()
    run.errorRate = 7
    let both = try fakes("fakes: { errors: 1%, nulls: 5% }").overridden(by: run)
    #expect(both.errorRate == 7)
    #expect(both.nullPercent == 5)
  }
}
