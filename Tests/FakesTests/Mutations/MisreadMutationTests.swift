import GraphQLSchema
import OrderedJSON
import Testing

@testable import Fakes

@Suite("Mutations that are easily misread")
struct MisreadMutationTests {
  @Test("all of a list are those of the list")
  func allOfList() throws {
    var client = try Client(following: .lists)
    let read = "{ todos { id done list { id } } }"
    let before = client.value(read, "todos").arrayValue ?? []
    let list = try #require(before.first { $0["done"] == false }?["list"]?["id"]?.stringValue)
    let own = before.filter { $0["list"]?["id"] == .string(list) }
    #expect(own.count < before.count && before.contains { $0["done"] == false && $0["list"]?["id"] != .string(list) })
    let done = client.texts("mutation { markAllDone(listId: \"\(list)\") { id } }", ["markAllDone"], "id")
    #expect(done == own.map { Client.text($0["id"] ?? .null) })
    for (old, new) in zip(before, client.value(read, "todos").arrayValue ?? []) {
      #expect(new["list"] == old["list"])
      #expect(new["done"] == (old["list"]?["id"] == .string(list) ? true : old["done"]))
    }
  }

  @Test("a delete by the own key deletes")
  func deletes() throws {
    var client = try Client(.lists)
    #expect(client.value(#"mutation { deleteList(id: "3") { id } }"#, "deleteList", "id") == "3")
    #expect(!client.texts("{ lists { id } }", ["lists"], "id").contains("3"))
    var other = try Client(.cinema)
    let movies = other.texts("{ movies { uuid } }", ["movies"], "uuid")
    #expect(
      other.ask("mutation { deleteMovies(uuids: [\"\(movies[0])\", \"\(movies[2])\"]) }")
        == #"{"data":{"deleteMovies":2}}"#)
    #expect(other.texts("{ movies { uuid } }", ["movies"], "uuid").count == movies.count - 2)
  }

  @Test("the end of a type's name names it where it can be no other")
  func lines() throws {
    var client = try Client(.bank)
    let line = client.value(
      #"mutation { cartLinesAdd(cartId: "2", lines: [{productId: "1"}]) { cart { lines { id quantity } } } }"#,
      "cartLinesAdd", "cart", "lines"
    ).arrayValue?.last
    #expect(line?["quantity"] == 1)
    let id = Client.text(line?["id"] ?? .null)
    func last(_ mutation: String, _ name: String) -> JSON? {
      client.value("mutation { \(mutation) { cart { id lines { id quantity } } } }", name, "cart", "lines").arrayValue?
        .last
    }
    let update = "cartLinesUpdate(cartId: \"2\", lineId: \"\(id)\", quantity: 9)"
    #expect(last(update, "cartLinesUpdate")?.compactText == "{\"id\":\"\(id)\",\"quantity\":9}")
    let remove =
      "mutation { cartLinesRemove(cartId: \"2\", lineIds: [\"\(id)\"]) { cart { id } userErrors { message } } }"
    #expect(client.ask(remove) == #"{"data":{"cartLinesRemove":{"cart":{"id":"2"},"userErrors":[]}}}"#)
    #expect(!client.texts(#"{ cart(id: "2") { lines { id } } }"#, ["cart", "lines"], "id").contains(id))
  }

