import FakeClauses
import Testing

@Suite("Mistakes in what is said of things, counts, verbs and parts")
struct OverrideThingErrorTests {
  @Test("Each mistake is told with its place", arguments: things + counts + verbs + parts)
  func mistake(_ mistake: RuleMistake) throws {
    #expect(try FakeRuleErrorTests.told(mistake) == mistake.told)
  }

  private static func said(_ extending: String, _ told: String...) -> RuleMistake {
    let sdl = """
      enum State { OPEN CLOSED } type Query { users: [User!]! } type Part { n: Int } scalar Day
      type User { id: ID! posts: [Post!]! words: [String!]! parts: [Part!]! }
      type Post { id: ID! state: State! flag: Boolean at: Day! n: Int! tags: [String!] author: User! in(unit: State!): Int }
      """
    return RuleMistake(sdl: sdl, extending: extending, told: told.map { "x.fakes.graphqls:1:\($0)" })
  }

  private static func counting(_ rule: String, _ told: String...) -> RuleMistake {
    let mistake = said("extend type User { count: Int! @fakeRule(counts: \(rule)) }")
    return RuleMistake(
      sdl: mistake.sdl, extending: mistake.extending, told: told.map { "x.fakes.graphqls:1:\($0)" })
  }

  private static func setting(_ rule: String, _ told: String...) -> RuleMistake {
    let mistake = said("type Mutation { do(id: ID!): Post @fakeRule(sets: \(rule)) }")
    return RuleMistake(
      sdl: mistake.sdl, extending: mistake.extending, told: told.map { "x.fakes.graphqls:1:\($0)" })
  }

  static let things: [RuleMistake] = [
    said("extend type User @fakeRule(real: country)"),
    said(
      "extend type User @fakeRule(real: contry)",
      #"34: @fakeRule(real:) of User is "contry": expected country, continent, language, currency or none. Did you mean "country"?"#
    ),
    said(
      "extend type User @fakeRule(real: 3)",
      #"34: Argument "real" of directive "@fakeRule" is 3: expected a real thing such as country, or none."#
    ),
    said(
      "extend enum State @fakeRule(real: country)",
      #"19: Directive "@fakeRule" may not be used on ENUM, only on OBJECT or FIELD_DEFINITION."#
    ),
    said(
      "extend type User { a: Int @fakeRule(real: country) }",
      #"37: Argument "real" of directive "@fakeRule" is for a type: it may not be used on FIELD_DEFINITION."#
    ),
  ]

  static let counts: [RuleMistake] = [
    counting("{of: posts, where: {state: [OPEN], flag: null, n: 3}}"),
    counting(
      "{of: post}",
      #"50: @fakeRule(counts:) of User.count: "User" has no list "post". Did you mean "posts"?"#
    ),
    counting(
      "{of: words, where: {state: OPEN}}",
      #"50: @fakeRule(counts:) of User.count: words is [String!]!, which has no fields."#
    ),
    counting(
      "{of: posts, where: {stat: OPEN}}",
      #"50: @fakeRule(counts:) of User.count: "Post" has no field "stat". Did you mean "state" or "at"?"#
    ),
    counting(
      "{of: posts, where: {state: OPN}}",
      #"50: @fakeRule(counts:) of User.count: Post.state is State! and never "OPN". Did you mean the enum value "OPEN"?"#
    ),
    counting(
      "{of: posts, where: {state: null}}",
      #"50: @fakeRule(counts:) of User.count: Post.state is State! and never null."#
    ),
    counting(
      "{of: posts, where: {tags: x}}",
      #"50: @fakeRule(counts:) of User.count: Post.tags is [String!]: expected one value without arguments."#
    ),
    counting(
      "{of: posts, where: {in: 1}}",
      #"50: @fakeRule(counts:) of User.count: Post.in is Int: expected one value without arguments."#
    ),
    counting(
      "{where: {state: OPEN}}",
      #"50: Argument "counts" of directive "@fakeRule" is {where: {state: OPEN}}: expected the name of a list, {of: issues, where: {state: OPEN}}, or none."#
    ),
    counting(
      "{of: posts, were: {state: OPEN}}",
      #"50: Argument "counts" of directive "@fakeRule" is {of: posts, were: {state: OPEN}}: expected the name of a list, {of: issues, where: {state: OPEN}}, or none."#
    ),
    counting(
      "3",
      #"50: Argument "counts" of directive "@fakeRule" is 3: expected the name of a list, {of: issues, where: {state: OPEN}}, or none."#
    ),
  ]

