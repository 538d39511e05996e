import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

/// What is told of a mistake, word by word.
struct RuleMistake: Sendable, CustomStringConvertible {
  let sdl: String
  /// Of `x.fakes.graphqls`, if there is one.
  var extending: String?
  let told: [String]

  init(sdl: String, extending: String? = nil, told: [String]) {
    self.sdl = sdl
    self.extending = extending
    self.told = told
  }

  init(_ sdl: String, extending: String? = nil, _ told: String...) {
    self.sdl = sdl
    self.extending = extending
    self.told = told
  }

  var description: String { extending ?? sdl }
}

@Suite("Mistakes in what is said of fakes")
struct FakeRuleErrorTests {
  @Test("Each mistake is told with its place", arguments: mistakes)
  func mistake(_ mistake: RuleMistake) throws {
    #expect(try Self.told(mistake) == mistake.told)
  }

  static func told(_ mistake: RuleMistake) throws -> [String] {
    let base = SourceText(mistake.sdl, name: "x.graphqls")
    var schema = try SchemaInspection(sdl: base, ignoring: FakeRules.directiveNames).usable()
    var texts = [base]
    if let extending = mistake.extending {
      let added = SourceText(extending, name: "x.fakes.graphqls")
      let whole = SchemaInspection.extending(base, by: added, ignoring: FakeRules.directiveNames)
      guard whole.errors.isEmpty else { return whole.errors.map(\.description) }
      schema = try whole.usable()
      texts.append(added)
    }
    let read = FakeRules.read(schema: schema, texts: texts)
    return read.errors.map(\.description) + read.warnings.map { "warning: \($0)" }
  }

