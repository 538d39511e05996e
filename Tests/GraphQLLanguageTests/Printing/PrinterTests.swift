import GraphQLLanguage
import Testing

@Suite("Printer")
struct PrinterTests {
  @Test func `lays out a request as the reference does`() throws {
    #expect(try Document(KitchenSink.query).printed() == PrintedKitchenSink.query)
  }

  @Test func `lays out a schema as the reference does`() throws {
    #expect(try Document(KitchenSink.schema).printed() == PrintedKitchenSink.schema)
  }

  @Test func `keeps variables on one line around a block string`() throws {
    let printed = try Document("query($a:B=\"\"\"\nc\nd\n\"\"\",$e:F){g}").printed()
    #expect(printed == "query ($a: B = \"\"\"\nc\nd\n\"\"\", $e: F) {\n  g\n}")
  }

  @Test(arguments: [KitchenSink.query, KitchenSink.schema])
  func `keeps the tree, and prints its own text unchanged`(_ text: String) throws {
    let document = try Document(text)
    #expect(try Document(document.printed()) == document)
    #expect(try Document(document.printed()).printed() == document.printed())
  }

  @Test(arguments: [
    ("query{a}", "{\n  a\n}"), ("query Q{a}", "query Q {\n  a\n}"), ("query($a:B){c}", "query ($a: B) {\n  c\n}"),
    ("query Q($a:B=1@d,$e:F){c}", "query Q($a: B = 1 @d, $e: F) {\n  c\n}"), ("query@a{b}", "query @a {\n  b\n}"),
    ("mutation{a}", "mutation {\n  a\n}"), ("subscription S@t{a}", "subscription S @t {\n  a\n}"),
    ("{a:b(c:1)@d{e}}", "{\n  a: b(c: 1) @d {\n    e\n  }\n}"), ("{...a@b}", "{\n  ...a @b\n}"),
    ("{...on A@b{c}}", "{\n  ... on A @b {\n    c\n  }\n}"), ("{...{a}}", "{\n  ... {\n    a\n  }\n}"),
    ("fragment A on B@c{d}", "fragment A on B @c {\n  d\n}"), ("{a(b:{c:1,d:[]})}", "{\n  a(b: {c: 1, d: []})\n}"),
    ("\"d\"query{a}", "\"d\"\nquery {\n  a\n}"),
    ("\"\"\"d\"\"\"fragment A on B{c}", "\"\"\"d\"\"\"\nfragment A on B {\n  c\n}"),
    ("query(\"d\"$a:B $c:D){e}", "query (\n  \"d\"\n  $a: B\n  $c: D\n) {\n  e\n}"),
    ("{a}{b}", "{\n  a\n}\n\n{\n  b\n}"), ("scalar A {b}", "scalar A\n\n{\n  b\n}"),
    ("type A query{b}", "type A\n\nquery {\n  b\n}"),
    ("extend schema@a query{b}", "extend schema @a\n\nquery {\n  b\n}"),
    ("type A{b:C}{d}", "type A {\n  b: C\n}\n\n{\n  d\n}"),
    ("schema@a{query:B}", "schema @a {\n  query: B\n}"),
    ("type A implements B&C@d{e(f:G=1 h:I):J@k}", "type A implements B & C @d {\n  e(f: G = 1, h: I): J @k\n}"),
    ("type A{b(\"d\"c:D):E}", "type A {\n  b(\n    \"d\"\n    c: D\n  ): E\n}"),
    ("union A@b=C|D", "union A @b = C | D"),
    ("enum A{\"d\"B@c}", "enum A {\n  \"d\"\n  B @c\n}"), ("input A{b:C=1@d}", "input A {\n  b: C = 1 @d\n}"),
    ("directive@a(b:C)repeatable on FIELD|QUERY", "directive @a(b: C) repeatable on FIELD | QUERY"),
    ("\"d\"directive@a(\"e\"b:C)on FIELD", "\"d\"\ndirective @a(\n  \"e\"\n  b: C\n) on FIELD"),
    ("extend union A=B", "extend union A = B"),
    ("extend input A@b", "extend input A @b"),
    ("interface A", "interface A"),
  ])
  func `lays out every kind of definition`(_ text: String, printed: String) throws {
    #expect(try Document(text).printed() == printed)
    #expect(try Document(printed) == Document(text))
  }

