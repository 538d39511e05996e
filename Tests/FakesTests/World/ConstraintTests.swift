import FakeClauses
import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Fields of one object agree")
struct ConstraintTests {
  private static let sdl = """
    type Query { me: User tasks: [Task!]! orders: [Order!]! }
    type Mutation { updateTask(id: ID!, state: State, title: String): Task }
    enum State { TODO IN_PROGRESS DONE CANCELLED }
    scalar DateTime
    type User { id: ID! name: String! tasks: [Task!]! }
    type Task { id: ID! title: String! slug: String! url: String! state: State! author: User!
      createdAt: DateTime! completedAt: DateTime cancelledAt: DateTime dueAt: DateTime! updatedAt: DateTime!
      isDone: Boolean! isOverdue: Boolean! isMine: Boolean! readAt: DateTime unread: Boolean! hasComments: Boolean!
      comments: [Comment!]! startsAt: DateTime! endsAt: DateTime! durationMinutes: Int! }
    type Comment { id: ID! task: Task! createdAt: DateTime! }
    type Order { id: ID! lines: [Line!]! subtotal: Float! tax: Float! discount: Float! total: Float! paid: Float!
      balance: Float! limit: Int! used: Int! remaining: Int! }
    type Line { id: ID! order: Order! quantity: Int! unitPrice: Float! total: Float! }
    """

  private let world: FakeWorld

  init() throws { world = FakeWorld(schema: try Schema(sdl: SourceText(Self.sdl)), seed: 5, endpoint: "e") }

  private func list(_ name: String, _ selection: String) -> [JSON] {
    world.respond(to: SourceText("{ \(name) { \(selection) } }"))["data"]?[name]?.arrayValue ?? []
  }

  @Test("A state, its times, and the flags about it")
  func states() throws {
    let tasks = list("tasks", "state completedAt cancelledAt isDone isOverdue dueAt readAt unread")
    #expect(Set(tasks.compactMap { $0["state"]?.stringValue }).count > 2)
    for task in tasks {
      let state = task["state"]?.stringValue
      #expect((task["completedAt"] != .null) == (state == "DONE"))
      #expect((task["cancelledAt"] != .null) == (state == "CANCELLED"))
      #expect(task["isDone"] == .bool(state == "DONE"))
      let isPast = try #require(task["dueAt"]?.stringValue).precedesByScalars("2027")
      #expect(task["isOverdue"] == .bool(isPast && (state == "TODO" || state == "IN_PROGRESS")))
      #expect(task["unread"] == .bool(task["readAt"] == .null))
    }
  }