  static let mistakes: [RuleMistake] = [
    // Nothing is wrong.
    .init(
      "type Query { a: String @fake(type: email) b: [Int!] @listLength(min: 0, max: 3) @examples(values: [1, 2]) }"),
    .init(
      "scalar Date @fake(type: pastDate) type Query { a: Date c: Colour } enum Colour @examples(values: [RED]) { RED BLUE }"
    ),
    .init("type Query { a: String @fakeError b: Int @fakeError(message: \"No\", code: \"NO\", rate: 0.5) }"),
    .init(
      "directive @fake(type: fake__Types!) on FIELD_DEFINITION enum fake__Types { email } type Query { a: String @fake(type: email) }"
    ),
    // Where directives stand.
    .init(
      "type Query @listLength(min: 1, max: 2) { a: String }",
      #"x.graphqls:1:12: Directive "@listLength" may not be used on OBJECT, only on FIELD_DEFINITION."#),
    .init(
      "type Query { a(b: Int @fake(type: number)): String }",
      #"x.graphqls:1:23: Directive "@fake" may not be used on ARGUMENT_DEFINITION, only on FIELD_DEFINITION or SCALAR."#
    ),
    .init(
      "enum E @fake(type: word) { A } type Query { a: E }",
      #"x.graphqls:1:8: Directive "@fake" may not be used on ENUM, only on FIELD_DEFINITION or SCALAR."#),
    .init(
      "schema @fakeError { query: Q } type Q { a: Int }",
      #"x.graphqls:1:8: Directive "@fakeError" may not be used on SCHEMA, only on FIELD_DEFINITION."#),
    .init(
      "type Query { a: String @fake(type: word) @fake(type: email) }",
      #"x.graphqls:1:42: The directive "@fake" can only be used once at this location."#),
    .init(
      "interface I @fakeRule(key: id) { id: ID! } type Query { a: I }",
      #"x.graphqls:1:13: Directive "@fakeRule" may not be used on INTERFACE, only on OBJECT or FIELD_DEFINITION."#),
    .init(
      "type Query { a: Int @fakeRule }",
      #"x.graphqls:1:21: Directive "@fakeRule" has no argument: add one."#),
    // Arguments.
    .init(
      "type Query { a: String @fake(typ: email) }",
      #"x.graphqls:1:30: Unknown argument "typ" on directive "@fake". Did you mean "type"?"#),
    .init(
      "type Query { a: String @fakeError(status: 500) }",
      #"x.graphqls:1:35: Unknown argument "status" on directive "@fakeError". It has: message, code, rate."#),
    .init(
      "type Query { a: String @fake }",
      #"x.graphqls:1:24: Directive "@fake" argument "type" is required, but it was not provided."#),
    .init(
      "type Query { a: [Int] @listLength(min: 1) }",
      #"x.graphqls:1:23: Directive "@listLength" argument "max" is required, but it was not provided."#),
    .init(
      "type Query { a: [Int] @listLength(min: \"a lot\", max: 2) }",
      #"x.graphqls:1:40: Argument "min" of directive "@listLength" is "a lot": expected a whole number."#),
    .init(
      "type Query { a: String @examples(values: \"x\") }",
      #"x.graphqls:1:42: Argument "values" of directive "@examples" is "x": expected a list such as ["a", "b"]."#),
    .init(
      "type Query { a: String @fakeError(rate: 1.5) }",
      #"x.graphqls:1:41: Argument "rate" of directive "@fakeError" is 1.5: expected a number from 0 to 1."#),
    .init(
      "type Query { a: String @fakeError(rate: -1) }",
      #"x.graphqls:1:41: Argument "rate" of directive "@fakeError" is -1: expected a number from 0 to 1."#),
    .init(
      "type Query { a: String @fakeError(message: 1) }",
      #"x.graphqls:1:44: Argument "message" of directive "@fakeError" is 1: expected a string."#),
    // Fake types and their options.
    .init(
      "type Query { a: String @fake(type: phoneNumbr) }",
      #"x.graphqls:1:24: There is no fake type "phoneNumbr". Did you mean "phoneNumber"?"#),
    .init(
      "type Query { a: Int @fake(type: email) }",
      #"x.graphqls:1:21: @fake of Query.a is email, but the field is Int: it is not a number."#),
    .init(
      "type Query { a: Boolean! @fake(type: word) }",
      #"x.graphqls:1:26: @fake of Query.a is word, but the field is Boolean!: it is neither true nor false."#),
    .init(
      "enum E { A } type Query { a: E @fake(type: word) }",
      #"x.graphqls:1:32: @fake of Query.a is word, but the field is E: an enum has its own values. List some of them with examples."#
    ),
    .init(
      "type Query { a: B @fake(type: word) } type B { c: Int }",
      #"x.graphqls:1:19: @fake of Query.a is word, but the field is B: objects consist of fields. Set it on those."#
    ),
    .init(
      "type Query { a: Int @fake(type: number, options: {minNumber: 9, maxNumber: 3}) }",
      #"x.graphqls:1:21: @fake: the minimum is 9 and the maximum 3: the minimum must not be larger."#),
    .init(
      "type Query { a: Int @fake(type: number, options: {minNumber: \"9\"}) }",
      #"x.graphqls:1:21: @fake: the option "minNumber" is "9": expected a whole number."#),
    .init(
      "type Query { a: Int @fake(type: number, options: {minNumbr: 9}) }",
      #"x.graphqls:1:21: @fake: there is no option "minNumbr". Did you mean "minNumber" or "maxNumber"?"#),
    .init(
      "type Query { a: Int @fake(type: number, options: {least: 9}) }",
      #"x.graphqls:1:21: @fake: there is no option "least". It has: minNumber, maxNumber, precisionNumber."#
    ),
    .init(
      "type Query { a: String @fake(type: email, options: {emailProvider: \"x.org\"}) }",
      #"warning: x.graphqls:1:24: The option "emailProvider" has no effect on the fake type "email"."#
    ),
    .init(
      "type Query { a: String @fake(type: email, locale: de) }",
      "warning: x.graphqls:1:51: The locale of \"@fake\" has no effect. Set it with --locale, or with `fakes: { locale: de }` in endpoint.yaml."
    ),
    // Examples.
    .init(
      "type Query { a: String! @examples(values: [\"x\", 7]) }",
      #"x.graphqls:1:25: the value 7 in @examples does not match Query.a, which is String!."#),
    .init(
      "type Query { a: [Int!] @examples(values: [1, null]) }",
      #"x.graphqls:1:24: the value null in @examples does not match Query.a, which is [Int!]."#),
    .init(
      "enum E { RED } type Query { a: E @examples(values: [RDE]) }",
      #"x.graphqls:1:34: the value "RDE" in @examples does not match Query.a, which is E. Did you mean the enum value "RED"?"#
    ),
    .init(
      "type Query { a: String @examples(values: []) }",
      #"x.graphqls:1:24: @examples of Query.a is empty: give one value or more."#),
    .init(
      "type Query { a: B @examples(values: [1]) } type B { c: Int }",
      #"x.graphqls:1:19: @examples is set on Query.a, which is B: only scalars and enums have examples."#),
    // Lists.
    .init(
      "type Query { a: [Int] @listLength(min: 5, max: 3) }",
      #"x.graphqls:1:23: @listLength of Query.a has the minimum length 5 and the maximum 3: swap them."#),
    .init(
      "type Query { a: [Int] @listLength(min: -1, max: 3) }",
      #"x.graphqls:1:23: @listLength of Query.a has the minimum length -1: a list has 0 items or more."#),
    .init(
      "type Query { a: [Int] @listLength(min: 1, max: 1000000) }",
      #"x.graphqls:1:23: @listLength of Query.a asks for 1000000 items; at most 10,000 are generated. Lower it."#
    ),
    .init(
      "type Query { a: String! @listLength(min: 1, max: 2) }",
      #"x.graphqls:1:25: @listLength is set for Query.a, which is String!. It needs a list or a page of a list."#),
    // What extends a schema.
    .init(
      "type Query { a: String! }", extending: "extend type Query { a: String @fake(type: word) }",
      "x.fakes.graphqls:1:24: Query.a is String!, and String here: a field that is stated again keeps its type."),
    .init(
      "type Query { a(b: Int): String }", extending: "extend type Query {\n  a(c: Int): String }",
      #"x.fakes.graphqls:2:5: Query.a has no argument "c": a field that is stated again keeps its arguments. Did you mean "b"?"#
    ),
    .init(
      "type Query { a(b: Int): String }", extending: "extend type Query { a(b: Int!): String }",
      "x.fakes.graphqls:1:26: Query.a(b:) is Int, and Int! here: an argument that is stated again keeps its type."),
    .init(
      "type Query { a: Int }\ntype User { b: Int }", extending: "type User { c: Int }",
      #"x.fakes.graphqls:1:6: Type "User" is there already: write "extend" before it to add to it."#),
    .init(
      "type Query { a: User } type User { b: Int }", extending: "\nextend type Usr { c: Int }",
      #"x.fakes.graphqls:2:13: Cannot extend type "Usr" because it is not defined. Did you mean "User"?"#),
    .init(
      "type Query { a: Int }", extending: "extend type Query { b: Boook }\ntype Book { c: Int }",
      #"x.fakes.graphqls:1:24: Unknown type "Boook". Did you mean "Book"?"#),
    .init(
      "type Query { a: Int }", extending: "extend type Query { b: Int",
      "x.fakes.graphqls:1:27: Syntax Error: Expected Name, found <EOF>."),
    .init(
      "type Query { a: Int }", extending: "extend type Query { a: Int @listLength(min: 1, max: 2) }",
      "x.fakes.graphqls:1:28: @listLength is set for Query.a, which is Int. It needs a list or a page of a list."),
    .init(
      "type Query { a: Int }", extending: "# nothing yet\n"),
    // Types without an end.
    .init(
      "type Query { a: A }\ntype A { b: B! } type B { a: A! }",
      "x.graphqls:2:6: Type A can only be answered by an endless response: A.b → B.a → A. Make one of these fields nullable."
    ),
    .init(
      "type Query { a: A } type A { a: A! }",
      "x.graphqls:1:26: Type A can only be answered by an endless response: A.a → A. Make one of these fields nullable."
    ),
    .init(
      "type Query { a: Start } type Start { a: A! } type A { u: U! } union U = A | B type B { a: A! }",
      "x.graphqls:1:51: Type A can only be answered by an endless response: A.u → A. Make one of these fields nullable."
    ),
    // A leaf, a null and a list are ends.
    .init("type Query { a: A } type A { b: B! } type B { a: A! id: ID }"),
    .init("type Query { a: A } type A { b: B! } type B { a: A }"),
    .init("type Query { a: A } type A { b: B! } type B { a: [A!]! }"),
  ]
}
