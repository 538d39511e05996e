import Testing

@Suite("Mistakes in what is said against what is inferred")
struct OverrideErrorTests {
  @Test("Each mistake is told with its place", arguments: fields + pages + mutations + subscriptions + following)
  func mistake(_ mistake: RuleMistake) throws {
    #expect(try FakeRuleErrorTests.told(mistake) == mistake.told)
  }

  private static let types = """
    input In { a: Int b: String } enum E { A } type Other { x: Int } type Query { p: [Person!]! \n}
    type Person { id: ID! name: String! age(unit: E!): Int flag: Boolean friends: [Person!]! }
    """

  private static func said(of field: String, _ rule: String, told: [String]) -> RuleMistake {
    RuleMistake(sdl: types, extending: "extend type Query {\n  \(field) @fakeRule(\(rule))\n}", told: told)
  }

  private static func page(_ rule: String, told: [String]) -> RuleMistake {
    let sdl = """
      type Page { people: [Person!]! edges: [Edge!]! count: Int! text: String! info: Info infos: [Info] }
      type Edge { thing: Person text: String! } type Person { id: ID! } type Info { more: Boolean! } type Query { a: Page }
      """
    return RuleMistake(sdl: sdl, extending: "extend type Page @fakeRule(page: \(rule))", told: told)
  }

  private static func mutation(_ rule: String, told: [String]) -> RuleMistake {
    RuleMistake(
      sdl: types, extending: "type Mutation { do(id: ID!): Person @fakeRule(does: \(rule)) }", told: told)
  }

  private static func event(_ rule: String, told: [String]) -> RuleMistake {
    RuleMistake(sdl: types, extending: "type Subscription { on: Person @fakeRule(tells: \(rule)) }", told: told)
  }

  private static func following(_ fields: String, _ rule: String, told: [String]) -> RuleMistake {
    RuleMistake(sdl: types, extending: "extend type Person { \(fields) @fakeRule(follows: \(rule)) }", told: told)
  }

