import Fakes
import GraphQLLanguage
import OrderedJSON
import Testing

@Suite("Mutations and errors of a faked world")
struct FakeMutationTests {
  private func answer(_ test: TestSchema, _ query: String, variables: String = "{}") throws -> String {
    let world = FakeWorld(schema: try test.schema(), seed: 1, endpoint: test.name)
    guard case .object(let object) = try JSON.parse(text: variables) else { return "" }
    return world.respond(to: SourceText(query), variables: object).compactText
  }

  @Test(
    "a payload repeats what was sent, also inside input",
    arguments: [
      (
        #"mutation { renameProduct(id: "p1", name: "Teapot") { id name } }"#,
        #"{"data":{"renameProduct":{"id":"p1","name":"Teapot"}}}"#
      ),
      (
        #"mutation { createPerson(name: "Zoë", email: "z@example.com") { name email } }"#,
        #"{"data":{"createPerson":{"name":"Zoë","email":"z@example.com"}}}"#
      ),
      (
        #"mutation { addReview(input: {productId: "p1", stars: 4, body: "Fine 👍"}, clientMutationId: "7") { "#
          + "success clientMutationId product { id } review { stars body product { id } } } }",
        #"{"data":{"addReview":{"success":true,"clientMutationId":"7","product":{"id":"p1"},"#
          + #""review":{"stars":4,"body":"Fine 👍","product":{"id":"p1"}}}}}"#
      ),
      ("mutation { deleteProduct(id: 1) }", #"{"data":{"deleteProduct":true}}"#),
      (
        #"mutation { order(productIds: ["b", "a", "b"]) { message products { id } } }"#,
        #"{"data":{"order":{"message":"MESSAGE","products":[{"id":"b"},{"id":"a"}]}}}"#
      ),
    ])
  func echoes(query: String, expected: String) throws {
    let found = try answer(.shop, query)
    if expected.contains("MESSAGE") {
      #expect(found.hasSuffix(expected.split(separator: "MESSAGE").last ?? "-"))
    } else {
      #expect(found == expected)
    }
  }

  @Test("ids of related objects lead to those objects")
  func relations() throws {
    #expect(
      try answer(
        .planner,
        """
        mutation { addToAttendees(attendeesAttendeeId: "a1", conferencesConferenceId: "c1") {
          conferencesConference { id } attendeesAttendee { id }
        } }
        """) == #"{"data":{"addToAttendees":{"conferencesConference":{"id":"c1"},"attendeesAttendee":{"id":"a1"}}}}"#)
    #expect(
      try answer(.launches, "mutation { bookTrips(launchIds: [\"25\"]) { success message launches { id } } }")
        == #"{"data":{"bookTrips":{"success":true,"message":"Done.","launches":[{"id":"25"}]}}}"#)
  }

  @Test("what is not repeated is the object's own")
  func own() throws {
    let read = try answer(
      .planner,
      #"{ node(id: "a1") { ... on Attendee { id } ... on Conference { id city } } Conference(id: "c1") { city year } }"#
    )
    let written = try answer(
      .planner,
      #"mutation { addToAttendees(attendeesAttendeeId: "a1", conferencesConferenceId: "c1") { conferencesConference { city year } } }"#
    )
    let city = read.split(separator: "\"Conference\":").last.map(String.init)?.dropLast(2) ?? "-"
    #expect(written.contains(city))
  }

  @Test("two things created with different arguments are two things, with the same ones one")
  func creation() throws {
    let ann = try answer(.planner, #"mutation { createAttendee(name: "Ann") { id } }"#)
    #expect(try answer(.planner, #"mutation { createAttendee(name: "Ann") { id } }"#) == ann)
    #expect(try answer(.planner, #"mutation { createAttendee(name: "Bob") { id } }"#) != ann)
  }

  @Test(
    "what is invalid gets the reference's messages and no data",
    arguments: [
      (
        "{ launch(id: 1) { nme } }", "{}",
        #"{"errors":[{"message":"Cannot query field \"nme\" on type \"Launch\".","locations":[{"line":1,"column":19}]}]}"#
      ),
      (
        "query ($id: ID!) { launch(id: $id) { site } }", "{}",
        #"{"errors":[{"message":"Variable \"$id\" of required type \"ID!\" was not provided.","#
          + #""locations":[{"line":1,"column":8}]}]}"#
      ),
      (
        "query ($id: ID!) { launch(id: $id) { site } }", #"{"id": true}"#,
        #"{"errors":[{"message":"Variable \"$id\" got invalid value true; ID cannot represent value: true","#
          + #""locations":[{"line":1,"column":8}]}]}"#
      ),
      (
        "{ launch(id: 1) { site }", "{}",
        #"{"errors":[{"message":"Syntax Error: Expected Name, found <EOF>.","locations":[{"line":1,"column":25}]}]}"#
      ),
      (
        "query A { total } query B { total }", "{}",
        #"{"errors":[{"message":"Must provide operation name if query contains multiple operations."}]}"#
      ),
    ])
  func errors(query: String, variables: String, expected: String) throws {
    #expect(try answer(.launches, query, variables: variables) == expected)
  }

  @Test("an event of a subscription is a field like any other")
  func subscription() throws {
    #expect(
      try answer(.shop, #"subscription { priceChanged(id: "p1") { id } }"#) == #"{"data":{"priceChanged":{"id":"p1"}}}"#
    )
  }
}
