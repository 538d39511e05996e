import GraphQLLanguage
import Testing

@Suite("Parser")
struct ParserTests {
  @Test func `reads the shorthand as a query without a name`() throws {
    let expected = OperationDefinition(selectionSet: SelectionSet([.field(Field(name: Name("a")))]))
    #expect(try Document("{ a }").definitions == [.operation(expected)])
    #expect(try Document("query { a }") == Document("{a}"))
    #expect(try Document("query Q { a }") != Document("{a}"))
  }

  @Test func `reads an operation with everything that one can have`() throws {
    let document = try Document(
      #"""
      "About" mutation M("About x" $x: [Int!] = [1] @v(a: "b")) @d { a: b(c: $x, d: {e: null}) @f { ...G @h ... on T { i } } }
      """#)
    let type = TypeReference.list(.nonNull(.named(NamedType(Name("Int"))), .none), .none)
    let variable = VariableDefinition(
      description: StringValue("About x"), name: Name("x"), type: type, defaultValue: .list([.int("1", .none)], .none),
      directives: [Directive(name: Name("v"), arguments: [Argument(name: Name("a"), value: .string(StringValue("b")))])]
    )
    let inner = SelectionSet([
      .fragmentSpread(FragmentSpread(name: Name("G"), directives: [Directive(name: Name("h"))])),
      .inlineFragment(
        InlineFragment(
          typeCondition: NamedType(Name("T")), selectionSet: SelectionSet([.field(Field(name: Name("i")))]))),
    ])
    let object = Value.object([ObjectField(name: Name("e"), value: .null(.none))], .none)
    let field = Field(
      alias: Name("a"), name: Name("b"),
      arguments: [
        Argument(name: Name("c"), value: .variable(Name("x"))), Argument(name: Name("d"), value: object),
      ], directives: [Directive(name: Name("f"))], selectionSet: inner)
    let operation = OperationDefinition(
      description: StringValue("About"), kind: .mutation, name: Name("M"), variables: [variable],
      directives: [Directive(name: Name("d"))], selectionSet: SelectionSet([.field(field)]))
    #expect(document.definitions == [.operation(operation)])
  }

  @Test(arguments: [
    ("1", Value.int("1", .none)),
    ("-0", .int("-0", .none)),
    ("1.50e+3", .float("1.50e+3", .none)),
    ("1E5", .float("1E5", .none)),
    ("0.0", .float("0.0", .none)), ("123456789012345678901234567890", .int("123456789012345678901234567890", .none)),
    ("true", .boolean(true, .none)),
    ("false", .boolean(false, .none)),
    ("null", .null(.none)),
    ("nulls", .enum(Name("nulls"))),
    ("True", .enum(Name("True"))), ("on", .enum(Name("on"))), ("$on", .variable(Name("on"))), ("[]", .list([], .none)),
    ("{}", .object([], .none)),
    ("[1[2]]", .list([.int("1", .none), .list([.int("2", .none)], .none)], .none)),
  ])
  func `reads values`(_ text: String, value: Value) throws {
    #expect(try parseValue(SourceText(text)) == value)
    #expect(value.printed() == (text == "[1[2]]" ? "[1, [2]]" : text))
  }

  @Test(arguments: ["$a", "[$a]", "{a: {b: [1, $a]}}"])
  func `refuses variables in constant values`(_ text: String) throws {
    _ = try parseValue(SourceText(text))
    let outcome = outcome { () throws(SyntaxError) in try parseConstValue(SourceText(text)).printed() }
    #expect(outcome.message == "Syntax Error: Unexpected variable \"$a\" in constant value.")
  }

  @Test(arguments: ["1 2", "[1] ]", "$a b", "{} {}"])
  func `refuses what stands after a value`(_ text: String) {
    let outcome = outcome { () throws(SyntaxError) in try parseValue(SourceText(text)).printed() }
    #expect(outcome.message?.hasPrefix("Syntax Error: Expected <EOF>, found ") == true)
  }

  @Test(arguments: ["A", "A!", "[A]", "[A!]!", "[[A]!]", "[[[A!]!]!]!"])
  func `reads types`(_ text: String) throws {
    let type = try parseType(SourceText(text))
    #expect(type.printed() == text)
    #expect(type.namedType.name.text == "A")
  }

  @Test(arguments: [
    ("A!!", "Expected <EOF>, found \"!\"."), ("[A", "Expected \"]\", found <EOF>."),
    ("", "Expected Name, found <EOF>."),
  ])
  func `refuses what is no type`(_ text: String, message: String) {
    let outcome = outcome { () throws(SyntaxError) in try parseType(SourceText(text)).printed() }
    #expect(outcome.message == "Syntax Error: \(message)")
  }

  @Test(arguments: [
    "on", "fragment", "query", "mutation", "subscription", "true", "false", "null", "type", "extend", "schema", "input",
    "repeatable", "implements", "__typename", "_", "a1",
  ])
  func `allows every word as a name where no doubt is`(_ word: String) throws {
    let fragment = word == "on" ? "f" : word
    let enumValue = ["true", "false", "null"].contains(word) ? "v" : word
    let text = """
      query \(word)($\(word): \(word)) @\(word) { \(word): \(word)(\(word): $\(word)) ...\(fragment) ... on \(word) { \(word) } }
      fragment \(fragment) on \(word) { \(word)(\(word): {\(word): 1}) }
      type \(word) implements \(word) { \(word)(\(word): \(word)): \(word) }
      enum \(word) { \(enumValue) }
      directive @\(word)(\(word): \(word)) repeatable on FIELD
      """
    #expect(try Document(Document(text).printed()) == Document(text))
  }

  @Test func `lets delimiters stand before the first of a list too`() throws {
    #expect(try Document("type A implements & B & C") == Document("type A implements B & C"))
    #expect(try Document("union A = | B | C") == Document("union A = B | C"))
    #expect(try Document("directive @a on | FIELD | QUERY") == Document("directive @a on FIELD | QUERY"))
  }

  @Test func `passes over white space, commas, comments and byte order marks between any two tokens`() throws {
    let text = "{ a(b: [1 2], c: {d: \"e\"}) @f ... on G { h } }"
    let separated = text.split(separator: " ").joined(separator: "\u{FEFF},,\t# } é 🎻\r\n\r")
    #expect(try Document("\u{FEFF}\(separated)#") == Document(text))
  }

  @Test(arguments: [("{a b}", "{a,b}"), ("{a(b:1 c:2)}", "{a(b:1,c:2)}")])
  func `does not need commas`(_ plain: String, commas: String) throws {
    #expect(try Document(plain) == Document(commas))
  }

  @Test(arguments: [
    ("{ab}", "{a b}"), ("{a(b:12)}", "{a(b:1)}"), ("{a(b:[1 2])}", "{a(b:[12])}"), ("{a(b:1)}", "{a(b:1.0)}"),
    ("{a(b:1)}", "{a(b:\"1\")}"), ("{a(b:c)}", "{a(b:$c)}"), ("{a:b}", "{b}"), ("{a{b}}", "{a b}"),
    ("{...a}", "{a}"), ("{...{a}}", "{a}"), ("{...on A{a}}", "{...{a}}"), ("{a@b}", "{a}"), ("{a@b@c}", "{a@c@b}"),
    ("{a(b:1,c:2)}", "{a(c:2,b:1)}"),
    ("{a}", "query@b{a}"),
    ("type A{b:C}", "type A{b:C!}"),
    ("type A", "extend type A@b"),
    ("type A{b:C}", "input A{b:C}"), ("type A{b:C}", "interface A{b:C}"), ("\"d\"type A", "type A"),
    ("directive@a on FIELD", "directive@a repeatable on FIELD"),
    ("{a(b:null)}", "{a}"),
    ("{a(b:null)}", "{a(b:\"null\")}"),
    ("query($a:B){c}", "query($a:B=null){c}"), ("query($a:B){c}", "query($a:[B]){c}"), ("{a(b:[])}", "{a(b:{})}"),
    ("{a(b:[[1]])}", "{a(b:[1])}"),
    ("{a(b:{c:1})}", "{a(b:{d:1})}"),
    ("{a(b:true)}", "{a(b:false)}"),
    ("{a} {a}", "{a}"),
  ])
  func `tells apart what differs`(_ first: String, second: String) throws {
    #expect(try Document(first) != Document(second))
    #expect(try Document(first) == Document(first))
  }

  @Test func `equal trees hash alike wherever they stand`() throws {
    let documents = try [KitchenSink.query, "\n" + KitchenSink.query, KitchenSink.schema, "{a}"].map {
      try Document($0)
    }
    #expect(Set(documents).count == 3)
  }
}