  static let fields: [RuleMistake] = [
    said(
      of: "a(n: Int): [Person!]!", "arguments: {m: first}",
      told: [#"x.fakes.graphqls:2:47: Query.a has no argument "m". Did you mean "n"?"#]),
    said(of: "a: [Person!]!", "arguments: {m: first}", told: ["x.fakes.graphqls:2:39: Query.a has no arguments."]),
    said(
      of: "a(n: Int): [Person!]!", "arguments: {n: frst}",
      told: [
        #"x.fakes.graphqls:2:47: @fakeRule(arguments:) of Query.a: "n" is declared as "frst": expected filter, order, direction, search, first, last, after, before, offset, page, pageIndex, cursor, none, or a field such as User.email. Did you mean "first" or "last"?"#
      ]),
    said(
      of: "a(n: Int): [Person!]!", "arguments: {n: 3}",
      told: [
        #"x.fakes.graphqls:2:50: Argument "n" of directive "@fakeRule" is 3: expected what it is, such as first, "User.email" or none."#
      ]),
    said(
      of: "a(n: Int): [Person!]!", "arguments: [n]",
      told: [
        #"x.fakes.graphqls:2:46: Argument "arguments" of directive "@fakeRule" is [n]: expected an object such as {take: first}."#
      ]),
    said(
      of: "a(n: In): [Person!]!", "arguments: {n: {c: first}}",
      told: [#"x.fakes.graphqls:2:50: Query.a has no "c" in "n". Did you mean "a" or "b"?"#]),
    said(
      of: "a(n: String): [Person!]!", "arguments: {n: first}",
      told: [
        #"x.fakes.graphqls:2:50: @fakeRule(arguments:) of Query.a: "n" is declared as "first", but it is String: it is not a number."#
      ]),
    said(
      of: "a(n: In): [Person!]!", "arguments: {n: after}",
      told: [
        #"x.fakes.graphqls:2:46: @fakeRule(arguments:) of Query.a: "n" is declared as "after", but it is In: a cursor is one scalar."#
      ]),
    said(
      of: "a(n: Int): [Person!]!", "arguments: {n: filter}",
      told: [
        #"x.fakes.graphqls:2:47: @fakeRule(arguments:) of Query.a: "n" is declared as "filter", but it is Int: a filter is an input object. Name the field that it filters by."#
      ]),
    said(
      of: "a(n: Boolean): [Person!]!", "arguments: {n: order}",
      told: [
        #"x.fakes.graphqls:2:51: @fakeRule(arguments:) of Query.a: "n" is declared as "order", but it is Boolean: an order names a field."#
      ]),
    said(
      of: "a(n: In): [Person!]!", "arguments: {n: direction}",
      told: [
        #"x.fakes.graphqls:2:46: @fakeRule(arguments:) of Query.a: "n" is declared as "direction", but it is In: a direction is a Boolean, an enum or a string."#
      ]),
    said(
      of: "a(n: E): [Person!]!", "arguments: {n: search}",
      told: [
        #"x.fakes.graphqls:2:45: @fakeRule(arguments:) of Query.a: "n" is declared as "search", but it is E: a search is a string."#
      ]),
    said(
      of: "a(n: String): [Person!]!", "arguments: {n: cursor}",
      told: [
        #"x.fakes.graphqls:2:50: @fakeRule(arguments:) of Query.a: "n" is declared as "cursor", but it is String: this is an object in the style of Prisma. Use "after"."#
      ]),
    said(
      of: "a(n: Int): Person", "arguments: {n: first}",
      told: [
        #"x.fakes.graphqls:2:43: @fakeRule(arguments:) of Query.a: "n" is declared as "first", but Query.a is Person: only lists are filtered, ordered and cut."#
      ]),
    said(
      of: "a(n: Int): Person", #"arguments: {n: "Persn.id"}"#,
      told: [
        #"x.fakes.graphqls:2:43: @fakeRule(arguments:) of Query.a: "n" is declared as "Persn.id", but there is no type "Persn". Did you mean "Person"?"#
      ]),
    said(
      of: "a(n: Int): Person", #"arguments: {n: "Person.nam"}"#,
      told: [
        #"x.fakes.graphqls:2:43: @fakeRule(arguments:) of Query.a: "n" is declared as "Person.nam", but type "Person" has no field "nam". Did you mean "name"?"#
      ]),
    said(
      of: "a(n: Int): Person", #"arguments: {n: "Person.age"}"#,
      told: [
        #"x.fakes.graphqls:2:43: @fakeRule(arguments:) of Query.a: "n" is declared as "Person.age", but that field has required arguments."#
      ]),
    said(
      of: "a(n: Int): Person", #"arguments: {n: "Other.x"}"#,
      told: [
        #"x.fakes.graphqls:2:43: @fakeRule(arguments:) of Query.a: "n" is declared as "Other.x", but Query.a leads to Person."#
      ]),
    said(
      of: "a(n: Int): [Person!]!", #"arguments: {n: "Person.name roughly"}"#,
      told: [
        #"x.fakes.graphqls:2:47: @fakeRule(arguments:) of Query.a: "n" is declared as "Person.name roughly": expected filter, order, direction, search, first, last, after, before, offset, page, pageIndex, cursor, none, or a field such as User.email."#
      ]),
    said(
      of: "a: Person", "pageSize: 3",
      told: [
        "x.fakes.graphqls:2:33: @fakeRule(pageSize:) is set for Query.a, which is Person. It needs a list or a page of a list."
      ]),
    said(
      of: "a: [Person!]!", "pageSize: 0",
      told: ["x.fakes.graphqls:2:37: @fakeRule(pageSize:) of Query.a is 0: expected a number from 1 to 10,000."]),
    said(
      of: "a: [Person!]!", #"pageSize: "a""#,
      told: [#"x.fakes.graphqls:2:37: Argument "pageSize" of directive "@fakeRule" is "a": expected a whole number."#]),
    said(
      of: "a: [Person!]!", "viewer: true",
      told: [
        "x.fakes.graphqls:2:35: @fakeRule(viewer:) is set on Query.a, which is [Person!]!: the viewer is one object."
      ]),
    said(
      of: "a: Int", "viewer: true",
      told: ["x.fakes.graphqls:2:28: @fakeRule(viewer:) is set on Query.a, which is Int: the viewer is one object."]),
    said(
      of: "a(n: Int!): Person", "viewer: true",
      told: [
        #"x.fakes.graphqls:2:40: @fakeRule(viewer:) is set on Query.a, which requires "n": the viewer's field has no required arguments."#
      ]),
    said(
      of: "a: Person", "viewer: maybe",
      told: [#"x.fakes.graphqls:2:31: Argument "viewer" of directive "@fakeRule" is maybe: expected true or false."#]),
    said(
      of: "b: Other @fakeRule(viewer: true) a: Person", "viewer: true",
      told: [
        "x.fakes.graphqls:2:64: @fakeRule(viewer:) is set on Query.a, which is Person, and on Query.b, which is Other: the viewer has one type."
      ]),
    said(
      of: "a: Person", #"does: "create Person""#,
      told: ["x.fakes.graphqls:2:29: @fakeRule(does:) is set on Query.a, but applies only to mutations."]),
    said(
      of: "a: Person", "tells: Person",
      told: ["x.fakes.graphqls:2:30: @fakeRule(tells:) is set on Query.a, but applies only to subscriptions."]),
    said(
      of: "a: Person", "follows: b",
      told: [
        #"x.fakes.graphqls:2:32: @fakeRule(follows:) of Query.a is "b", but type "Query" has no field "b". Did you mean "a" or "p"?"#
      ]),
    said(
      of: "a: Person", "pagesize: 3",
      told: [
        #"x.fakes.graphqls:2:23: Unknown argument "pagesize" on directive "@fakeRule". Did you mean "pageSize" or "page"?"#
      ]),
    said(
      of: "a: Person", "population: 3",
      told: [
        #"x.fakes.graphqls:2:23: Argument "population" of directive "@fakeRule" is for a type: it may not be used on FIELD_DEFINITION."#
      ]),
    said(
      of: "a: Person", "nulls: 1.5",
      told: [
        #"x.fakes.graphqls:2:30: Argument "nulls" of directive "@fakeRule" is 1.5: expected a number of hundredths from 0 to 1, such as 0.1."#
      ]),
  ]

  static let pages: [RuleMistake] = [
    page(
      "{itms: people}", told: [#"x.fakes.graphqls:1:34: @fakeRule(page:) of Page has no "itms". Did you mean "items"?"#]
    ),
    page(
      "{items: peple}",
      told: [
        #"x.fakes.graphqls:1:34: @fakeRule(page:) of Page: items is "peple", which Page does not have. Did you mean "people"?"#
      ]),
    page(
      "{items: text}",
      told: [
        #"x.fakes.graphqls:1:34: @fakeRule(page:) of Page: items is "text", which is String!, not a list of objects."#
      ]),
    page(
      "{total: text}",
      told: [#"x.fakes.graphqls:1:34: @fakeRule(page:) of Page: total is "text", which is String!: expected a number."#]
    ),
    page(
      "{hasMore: count}",
      told: [
        #"x.fakes.graphqls:1:34: @fakeRule(page:) of Page: hasMore is "count", which is Int!: expected a Boolean."#
      ]),
    page(
      "{edges: edges, node: thng}",
      told: [#"x.fakes.graphqls:1:34: @fakeRule(page:) of Page: Edge has no field "thng". Did you mean "thing"?"#]),
    page(
      "{edges: edges}",
      told: [
        "x.fakes.graphqls:1:34: @fakeRule(page:) of Page: Edge has no field node. Name the field that is the node."
      ]),
    page(
      "{edges: edges, node: text}",
      told: ["x.fakes.graphqls:1:34: @fakeRule(page:) of Page: node is Edge.text, which is String!, not an object."]),
    page(
      "{items: people, edgeCursor: text}",
      told: ["x.fakes.graphqls:1:34: @fakeRule(page:) of Page has an edgeCursor and no edges."]),
    page(
      #"{items: people, hasMore: "infos.more"}"#,
      told: [
        #"x.fakes.graphqls:1:34: @fakeRule(page:) of Page: hasMore is in "infos", which is [Info], not an object."#
      ]
    ),
    page(
      #"{items: people, hasMore: "info.mor"}"#,
      told: [
        #"x.fakes.graphqls:1:34: @fakeRule(page:) of Info: hasMore is "mor", which Info does not have. Did you mean "more"?"#
      ]),
    page("{total: count}", told: []),
    page(
      "no",
      told: [
        #"x.fakes.graphqls:1:34: Argument "page" of directive "@fakeRule" is no: expected an object such as {items: "results"}, or none."#
      ]),
  ]

  static let mutations: [RuleMistake] = [
    mutation(
      "dodge",
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "dodge": "dodge" is not an action of a mutation. Did you mean "none" or "toggle"?"#
      ]),
    mutation(
      #""creat Person""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "creat Person": "creat" is not an action of a mutation. Did you mean "create" or "set"?"#
      ]),
    mutation(
      #""create""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "create": "create" needs a type, as in "create User"."#
      ]),
    mutation(
      #""create Persn""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "create Persn", but there is no type "Persn". Did you mean "Person"?"#
      ]),
    mutation(
      #""create Person.name""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "create Person.name": "create" needs a type, as in "create User"."#
      ]),
    mutation(
      #""create In""#,
      told: [#"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "create In", but "In" is not an object type."#]
    ),
    mutation(
      #""add Person""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "add Person": "add" needs a field, as in "add User.posts"."#
      ]),
    mutation(
      #""add Person.name""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "add Person.name", but that field is String! and leads to no objects."#
      ]),
    mutation(
      #""add Person.frends""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "add Person.frends", but type "Person" has no field "frends". Did you mean "friends"?"#
      ]),
    mutation(
      #""toggle Person.name""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "toggle Person.name", but that field is String!: only a Boolean is toggled."#
      ]),
    mutation(
      #""set Person.name""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "set Person.name", but that field is String! and leads to no objects. Use "update Person"."#
      ]),
    mutation(
      #""none Person""#,
      told: [
        #"x.fakes.graphqls:1:53: @fakeRule(does:) of Mutation.do is "none Person": "none" takes no type or field."#
      ]),
  ]

  static let subscriptions: [RuleMistake] = [
    event(
      #""changed Person""#,
      told: [
        #"x.fakes.graphqls:1:49: @fakeRule(tells:) of Subscription.on is "changed Person": expected a type such as Post, with created, updated or deleted before it; a list of the viewer such as User.trips; or none."#
      ]),
    event(
      #""created Persn""#,
      told: [
        #"x.fakes.graphqls:1:49: @fakeRule(tells:) of Subscription.on is "created Persn", but there is no type "Persn". Did you mean "Person"?"#
      ]),
    event(
      #""Person.friends""#,
      told: [
        #"x.fakes.graphqls:1:49: @fakeRule(tells:) of Subscription.on is "Person.friends", but Subscription.on is Person, not a number."#
      ]),
    event(
      #""Person.name""#,
      told: [
        #"x.fakes.graphqls:1:49: @fakeRule(tells:) of Subscription.on is "Person.name", but that field is String!, not a list."#
      ]),
    event(
      "In",
      told: [#"x.fakes.graphqls:1:49: @fakeRule(tells:) of Subscription.on is "In", but "In" is not an object type."#]),
  ]

  static let following: [RuleMistake] = [
    following(
      "author: Person authorKey: ID", "friends",
      told: [
        #"x.fakes.graphqls:1:70: @fakeRule(follows:) of Person.authorKey is "friends", but that field is [Person!]!: expected one object."#
      ]),
    following(
      "a: Person flag: Boolean", "friends",
      told: [
        #"x.fakes.graphqls:1:65: @fakeRule(follows:) of Person.flag is "friends": expected a list of the viewer, such as User.trips, or none."#
      ]),
    following(
      "a: Person flag: Boolean", #""Person.name""#,
      told: [
        #"x.fakes.graphqls:1:65: @fakeRule(follows:) of Person.flag is "Person.name", but that field is String!, not a list of Person."#
      ]),
    following(
      "a: Person flag: Boolean", #""Persn.friends""#,
      told: [
        #"x.fakes.graphqls:1:65: @fakeRule(follows:) of Person.flag is "Persn.friends", but there is no type "Persn". Did you mean "Person"?"#
      ]),
    following(
      "a: Person k: ID", "frends",
      told: [
        #"x.fakes.graphqls:1:57: @fakeRule(follows:) of Person.k is "frends", but type "Person" has no field "frends". Did you mean "friends"?"#
      ]),
  ]
}
