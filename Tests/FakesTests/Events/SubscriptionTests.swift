import Fakes
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Subscriptions to a faked world")
struct SubscriptionTests {
  static let planner = """
    scalar DateTime
    type Query { allConferences: [Conference!]! allAttendees: [Attendee!]! me: User launches: [Launch!]! }
    type Conference { id: ID! name: String! city: String! }
    type Attendee { id: ID! name: String! }
    type Launch { id: ID! isBooked: Boolean! }
    type User { id: ID! trips: [Launch]! }
    type Mutation {
      createConference(name: String!, city: String!): Conference
      updateConference(id: ID!, name: String): Conference
      deleteConference(id: ID!): Conference
      createAttendee(name: String!): Attendee
      bookTrips(launchIds: [ID]!): Response!
      cancelTrip(launchId: ID!): Response!
      login(email: String): User
    }
    type Response { success: Boolean! launches: [Launch] }
    enum Change { CREATED UPDATED DELETED }
    input StringFilter { eq: String }
    input ConferenceFilter { name: String name_starts_with: String }
    input ConferenceSubscriptionFilter { mutation_in: [Change!] node: ConferenceFilter }
    type ConferencePrevious { name: String! city: String! }
    type ConferencePayload { mutation: Change! node: Conference updatedFields: [String!] previousValues: ConferencePrevious }
    type Subscription {
      Conference(filter: ConferenceSubscriptionFilter): ConferencePayload
      conferenceCreated: Conference
      attendeeAdded(name: String): Attendee
      tripsBooked: Int
      noise: String!
    }
    """

  @Test("an event comes when a mutation concerns the type, with what happened")
  func payload() throws {
    var session = try session()
    let subscription = try open(
      session, "subscription { Conference { mutation node { name } updatedFields previousValues { name } } }")
    #expect(
      try events(subscription, &session, #"mutation { createConference(name: "WWDC", city: "San Jose") { id } }"#) == [
        #"{"data":{"Conference":{"mutation":"CREATED","node":{"name":"WWDC"},"updatedFields":null,"previousValues":null}}}"#
      ])
    let id = try newest(&session)
    #expect(
      try events(subscription, &session, #"mutation { updateConference(id: "\#(id)", name: "WWDC 17") { id } }"#) == [
        #"{"data":{"Conference":{"mutation":"UPDATED","node":{"name":"WWDC 17"},"updatedFields":["name"],"previousValues":{"name":"WWDC"}}}}"#
      ])
    #expect(
      try events(subscription, &session, #"mutation { deleteConference(id: "\#(id)") { id } }"#) == [
        #"{"data":{"Conference":{"mutation":"DELETED","node":null,"updatedFields":null,"previousValues":{"name":"WWDC 17"}}}}"#
      ])
    #expect(try events(subscription, &session, #"mutation { createAttendee(name: "Ann") { id } }"#).isEmpty)
    #expect(try events(subscription, &session, #"mutation { deleteConference(id: "nobody") { id } }"#).isEmpty)
  }

  @Test("the name says which events, the arguments which objects")
  func narrowed() throws {
    var session = try session()
    let created = try open(session, "subscription { conferenceCreated { name } }")
    let filtered = try open(
      session,
      #"subscription { Conference(filter: {mutation_in: [CREATED], node: {name_starts_with: "UI"}}) { node { name } } }"#
    )
    let ann = try open(session, #"subscription { attendeeAdded(name: "Ann") { name } }"#)
    let before = session
    let wwdc = #"mutation { createConference(name: "WWDC", city: "San Jose") { id } }"#
    #expect(try events(created, &session, wwdc) == [#"{"data":{"conferenceCreated":{"name":"WWDC"}}}"#])
    session = before
    #expect(try events(filtered, &session, wwdc).isEmpty)
    session = before
    let uikonf = #"mutation { createConference(name: "UIKonf", city: "Berlin") { id } }"#
    #expect(try events(filtered, &session, uikonf) == [#"{"data":{"Conference":{"node":{"name":"UIKonf"}}}}"#])
    #expect(try events(ann, &session, #"mutation { createAttendee(name: "Bob") { id } }"#).isEmpty)
    #expect(
      try events(ann, &session, #"mutation { createAttendee(name: "Ann") { id } }"#)
        == [#"{"data":{"attendeeAdded":{"name":"Ann"}}}"#])
  }

  @Test("a number that counts the viewer's list tells by how many it changed")
  func counted() throws {
    var session = try session()
    let subscription = try open(session, "subscription { tripsBooked }")
    let booked = #"mutation { bookTrips(launchIds: ["801", "802"]) { success } }"#
    #expect(try events(subscription, &session, booked) == [#"{"data":{"tripsBooked":2}}"#])
    let cancelled = #"mutation { cancelTrip(launchId: "801") { success } }"#
    #expect(try events(subscription, &session, cancelled) == [#"{"data":{"tripsBooked":-1}}"#])
    // Another one's trips are not changed by that one's coming.
    #expect(try events(subscription, &session, #"mutation { login(email: "me@example.com") { id } }"#).isEmpty)
  }

  @Test("a tick's event is the same for the same number, and the world stays as it is")
  func ticks() throws {
    let session = try session()
    for query in [
      "subscription { conferenceCreated { id name } }", "subscription { noise }", "subscription { tripsBooked }",
      "subscription { Conference { mutation node { id } } }",
    ] {
      let subscription = try open(session, query)
      let texts = (0..<20).map { subscription.tick($0, in: session).response.compactText }
      #expect(texts == (0..<20).map { subscription.tick($0, in: session).response.compactText })
      #expect(Set(texts).count > 1, "\(texts)")
      #expect(texts.allSatisfy { !$0.contains("errors") }, "\(texts)")
    }
  }

  @Test("an operation that is no subscription is refused")
  func refused() throws {
    let session = try session()
    let source = SourceText("{ allConferences { id } }")
    guard case .refused(let result) = session.subscribe(try parse(source), source: source) else {
      Issue.record("not refused")
      return
    }
    #expect(!result.errors.isEmpty && result.data == nil)
  }

  private func session() throws -> FakeSession {
    FakeWorld(schema: try Schema(sdl: SourceText(Self.planner)), seed: 1, endpoint: "planner").session()
  }

  private func open(_ session: FakeSession, _ query: String) throws -> FakeSubscription {
    let source = SourceText(query)
    guard case .stream(let subscription) = session.subscribe(try parse(source), source: source) else {
      throw SubscriptionFailure()
    }
    return subscription
  }

  private struct SubscriptionFailure: Error {}

  private func events(
    _ subscription: FakeSubscription, _ session: inout FakeSession, _ mutation: String
  ) throws -> [String] {
    let before = session
    _ = session.respond(to: SourceText(mutation))
    return subscription.responses(before: before, after: session).map(\.response.compactText)
  }

  private func newest(_ session: inout FakeSession) throws -> String {
    let answer = session.respond(to: SourceText("{ allConferences { id } }"))
    let list = answer["data"]?["allConferences"]?.arrayValue
    return try #require(list?.last?["id"]?.stringValue)
  }
}
