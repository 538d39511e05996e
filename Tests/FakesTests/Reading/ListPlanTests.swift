import GraphQLExecution
import OrderedJSON
import Testing

@testable import Fakes

@Suite("Reading lists: what is understood, and said")
struct ListPlanTests {
  @Test("the Countries API, explained")
  func countries() throws {
    let list = try ListCase(
      sdl: SystemFilterTests.countries, field: "countries", of: "Country", key: "code", world: "{}")
    #expect(
      list.plan.explanation == [
        "filter: CountryFilterInput (code, continent, currency, name: eq, in, ne, nin, regex, glob)"
      ])
    #expect(list.plan.understood == ["filter"])
  }

  @Test("Graphcool, explained")
  func graphcool() throws {
    let list = try ListCase(
      sdl: SystemFilterTests.planner, field: "allConferences", of: "Conference", world: "{}")
    #expect(
      list.plan.explanation == [
        "skip/after/before/first/last: Graphcool, ids are cursors",
        "filter: ConferenceFilter (id: =, not, in, not_in, lt, gte, contains; createdAt: =, not, in, lt, lte, gt, gte; "
          + "name: =, not, in, not_in, lt, lte, gt, gte, contains, not_contains, starts_with, not_starts_with, "
          + "ends_with, not_ends_with; year: =, gt; city: =, in; attendees: every, some, none; AND, OR)",
        "orderBy: order",
      ])
  }

  @Test(
    "enums are ordered as they are defined",
    arguments: [
      (#"{"orderBy": "PRIORITY_DESC"}"#, "c a d b"), (#"{"orderBy": "PRIORITY_ASC"}"#, "b a d c"),
      (#"{"sort": {"priority": "ASC"}}"#, "b a d c"),
    ])
  func enums(arguments: String, keys: String) throws {
    let list = try ListCase(
      sdl: """
        enum Priority { LOW MEDIUM HIGH } enum Order { PRIORITY_ASC PRIORITY_DESC } enum Way { ASC DESC }
        input OrderBy { priority: Way }
        type Task { id: ID! priority: Priority! } type Query { tasks(orderBy: Order, sort: OrderBy): [Task!]! }
        """, field: "tasks", of: "Task",
      world: """
        {"Task/a": {"priority": "MEDIUM"}, "Task/b": {"priority": "LOW"}, "Task/c": {"priority": "HIGH"},
          "Task/d": {"priority": "MEDIUM"}}
        """)
    #expect(try list.keys(arguments) == keys)
  }

  @Test("what is not read is named")
  func unread() throws {
    let list = try DialectTests.articles(
      """
      first: Int, after: String, search: String, where: W, orderBy: O, reverse: Boolean, lang: String, status: Status,
      minPrice: Decimal, authorIds: [ID!], title_not_in: [String], paging: Paging, weights: [Float]
      """,
      """
      input W { title: SF metadata: MF author: AW tags: [String!] search: String NOT: [W!] }
      input SF { eq: String oneOf: [String!] }
      input AW { name: SF }
      input MF { key: String value: String }
      input Paging { page: Int perPage: Int token: Boolean }
      enum O { TITLE_ASC TITLE_DESC RANK RELEVANCE }
      """)
    #expect(
      list.plan.explanation == [
        "first/after: Relay",
        "search: any text; where it is in none, about half of the list",
        "where: W (title: eq, oneOf; author: AW; tags: any of; search, NOT)",
        "orderBy: order (unchanged by RANK, RELEVANCE)",
        "reverse: direction of the order",
        "status: filter by status",
        "minPrice: filter by price, greaterOrEqual",
        "authorIds: filter by author",
        "title_not_in: filter by title, not oneOf",
        "paging: Paging (page, perPage)",
        "not read: where.metadata, lang, paging.token, weights",
      ])
    // What is not read changes nothing.
    #expect(try list.keys(#"{"lang": "de", "weights": [1], "where": {"metadata": {"key": "a"}}}"#) == "9 10 11")
    #expect(try list.keys(#"{"where": {"NOT": [{"metadata": {"key": "a"}}]}}"#) == "9 10 11")
    #expect(try list.keys(#"{"paging": {"page": 2, "perPage": 1}, "reverse": true}"#) == "10")
  }

  @Test(
    "a regular expression that cannot be read is refused, with what is wrong",
    arguments: [
      ("(a", "the group is not closed (character 1)"), ("*", "a repetition has nothing before it (character 1)"),
      (
        "(?<=a)b",
        "look-behind is not supported, because patterns are matched in time linear in the text (character 4)"
      ),
    ])
  func badPattern(pattern: String, reason: String) throws {
    let list = try ListCase(
      sdl: SystemFilterTests.countries, field: "countries", of: "Country", key: "code", world: SystemFilterTests.atlas)
    let failure = FieldFailure("The regular expression \"\(pattern)\" cannot be read: \(reason).")
    #expect(throws: failure) {
      try list.plan.request(["filter": ["name": ["regex": .string(pattern)]]])
    }
    #expect(throws: failure) {
      try list.plan.request(["filter": ["continent": ["regex": .string(pattern)]]])
    }
  }

  @Test(
    "a list of several types is read by the fields that each has",
    arguments: [
      (#"{"name_starts_with": "A"}"#, "1 3"), (#"{"height_gt": 1.7}"#, "3"), (#"{"height_not": 1.75}"#, "1 2 4"),
      (#"{"sort": "HEIGHT_ASC"}"#, "3 1 2 4"), (#"{"sort": "NAME_DESC"}"#, "4 2 3 1"), (#"{"search": "zz"}"#, "2"),
      (#"{"episode": "JEDI"}"#, "1 3"), (#"{"owner_name": "Ann"}"#, "1"),
    ])
  func abstract(arguments: String, expected: String) throws {
    let sdl = """
      enum Episode { EMPIRE JEDI }
      interface Character { id: ID! name: String! appearsIn: [Episode!]! }
      type Droid implements Character { id: ID! name: String! appearsIn: [Episode!]! owner: Human function: String }
      type Human implements Character { id: ID! name: String! appearsIn: [Episode!]! height: Float }
      enum Sort { NAME_DESC HEIGHT_ASC }
      type Query {
        characters(
          name_starts_with: String, height_gt: Float, height_not: Float, sort: Sort, search: String, episode: Episode,
          owner_name: String): [Character!]!
      }
      """
    let world = """
      {
        "Droid/1": {"name": "AB", "appearsIn": ["JEDI"], "owner": "Human/3"},
        "Droid/2": {"name": "C", "appearsIn": [], "function": "Jazz, zzz"},
        "Human/3": {"name": "Ann", "appearsIn": ["EMPIRE", "JEDI"], "height": 1.75},
        "Human/4": {"name": "Obi", "appearsIn": ["EMPIRE"], "height": null}
      }
      """
    let list = try ListCase(sdl: sdl, field: "characters", of: "Character", world: world)
    #expect(try list.keys(arguments) == expected, "\(arguments)")
  }

  @Test(
    "an argument is what its name and type say",
    arguments: [
      // A name that is a size and a field: the field.
      ("size: Int, first: Int", #"{"size": 2}"#, "b"), ("count: Int", #"{"count": 2}"#, "a b"),
      // An order that is a number is a field's value.
      ("order: Int", #"{"order": 1}"#, "b"),
      ("sort: String, order: D", #"{"sort": "order", "order": "DESC"}"#, "a c b"),
      ("sortBy: F, sortOrder: D", #"{"sortBy": "SIZE", "sortOrder": "DESC"}"#, "c b a"),
      ("sortBy: F, ascending: Boolean", #"{"sortBy": "SIZE", "ascending": false}"#, "c b a"),
      // A direction in a text or a number.
      ("sortBy: String, order: String", #"{"sortBy": "size", "order": "desc"}"#, "c b a"),
      ("sortBy: String, sortOrder: String", #"{"sortBy": "size", "sortOrder": "DESC"}"#, "c b a"),
      ("orderBy: String, orderDirection: String", #"{"orderBy": "size", "orderDirection": "desc"}"#, "c b a"),
      ("orderBy: String, direction: String", #"{"orderBy": "order", "direction": "desc"}"#, "a c b"),
      ("order: String, sort: String", #"{"sort": "size", "order": "desc"}"#, "c b a"),
      ("sortField: String, sortDir: String", #"{"sortField": "order", "sortDir": "asc"}"#, "b c a"),
      ("sortBy: F, dir: Int", #"{"sortBy": "SIZE", "dir": -1}"#, "c b a"),
      ("sort: String, order: String", #"{"order": "-size"}"#, "c b a"),
      ("query: W", #"{"query": {"size": 3}}"#, "c"), ("input: L", #"{"input": {"where": {"size": 3}}}"#, "c"),
      ("input: L", #"{"input": {"page": 2, "size": 2}}"#, "c"), ("by: W", #"{"by": {"size": 1}}"#, "a"),
      ("page: P", #"{"page": {"number": 2, "size": 1}}"#, "b"), ("code: ID", #"{"code": "b"}"#, "b"),
      ("ids: [ID]", #"{"ids": ["c", "a"]}"#, "a c"), ("name: String", #"{"name": "a"}"#, "a"),
    ])
  func roles(list arguments: String, request: String, expected: String) throws {
    let list = try ListCase(
      sdl: """
        enum D { ASC DESC } enum F { SIZE ORDER }
        input W { size: Int } input L { where: W page: Int size: Int } input P { size: Int number: Int }
        type Box { code: ID! size: Int order: Int label: String }
        type Query { boxes(\(arguments)): [Box!]! }
        """, field: "boxes", of: "Box", key: "code",
      world: """
        {"Box/a": {"code": "a", "size": 1, "order": 3, "label": "a"}, "Box/b": {"code": "b", "size": 2, "order": 1},
         "Box/c": {"code": "c", "size": 3, "order": 2}}
        """)
    #expect(try list.keys(request) == expected, "\(arguments) \(request)")
  }

  @Test(
    "a part of an object stands for its value; an object with an id also for its name",
    arguments: [
      // AniList's dates, as numbers.
      (#"{"startDate": 20240229}"#, "1"), (#"{"startDate_greater": 20229999}"#, "1 2"),
      (#"{"startDate_lesser": 20230600}"#, "2"), (#"{"startDate_like": "2024%"}"#, "1"),
      (#"{"sort": "START_DATE"}"#, "2 1 3"), (#"{"sort": "START_DATE_DESC"}"#, "3 1 2"),
      (#"{"where": {"startDate": {"year": 2023}}}"#, "2"),
      // Money by its amount, a size by neither of its two numbers.
      (#"{"minPrice": 10}"#, "2 3"), (#"{"sort": "PRICE_DESC"}"#, "3 2 1"),
      (#"{"where": {"price": {"gte": 10.5}}}"#, "3"),
      (#"{"where": {"price": {"currency": {"eq": "EUR"}}}}"#, "1 3"), (#"{"extent": 7}"#, "1 2 3"),
      // Names and keys.
      (#"{"labels": ["bug"]}"#, "1 3"), (#"{"labels": ["bug", "11"]}"#, "1 2 3"), (#"{"label_not": "bug"}"#, "2"),
      (#"{"owner": "octocat"}"#, "1"), (#"{"owner": "50"}"#, "1"), (#"{"owner_not": "octocat"}"#, "2 3"),
      (#"{"where": {"owner": {"eq": null}}}"#, "3"), (#"{"where": {"owner": {"ne": null}}}"#, "1 2"),
      // There is one, or some.
      (#"{"hasOwner": true}"#, "1 2"), (#"{"hasOwner": false}"#, "3"), (#"{"hasLabels": false}"#, ""),
      // With and without `is`; a shop's channel is no question of which.
      (#"{"featured": true}"#, "2"), (#"{"isActive": true}"#, "3"), (#"{"channel": "web"}"#, "1 2 3"),
      (#"{"sort": "CREATED_TIME"}"#, "3 2 1"),
    ])
  func parts(arguments: String, expected: String) throws {
    let sdl = """
      scalar DateTime
      type FuzzyDate { year: Int month: Int day: Int } type Money { amount: Float! currency: String! }
      type Extent { width: Int height: Int } type Label { id: ID! name: String! } type User { id: ID! login: String! }
      type Labels { nodes: [Label!]! }
      type Item {
        id: ID! startDate: FuzzyDate price: Money! extent: Extent labels(first: Int): Labels! owner: User
        isFeatured: Boolean! active: Boolean! channel: String! createdAt: DateTime!
      }
      enum Sort { START_DATE START_DATE_DESC PRICE_DESC CREATED_TIME }
      input F { eq: Float gte: Float } input S { eq: String ne: String }
      input M { gte: Float currency: S } input Y { year: Int } input W { startDate: Y price: M owner: S }
      type Query {
        items(
          startDate: Int, startDate_greater: Int, startDate_lesser: Int, startDate_like: String, sort: Sort, where: W,
          minPrice: Float, extent: Int, labels: [String!], label_not: String, owner: String, owner_not: String,
          hasOwner: Boolean, hasLabels: Boolean, featured: Boolean, isActive: Boolean, channel: String): [Item!]!
      }
      """
    let world = """
      {
        "Item/1": {"startDate": "FuzzyDate/a", "price": "Money/a", "extent": "Extent/7", "labels": ["Label/10"],
          "owner": "User/50", "isFeatured": false, "active": false, "channel": "x", "createdAt": "2024-03-01"},
        "Item/2": {"startDate": "FuzzyDate/b", "price": "Money/b", "labels": ["Label/11"], "owner": "User/51",
          "isFeatured": true, "active": false, "channel": "y", "createdAt": "2024-02-01"},
        "Item/3": {"startDate": null, "price": "Money/c", "labels": ["Label/11", "Label/10"], "owner": null,
          "isFeatured": false, "active": true, "channel": "z", "createdAt": "2024-01-01"},
        "FuzzyDate/a": {"year": 2024, "month": 2, "day": 29}, "FuzzyDate/b": {"year": 2023, "month": null, "day": null},
        "Money/a": {"amount": 9.5, "currency": "EUR"}, "Money/b": {"amount": 10, "currency": "USD"},
        "Money/c": {"amount": 100, "currency": "EUR"}, "Label/10": {"id": "10", "name": "bug"},
        "Label/11": {"id": "11", "name": "help"}, "User/50": {"id": "50", "login": "octocat"},
        "User/51": {"id": "51", "login": "hubot"}
      }
      """
    let list = try ListCase(sdl: sdl, field: "items", of: "Item", world: world)
    #expect(try list.keys(arguments) == expected, "\(arguments)")
  }

  @Test("a list of plain values has nothing to be filtered by")
  func leaves() throws {
    let list = try ListCase(
      sdl: "type Thing { id: ID! } type Query { names(first: Int, name: String, filter: String): [String!]! }",
      field: "names", of: "String", world: "{}")
    #expect(
      list.plan.explanation == [
        "first: Relay", "name: any text; where it is in none, about half of the list", "not read: filter",
      ])
  }
}
