import Engine
import OrderedJSON
import TestSupport
import Testing

@testable import Dashboard

@Suite("Completion of an unfinished document")
struct CompletionTests {
  static let product = ["id", "name", "price", "maker", "status", "__typename"]
  static let query = ["product", "products", "find", "node", "old", "on", "__typename"]
  static let inputTypes = [
    "String", "Int", "Float", "Boolean", "ID", "Region", "Currency", "Status", "Filter", "Order",
  ]

  /// A document with the cursor as `|`, and the labels of the proposals.
  static let cases: [(String, [String])] = [
    // Definitions
    ("|", ["query", "mutation", "subscription", "fragment", "{"]),
    ("{ on } |", ["query", "mutation", "subscription", "fragment", "{"]),
    ("mu|", ["mutation"]),
    ("query |", []),
    ("fragment |", []),
    ("fragment F |", ["on"]),
    ("fragment F on |", ["Query", "Mutation", "Subscription", "Node", "Product", "Maker", "Review", "Found"]),
    // Fields
    ("{ |", query),
    ("{ | }", query),
    ("query A { pro|", ["product", "products"]),
    ("{ PROD| }", ["product", "products"]),
    ("{ od| }", ["product", "products", "node"]),
    ("{ product(sku: 1) { | } }", product),
    ("{ product(sku: 1) { maker { | } } }", ["id", "name", "country", "__typename"]),
    ("{ a: product(sku: 1) { b: |", product),
    ("{ a: pr|", ["product", "products"]),
    ("{ product(sku: \"a } { \") { na| } }", ["name", "__typename"]),
    ("{ product(sku: 1) @include(if: true) { na| } }", ["name", "__typename"]),
    ("{ find(text: \"a\") { | } }", ["__typename"]),
    ("{ find(text: \"a\") { ... on Product { na| } } }", ["name", "__typename"]),
    ("{ product(sku: 1) { ... { na| } } }", ["name", "__typename"]),
    ("{ product(sku: 1) { ... @include(if: true) { na| } } }", ["name", "__typename"]),
    ("{ unknown { | } }", []),
    ("{ old { | } }", []),
    ("mutation { |", ["buy", "__typename"]),
    ("subscription { |", ["sold"]),
    ("{ __| }", ["__typename", "__schema", "__type"]),
    ("{ __schema { que| } }", ["queryType"]),
    ("fragment F on Maker { |", ["id", "name", "country", "__typename"]),
    ("{ product { id } on { } } query B { pro|", ["product", "products"]),
    // Something before is still open.
    ("query A { product(sku:\nquery B { pro|", ["product", "products"]),
    ("{ product(sku: 1) { id\n\nmutation M { bu|", ["buy"]),
    ("{ product(sku: \"a) { id }\nmaker\n  no|", []),
    ("{ % ; pro| }", ["product", "products"]),
    // Spreads
    (
      "{ node(id: 1) { ...| } } fragment P on Product { id } fragment R on Review { text }",
      [
        "P", "on", "on Node", "on Product", "on Maker", "on Found",
      ]
    ),
    (
      "{ product { ...| } } fragment P on Product { id } fragment N on Node { id } fragment R on Review { a }",
      [
        "P", "N", "on",
      ]
    ),
    ("fragment P on Product { ...| } fragment Q on Product { id }", ["Q", "on"]),
    ("{ product(sku: 1) { ...P| } } fragment P on Product { id }", ["P"]),
    ("{ product(sku: 1) { ... on | } }", ["Node", "Product", "Found"]),
    ("{ find(text: 1) { ... on Re| } }", ["Review"]),
    ("{ find(text: 1) { ..| } }", []),
    // Arguments
    ("{ product(|", ["sku", "region", "locale"]),
    ("{ product(|) { id } }", ["sku", "region", "locale"]),
    ("{ product(sku: 1, |", ["region", "locale"]),
    ("{ product(| region: EU) }", ["sku", "locale"]),
    ("{ product(sku: 1) { price(|", ["in"]),
    ("{ product(sku: 1) { id }, products(|", ["filter", "first"]),
    ("{ on @include(|", ["if"]),
    ("{ on @cached(|", ["seconds"]),
    ("{ on @defer(|", ["if", "label"]),
    ("{ unknown(|", []),
    // Values
    ("{ product(region: |", ["EU", "US", "JP", "null"]),
    ("{ product(region: U|", ["US", "EU", "null"]),
    ("{ product(sku: 1) { price(in: |", ["EUR", "USD"]),
    ("{ on @include(if: |", ["true", "false"]),
    ("{ product(sku: 1|", []),
    ("{ product(sku: \"a|\")", []),
    ("{ product(sku: \"a|", []),
    ("{ product(sku: |", []),
    ("{ product(locale: |", ["null"]),
    // Input objects
    ("{ products(filter: {|", ["region", "text", "nested", "only"]),
    ("{ products(filter: {region: EU, |}) { id } }", ["text", "nested", "only"]),
    ("{ products(filter: {region: |", ["EU", "US", "JP", "null"]),
    ("{ products(filter: {nested: {te|", ["text", "nested"]),
    ("{ products(filter: {only: [|", ["IN_STOCK", "SOLD_OUT"]),
    ("{ products(filter: {only: [IN_STOCK, SO|", ["SOLD_OUT"]),
    ("{ products(filter: {only: [IN_STOCK], te|", ["text", "nested"]),
    ("mutation { buy(order: {|", ["sku", "region", "note", "count"]),
    ("mutation { buy(order: {sku: 1}, |", ["gift"]),
    // Variables
    ("query($a: |", inputTypes),
    ("query($a: [|", inputTypes),
    ("query($a: St|", ["String", "Status"]),
    ("query($a: Int |", []),
    ("query($|", []),
    ("query($a: Region = |", ["EU", "US", "JP", "null"]),
    ("query($a: Filter = {region: |", ["EU", "US", "JP", "null"]),
    ("query($a: Int = 1, $b: Re|", ["Region", "Currency"]),
    ("query($a: String, $sku: ID!, $b: ID!) { product(sku: |", ["$sku", "$b", "$a"]),
    ("query($a: String, $sku: ID!) { product(sku: $|", ["$sku", "$a"]),
    ("query($a: String, $sku: ID!) { product(sku: $s|) { id } }", ["$sku"]),
    ("query($r: Region) { products(filter: {region: |", ["$r", "EU", "US", "JP", "null"]),
    ("query($s: [Status!], $t: Status!) { products(filter: {only: [|", ["$t", "IN_STOCK", "SOLD_OUT", "$s"]),
    ("query($c: Currency = EUR, $d: Currency) { product(sku: 1) { price(in: |", ["$c", "EUR", "USD", "$d"]),
    ("query A($a: ID!) { on } query B($b: ID!) { product(sku: |", ["$b"]),
    (
      "fragment F on Query { product(sku: |) { id } } query A($a: ID!) { ...F } query B($b: ID!) { ...F }",
      [
        "$a", "$b",
      ]
    ),
    // Directives
    ("query A @| { on }", ["@cached"]),
    ("{ on @|", ["@cached", "@include", "@skip", "@stream"]),
    ("{ on @|include(if: true) }", ["@cached", "@include", "@skip", "@stream"]),
    ("{ on @inc|", ["@include"]),
    ("{ on @in|clude(if: true) }", ["@include"]),
    ("{ ... on Query @|", ["@include", "@skip", "@defer"]),
    ("{ ...F @de|", ["@defer", "@include"]),
    ("mutation @|", []),
    // Comments
    ("{ # pro|", []),
    ("{ # comment\n pro|", ["product", "products"]),
    ("# {|", []),
    ("{ product(sku: 1) { id } # \"\n pro| }", ["product", "products"]),
  ]

