import GraphQLLanguage
import Testing

/// Recordings are named after these texts: a change here breaks the recordings of everybody.
@Suite("Canonical text, byte by byte")
struct CanonicalTextTests {
  @Test(arguments: [
    ("{a}", "query{a}"),
    ("query { a, b c }", "query{a b c}"),
    ("query Q { a { b } c }", "query Q{a{b}c}"),
    ("mutation{a}", "mutation{a}"),
    ("subscription S { a }", "subscription S{a}"),
    ("query Q($b: [Int!]! = [1, 2], $a: ID @d) { c }", "query Q($a:ID@d$b:[Int!]!=[1 2]){c}"),
    ("query ($a: A = 1 $b: B = x) { c }", "query($a:A=1$b:B=x){c}"),
    ("query Q @b @a(y: 1, x: 2) { c }", "query Q@b@a(x:2 y:1){c}"),
    (
      "{ z: a(c: 1, b: 2.50, a: -0) @skip(if: $x) @include(if: true) { d } }",
      "query{z:a(a:-0 b:2.50 c:1)@skip(if:$x)@include(if:true){d}}"
    ),
    ("{ a(b: {z: 1, y: {x: 2, w: null}}) }", "query{a(b:{y:{w:null x:2}z:1})}"),
    ("{ a(b: [{d: 1, c: 2}, {b: true}]) }", "query{a(b:[{c:2 d:1}{b:true}])}"),
    ("{ a(b: [\"x\", \"\", \"y\"]) }", #"query{a(b:["x" "" "y"])}"#),
    ("{ a(b: [x, $y, \"z\", [], {}]) }", #"query{a(b:[x$y "z"[]{}])}"#),
    ("{ a(c: \"1\", b: x, d: $y) }", #"query{a(b:x c:"1" d:$y)}"#),
    ("{ a(b: \"\"\"\n  x \"y\"\n    z \\\n\"\"\") }", #"query{a(b:"x \"y\"\n  z \\")}"#),
    (#"{ a(b: "\u00e9\u{1F3BB}\/\u0007\u007f\t") }"#, #"query{a(b:"é🎻/\u0007\u007F\t")}"#),
    ("{ ...F ... on T @a { b } ... @a { c } ... { d } }", "query{...F...on T@a{b}...@a{c}...{d}}"),
    ("{ a ...F @d b } fragment F on T { c }", "query{a...F@d b}fragment F on T{c}"),
    (
      "{ ...Z ...A } fragment Z on T { z } fragment A on T @d { a }",
      "query{...Z...A}fragment A on T@d{a}fragment Z on T{z}"
    ),
    (
      "fragment B on T { ...A } fragment A on T { ...B } { ...A }",
      "query{...A}fragment A on T{...B}fragment B on T{...A}"
    ),
    ("{ ...Self } fragment Self on T { ...Self }", "query{...Self}fragment Self on T{...Self}"),
    ("{ ...Missing } fragment Other on T { a }", "query{...Missing}"),
    ("{ a { ... { b { ...Deep } } } } fragment Deep on T { c }", "query{a{...{b{...Deep}}}}fragment Deep on T{c}"),
    ("{ ...F } fragment F on T { a } fragment F on U { b }", "query{...F}fragment F on T{a}fragment F on U{b}"),
    ("{ a(b: 1, a: 2, b: 3) }", "query{a(a:2 b:1 b:3)}"),
    ("\"what\" query Q(\"which\" $a: A) { b } \"more\" fragment F on T { c }", "query Q($a:A){b}"),
    ("{ query fragment on type: on }", "query{query fragment on type:on}"),
    ("scalar A { a } type B { c: D }", "query{a}"),
  ])
  func `is pinned`(_ text: String, canonical expected: String) throws {
    #expect(try canonical(text) == expected)
    // The law of every canonical text: a document, and its own canonical text.
    #expect(try canonical(expected) == expected)
  }

  @Test func `sorts names by bytes, upper case before lower case`() throws {
    #expect(try canonical("{a(b:1,_:2,B:3,a1:4,a:5,a10:6,a2:7)}") == "query{a(B:3 _:2 a:5 a1:4 a10:6 a2:7 b:1)}")
  }

  @Test func `finds fragments in a document of very many`() throws {
    let fragments = (0..<300).map { "fragment F\($0) on T { ...F\($0 + 2) }" }.joined(separator: "\n")
    let text = try canonical("{ ...F0 }\n\(fragments)")
    #expect(text.hasPrefix("query{...F0}fragment F0 on T{...F2}fragment F10 on T{...F12}fragment F100 on T{...F102}"))
    #expect(text.split(separator: "fragment").count == 151)
  }

  @Test func `of the kitchen sink`() throws {
    #expect(
      try canonical(KitchenSink.query, operation: "Programme") == #"""
        query Programme($filter:Filter={kind:OPERA nested:{deep:[[1 2][3]]}tags:[]}\#
        $hall:HallID!="main"@checked(level:2)\#
        $loud:Boolean=true$range:[Range!]!=[{from:1 to:-20}{from:0.5e-3 to:null}])@cached(seconds:60)\#
        @traced{nearby:hall(at:{lat:52.5 lon:13.4}id:$hall){...HallFacts@include(if:$loud)\#
        ...on Theatre@skip(if:false){rows seats(from:1 to:9){number}}...@include(if:$loud){organ}...{piano}\#
        on type:kind fragment concerts(filter:$filter quote:"a \"b\" \\ / \n é 🎻 🎻" range:$range text:"Two lines,\n  the second \"indented\" \"\"\" here"){id}}}\#
        fragment HallFacts on Hall@once(label:"facts"){id name title:name(lang:EN)}
        """#)
    #expect(
      try canonical(KitchenSink.query, operation: "Book") == "mutation Book{book(note:null paid:true seat:12)@live{ok}}"
    )
  }

  @Test func `tells what was selected`() throws {
    let document = try Document("query A { a } mutation B { b }")
    let operation = try CanonicalOperation(of: document, operationName: "B")
    #expect(operation.kind == .mutation)
    #expect(operation.name == "B")
    #expect(operation.operation == document.operations[1])
    #expect(operation.text == Array("mutation B{b}".utf8))
    #expect(try CanonicalOperation(of: Document("{a}"), operationName: nil).name == nil)
  }
}
