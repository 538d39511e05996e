import GraphQLLanguage
import OrderedJSON
import Testing

@testable import Recordings
@testable import Replay

/// Answers from recordings that have the query's objects at other paths. Each derived row has near twins that are not.
struct DerivationByKeysTests {
  typealias Row = DerivationTests.Row
  typealias Recorded = DerivationTests.Recorded

  /// The fields of the objects, besides `__typename: "Product"`.
  private static func product(_ id: String, _ fields: JSONObject) -> JSON {
    var members: JSONObject = ["__typename": "Product", "id": .string(id)]
    for field in fields.members { members[field.name] = field.value }
    return .object(members)
  }

  private static func detail(_ id: String, _ selection: String, _ fields: JSONObject) -> Recorded {
    Recorded(
      "query($id: ID!) { product(id: $id) { __typename id \(selection) } }", ["id": .string(id)],
      ["data": ["product": product(id, fields)]])
  }

  private static func list(
    _ selection: String, _ products: [JSON], field: String = "products", as key: String = "products"
  ) -> Recorded {
    Recorded(
      "{ \(field) { __typename id \(selection) } }", [:],
      ["data": .object(JSONObject([JSONObject.Member(key, .array(products))]))])
  }

  private static let prices = list(
    "name price",
    [
      product("1", ["name": "Tea", "price": 3]), product("2", ["name": "Cup", "price": 5]),
      product("7", ["name": "Pot", "price": 9]),
    ])
  private static let twoDetails = [
    detail("1", "name price", ["name": "Tea", "price": 3]), detail("2", "name price", ["name": "Cup", "price": 5]),
  ]
  private static let asked = #"{ product(id: "7") { name price } }"#
  private static let unproven = #"missing product(id: "7"); 0 found, needs lookup(field: "product", argument: "id")"#

