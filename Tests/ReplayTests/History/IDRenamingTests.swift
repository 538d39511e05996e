import GraphQLLanguage
import OrderedJSON
import Recordings
import Testing

@testable import Replay

struct IDRenamingTests {
  private func id(_ text: String) throws -> ObjectID { try #require(ObjectID(.string(text))) }

  private func issued(
    _ pairs: [(String, String)], by field: String, type: String? = nil, areNumbers: Bool = false
  ) throws -> IssuedIDs {
    var issued = IssuedIDs()
    let kind = IDKind(field: "id", holder: field, type: type)
    for (index, pair) in pairs.enumerated() {
      issued.note(
        [.init(id: try id(pair.0), path: "\(index)", kind: kind, isNumber: areNumbers)],
        standingFor: [.init(id: try id(pair.1), path: "\(index)", kind: kind)])
    }
    return issued
  }

  private func rewritten(
    _ query: String, _ variables: JSONObject = [:], with renaming: IDRenaming
  ) throws -> (document: String, variables: JSONObject) {
    let document = try parse(SourceText(query))
    let request = RedactedRequest(
      document: document, operation: try document.operation(named: nil), variables: variables, caller: .anonymous)
    let result = try renaming.rewritten(request, hints: NoSchema())
    return (result.document.printed(), result.variables)
  }

  @Test(arguments: [
    [("5", "1")], [("5", "1"), ("1", "5")], [("2", "1"), ("3", "2"), ("4", "3")], [("1", "1"), ("2", "7")],
    [("8", "1"), ("9", "1")], [("1", "2"), ("2", "2")],
  ])
  func noTwoIDsBecomeOne(pairs: [(String, String)]) throws {
    let renaming = IDRenaming([try issued(pairs, by: "createProduct")])
    let kind = IDKind(field: "id", holder: "product", type: nil)
    let ids = try (1...9).map { try renaming.renamed(try id("\($0)"), kind) }
    #expect(Set(ids).count == 9)
    #expect(try renaming.renamed(try id(pairs[0].0), kind) == (try id(pairs[0].1)))
  }

  @Test func nothingIssuedChangesNothing() throws {
    #expect(IDRenaming([]).isEmpty)
    #expect(IDRenaming([try issued([("3", "3")], by: "createProduct")]).isEmpty)
  }

  @Test(arguments: [
    ("2026-11-25T18:22:46Z", "2026-11-20T07:00:00.5Z", true), ("2026-11-25T18:22:46Z", "yesterday, at noon", false),
    ("2026-11-25", "2026-11-20", false), ("lamp-57", "lamp-12", true), ("lamp-57", "lamp-13", false),
    ("lamp-570", "lamp-120", false), ("57 Lamps, 57 owners", "12 Lamps, 12 owners", true), ("a57", "a12", false),
    ("a-57", "a-12", false), ("Deployed version 1.2.4", "Deployed version 1.2.3", false),
  ])
  func textsThatDifferWithTheIDs(text: String, recorded: String, isSame: Bool) throws {
    func answer(_ id: String, _ text: String) -> JSON {
      ["data": ["createProduct": ["id": .string(id), "text": .string(text)]]]
    }
    var issued = try issued([("57", "12")], by: "createProduct")
    issued.note(
      IssuedTexts(in: answer("57", text), issuing: [try id("57")]),
      standingFor: IssuedTexts(in: answer("12", recorded), issuing: [try id("12")]))
    let renaming = IDRenaming([issued])
    func written(_ text: String) throws -> JSON? {
      try rewritten("query ($t: String) { find(text: $t) { name } }", ["t": .string(text)], with: renaming).variables[
        "t"]
    }
    #expect(try written(text) == .string(isSame ? recorded : text))
    // They change places, so that two values never become one.
    #expect(try written(recorded) == .string(isSame ? text : recorded))
    #expect(try written("\(text)!") == .string("\(text)!"))
  }

  @Test(arguments: [
    (#"{ product(id: "5") { name } }"#, #"product(id: "1")"#), ("{ product(id: 5) { name } }", "product(id: 1)"),
    ("{ product(id: 1) { name } }", "product(id: 5)"), ("{ cart(productIds: [5, 6]) { n } }", "productIds: [1, 6]"),
    ("mutation { order(input: {productId: 5, quantity: 5}) { n } }", "productId: 1"),
    ("query ($n: Int) { products(limit: 5, first: $n) { name } }", "limit: 5"),
  ])
  func idsInADocument(query: String, expected: String) throws {
    let renaming = IDRenaming([try issued([("5", "1")], by: "createProduct")])
    #expect(try rewritten(query, with: renaming).document.contains(expected))
  }

  @Test(arguments: [
    ("createProduct", "products", true), ("add_product", "Product", true), ("createProduct", "productByName", true),
    ("addToCart", "UpdateCartPayload", true), ("createProduct", "productReviews", false), ("product", "user", false),
    ("createUser", "node", false), ("products_by_pk", "insertProduct", true),
  ])
  func kindsByNouns(field: String, other: String, isOne: Bool) {
    let kinds = [field, other].map { IDKind(field: "id", holder: $0, type: nil) }
    #expect(kinds[0].matches(kinds[1]) == isOne)
    #expect(kinds[1].matches(kinds[0]) == isOne)
  }

  @Test func aLongIDIsReplacedWhereverItIs() throws {
    let renaming = IDRenaming([
      try issued([("5", "1"), ("01890a5d-ac96-774b", "0c11d8e2-4f6a-9b3d")], by: "createProduct")
    ])
    let kind = IDKind(naming: "favorites", hints: NoSchema())
    #expect(try renaming.renamed(try id("01890a5d-ac96-774b"), kind) == (try id("0c11d8e2-4f6a-9b3d")))
    #expect(throws: IDRenaming.Ambiguity.self) { try renaming.renamed(try id("5"), kind) }
  }

  @Test func idsInVariables() throws {
    let long = ("01890a5d-ac96-774b", "01890a5d-ac96-0000")
    let renaming = IDRenaming([try issued([("5", "1"), long], by: "createProduct")])
    let query = "mutation ($p: ID!, $n: Int, $in: ProductInput) { addProduct(productId: $p, n: $n, input: $in) { n } }"
    let variables: JSONObject = ["p": 5, "n": 5, "in": ["id": "5", "size": "5", "note": .string(long.0)]]
    let expected: JSONObject = ["p": 1, "n": 5, "in": ["id": "1", "size": "5", "note": .string(long.1)]]
    #expect(try rewritten(query, variables, with: renaming).variables == expected)
  }

  @Test(
    arguments: [
      ("createCrate(shelf: $v)", 21, 13), ("createCrate(input: $v)", ["shelf": 21, "n": 21], ["shelf": 13, "n": 21]),
      ("createCrate(input: {shelf: $v})", 21, 13), ("a(shelf: $v) b(item: $v)", 21, 13),
      ("createCrate(shelf: $v)", 22, 22),
      ("createCrate(shelves: $v)", 21, 21), ("createCrate(count: $v)", 21, 21), ("createCrate(shelf: $v)", "21", "21"),
    ] as [(String, JSON, JSON)])
  func idsInArgumentsWithTheNameOfTheirObject(field: String, value: JSON, expected: JSON) throws {
    // The fixture that created the shelf also created a crate, whose answer names the shelf by a key.
    let crate = try issued([("21", "13")], by: "shelfId", areNumbers: true)
    let renaming = IDRenaming([try issued([("21", "13")], by: "createShelf", type: "Shelf", areNumbers: true), crate])
    #expect(try rewritten("mutation ($v: Int) { \(field) }", ["v": value], with: renaming).variables == ["v": expected])
    guard let text = value.numberValue?.text, field.hasPrefix("createCrate(shelf: ") else { return }
    let literal = try rewritten("mutation { createCrate(shelf: \(text)) }", with: renaming).document
    #expect(literal.contains("shelf: \(expected.compactText))"))
  }

  @Test(
    arguments: [([("21", "13")], 13), ([("1", "2"), ("2", "1")], 1), ([("1", "2"), ("2", "1")], 2)]
      as [([(String, String)], Int)])
  func numbersThatChangePlacesMayBeOthersByChance(pairs: [(String, String)], level: Int) throws {
    let renaming = IDRenaming([try issued(pairs, by: "createLevel", areNumbers: true)])
    #expect(throws: IDRenaming.Ambiguity.self) { try rewritten("{ items(level: \(level)) { n } }", with: renaming) }
    // An id that is a string in JSON is no number.
    let strings = IDRenaming([try issued(pairs, by: "createLevel")])
    #expect(try rewritten("{ items(level: \(level)) { n } }", with: strings).document.contains("level: \(level)"))
  }

  /// Interfaces and a union of carts and products.
  private struct Abstract: SchemaHints {
    var queryType: String? { "Query" }
    func isObjectType(_ name: String) -> Bool { ["Cart", "Product"].contains(name) }
    func objectTypes(of type: String) -> [String] {
      ["Node", "Found"].contains(type) ? ["Cart", "Product"] : ["Cart", "Product"].filter { $0 == type }
    }
    func type(of field: String, on parent: String?) -> String? {
      parent == "Query" ? ["node": "Node", "found": "Found", "product": "Product", "cart": "Cart"][field] : nil
    }
  }

  @Test(arguments: [
    ("node", "5", "1"), ("node", "P5", "P1"), ("found", "P5", "P1"), ("found", "5", nil), ("product", "5", "1"),
    ("cart", "5", "5"), ("found", "6", "6"),
  ])
  func idsOfInterfacesAndUnions(field: String, value: String, expected: String?) throws {
    let pairs = [("5", "1"), ("P5", "P1")]
    let renaming = IDRenaming([try issued(pairs, by: "createProduct", type: "Product")])
    let document = try parse(SourceText("{ \(field) { id } }"))
    let stated = try StatedOperation(document: document, variables: [:])
    let answer = RecordedResponse(
      status: 200, headers: [], body: .json(["data": [field: ["id": .string(value)]]]))
    guard let expected else {
      #expect(throws: IDRenaming.Ambiguity.self) { try renaming.rewritten(answer, to: stated, hints: Abstract()) }
      return
    }
    let written = try renaming.rewritten(answer, to: stated, hints: Abstract())
    #expect(written.body.answer?["data"]?[field]?["id"] == .string(expected))
  }

  @Test func textsThatChangePlacesAreIDs() throws {
    let renaming = IDRenaming([try issued([("1", "2"), ("2", "1")], by: "createLevel")])
    let query = #"{ items(level: "1", other: "1") { n } }"#
    #expect(try rewritten(query, with: renaming).document.contains(#"level: "2", other: "1""#))
  }

  @Test func pagesAreCounted() throws {
    let renaming = IDRenaming([try issued([("51", "1")], by: "createPage", areNumbers: true)])
    #expect(try rewritten("{ items(page: 51) { n } }", with: renaming).document.contains("page: 51"))
  }

  @Test func theFirstPlaceOfAVariableThatHoldsAnIDDecides() throws {
    let product = try issued([("5", "1")], by: "createProduct")
    let renaming = IDRenaming([product, try issued([("5", "3")], by: "createOwner")])
    let query = "query ($v: ID!) { product(id: $v) { n } owner(id: $v) { n } }"
    #expect(try rewritten(query, ["v": "5"], with: renaming).variables == ["v": "1"])
  }

  @Test func kindsShareShortIDs() throws {
    let renaming = IDRenaming([
      try issued([("5", "1")], by: "createProduct"), try issued([("5", "2")], by: "signUp", type: "User"),
    ])
    func renamed(_ kind: IDKind) throws -> String { try renaming.renamed(try id("5"), kind).text }
    #expect(try renamed(IDKind(field: "id", holder: "products", type: nil)) == "1")
    #expect(try renamed(IDKind(field: "id", holder: "me", type: "User")) == "2")
    #expect(try renamed(IDKind(argument: "userId", of: "orders", result: nil, hints: NoSchema())) == "2")
    // Nobody knows what `node` is.
    #expect(throws: IDRenaming.Ambiguity.self) { try renamed(IDKind(field: "id", holder: "node", type: nil)) }
    #expect(throws: IDRenaming.Ambiguity.self) { try rewritten("{ node(id: 5) { n } }", with: renaming) }
  }

  /// Reviews with the ids of other objects, and countries with a code.
  private struct Roles: SchemaHints {
    var queryType: String? { "Query" }
    func isObjectType(_ name: String) -> Bool { ["Review", "Product", "Country", "Category"].contains(name) }
    func objectTypes(of type: String) -> [String] { isObjectType(type) ? [type] : [] }
    func type(of field: String, on parent: String?) -> String? {
      switch (parent, field) {
      case ("Query", _): ["review": "Review", "country": "Country"][field]
      case ("Review", _), ("Country", "code"): "ID"
      default: nil
      }
    }
  }

  @Test(
    arguments: [
      ("review", "id", "51", "7"), ("review", "product", "51", "1"), ("review", "owner", "51", nil),
      ("review", "owner", "52", "52"), ("review", "products", ["51"], ["1"]), ("review", "categories", ["51"], ["4"]),
      ("review", "favorites", ["51"], nil), ("review", "favorites", ["52"], ["52"]), ("country", "code", "51", "2"),
    ] as [(String, String, JSON, JSON?)])
  func idsOfOtherObjects(root: String, field: String, value: JSON, expected: JSON?) throws {
    let renaming = IDRenaming(
      try [("Review", "7"), ("Product", "1"), ("Category", "4"), ("Country", "2")].map { (type: String, recorded) in
        try issued([("51", recorded)], by: "create\(type)", type: type)
      })
    let stated = try StatedOperation(
      document: try parse(SourceText("{ \(root) { \(field) } }")), variables: [:])
    let answer = RecordedResponse(status: 200, headers: [], body: .json(["data": [root: [field: value]]]))
    guard let expected else {
      let problem = #expect(throws: IDRenaming.Ambiguity.self) {
        try renaming.rewritten(answer, to: stated, hints: Roles())
      }
      #expect(problem?.place == " (in \(field))")
      return
    }
    let written = try renaming.rewritten(answer, to: stated, hints: Roles())
    #expect(written.body.answer?["data"]?[root]?[field] == expected)
  }

  @Test func typesThatAreKnownHaveToBeEqual() throws {
    let renaming = IDRenaming([try issued([("5", "1")], by: "createProduct", type: "Product")])
    let review = IDKind(field: "id", holder: "productReviews", type: "ProductReview")
    #expect(try renaming.renamed(try id("5"), review).text == "5")
  }

  /// A schema with carts and products, whose deletion answers with a Boolean.
  private struct Shop: SchemaHints {
    var queryType: String? { "Query" }
    func isObjectType(_ name: String) -> Bool { ["Cart", "LineItem", "DeleteItem"].contains(name) }
    func objectTypes(of type: String) -> [String] { ["Cart", "LineItem"].filter { $0 == type } }
  }

  @Test(arguments: [("deleteCart", "5"), ("delete_line_item", "5"), ("deleteItem", "1"), ("deleteProduct", "1")])
  func aFieldThatAnswersWithABooleanNamesATypeOfItsOwn(field: String, expected: String) throws {
    let renaming = IDRenaming([try issued([("5", "1")], by: "createProduct", type: "Product")])
    let kind = IDKind(argument: "id", of: field, result: "Boolean", hints: Shop())
    #expect(try renaming.renamed(try id("5"), kind, isSchemaKnown: true).text == expected)
  }
}