  @Test func `breaks arguments one a line where the line has more than 80 columns`() throws {
    let exact = "trip(wherever: \"\(String(repeating: "x", count: 52))\", what: 12)"
    #expect(exact.count == 80)
    #expect(try Document("{\(exact)}").printed() == "{\n  \(exact)\n}")
    let long = exact.replacing("12", with: "123")
    let broken = "{\n  trip(\n    wherever: \"\(String(repeating: "x", count: 52))\"\n    what: 123\n  )\n}"
    #expect(try Document("{\(long)}").printed() == broken)
    #expect(try Document(broken) == Document("{\(long)}"))
  }

  @Test func `counts the alias and UTF-16 code units, not the indentation, the directives or bytes`() throws {
    let exact = "alias: trip(wherever: \"\(String(repeating: "é", count: 43))🎻\", what: 12)"
    #expect(exact.utf16.count == 80)
    let text = "{a{a{a{\(exact)@include(if:true)}}}}"
    #expect(try Document(text).printed().contains("      \(exact) @include(if: true)\n"))
    #expect(try Document(text.replacing("12", with: "123")).printed().contains("trip(\n"))
  }

  @Test func `indents the lines of a block string inside an argument`() throws {
    let document = try Document("{a{b(c:\"\"\"\nx\n  y\n\"\"\")}}")
    #expect(document.printed() == "{\n  a {\n    b(c: \"\"\"\n    x\n      y\n    \"\"\")\n  }\n}")
    #expect(try Document(document.printed()) == document)
  }

  @Test func `does not count the indentation of a block string's lines against its arguments`() throws {
    let lines = String(repeating: "x\n", count: 10)
    let document = try Document("{a{a{b(c: \"\"\"\n\(lines)\"\"\")}}}")
    #expect(document.printed().contains("      b(c: \"\"\"\n      x\n"))
  }

  @Test func `prints each node alone, indented from the first column`() throws {
    let document = try Document("query Q($a:B=1){c(d:$a)@e{...F ...on G{h}}} fragment F on G{h}")
    let operation = try #require(document.operations.first)
    let fragment = try #require(document.fragments.first)
    guard case .field(let field) = operation.selectionSet.selections[0],
      let inner = field.selectionSet, case .fragmentSpread(let spread) = inner.selections[0],
      case .inlineFragment(let inline) = inner.selections[1]
    else { Issue.record("another tree"); return }
    #expect(document.definitions[0].printed() == operation.printed())
    #expect(document.printed() == operation.printed() + "\n\n" + fragment.printed())
    #expect(operation.variables[0].printed() == "$a: B = 1")
    #expect(operation.selectionSet.printed() == "{\n  c(d: $a) @e {\n    ...F\n    ... on G {\n      h\n    }\n  }\n}")
    #expect(field.printed() == "c(d: $a) @e {\n  ...F\n  ... on G {\n    h\n  }\n}")
    #expect(operation.selectionSet.selections[0].printed() == field.printed())
    #expect(spread.printed() == "...F")
    #expect(inline.printed() == "... on G {\n  h\n}")
    #expect(field.arguments[0].printed() == "d: $a")
    #expect(field.directives[0].printed() == "@e")
  }

  @Test func `prints each part of a schema alone`() throws {
    let document = try Document("schema{query:Q}type T{f(a:I=1):S@d}enum E{V@d}directive@d on FIELD")
    guard case .schema(let schema) = document.definitions[0], case .type(let type) = document.definitions[1],
      case .object(_, let fields) = type.kind, case .type(let other) = document.definitions[2],
      case .enum(let values) = other.kind, case .directive(let directive) = document.definitions[3]
    else { Issue.record("another tree"); return }
    #expect(schema.operationTypes[0].printed() == "query: Q")
    #expect(schema.printed() == "schema {\n  query: Q\n}")
    #expect(type.printed() == "type T {\n  f(a: I = 1): S @d\n}")
    #expect(fields[0].printed() == "f(a: I = 1): S @d")
    #expect(fields[0].arguments[0].printed() == "a: I = 1")
    #expect(values[0].printed() == "V @d")
    #expect(directive.printed() == "directive @d on FIELD")
  }
}
