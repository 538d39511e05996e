import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

@Suite("Mutations that are not understood")
struct UnknownMutationTests {
  @Test(
    "what they name by key, and what was said of it, comes back",
    arguments: [
      (#"shuffleCard(cardId: "2") { id }"#, #"{"shuffleCard":{"id":"2"}}"#),
      (#"peekCard(cardId: "3") { id }"#, #"{"peekCard":{"id":"3"}}"#),
      (#"rateProduct(id: "2", rating: 4.5) { id rating }"#, #"{"rateProduct":{"id":"2","rating":4.5}}"#),
      (#"rankProducts(ids: ["3", "1"]) { id }"#, #"{"rankProducts":[{"id":"3"},{"id":"1"}]}"#),
      (
        #"applyDiscount(cartId: "2", discountCode: "X") { cart { id discountCode } userErrors { message } }"#,
        #"{"applyDiscount":{"cart":{"id":"2","discountCode":"X"},"userErrors":[]}}"#
      ),
      (
        #"cartLinesAdd(cartId: "2", lines: [{productId: "1", quantity: 7}]) { cart { id } }"#,
        #"{"cartLinesAdd":{"cart":{"id":"2"}}}"#
      ),
      (#"addTag(productId: "2", tag: "x") { id }"#, #"{"addTag":{"id":"2"}}"#),
    ])
  func named(mutation: String, expected: String) throws {
    var client = try Client(.bank)
    #expect(client.ask("mutation { \(mutation) }") == #"{"data":\#(expected)}"#)
  }

  @Test("where nothing is named, somebody is there all the same, always the same one")
  func unnamed() throws {
    var client = try Client(.bank)
    let me = client.value("{ me { id } }", "me", "id")
    for mutation in ["recompute", #"addAddress(address: {city: "Köln"})"#, #"setDefaultAddress(addressId: "2")"#] {
      let name = String(mutation.prefix { $0 != "(" })
      #expect(client.value("mutation { \(mutation) { id } }", name, "id") == me)
    }
    let card = client.value("mutation { doSomething { id } }", "doSomething", "id")
    #expect(card != .null && client.value("mutation { doSomething(x: 2) { id } }", "doSomething", "id") == card)
    #expect(client.value(#"mutation { checkout(cartId: "1") { order { id } } }"#, "checkout", "order", "id") != .null)
  }

  @Test("they change nothing")
  func unchanged() throws {
    var client = try Client(.bank)
    let read = "{ cards { id holder blocked } products { id title rating } orders { id total } }"
    let before = client.ask(read)
    for mutation in [
      #"shuffleCard(cardId: "2") { id }"#, #"rateProduct(id: "2", rating: 4.5) { id }"#, "doSomething { id }",
      #"rankProducts(ids: ["3", "1"]) { id }"#,
    ] { _ = client.ask("mutation { \(mutation) }") }
    #expect(client.ask(read) == before)
  }

  @Test("what the payload does not show is done all the same")
  func done() throws {
    var client = try Client(.bank)
    _ = client.ask(#"mutation { cartLinesAdd(cartId: "2", lines: [{productId: "1", quantity: 7}]) { cart { id } } }"#)
    let line = client.value(#"{ cart(id: "2") { lines { quantity product { id } } } }"#, "cart", "lines").arrayValue?
      .last
    #expect(line?.compactText == #"{"quantity":7,"product":{"id":"1"}}"#)
    _ = client.ask(#"mutation { addAddress(address: {city: "Köln"}) { id } }"#)
    #expect(client.texts("{ me { addresses { city } } }", ["me", "addresses"], "city").last == "Köln")
    _ = client.ask(#"mutation { addTag(productId: "2", tag: "x") { id } }"#)
    #expect(client.texts("{ products { tags { name } } }", ["products", "1", "tags"], "name").contains("x"))
  }

  @Test("the suggested rules do what they say")
  func suggested() throws {
    var client = try Client(following: .bank)
    _ = client.ask(#"mutation { setDefaultAddress(addressId: "2") { id } }"#)
    #expect(client.value("{ me { defaultAddress { id } } }", "me", "defaultAddress", "id") == "2")
  }

  @Test(
    "each gets a line for endpoint.yaml",
    arguments: [
      (TestSchema.relay, "closeIssue", "update Issue, sets: { Issue: { state: CLOSED, closed: true, closedAt: now } }"),
      (.relay, "addStar", "update Repository, sets: { Repository: { viewerHasStarred: true, stargazers: joins } }"),
      (.rails, "orderCancel", "update Order, sets: { Order: { status: CANCELLED } }"),
      (.verbs, "toggleTodo", "toggle Todo.done"), (.verbs, "recalculate", "none"),
      (.verbs, "unlikePost", "update Post, sets: { Post: { likeCount: less, viewerHasLiked: false } }"),
      (.verbs, "clearTodos", "delete Todo"), (.bank, "setDefaultAddress", "set Customer.defaultAddress"),
      (.lists, "clearCompleted", "update TodoList"), (.desk, "bulkDelete", "none"),
      (.basket, "removeFromCart", "update Product"), (.basket, "removeProductFromCart", "update Product"),
      (.basket, "addFunds", "none"),
    ])
  func lines(_ test: TestSchema, mutation: String, expected: String) throws {
    let world = FakeWorld(schema: try test.schema(), seed: 1, endpoint: test.name)
    let line = "    Mutation.\(mutation): { does: \(expected) }"
    #expect(world.explanation.split(separator: "\n").map(String.init).contains(line), "\(world.explanation)")
  }

  @Test("a key that nobody has is an error")
  func unknown() throws {
    var client = try Client(.bank)
    let response = client.ask(#"mutation { shuffleCard(cardId: "999") { id } }"#)
    #expect(response.contains(#"There is no Card with id \"999\" in this session."#))
    #expect(client.ask(#"mutation { peekCard(cardId: "999") { id } }"#) == #"{"data":{"peekCard":null}}"#)
    #expect(client.ask(#"mutation { deleteCard(id: "999") { id } }"#).contains("There is no Card with id"))
  }
}