  @Test func everyPlaceHasItsProposals() throws {
    let engine = try ExplorerShop().player()
    for (document, labels) in Self.cases {
      let answer = try ExplorerShop.complete(document, engine)
      #expect(ExplorerShop.labels(answer) == labels, "\(document)")
      #expect(answer["hint"] == .null)
    }
  }

  @Test(arguments: [
    ("{ pro|duct }", 2, 9), ("{ ä: pro| }", 5, 8), ("{ a(b: \"😀\") pro|", 13, 16), ("{ | }", 2, 2),
    ("{ on @inc|lude }", 5, 13), ("query($a: Int) { on(a: $a|) }", 23, 25), ("{ 😀|", 4, 4),
  ])
  func theWholeWordIsReplaced(document: String, start: Int, end: Int) throws {
    let answer = try ExplorerShop.complete(document, ExplorerShop().player())
    #expect(answer["start"] == .int(start) && answer["end"] == .int(end))
  }

  @Test func anArgumentIsInsertedWithItsColon() throws {
    let engine = try ExplorerShop().player()
    let item = try ExplorerShop.complete("{ product(s|", engine)["items"]?[0]
    #expect(
      item == [
        "label": "sku", "insert": "sku: ", "detail": "ID!", "kind": "argument", "description": .null,
        "deprecated": false,
      ])
    #expect(try ExplorerShop.complete("{ product(s|: 1)", engine)["items"]?[0]?["insert"] == "sku")
    let field = try ExplorerShop.complete("{ produc|", engine)["items"]?[0]
    #expect(field?["insert"] == "product" && field?["description"] == "One product.")
    #expect(try ExplorerShop.complete("{ ol|", engine)["items"]?[0]?["deprecated"] == true)
  }

  @Test func withoutASchemaRecordingsHaveNames() async throws {
    let board = try await Board.recorded()
    let engine = try board.player()
    func labels(_ document: String) throws -> [String] {
      let parts = document.split(separator: "|", omittingEmptySubsequences: false)
      let body: JSON = ["document": .string(parts.joined()), "position": .int(parts[0].utf16.count)]
      let answer = try CompletionPage(engine: engine).complete("board", body)
      #expect(answer["hint"]?.stringValue?.contains("understudy schema fetch") == true)
      return ExplorerShop.labels(answer)
    }
    #expect(try labels("{ |") == ["notes"])
    #expect(try labels("{ notes { | } }") == ["id", "text"])
    #expect(try labels("mutation { ad|") == ["addNote"])
    #expect(try labels("mutation { addNote(|") == ["text"])
    #expect(try labels("query($a: |") == ["String", "Int", "Float", "Boolean", "ID"])
    #expect(try labels("query($a: ID) { notes(x: |") == ["$a", "true", "false", "null"])
    #expect(try labels("{ missing { |") == [])
  }

  @Test func atMostAHundredAreProposed() throws {
    let fields = (1...150).map { "field\($0): Int" }.joined(separator: " ")
    let engine = try ExplorerShop(schema: "type Query { \(fields) }").player()
    let labels = ExplorerShop.labels(try ExplorerShop.complete("{ |", engine))
    #expect(labels.count == 100 && labels.last == "field100")
    #expect(ExplorerShop.labels(try ExplorerShop.complete("{ 5|", engine)) == [])
    #expect(ExplorerShop.labels(try ExplorerShop.complete("{ field15|", engine)).first == "field15")
  }

  @Test func deepAndOddDocumentsAreHarmless() throws {
    let engine = try ExplorerShop().player()
    for document in [
      String(repeating: "{", count: 5_000), String(repeating: "{a(b:[", count: 2_000), "})]}", "@@@$$$...", "query(((",
      "fragment on on on {", "query($a: [[[", "\u{0}\u{FFFF}", "\"\"\"", "{ a(b: \"\"\"\n",
    ] {
      _ = try ExplorerShop.complete(document + "|", engine)
      _ = try ExplorerShop.complete("|" + document, engine)
    }
  }

  @Test func aBodyWithoutDocumentOrPositionIsRefused() throws {
    let page = CompletionPage(engine: try ExplorerShop().player())
    #expect(throws: DashboardProblem.self) { try page.complete("shop", [:]) }
    #expect(throws: DashboardProblem.self) { try page.complete("shop", ["document": "{"]) }
    let error = #expect(throws: DashboardProblem.self) { try page.complete("shoq", ["document": "{", "position": 0]) }
    #expect(error?.message.hasPrefix("There is no endpoint \"shoq\". Did you mean \"shop\"?\n") == true)
    #expect(error?.status == 404)
  }
}
