import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Objects agree with those that they lead to")
struct OwnershipTests {
  private static let sdl = """
    scalar DateTime
    scalar Date
    type Query { posts: [Post!]! comments: [Comment!]! reactions: [Reaction!]! bills: [Bill!]! coupons: [Coupon!]!
      comment(authorHandle: String, number: Int): Comment  articles(channel: String): [Article!]!
      numbered(number: Int!): Numbered  applications: [Application!]! }
    type Mutation { updateBill(id: ID!, status: BillStatus): Bill }
    union Target = Post | Comment
    interface Numbered { id: ID! number: Int! }
    type User { id: ID! handle: String! memberSince: Date! posts: [Post!]! comments: [Comment!]! }
    type Post implements Numbered { id: ID! number: Int! author: User! createdAt: DateTime! comments: [Comment!]!
      reactions: [Reaction!]! }
    type Comment implements Numbered { id: ID! number: Int! post: Post! author: User! replyTo: Comment
      createdAt: DateTime! reactions: [Reaction!]! }
    type Reaction { id: ID! target: Target! createdAt: DateTime! }
    enum BillStatus { DRAFT OPEN PAID VOID OVERDUE }
    type Bill { id: ID! status: BillStatus! total: Float! amountPaid: Float! balanceDue: Float! isOverdue: Boolean!
      dueAt: DateTime! }
    type Coupon { id: ID! active: Boolean! isExpired: Boolean! endsAt: DateTime! }
    type Article { id: ID! channel: String title: String! }
    enum Stage { SUBMITTED HIRED REJECTED }
    type Application { id: ID! stage: Stage! hiredAt: DateTime isHired: Boolean!
      "From 1 to 6." grade: Int! }
    """

  private let world: FakeWorld

  init() throws { world = FakeWorld(schema: try Schema(sdl: SourceText(Self.sdl)), seed: 5, endpoint: "e") }

  private func data(_ text: String) -> JSON { world.respond(to: SourceText(text))["data"] ?? .null }

  private func list(_ name: String, _ selection: String) -> [JSON] {
    data("{ \(name) { \(selection) } }")[name]?.arrayValue ?? []
  }

  /// Indicates whether a time is before another one; a day begins at midnight.
  private func isBefore(_ one: JSON?, _ two: JSON?) -> Bool {
    guard let one = one?.stringValue, let two = two?.stringValue else { return false }
    return one.precedesByScalars(two)
  }

