import OrderedJSON
import Testing

@testable import Fakes

@Suite("Orders: parts of new objects, amounts, places and revisions")
struct OrderTests {
  private static let shop = """
    type Query { events: [Event!]! orders: [Order!]! }
    type Event { id: ID! title: String! priceCents: Int! seats: Int! sold: Int! available: Int! isSoldOut: Boolean!
      version: Int! }
    type Order { id: ID! number: Int! lines: [OrderLine!]! totalCents: Int! }
    type OrderLine { event: Event! quantity: Int! lineCents: Int! }
    input LineInput { eventId: ID! quantity: Int! }
    type Mutation {
      createEvent(title: String!, seats: Int, version: Int): Event! buy(lines: [LineInput!]!): Order!
      updateEvent(id: ID!, title: String, expectedVersion: Int, version: Int): Event!
    }
    """

  @Test("an object is new at revision 1, each change is the next one, and what a client knows is only compared")
  func revisions() throws {
    var client = try Client(sdl: Self.shop)
    let create = #"mutation { createEvent(title: "T", seats: 9) { id version sold available } }"#
    let made = client.value(create, "createEvent")
    #expect(made["version"] == 1 && made["sold"] == 0 && made["available"] == 9)
    let numbered = client.ask(#"mutation { createEvent(title: "T", version: 42) { version } }"#)
    #expect(numbered == #"{"data":{"createEvent":{"version":42}}}"#)
    for (next, known) in [(2, "expectedVersion: 1"), (3, "version: 2"), (4, "expectedVersion: 77")] {
      let update = #"mutation { updateEvent(id: \#(made["id"] ?? .null), title: "U", \#(known)) { title version } }"#
      #expect(client.ask(update) == #"{"data":{"updateEvent":{"title":"U","version":\#(next)}}}"#)
    }
    let sought = ["expectedVersion", "version"]
    let plan = client.session.world.plan
    let update = try #require(plan.plan("Mutation").flatMap { plan.field("updateEvent", of: $0) })
    #expect(Set(client.session.world.mutations.plan(of: update).unread.map { $0[0] }) == Set(sought))
  }

  @Test("a part of a new object leads where the key in the request says")
  func partsByKey() throws {
    var client = try Client(sdl: Self.shop)
    let shown = "{ id totalCents lines { quantity lineCents event { id } } }"
    for event in client.value("{ events { id priceCents } }", "events").arrayValue?.prefix(4) ?? [] {
      let lines = "[{eventId: \(event["id"] ?? .null), quantity: 3}]"
      let order = client.value("mutation { buy(lines: \(lines)) \(shown) }", "buy")
      let line = try #require(order["lines"]?.arrayValue?.only)
      #expect(line["event"]?["id"] == event["id"] && line["quantity"] == 3)
      let price = try #require(event["priceCents"]?.intValue)
      #expect(line["lineCents"] == .int(3 * price) && order["totalCents"] == .int(3 * price))
      #expect(client.value("{ orders \(shown) }", "orders").arrayValue?.last == order)
    }
    let unknown = client.ask(#"mutation { buy(lines: [{eventId: "none", quantity: 3}]) { id } }"#)
    #expect(unknown.contains(#""errors""#) && unknown.contains("none"))
  }

  @Test(
    "an object inside another leads where the request says, in any shape",
    arguments: [
      (#"event: {id: "ID"}"#, true), (#"event: {connect: {id: "ID"}}"#, true), ("event: null", false),
      (#"eventId: "ID""#, true), (#"event: {title: "New"}"#, nil),
    ])
  func partsByObject(said: String, isSet: Bool?) throws {
    let sdl = """
      type Query { events: [Event!]! orders: [Order!]! }
      type Event { id: ID! title: String! }
      type Order { id: ID! lines: [OrderLine!]! }
      type OrderLine { event: Event quantity: Int! }
      input EventRef { id: ID title: String connect: EventKey }
      input EventKey { id: ID }
      input LineInput { eventId: ID event: EventRef quantity: Int! }
      type Mutation { buy(lines: [LineInput!]!): Order! deleteEvent(id: ID!): Event }
      """
    var client = try Client(sdl: sdl)
    let id = Client.text(client.value("{ events { id } }", "events", "2", "id"))
    let lines = "[{\(said.replacing("ID", with: id)), quantity: 2}]"
    let bought = client.value("mutation { buy(lines: \(lines)) { lines { event { id } quantity } } }", "buy", "lines")
    let event = bought[0]?["event"]
    switch isSet {
    case true: #expect(event?["id"] == .string(id))
    case false: #expect(event == .null)
    default: #expect(bought[0]?["quantity"] == 2)
    }
    guard isSet == true else { return }
    _ = client.ask(#"mutation { deleteEvent(id: "\#(id)") { id } }"#)
    let left = client.value("{ orders { lines { event { id } } } }", "orders").arrayValue?.last
    #expect(left?["lines"]?[0]?["event"] == .null)
  }

  @Test("sums of parts end, whatever the parts consist of, and pages are summed")
  func sums() throws {
    var parts = try Client(
      sdl: """
        type Query { books: [Book!]! orders: [Order!]! }
        type Book { id: ID! total: Float! lines: [Section!]! }
        type Section { title: String! total: Float! lines: [Section!]! }
        type Order { id: ID! total: Float! lines: [[Line!]!]! }
        type Line { id: ID! total: Float! }
        """)
    for query in ["{ books { total lines { total } } }", "{ orders { total lines { total } } }"] {
      #expect(!parts.ask(query).contains("errors"))
    }
    var pages = try Client(
      sdl: """
        type Query { orders: [Order!]! }
        type Order { id: ID! total: Float! lineItems(first: Int): LineConnection! }
        type LineConnection { nodes: [Line!]! pageInfo: PageInfo! }
        type PageInfo { hasNextPage: Boolean! endCursor: String }
        type Line { id: ID! order: Order! total: Float! }
        """)
    let query = "{ orders { total lineItems(first: 100) { nodes { total } } } }"
    for order in pages.value(query, "orders").arrayValue ?? [] {
      let sum = order["lineItems"]?["nodes"]?.arrayValue?.reduce(0) { $0 + ($1["total"]?.numberValue?.double ?? 0) }
      #expect(abs((order["total"]?.numberValue?.double ?? 0) - (sum ?? -1)) < 0.01)
    }
  }

  @Test("amounts in cents agree, and so does what is left of places")
  func shopAmounts() throws {
    var client = try Client(sdl: Self.shop)
    for event in client.value("{ events { seats sold available isSoldOut } }", "events").arrayValue ?? [] {
      let left = try #require(event["seats"]?.intValue) - (try #require(event["sold"]?.intValue))
      #expect(left >= 0 && event["available"] == .int(left) && event["isSoldOut"] == .bool(left == 0))
    }
    let orders = client.value(
      "{ orders { totalCents lines { quantity lineCents event { priceCents } } } }", "orders"
    ).arrayValue
    #expect(orders?.isEmpty == false)
    for order in orders ?? [] {
      let lines = order["lines"]?.arrayValue ?? []
      for line in lines {
        let price = try #require(line["event"]?["priceCents"]?.intValue)
        #expect(line["lineCents"] == .int(try #require(line["quantity"]?.intValue) * price))
      }
      #expect(order["totalCents"] == .int(lines.reduce(0) { $0 + ($1["lineCents"]?.intValue ?? 0) }))
    }
  }
}
