import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("What mutations answer with")
struct MutationAnswerTests {
  @Test(
    "what was sent comes back, also inside input",
    arguments: [
      (
        TestSchema.shop, #"mutation { renameProduct(id: "KEY", name: "Teapot") { id name } }"#,
        #"{"data":{"renameProduct":{"id":"KEY","name":"Teapot"}}}"#
      ),
      (
        .shop, #"mutation { createPerson(name: "Zoë", email: "z@example.com") { name email } }"#,
        #"{"data":{"createPerson":{"name":"Zoë","email":"z@example.com"}}}"#
      ),
      (
        .shop,
        #"mutation { addReview(input: {productId: "KEY", stars: 4, body: "Fine 👍"}, clientMutationId: "7") { "#
          + "success clientMutationId product { id } review { stars body product { id } } } }",
        #"{"data":{"addReview":{"success":true,"clientMutationId":"7","product":{"id":"KEY"},"#
          + #""review":{"stars":4,"body":"Fine 👍","product":{"id":"KEY"}}}}}"#
      ),
      (.shop, #"mutation { deleteProduct(id: "KEY") }"#, #"{"data":{"deleteProduct":true}}"#),
      (.shop, #"mutation { deleteProduct(id: "nobody") }"#, #"{"data":{"deleteProduct":false}}"#),
      (.shop, #"mutation { renameProduct(id: "nobody", name: "N") { id } }"#, #"{"data":{"renameProduct":null}}"#),
      (
        .shop, #"mutation { order(productIds: ["KEY", "KEY"]) { products { id } } }"#,
        #"{"data":{"order":{"products":[{"id":"KEY"}]}}}"#
      ),
      (
        .awkward, #"mutation { setCell(row: 3, column: 4, text: "x") { row column text } reset }"#,
        #"{"data":{"setCell":{"row":3,"column":4,"text":"x"},"reset":true}}"#
      ),
      (
        .planner,
        """
        mutation { addToAttendees(attendeesAttendeeId: "a1", conferencesConferenceId: "c1") {
          conferencesConference { id } attendeesAttendee { id } } }
        """, #"{"data":{"addToAttendees":{"conferencesConference":{"id":"c1"},"attendeesAttendee":{"id":"a1"}}}}"#
      ),
      (
        .launches, "mutation { bookTrips(launchIds: [\"25\"]) { success message launches { id } } }",
        #"{"data":{"bookTrips":{"success":true,"message":"Done.","launches":[{"id":"25"}]}}}"#
      ),
    ])
  func echoes(_ test: TestSchema, mutation: String, expected: String) throws {
    var client = try Client(test)
    let key =
      test.name == "shop"
      ? Client.text(client.value("{ products { nodes { id } } }", "products", "nodes", "0", "id")) : "KEY"
    func filled(_ text: String) -> String {
      text.split(separator: "KEY", omittingEmptySubsequences: false).joined(separator: key)
    }
    #expect(client.ask(filled(mutation)) == filled(expected))
  }

  @Test("what was not said is the object's own")
  func own() throws {
    var client = try Client(.planner)
    let read = client.value(#"{ Conference(id: "c1") { city year } }"#, "Conference")
    let written = client.value(
      """
      mutation { addToAttendees(attendeesAttendeeId: "a1", conferencesConferenceId: "c1") {
        conferencesConference { city year } } }
      """, "addToAttendees", "conferencesConference")
    #expect(read == written)
  }

  @Test("two things created are two things, and the first of a session is the same in every session")
  func creation() throws {
    var client = try Client(.planner)
    let ann = client.ask(#"mutation { createAttendee(name: "Ann") { id } }"#)
    #expect(client.ask(#"mutation { createAttendee(name: "Ann") { id } }"#) != ann)
    var other = try Client(.planner)
    #expect(other.ask(#"mutation { createAttendee(name: "Ann") { id } }"#) == ann)
  }

  @Test(
    "an answer that may not be null is an error where there is nothing to change",
    arguments: [
      (
        #"mutation { addComment(postId: "x", commentText: "T") { id } }"#,
        #"There is no Post with id "x" in this session. Use one that a query returns, or that a mutation created."#
      ),
      (
        "mutation { login(email: \"e\", password: \"p\") { token } logout addComment(postId: \"99\", commentText: \"T\") { id } }",
        #"There is no Post with id "99" in this session. Use one that a query returns, or that a mutation created."#
      ),
    ])
  func nonNull(mutation: String, expected: String) throws {
    var client = try Client(.verbs)
    let response = client.session.respond(to: .init(mutation))
    #expect(response["data"] == .null)
    #expect(response["errors"]?.arrayValue?.map { $0["message"]?.stringValue } == [expected])
  }

  @Test(
    "what is wrong, and what to do next",
    arguments: [
      (
        #"mutation { productUpdate(id: "x", input: {title: "T"}) { userErrors { message } } }"#,
        #"There is no Product with id "x" in this session. Use one that a query returns, or that a mutation created."#
      ),
      (
        #"mutation { productDelete(id: "1") { userErrors { message } } productDelete(id: "1") { userErrors { message } } b: productDelete(id: "1") { userErrors { message } } }"#,
        #"Product with id "1" was deleted in this session. Use another one, or create it again."#
      ),
      (
        #"mutation { productVariantCreate(productId: "x", attributes: {title: "T"}) { errors } }"#,
        #"There is no Product with id "x" in this session. Use one that a query returns, or that a mutation created."#
      ),
    ])
  func wording(mutation: String, expected: String) throws {
    var client = try Client(.rails)
    let data = client.session.respond(to: .init(mutation))["data"]?.objectValue
    let errors = try #require(data?.members.last?.value.objectValue?.members.last?.value[0])
    #expect((errors["message"] ?? errors) == .string(expected))
  }
}