  @Test("what is assigned can be unassigned")
  func undone() throws {
    var client = try Client(.lists)
    let me = Client.text(client.value("{ me { id } }", "me", "id"))
    #expect(
      client.ask(#"mutation { assignTodo(todoId: "1", userId: "\#(me)") { assignee { id } } }"#)
        == #"{"data":{"assignTodo":{"assignee":{"id":"\#(me)"}}}}"#)
    #expect(
      client.ask(#"mutation { unassignTodo(todoId: "1") { id assignee { id } } }"#)
        == #"{"data":{"unassignTodo":{"id":"1","assignee":null}}}"#)
    #expect(!client.texts("{ me { assignedTodos { id } } }", ["me", "assignedTodos"], "id").contains("1"))
  }

  @Test("what is added to a cart is in it", arguments: ["addToCart", "addProductToCart"])
  func items(add: String) throws {
    var client = try Client(.basket)
    let read = "{ id items { product { id } quantity } }"
    let before = client.value("{ cart \(read) }", "cart")
    let after = client.value("mutation { \(add)(productId: \"3\", quantity: 4) \(read) }", add)
    #expect(after["id"] == before["id"] && after == client.value("{ cart \(read) }", "cart"))
    #expect(after["items"]?.arrayValue?.last?.compactText == #"{"product":{"id":"3"},"quantity":4}"#)
    #expect(after["items"]?.arrayValue?.count == (before["items"]?.arrayValue?.count ?? -9) + 1)
    let put = client.value(
      "mutation { putInCart: addToCartById(cartId: \"2\", productId: \"3\") \(read) }", "putInCart")
    #expect(put["id"] == "2" && put["items"]?.arrayValue?.last?["product"]?["id"] == "3")
  }

  @Test("what is removed from a cart stays in the shop, and funds are no second wallet")
  func containers() throws {
    var client = try Client(.basket)
    let read = "{ products { id name } carts { id items { id } } wallets { id balance } }"
    let before = client.ask(read)
    for (mutation, path) in [
      (#"removeFromCart(productId: "1") { id }"#, "cart"), (#"removeProductFromCart(productId: "1") { id }"#, "cart"),
      ("addFunds(amount: 5) { id }", "wallet"),
    ] {
      let name = String(mutation.prefix { $0 != "(" })
      let shown = client.value("mutation { \(mutation) }", name, "id")
      #expect(shown == client.value("{ \(path) { id } }", path, "id"), "\(mutation)")
      #expect(client.ask(read) == before, "\(mutation)")
    }
    _ = client.ask(#"mutation { removeFromFavorites(productId: "1") }"#)
    #expect(client.ask(read) == before)
  }

  @Test("another field than the key says which object is meant")
  func lookups() throws {
    var client = try Client(following: .desk)
    let before = client.value("{ projects { id slug archived } }", "projects").arrayValue ?? []
    let project = try #require(before.first { $0["archived"] == false })
    let slug = Client.text(project["slug"] ?? .null)
    let id = Client.text(project["id"] ?? .null)
    func members() -> String { "{ project(slug: \"\(slug)\") { members { id } } }" }
    let known = client.texts(members(), ["project", "members"], "id")
    let user = try #require(client.texts("{ users { id } }", ["users"], "id").first { !known.contains($0) })
    let add = "(projectSlug: \"\(slug)\", userId: \"\(user)\") { id slug }"
    #expect(client.value("mutation { addMember\(add) }", "addMember", "id") == .string(id))
    #expect(client.texts(members(), ["project", "members"], "id").contains(user))
    #expect(client.value("mutation { removeMember\(add) }", "removeMember", "id") == .string(id))
    #expect(client.texts(members(), ["project", "members"], "id") == known)
    #expect(
      client.ask("mutation { archiveProject(slug: \"\(slug)\") { id archived } }")
        == #"{"data":{"archiveProject":{"id":"\#(id)","archived":true}}}"#)
    #expect(
      client.ask("mutation { renameProject(slug: \"\(slug)\", name: \"N\") { id slug name } }")
        == #"{"data":{"renameProject":{"id":"\#(id)","slug":"\#(slug)","name":"N"}}}"#)
    #expect(client.texts("{ projects { id } }", ["projects"], "id").count == before.count)
    #expect(
      client.ask(#"mutation { archiveProject(slug: "nobody's") { id } }"#)
        .contains(#"There is no Project with slug \"nobody's\" in this session."#))
  }

  @Test("whoever asks joins a room and leaves it")
  func rooms() throws {
    var client = try Client(.desk)
    let me = client.value("{ currentUser { id } }", "currentUser", "id")
    for (verb, isIn) in [("leave", false), ("join", true), ("join", true), ("leave", false)] {
      _ = client.ask("mutation { \(verb)Room(input: {roomId: \"1\"}) { id } }")
      let members = client.texts("{ rooms { members { id } } }", ["rooms", "0", "members"], "id")
      #expect(members.filter { .string($0) == me }.count == (isIn ? 1 : 0))
    }
  }

  @Test(
    "are understood as",
    arguments: [
      (TestSchema.lists, "deleteList", "delete TodoList by id"),
      (.lists, "unassignTodo", "remove from User.assignedTodos: todoId from the current user"),
      (.lists, "moveTodo", "update Todo by id; listId links list"),
      (.lists, "clearCompleted", "not understood: answers and changes nothing"),
      (.lists, "markAllDone", "not understood: answers and changes nothing"),
      (.desk, "addMember", "add to Project.members: userId to projectSlug"),
      (.desk, "joinRoom", "add to Room.members: the current user to roomId"),
      (.bank, "shuffleCard", "not understood: answers and changes nothing"),
      (.desk, "bulkDelete", "not understood: answers and changes nothing"),
      (.basket, "removeFromCart", "not understood: answers and changes nothing"),
      (.basket, "removeProductFromCart", "not understood: answers and changes nothing"),
      (.basket, "removeFromFavorites", "not understood: answers and changes nothing"),
      (.basket, "removeItemFromCart", "delete CartItem by itemId"),
      (.basket, "addToCart", "create CartItem: quantity; productId links product"),
      (.basket, "addFunds", "not understood: answers and changes nothing"),
      (.basket, "addArticle", "create Product: name"),
    ])
  func explained(_ test: TestSchema, mutation: String, expected: String) throws {
    let world = FakeWorld(schema: try test.schema(), seed: 1, endpoint: test.name)
    let plan = world.plan
    let root = try #require(plan.plan("Mutation"))
    let field = try #require(plan.field(mutation, of: root))
    #expect(world.mutations.plan(of: field).explanation == expected)
  }
}