  @Test("The last message of a room is the newest of its own, and a match has two of its teams")
  func members() throws {
    let sdl = """
      scalar DateTime
      type Query { rooms: [Room!]! matches: [Match!]! }
      type Mutation { createMessage(roomId: ID!, text: String!): Message! deleteMessage(id: ID!): Message }
      type Room { id: ID! messages: [Message!]! lastMessage: Message }
      type Message { id: ID! room: Room! text: String! createdAt: DateTime! }
      type Match { id: ID! teams: [Team!]! homeTeam: Team! awayTeam: Team! }
      type Team { id: ID! name: String! }
      """
    var session = FakeWorld(schema: try Schema(sdl: SourceText(sdl)), seed: 5, endpoint: "e").session()
    func data(_ text: String) -> JSON { session.respond(to: SourceText(text))["data"] ?? .null }
    func check() {
      for room in data("{ rooms { messages { id createdAt } lastMessage { id } } }")["rooms"]?.arrayValue ?? [] {
        let times = room["messages"]?.arrayValue?.compactMap { $0["createdAt"]?.stringValue } ?? []
        let newest = times.max { $0.precedesByScalars($1) }
        let last = room["messages"]?.arrayValue?.last { $0["createdAt"]?.stringValue == newest }
        #expect(room["lastMessage"]?["id"] == last?["id"])
      }
    }
    check()
    let made = data(#"mutation { createMessage(roomId: "2", text: "T") { id room { lastMessage { id } } } }"#)
    #expect(made["createMessage"]?["room"]?["lastMessage"]?["id"] == made["createMessage"]?["id"])
    check()
    _ = data("mutation { deleteMessage(id: \(made["createMessage"]?["id"]?.compactText ?? "")) { id } }")
    check()
    let matches = data("{ matches { teams { id } homeTeam { id } awayTeam { id } } }")["matches"]?.arrayValue ?? []
    for match in matches where (match["teams"]?.arrayValue?.count ?? 0) > 1 {
      #expect([match["homeTeam"], match["awayTeam"]] == [match["teams"]?[0], match["teams"]?[1]])
    }
  }

  @Test("A comment is newer than its post, its author's account, and the comment that it answers")
  func owners() throws {
    let comments = list(
      "comments", "createdAt author { memberSince } post { id createdAt } replyTo { createdAt post { id } }")
    for comment in comments {
      #expect(isBefore(comment["post"]?["createdAt"], comment["createdAt"]))
      #expect(isBefore(comment["author"]?["memberSince"], comment["createdAt"]))
      guard let parent = comment["replyTo"], parent != .null else { continue }
      #expect(isBefore(parent["createdAt"], comment["createdAt"]))
      #expect(parent["post"]?["id"] == comment["post"]?["id"])
    }
    #expect(comments.contains { $0["replyTo"] != .null })
    for reaction in list("reactions", "createdAt target { ... on Post { createdAt } ... on Comment { createdAt } }") {
      #expect(isBefore(reaction["target"]?["createdAt"], reaction["createdAt"]))
    }
  }

  @Test("Bills, coupons and applications agree with their states")
  func states() {
    for bill in list("bills", "status total amountPaid balanceDue isOverdue dueAt") {
      let status = bill["status"]?.stringValue
      if status == "PAID" { #expect(bill["balanceDue"]?.numberValue?.double == 0) }
      if status == "OPEN" || status == "DRAFT" { #expect(bill["amountPaid"]?.numberValue?.double == 0) }
      #expect(bill["isOverdue"] == .bool(status == "OVERDUE"))
      if status == "OPEN" { #expect(isBefore(.string("2027"), bill["dueAt"])) }
    }
    let coupons = list("coupons", "active isExpired endsAt")
    for coupon in coupons {
      let isPast = isBefore(coupon["endsAt"], .string("2027"))
      #expect(coupon["isExpired"] == .bool(isPast))
      #expect(coupon["active"] == .bool(!isPast))
    }
    #expect(Set(coupons.map { $0["active"] }).count == 2)
    for application in list("applications", "stage hiredAt isHired grade") {
      let isHired = application["stage"]?.stringValue == "HIRED"
      #expect((application["hiredAt"] != .null) == isHired && application["isHired"] == .bool(isHired))
      #expect((1...6).contains(application["grade"]?.intValue ?? 0))
    }
  }

  @Test("A new state does not move a due date")
  func changes() throws {
    let bill = try #require(list("bills", "id status dueAt").first { $0["status"] == "OPEN" })
    var session = world.session()
    let id = try #require(bill["id"]?.stringValue)
    let text = "mutation { updateBill(id: \"\(id)\", status: PAID) { status dueAt } }"
    let changed = session.respond(to: SourceText(text))["data"]?["updateBill"]
    #expect(changed?["status"] == "PAID" && changed?["dueAt"] == bill["dueAt"])
  }

  @Test("Lookups by a target's value and by shared numbers, and arguments that the answer shows")
  func lookups() throws {
    let known = try #require(list("comments", "id number author { handle }").last)
    let handle = try #require(known["author"]?["handle"]?.stringValue)
    let number = try #require(known["number"]?.intValue)
    let call = "comment(authorHandle: \"\(handle)\", number: \(number))"
    #expect(data("{ \(call) { id } }")["comment"]?["id"] == known["id"])
    let stranger = data("{ comment(authorHandle: \"nobody\") { author { handle } } }")
    #expect(stranger["comment"]?["author"]?["handle"] == "nobody")
    #expect(data("{ numbered(number: \(number)) { id } }")["numbered"]?["id"] == known["id"])
    let articles = data("{ articles(channel: \"web\") { channel } }")["articles"]?.arrayValue ?? []
    #expect(!articles.isEmpty && articles.allSatisfy { $0["channel"] == "web" })
  }
}
