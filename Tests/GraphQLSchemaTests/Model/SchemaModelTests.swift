import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("The schema's model")
struct SchemaModelTests {
  @Test("A definition and its extensions make one type, in the order of the text")
  func extensions() throws {
    let schema = try schema(SampleSchemas.kitchenSink)
    let robot = try #require(schema.type(named: "Robot"))
    #expect(robot.fields.map(\.name) == ["id", "model", "serial", "name", "created"])
    #expect(robot.interfaceNames == ["Node", "Named"])
    #expect(robot.appliedDirectives.map { $0.printed() } == ["@since(version: 5)"])
    #expect(schema.type(named: "Being")?.memberNames == ["Person", "Robot", "Ghost"])
    #expect(schema.type(named: "Style")?.values.map(\.name) == ["PLAIN", "FANCY", "GONE", "LATE"])
    #expect(schema.type(named: "Pick")?.inputFields.map(\.name) == ["id", "name", "model"])
    #expect(schema.appliedDirectives.count == 2)
  }

  @Test("Types come in order of definition, wherever they are extended")
  func order() throws {
    let schema = try schema("extend type Query { b: B } type A { x: Int } type Query { a: A } scalar B")
    #expect(schema.types.map(\.name) == ["A", "Query", "B"])
    #expect(schema.type(named: "Query")?.fields.map(\.name) == ["a", "b"])
  }

  @Test("What directives say that the model knows is a property, not an applied directive")
  func knownDirectives() throws {
    let schema = try schema(SampleSchemas.kitchenSink)
    let person = try #require(schema.type(named: "Person"))
    #expect(person.field(named: "friends")?.deprecationReason == "Use \"people\".")
    #expect(person.field(named: "friends")?.appliedDirectives == [])
    #expect(person.field(named: "old")?.deprecationReason == "No longer supported")
    #expect(person.field(named: "old")?.argument(named: "flag")?.deprecationReason == "No longer supported")
    #expect(person.field(named: "id")?.deprecationReason == nil)
    #expect(schema.type(named: "Moment")?.specifiedByURL == "https://example.com/moment")
    #expect(schema.type(named: "Moment")?.appliedDirectives.map(\.name.text) == ["since"])
    #expect(schema.type(named: "Pick")?.isOneOf == true)
    #expect(schema.type(named: "Order")?.isOneOf == false)
    #expect(schema.type(named: "Style")?.value(named: "GONE")?.deprecationReason == "Gone.")
    #expect(schema.type(named: "Order")?.inputField(named: "was")?.deprecationReason == "No longer supported")
  }

  @Test("Root types have their default names unless the schema says otherwise")
  func rootTypes() throws {
    let plain = try schema(SampleSchemas.rockets)
    #expect(plain.queryTypeName == "Query")
    #expect(plain.mutationTypeName == "Mutation")
    #expect(plain.subscriptionTypeName == "Subscription")
    let named = try schema(SampleSchemas.kitchenSink)
    #expect(named.rootType(of: .subscription)?.name == "TheSubscription")
    let partial = try schema("schema { query: Query } type Query { a: Int } type Mutation { b: Int }")
    #expect(partial.mutationTypeName == nil)
    let extended = try schema("extend schema { mutation: M } type Query { a: Int } type M { b: Int }")
    #expect(extended.queryTypeName == "Query")
    #expect(extended.mutationTypeName == "M")
  }

  @Test("Introspection types, and the built-in scalars that the schema names, are found by name and not listed")
  func builtIns() throws {
    let schema = try schema("type Query { a: Int } scalar ID type __Type { x: Int }")
    #expect(schema.types.map(\.name) == ["Query"])
    for name in ["Int", "String", "Boolean", "ID"] {
      #expect(schema.type(named: name)?.isBuiltInScalar == true)
    }
    #expect(schema.type(named: "Float") == nil)
    #expect(schema.type(named: "__Schema")?.field(named: "types")?.type.description == "[__Type!]!")
    #expect(schema.type(named: "__Type")?.field(named: "x") == nil)
    #expect(schema.type(named: "int") == nil)
    #expect(schema.directives.map(\.name) == ["include", "skip", "deprecated", "specifiedBy", "oneOf"])
  }

  @Test("A built-in scalar is listed behind the first type that refers to it, as the reference does")
  func allTypes() throws {
    let schema = try schema("type Query { b(x: Float): B } type B { id: ID, s: String } type C { f: Float }")
    #expect(
      schema.allTypes.map(\.name) == [
        "Query", "Float", "B", "ID", "String", "C", "Boolean", "__Schema", "__Type", "__TypeKind", "__Field",
        "__InputValue", "__EnumValue", "__Directive", "__DirectiveLocation",
      ])
  }

  @Test("A built-in scalar that the schema defines stands where it is defined, and is known")
  func listedScalar() throws {
    let schema = try schema("type Query { a: Int } scalar Float scalar Int")
    #expect(schema.allTypes.map(\.name).prefix(4) == ["Query", "Float", "Int", "Boolean"])
    #expect(schema.type(named: "Float")?.isBuiltInScalar == true)
    #expect(schema.type(named: "ID") == nil)
    #expect(schema.types.map(\.name) == ["Query"])
  }

  @Test("A schema's own definition of a built-in directive takes the place of the built-in one")
  func ownDirective() throws {
    let schema = try schema("directive @skip(if: Boolean!, why: String) on FIELD type Query { a: Int }")
    #expect(schema.directives.map(\.name) == ["skip", "include", "deprecated", "specifiedBy", "oneOf"])
    #expect(schema.directive(named: "skip")?.argument(named: "why") != nil)
    #expect(schema.directive(named: "include")?.isBuiltIn == true)
    #expect(schema.directive(named: "skip")?.isBuiltIn == false)
  }

  @Test("Meta-fields are found where they can be selected")
  func metaFields() throws {
    let schema = try schema(SampleSchemas.conferences)
    let query = try #require(schema.rootType(of: .query))
    let node = try #require(schema.type(named: "Node"))
    let order = try #require(schema.type(named: "AttendeeOrderBy"))
    #expect(schema.field(named: "__typename", of: node)?.type.description == "String!")
    #expect(schema.field(named: "__schema", of: query)?.type.description == "__Schema!")
    #expect(schema.field(named: "__type", of: query)?.arguments.map(\.name) == ["name"])
    #expect(schema.field(named: "__schema", of: node) == nil)
    #expect(schema.field(named: "__typename", of: order) == nil)
    #expect(schema.field(named: "allConferences", of: query)?.name == "allConferences")
  }

  @Test("Schemas are equal if and only if they say the same in the same order")
  func equality() throws {
    let base = "type Query { a(x: Int = 1): String } enum E { A B }"
    #expect(try schema(base) == schema("type Query{a(x:Int=1):String} # a comment\nenum E{A B}"))
    for other in [
      "type Query { a(x: Int = 2): String } enum E { A B }", "type Query { a(x: Int = 1): String! } enum E { A B }",
      "type Query { a(x: Int = 1): String } enum E { B A }", "enum E { A B } type Query { a(x: Int = 1): String }",
      "type Query { a(x: Int = 1): String } enum E { A B @deprecated }",
      "type Query { a(x: Int = 1): String } \"text\" enum E { A B }",
      "type Query { a(x: Int = 1): String } enum E { A B } scalar S",
      "type Query { a(x: Int = 1): String @x } enum E { A B }",
    ] {
      #expect(try schema(base) != schema(other), "\(other)")
    }
  }
}