  static let verbs: [RuleMistake] = [
    setting("{Post: {state: OPEN, flag: turned, at: now, n: more}, User: {posts: joins}}"),
    setting("{User: {posts: null}}"),
    said(
      "extend type Query { a: Post @fakeRule(sets: {Post: {flag: true}}) }",
      #"45: @fakeRule(sets:) is set on Query.a, but applies only to mutations."#
    ),
    setting(
      "archived",
      #"51: Argument "sets" of directive "@fakeRule" is archived: expected an object such as {Post: {archived: true}}."#
    ),
    setting(
      "{flag: true}",
      #"51: Argument "sets" of directive "@fakeRule" is {flag: true}: expected an object such as {Post: {archived: true}}."#
    ),
    setting(
      "{Pst: {flag: true}}",
      #"51: @fakeRule(sets:) of Mutation.do is about Pst.flag, but there is no type "Pst". Did you mean "Post" or "Part"?"#
    ),
    setting(
      "{Post: {flg: true}}",
      #"51: @fakeRule(sets:) of Mutation.do is about Post.flg, but type "Post" has no field "flg". Did you mean "flag"?"#
    ),
    setting(
      "{Post: {flag: more}}",
      #"51: @fakeRule(sets:) of Mutation.do is about Post.flag, which is Boolean: "more" is not a value of it. Expected a value or turned."#
    ),
    setting(
      "{Post: {state: OPN}}",
      #"51: @fakeRule(sets:) of Mutation.do is about Post.state, which is State!: "OPN" is not a value of it. Expected a value. Did you mean the enum value "OPEN"?"#
    ),
    setting(
      "{Post: {n: turned}}",
      #"51: @fakeRule(sets:) of Mutation.do is about Post.n, which is Int!: "turned" is not a value of it. Expected a value, more, less or now."#
    ),
    setting(
      "{Post: {tags: now}}",
      #"51: @fakeRule(sets:) of Mutation.do is about Post.tags, which is [String!]: "now" is not a value of it. Expected a value."#
    ),
    setting(
      "{Post: {author: null}}",
      #"51: @fakeRule(sets:) of Mutation.do is about Post.author, which is User!: it is never null."#
    ),
    setting(
      "{Post: {author: joins}}",
      #"51: @fakeRule(sets:) of Mutation.do is about Post.author, which is User!: it is never null."#
    ),
    setting(
      "{User: {posts: 3}}",
      #"51: @fakeRule(sets:) of Mutation.do is about User.posts, which is [Post!]!: expected joins, leaves or null."#
    ),
  ]

  static let parts: [RuleMistake] = [
    said("extend type Part { user: User @fakeRule(owner: true) a(n: Int!): User @fakeRule(owner: false) }"),
    said(
      "extend type Part { a: Int @fakeRule(owner: true) }",
      #"44: @fakeRule(owner:) is set on Part.a, which is Int: a part belongs to one object."#
    ),
    said(
      "extend type Part { a: [User!]! @fakeRule(owner: false) }",
      #"49: @fakeRule(owner:) is set on Part.a, which is [User!]!: a part belongs to one object."#
    ),
    said(
      "extend type Part { a(n: Int!): User @fakeRule(owner: true) }",
      #"54: @fakeRule(owner:) is set on Part.a, which requires "n": the owner of a part does not depend on arguments."#
    ),
    said(
      "extend type Part { a: User @fakeRule(owner: maybe) }",
      #"45: Argument "owner" of directive "@fakeRule" is maybe: expected true or false."#
    ),
  ]
}