  static let lookups: [Row] = [
    Row("two details agree", twoDetails + [prices], asked, #"{"product":{"name":"Pot","price":9}}"#),
    Row("one detail agrees", [twoDetails[0], prices], asked, unproven),
    Row("none is recorded", [prices], asked, unproven),
    Row(
      "details without another field", [detail("1", "", [:]), detail("2", "", [:]), prices], asked, unproven),
    Row(
      "a third detail differs", twoDetails + [detail("7", "name", ["name": "Can"]), prices],
      #"{ product(id: "7") { price } }"#,
      #"missing product(id: "7").price; 0 found, needs difference(at: "product(id: \"7\").name")"#),
    Row(
      "another third detail differs",
      twoDetails + [
        detail("3", "name", ["name": "Can"]),
        list(
          "name price",
          [
            product("1", ["name": "Tea", "price": 3]), product("2", ["name": "Cup", "price": 5]),
            product("3", ["name": "Jar", "price": 1]), product("7", ["name": "Pot", "price": 9]),
          ]),
      ], asked, "unrelated"),
    Row(
      "a detail is another object",
      twoDetails + [
        prices,
        Recorded(
          "{ product(id: \"3\") { __typename id name } }", [:],
          ["data": ["product": product("4", ["name": "Tea"])]]),
      ], asked, "unrelated"),
    Row(
      "a detail is null, and the list has it",
      twoDetails + [
        list(
          "name price",
          [
            product("1", ["name": "Tea", "price": 3]), product("2", ["name": "Cup", "price": 5]),
            product("3", ["name": "Jar", "price": 1]), product("7", ["name": "Pot", "price": 9]),
          ]), Recorded(#"{ product(id: "3") { __typename id name } }"#, [:], ["data": ["product": .null]]),
      ], asked, "unrelated"),
    Row(
      "a detail is null, and no list has it",
      twoDetails + [
        prices, Recorded(#"{ product(id: "3") { __typename id name } }"#, [:], ["data": ["product": .null]]),
      ], asked, #"{"product":{"name":"Pot","price":9}}"#),
    Row("no list has it", twoDetails + [prices], #"{ product(id: "8") { name price } }"#, "unrelated"),
    Row(
      "no list has a field", twoDetails + [prices], #"{ product(id: "7") { name stock } }"#,
      #"missing product(id: "7").stock; 1 found"#),
    Row(
      "a field that only lists have",
      twoDetails + [
        list(
          "name stock",
          [
            product("1", ["name": "Tea", "stock": 1]), product("2", ["name": "Cup", "stock": 2]),
            product("7", ["name": "Pot", "stock": 3]),
          ])
      ], #"{ product(id: "7") { name stock } }"#, #"missing product(id: "7").stock; 1 found, needs path"#),
    Row(
      "another argument", twoDetails + [prices], #"{ product(id: "7", currency: EUR) { name price } }"#,
      "unrelated"),
    Row(
      "a list with an argument",
      twoDetails + [
        list("name price", [product("7", ["name": "Pot", "price": 9])], field: "products(currency: EUR)"),
        list("name", [product("1", ["name": "Tea"]), product("2", ["name": "Cup"])]),
      ], asked, "unrelated"),
    Row(
      "a part of a list",
      twoDetails + [
        list("name price", [product("7", ["name": "Pot", "price": 9])], field: "products(first: 1)"),
        list(
          "name price",
          [product("1", ["name": "Tea", "price": 3]), product("2", ["name": "Cup", "price": 5])], as: "products"),
      ], asked, #"{"product":{"name":"Pot","price":9}}"#),
    Row(
      "an argument with the type's name",
      [
        Recorded(
          #"{ product(productId: "1") { __typename id name price } }"#, [:],
          ["data": ["product": product("1", ["name": "Tea", "price": 3])]]),
        Recorded(
          #"{ product(productId: "2") { __typename id name } }"#, [:],
          ["data": ["product": product("2", ["name": "Cup"])]]),
        prices,
      ], #"{ product(productId: "7") { price } }"#, #"{"product":{"price":9}}"#),
    Row(
      "an argument with another type's name",
      [
        Recorded(
          #"{ product(shopId: "1") { __typename id name } }"#, [:],
          ["data": ["product": product("1", ["name": "Tea"])]]),
        Recorded(
          #"{ product(shopId: "2") { __typename id name } }"#, [:],
          ["data": ["product": product("2", ["name": "Cup"])]]),
        prices,
      ], #"{ product(shopId: "7") { price } }"#, #"unrelated"#),
    Row(
      "lists that differ in a field that is not asked",
      twoDetails + [
        prices, list("name stock", [product("7", ["name": "Can", "stock": 1])], field: "others", as: "others"),
      ], #"{ product(id: "7") { price } }"#, #"{"product":{"price":9}}"#),
    Row(
      "lists that differ in an asked field",
      twoDetails + [
        prices, list("name", [product("7", ["name": "Can"])], field: "others", as: "others"),
      ], asked, #"missing product(id: "7").name; 1 found, needs path"#),
  ]

  static let joins: [Row] = [
    Row(
      "a price that a list has",
      [
        prices, detail("1", "price", ["price": 3]), detail("7", "name stock", ["name": "Pot", "stock": 4]),
      ], #"{ product(id: "7") { stock price } }"#, #"{"product":{"stock":4,"price":9}}"#),
    Row(
      "no price at two paths", [prices, detail("7", "name stock", ["name": "Pot", "stock": 4])],
      #"{ product(id: "7") { stock price } }"#, #"missing product(id: "7").price; 1 found, needs path"#),
    Row(
      "another price at two paths",
      [
        prices, detail("1", "price", ["price": 3]), detail("2", "price", ["price": 6]),
        detail("7", "name stock", ["name": "Pot", "stock": 4]),
      ], #"{ product(id: "7") { stock price } }"#, #"missing product(id: "7").price; 1 found, needs path"#),
    Row(
      "another name of the object",
      [
        prices, detail("1", "price", ["price": 3]), detail("7", "name stock", ["name": "Can", "stock": 4]),
      ], #"{ product(id: "7") { stock price } }"#,
      #"missing product(id: "7").price; 1 found, needs difference(at: "product(id: \"7\").name")"#),
    Row(
      "a list with details",
      [
        prices, detail("1", "stock", ["stock": 1]), detail("2", "stock", ["stock": 2]),
        detail("7", "stock", ["stock": 4]),
        list("stock", [product("1", ["stock": 1])], field: "products(first: 1)"),
      ], "{ products { name stock } }",
      #"{"products":[{"name":"Tea","stock":1},{"name":"Cup","stock":2},{"name":"Pot","stock":4}]}"#),
    Row(
      "a list without one of the details",
      [
        prices, detail("1", "stock", ["stock": 1]), detail("7", "stock", ["stock": 4]),
        list("stock", [product("1", ["stock": 1])], field: "products(first: 1)"),
      ], "{ products { name stock } }", "missing products.stock; 1 found"),
    Row(
      "an object of another type with the id",
      [
        Recorded(
          "{ things { __typename id price } }", [:],
          [
            "data": [
              "things": [
                product("1", ["price": 3]), ["__typename": "Voucher", "id": "7", "price": 9],
              ]
            ]
          ]), detail("1", "price", ["price": 3]), detail("7", "stock", ["stock": 4]),
      ], #"{ product(id: "7") { stock price } }"#, #"missing product(id: "7").price; 1 found"#),
    Row(
      "an object without a type",
      [
        Recorded(
          "{ products { id price } }", [:],
          ["data": ["products": [["id": "1", "price": 3], ["id": "7", "price": 9]]]]),
        detail("1", "price", ["price": 3]), detail("7", "stock", ["stock": 4]),
      ], #"{ product(id: "7") { stock price } }"#, #"missing product(id: "7").price; 1 found"#),
    Row(
      "ids under another key",
      [
        Recorded(
          "{ products { kind: __typename number: id price } }", [:],
          [
            "data": [
              "products": [
                ["kind": "Product", "number": "1", "price": 3], ["kind": "Product", "number": "7", "price": 9],
              ]
            ]
          ]), detail("1", "price", ["price": 3]), detail("7", "stock", ["stock": 4]),
      ], #"{ product(id: "7") { stock price } }"#, #"{"product":{"stock":4,"price":9}}"#),
    Row(
      "an object inside of another one",
      [
        Recorded(
          "{ orders { __typename id product { __typename id price } } }", [:],
          [
            "data": [
              "orders": [
                ["__typename": "Order", "id": "a", "product": product("7", ["price": 9])],
                ["__typename": "Order", "id": "b", "product": product("2", ["price": 5])],
              ]
            ]
          ]), detail("2", "price", ["price": 5]), detail("7", "stock", ["stock": 4]),
      ], #"{ product(id: "7") { stock price } }"#, #"{"product":{"stock":4,"price":9}}"#),
    Row(
      "a list inside of the object",
      [
        detail("1", "tags { __typename id name }", ["tags": [["__typename": "Tag", "id": "t", "name": "hot"]]]),
        detail("7", "stock", ["stock": 4]),
        list(
          "tags { __typename id name }",
          [
            product("1", ["tags": [["__typename": "Tag", "id": "t", "name": "hot"]]]),
            product("7", ["tags": [["__typename": "Tag", "id": "u", "name": "new"]]]),
          ]),
      ], #"{ product(id: "7") { stock tags { name } } }"#, #"{"product":{"stock":4,"tags":[{"name":"new"}]}}"#),
    Row(
      "a list of another length inside of another object",
      [
        detail("1", "tags { __typename id name }", ["tags": [["__typename": "Tag", "id": "t", "name": "hot"]]]),
        detail("7", "stock", ["stock": 4]),
        list(
          "tags { __typename id name }",
          [
            product("1", ["tags": []]), product("7", ["tags": [["__typename": "Tag", "id": "u", "name": "new"]]]),
          ]),
      ], #"{ product(id: "7") { stock tags { name } } }"#,
      #"missing product(id: "7").tags; 1 found, needs path"#),
  ]

  private struct NoHints: SchemaHints {}

  @Test(arguments: lookups + joins) func withoutASchema(_ row: Row) throws {
    let outcome = try DerivationTests.outcome(row, hints: NoHints())
    #expect(outcome == row.expected)
  }

  @Test func aRuleIsEnoughForALookup() throws {
    let codes = Recorded(
      "{ countries { __typename code name } }", [:],
      ["data": ["countries": [["__typename": "Country", "code": "BR", "name": "Brazil"]]]])
    let row = Row("a rule", [codes], #"{ country(code: "BR") { name } }"#, "")
    #expect(
      try DerivationTests.outcome(row, hints: NoHints(), lookups: ["country": "code"])
        == #"{"country":{"name":"Brazil"}}"#)
    #expect(try DerivationTests.outcome(row, hints: NoHints()) == "unrelated")
    let other = Row("a rule for another field", [codes], #"{ nation(code: "BR") { name } }"#, "")
    #expect(try DerivationTests.outcome(other, hints: NoHints(), lookups: ["country": "code"]) == "unrelated")
  }
}
