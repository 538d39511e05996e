import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Introspection")
struct IntrospectionTests {
  private func introspect(_ query: String, _ sdl: String = IntrospectionSamples.sdl) throws -> JSON {
    let result = try run(query, sdl)
    #expect(result.calls == [])
    return try JSON.parse(text: result.response)
  }

  @Test("A schema rebuilt from the full answer is the schema, without applied directives")
  func rebuilding() throws {
    let original = try Schema(sdl: SourceText(IntrospectionSamples.sdl))
    let rebuilt = try Schema(introspection: introspect(IntrospectionQuery.text))
    #expect(rebuilt == original)
    #expect(rebuilt.printed() == original.printed())
  }

  @Test(
    "Each downloader's request gets a full answer, from which the schema can be rebuilt as far as it asked",
    arguments: [
      IntrospectionSamples.apolloIOS(includesDeprecatedInputs: true),
      IntrospectionSamples.apolloIOS(includesDeprecatedInputs: false), IntrospectionSamples.apolloCLI,
    ])
  func downloaders(query: String) throws {
    let answer = try introspect(query)
    #expect(answer["errors"] == nil)
    let rebuilt = try Schema(introspection: answer)
    // Kinds, directives' repeatability, oneOf and specifiedBy were not asked for; deprecated inputs only sometimes.
    let asksForDeprecated = query.contains("inputFields(includeDeprecated: true)")
    let expected = try Schema(
      sdl: SourceText(
        #"""
        schema { query: Root mutation: Change }
        "Says so." directive @note("What." text: String = "n") on FIELD | OBJECT
        interface Node { id: ID! }
        interface Named implements Node { id: ID! name: String }
        "A root." type Root { node("Which." id: ID! OLD): Node! list: [[Person!]!] past: Int @deprecated(reason: "p") }
        type Person implements Named & Node { id: ID! name: String style: Style }
        union Being = Person
        enum Style { PLAIN "Best." FANCY GONE @deprecated }
        input Order { by: [String!]! = ["id"] "Which way." down: Boolean = false WAS inner: Pick = {a: 1} }
        input Pick { a: Int b: Being2 }
        enum Being2 { A }
        type Change { set(order: Order): Being }
        scalar Moment
        """#.replacing("OLD", with: asksForDeprecated ? ", old: Int = 1 @deprecated(reason: \"a\")" : "")
          .replacing("WAS", with: asksForDeprecated ? "was: Float @deprecated(reason: \"w\")" : "")))
    #expect(rebuilt == expected)
  }

  @Test("Types come in the reference's order, each with its kind")
  func types() throws {
    let answer = try introspect("{ __schema { types { kind name } } }")
    let types = answer["data"]?["__schema"]?["types"]?.arrayValue ?? []
    let names = types.map { "\($0["kind"]?.stringValue ?? "") \($0["name"]?.stringValue ?? "")" }
    #expect(
      names == [
        "INTERFACE Node", "SCALAR ID", "INTERFACE Named", "SCALAR String", "OBJECT Root", "SCALAR Int",
        "OBJECT Person", "UNION Being", "ENUM Style", "INPUT_OBJECT Order", "SCALAR Boolean", "SCALAR Float",
        "INPUT_OBJECT Pick", "ENUM Being2", "OBJECT Change", "SCALAR Moment", "OBJECT __Schema", "OBJECT __Type",
        "ENUM __TypeKind", "OBJECT __Field", "OBJECT __InputValue", "OBJECT __EnumValue", "OBJECT __Directive",
        "ENUM __DirectiveLocation",
      ])
  }

  @Test("A question and its answer", arguments: cases)
  func answers(query: String, answer: String) throws {
    #expect(try introspect(query).compactText == "{\"data\":{\(answer)}}")
  }

  static let cases: [(String, String)] = [
    (
      "{ __schema { description queryType { name } mutationType { name } subscriptionType { name } __typename } }",
      #""__schema":{"description":"The whole.","queryType":{"name":"Root"},"mutationType":{"name":"Change"},"#
        + #""subscriptionType":null,"__typename":"__Schema"}"#
    ),
    ("{ __type(name: \"Nope\") { name } t: __typename }", #""__type":null,"t":"Root""#),
    (
      "query ($n: String = \"Root\") { a: __type(name: $n) { fields { name } } "
        + "b: __type(name: $n) { fields(includeDeprecated: true) { name isDeprecated deprecationReason } } }",
      #""a":{"fields":[{"name":"node"},{"name":"list"}]},"b":{"fields":["#
        + #"{"name":"node","isDeprecated":false,"deprecationReason":null},"#
        + #"{"name":"list","isDeprecated":false,"deprecationReason":null},"#
        + #"{"name":"past","isDeprecated":true,"deprecationReason":"p"}]}"#
    ),
    (
      "{ __type(name: \"Root\") { fields { name args { name } all: args(includeDeprecated: true) { name isDeprecated "
        + "deprecationReason defaultValue } type { kind name ofType { kind name ofType { kind } } } } } }",
      #""__type":{"fields":[{"name":"node","args":[{"name":"id"}],"all":["#
        + #"{"name":"id","isDeprecated":false,"deprecationReason":null,"defaultValue":null},"#
        + #"{"name":"old","isDeprecated":true,"deprecationReason":"a","defaultValue":"1"}],"#
        + #""type":{"kind":"NON_NULL","name":null,"ofType":{"kind":"INTERFACE","name":"Node","ofType":null}}},"#
        + #"{"name":"list","args":[],"all":[],"type":{"kind":"LIST","name":null,"ofType":"#
        + #"{"kind":"NON_NULL","name":null,"ofType":{"kind":"LIST"}}}}]}"#
    ),
    (
      "{ __type(name: \"Order\") { isOneOf inputFields { name defaultValue } all: inputFields(includeDeprecated: true) "
        + "{ name } fields { name } enumValues { name } } }",
      #""__type":{"isOneOf":false,"inputFields":[{"name":"by","defaultValue":"[\"id\"]"},"#
        + #"{"name":"down","defaultValue":"false"},{"name":"inner","defaultValue":"{a: 1}"}],"all":["#
        + #"{"name":"by"},{"name":"down"},{"name":"was"},{"name":"inner"}],"fields":null,"enumValues":null}"#
    ),
    (
      "{ __type(name: \"Style\") { enumValues { name description } all: enumValues(includeDeprecated: true) "
        + "{ name isDeprecated deprecationReason } inputFields { name } } }",
      #""__type":{"enumValues":[{"name":"PLAIN","description":null},{"name":"FANCY","description":"Best."}],"#
        + #""all":[{"name":"PLAIN","isDeprecated":false,"deprecationReason":null},"#
        + #"{"name":"FANCY","isDeprecated":false,"deprecationReason":null},"#
        + #"{"name":"GONE","isDeprecated":true,"deprecationReason":"No longer supported"}],"inputFields":null}"#
    ),
    (
      "{ a: __type(name: \"Node\") { interfaces { name } possibleTypes { name } } "
        + "b: __type(name: \"Person\") { interfaces { name } possibleTypes { name } } "
        + "c: __type(name: \"Being\") { interfaces { name } possibleTypes { name } } }",
      #""a":{"interfaces":[],"possibleTypes":[{"name":"Person"}]},"#
        + #""b":{"interfaces":[{"name":"Named"},{"name":"Node"}],"possibleTypes":null},"#
        + #""c":{"interfaces":null,"possibleTypes":[{"name":"Person"}]}"#
    ),
    (
      "{ a: __type(name: \"Moment\") { specifiedByURL isOneOf } b: __type(name: \"Pick\") { specifiedByURL isOneOf } }",
      #""a":{"specifiedByURL":"https://example.com","isOneOf":null},"b":{"specifiedByURL":null,"isOneOf":true}"#
    ),
    (
      "{ __schema { directives { name isRepeatable locations args { name } } } }",
      #""__schema":{"directives":[{"name":"note","isRepeatable":true,"locations":["FIELD","OBJECT"],"args":[{"name":"text"}]},"#
        + #"{"name":"include","isRepeatable":false,"locations":["FIELD","FRAGMENT_SPREAD","INLINE_FRAGMENT"],"args":[{"name":"if"}]},"#
        + #"{"name":"skip","isRepeatable":false,"locations":["FIELD","FRAGMENT_SPREAD","INLINE_FRAGMENT"],"args":[{"name":"if"}]},"#
        + #"{"name":"deprecated","isRepeatable":false,"locations":["FIELD_DEFINITION","ARGUMENT_DEFINITION","#
        + #""INPUT_FIELD_DEFINITION","ENUM_VALUE"],"args":[{"name":"reason"}]},"#
        + #"{"name":"specifiedBy","isRepeatable":false,"locations":["SCALAR"],"args":[{"name":"url"}]},"#
        + #"{"name":"oneOf","isRepeatable":false,"locations":["INPUT_OBJECT"],"args":[]}]}"#
    ),
    (
      "{ __type(name: \"__Type\") { kind fields { name } } }",
      #""__type":{"kind":"OBJECT","fields":[{"name":"kind"},{"name":"name"},{"name":"description"},"#
        + #"{"name":"specifiedByURL"},{"name":"fields"},{"name":"interfaces"},{"name":"possibleTypes"},"#
        + #"{"name":"enumValues"},{"name":"inputFields"},{"name":"ofType"},{"name":"isOneOf"}]}"#
    ),
  ]

  @Test("Introspection and data come in one response, in the order of the query")
  func mixed() throws {
    let result = try run(
      "{ a: x __schema { queryType { name } } b: x }", "type Query { x: Int }", root: ["x": 1])
    #expect(result.response == "{\"data\":{\"a\":1,\"__schema\":{\"queryType\":{\"name\":\"Query\"}},\"b\":1}}")
    #expect(result.calls == ["Query.x at a", "Query.x at b"])
  }

  @Test("A directive's deprecated arguments come when asked for")
  func directiveArguments() throws {
    let answer = try introspect(
      "{ __schema { directives { args(includeDeprecated: true) { name } } } }")
    #expect(
      answer["data"]?["__schema"]?["directives"]?[0]?.compactText == #"{"args":[{"name":"text"},{"name":"old"}]}"#)
  }
}
