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
    said(of: "a(n: Int): [Person!]!", "arguments: {m: first}", told: ["?"]),
    said(of: "a: [Person!]!", "arguments: {m: first}", told: ["?"]),
    said(of: "a(n: Int): [Person!]!", "arguments: {n: frst}", told: ["?"]),
    said(of: "a(n: Int): [Person!]!", "arguments: {n: 3}", told: ["?"]),
    said(of: "a(n: Int): [Person!]!", "arguments: [n]", told: ["?"]),
    said(of: "a(n: In): [Person!]!", "arguments: {n: {c: first}}", told: ["?"]),
    said(of: "a(n: String): [Person!]!", "arguments: {n: first}", told: ["?"]),
    said(of: "a(n: In): [Person!]!", "arguments: {n: after}", told: ["?"]),
    said(of: "a(n: Int): [Person!]!", "arguments: {n: filter}", told: ["?"]),
    said(of: "a(n: Boolean): [Person!]!", "arguments: {n: order}", told: ["?"]),
    said(of: "a(n: In): [Person!]!", "arguments: {n: direction}", told: ["?"]),
    said(of: "a(n: E): [Person!]!", "arguments: {n: search}", told: ["?"]),
    said(of: "a(n: String): [Person!]!", "arguments: {n: cursor}", told: ["?"]),
    said(of: "a(n: Int): Person", "arguments: {n: first}", told: ["?"]),
    said(of: "a(n: Int): Person", #"arguments: {n: "Persn.id"}"#, told: ["?"]),
    said(of: "a(n: Int): Person", #"arguments: {n: "Person.nam"}"#, told: ["?"]),
    said(of: "a(n: Int): Person", #"arguments: {n: "Person.age"}"#, told: ["?"]),
    said(of: "a(n: Int): Person", #"arguments: {n: "Other.x"}"#, told: ["?"]),
    said(of: "a(n: Int): [Person!]!", #"arguments: {n: "Person.name roughly"}"#, told: ["?"]),
    said(of: "a: Person", "pageSize: 3", told: ["?"]),
    said(of: "a: [Person!]!", "pageSize: 0", told: ["?"]),
    said(of: "a: [Person!]!", #"pageSize: "a""#, told: ["?"]),
    said(of: "a: [Person!]!", "viewer: true", told: ["?"]),
    said(of: "a: Int", "viewer: true", told: ["?"]),
    said(of: "a(n: Int!): Person", "viewer: true", told: ["?"]),
    said(of: "a: Person", "viewer: maybe", told: ["?"]),
    said(of: "b: Other @fakeRule(viewer: true) a: Person", "viewer: true", told: ["?"]),
    said(of: "a: Person", #"does: "create Person""#, told: ["?"]),
    said(of: "a: Person", "tells: Person", told: ["?"]),
    said(of: "a: Person", "follows: b", told: ["?"]),
    said(of: "a: Person", "pagesize: 3", told: ["?"]),
    said(of: "a: Person", "population: 3", told: ["?"]),
    said(of: "a: Person", "nulls: 1.5", told: ["?"]),
    said(of: "a: Person", "", told: ["?"]),
  ]

  static let pages: [RuleMistake] = [
    page("{itms: people}", told: ["?"]),
    page("{items: peple}", told: ["?"]),
    page("{items: text}", told: ["?"]),
    page("{total: text}", told: ["?"]),
    page("{hasMore: count}", told: ["?"]),
    page("{edges: edges, node: thng}", told: ["?"]),
    page("{edges: edges}", told: ["?"]),
    page("{edges: edges, node: text}", told: ["?"]),
    page("{items: people, edgeCursor: text}", told: ["?"]),
    page(#"{items: people, hasMore: "infos.more"}"#, told: ["?"]),
    page(#"{items: people, hasMore: "info.mor"}"#, told: ["?"]),
    page("{total: count}", told: ["?"]),
    page("no", told: ["?"]),
  ]

  static let mutations: [RuleMistake] = [
    mutation("dodge", told: ["?"]),
    mutation(#""creat Person""#, told: ["?"]),
    mutation(#""create""#, told: ["?"]),
    mutation(#""create Persn""#, told: ["?"]),
    mutation(#""create Person.name""#, told: ["?"]),
    mutation(#""create In""#, told: ["?"]),
    mutation(#""add Person""#, told: ["?"]),
    mutation(#""add Person.name""#, told: ["?"]),
    mutation(#""add Person.frends""#, told: ["?"]),
    mutation(#""toggle Person.name""#, told: ["?"]),
    mutation(#""set Person.name""#, told: ["?"]),
    mutation(#""none Person""#, told: ["?"]),
  ]

  static let subscriptions: [RuleMistake] = [
    event(#""changed Person""#, told: ["?"]),
    event(#""created Persn""#, told: ["?"]),
    event(#""Person.friends""#, told: ["?"]),
    event(#""Person.name""#, told: ["?"]),
    event("In", told: ["?"]),
  ]

  static let following: [RuleMistake] = [
    following("author: Person authorKey: ID", "friends", told: ["?"]),
    following("a: Person flag: Boolean", "friends", told: ["?"]),
    following("a: Person flag: Boolean", #""Person.name""#, told: ["?"]),
    following("a: Person flag: Boolean", #""Persn.friends""#, told: ["?"]),
    following("a: Person k: ID", "frends", told: ["?"]),
  ]
}