  @Test("Most due dates are in the future, unless nothing is due any more")
  func dueDates() throws {
    let sdl = """
      type Query { tasks: [Task!]! todos: [Todo!]! loans: [Loan!]! permits: [Permit!]! trips: [Trip!]! }
      enum State { TODO IN_PROGRESS DONE CANCELLED }
      scalar DateTime
      scalar Date
      type Task { id: ID! state: State! createdAt: DateTime! dueDate: Date! reviewDeadline: DateTime! isOverdue: Boolean! }
      type Todo { id: ID! archived: Boolean! done: Boolean! createdAt: DateTime! dueDate: String! isOverdue: Boolean! }
      type Loan { id: ID! createdAt: DateTime! returnedAt: DateTime dueDate: Date! isOverdue: Boolean! }
      type Permit { id: ID! validFrom: DateTime! validTo: DateTime! dueBy: DateTime! isOverdue: Boolean! }
      type Trip { id: ID! state: State! startsAt: DateTime! endsAt: DateTime! dueAt: DateTime! createdAt: DateTime! }
      """
    let world = try FakeRulesTests.world(sdl) { $0.preset = .huge }
    func list(_ text: String) -> [JSON] {
      let data = world.respond(to: SourceText("{ \(text) }"))["data"]
      return data?[text.prefix { $0.isLetter }.description]?.arrayValue ?? []
    }
    func isLater(_ time: JSON?) throws -> Bool { !(try #require(time?.stringValue).precedesByScalars("2027")) }
    let lists: [(text: String, isOpen: (JSON) -> Bool)] = [
      ("tasks { state dueDate isOverdue }", { ["TODO", "IN_PROGRESS"].contains($0["state"]) }),
      ("todos { archived done dueDate isOverdue }", { $0["archived"] == false && $0["done"] == false }),
      ("loans { returnedAt dueDate isOverdue }", { $0["returnedAt"] == .null }),
      ("permits { dueDate: dueBy isOverdue }", { _ in true }),
    ]
    for (text, isOpen) in lists {
      let objects = list(text)
      let open = objects.filter(isOpen)
      let later = try open.count { try isLater($0["dueDate"]) }
      #expect((50...90).contains(later * 100 / max(open.count, 1)), "\(text): \(later) of \(open.count)")
      for object in objects {
        let isDue = try isLater(object["dueDate"])
        #expect(isOpen(object) || !isDue)
        #expect(object["isOverdue"] == .bool(isOpen(object) && !isDue))
      }
    }
    for task in list("tasks { createdAt dueDate reviewDeadline }") {
      #expect(try isLater(task["dueDate"]) == isLater(task["reviewDeadline"]))
      #expect(try #require(task["dueDate"]?.stringValue) >= #require(task["createdAt"]?.stringValue).prefix(10))
    }
    let permits = list("permits { validFrom validTo }")
    #expect((600...800).contains(try permits.count { try isLater($0["validTo"]) }))
    for permit in permits {
      let end = try #require(permit["validTo"]?.stringValue)
      #expect(try #require(permit["validFrom"]?.stringValue).precedesByScalars(end))
    }
    for trip in list("trips { startsAt dueAt }") {
      #expect(try #require(trip["startsAt"]?.stringValue).precedesByScalars(#require(trip["dueAt"]?.stringValue)))
    }
  }

  @Test("The order of times, durations, names in URLs, the viewer, and lists")
  func others() throws {
    let me = try #require(world.respond(to: SourceText("{ me { id } }"))["data"]?["me"]?["id"])
    let fields = """
      title slug url author { id } isMine hasComments createdAt updatedAt completedAt startsAt endsAt durationMinutes
      comments { createdAt }
      """
    for task in list("tasks", fields) {
      let times = ["createdAt", "completedAt", "updatedAt"].compactMap { task[$0]?.stringValue }
      #expect(times == times.sorted())
      let created = try #require(task["createdAt"]?.stringValue)
      for comment in task["comments"]?.arrayValue ?? [] {
        #expect(try #require(comment["createdAt"]?.stringValue).precedesByScalars(created) == false)
      }
      let comments = task["comments"]?.arrayValue ?? []
      #expect(task["hasComments"] == .bool(!comments.isEmpty))
      #expect(task["isMine"] == .bool(task["author"]?["id"] == me))
      let slug = try #require(task["slug"]?.stringValue)
      #expect(task["url"]?.stringValue?.hasSuffix("/\(slug)") == true)
      let words = try #require(task["title"]?.stringValue).lowercased().split(separator: " ")
      #expect(words.allSatisfy { slug.contains($0) })
      #expect(try #require(task["durationMinutes"]?.intValue) > 0)
    }
  }

  @Test("Products, sums and what is left")
  func amounts() throws {
    func cents(_ json: JSON?) throws -> Int { Int((try #require(json?.numberValue?.double) * 100).rounded()) }
    let orders = list(
      "orders",
      "subtotal tax discount total paid balance limit used remaining lines { quantity unitPrice total }")
    #expect(!orders.isEmpty)
    for order in orders {
      var sum = 0
      for line in order["lines"]?.arrayValue ?? [] {
        #expect(try cents(line["total"]) == (try cents(line["quantity"])) / 100 * (try cents(line["unitPrice"])))
        sum += try cents(line["total"])
      }
      #expect(try cents(order["subtotal"]) == sum)
      #expect(try cents(order["total"]) == sum + (try cents(order["tax"])) - (try cents(order["discount"])))
      #expect(try cents(order["balance"]) == (try cents(order["total"])) - (try cents(order["paid"])))
      let used = try #require(order["used"]?.intValue)
      #expect(order["remaining"]?.intValue == (try #require(order["limit"]?.intValue)) - used)
    }
  }

  @Test("Amounts in objects with a currency", arguments: ["Float", "Decimal"])
  func parts(scalar: String) throws {
    let sdl = """
      scalar Decimal
      type Query { orders: [Order!]! }
      type Order { id: ID! lines: [Line!]! subtotal: Money! shipping: Money! total: Money! }
      type Line { id: ID! order: Order! quantity: Int! unitPrice: Money! total: Money! }
      type Money { amount: \(scalar)! currency: String! }
      """
    let world = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 5, endpoint: "e")
    let query =
      "{ orders { subtotal { amount } shipping { amount } total { amount } lines { quantity unitPrice { amount } total { amount } } } }"
    let orders = world.respond(to: SourceText(query))["data"]?["orders"]?.arrayValue ?? []
    #expect(!orders.isEmpty)
    func cents(_ json: JSON?) throws -> Int {
      let amount = try #require(json?["amount"])
      let number = amount.numberValue?.double ?? amount.stringValue.flatMap { Double($0) }
      return Int((try #require(number) * 100).rounded())
    }
    for order in orders {
      var sum = 0
      for line in order["lines"]?.arrayValue ?? [] {
        #expect(try cents(line["total"]) == (try #require(line["quantity"]?.intValue)) * (try cents(line["unitPrice"])))
        sum += try cents(line["total"])
      }
      #expect(try cents(order["subtotal"]) == sum)
      #expect(try cents(order["total"]) == sum + (try cents(order["shipping"])))
    }
  }

  @Test("After a mutation they agree, too, and the text in URLs stays")
  func mutations() throws {
    var session = world.session()
    func ask(_ text: String) -> JSON { session.respond(to: SourceText(text)) }
    let task = try #require(list("tasks", "id slug state").first { $0["state"] == "TODO" })
    let (id, slug) = (try #require(task["id"]?.stringValue), task["slug"])
    let changed = ask("mutation { updateTask(id: \"\(id)\", state: DONE, title: \"Paint\") { id } }")
    #expect(changed["errors"] == nil)
    let now = ask("{ tasks { id slug title state completedAt isDone isOverdue } }")["data"]?["tasks"]?.arrayValue
    let found = try #require(now?.first { $0["id"]?.stringValue == id })
    #expect(found["title"] == "Paint" && found["slug"] == slug)
    #expect(found["isDone"] == true && found["isOverdue"] == false && found["completedAt"] != .null)
  }

  @Test("A rule for a field overrides its constraint")
  func overrides() throws {
    let world = try FakeRulesTests.world(
      Self.sdl, extending: "extend type Task { isDone: Boolean! @examples(values: [true]) }")
    let tasks = world.respond(to: SourceText("{ tasks { isDone } }"))["data"]?["tasks"]?.arrayValue ?? []
    #expect(!tasks.isEmpty && tasks.allSatisfy { $0["isDone"] == true })
  }
}
