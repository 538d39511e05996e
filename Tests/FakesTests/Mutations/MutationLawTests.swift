import Fakes
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Laws of mutations")
struct MutationLawTests {
  /// A mutation that fails, for each schema: unknown keys at the top, in lists, in links, deep inside.
  static let failing: [(TestSchema, [String])] = [
    (
      .graphcool,
      [
        #"mutation { updateConference(id: "x", name: "N") { id } }"#, #"mutation { deleteAttendee(id: "x") { id } }"#,
        #"mutation { createConference(city: "C", name: "N", year: "1", attendeesIds: ["x"]) { id } }"#,
        #"mutation { createAttendee(name: "N", conferences: [{city: "C", name: "N", year: "1", attendeesIds: ["x"]}]) { id } }"#,
        #"mutation { removeFromAttendees(attendeesAttendeeId: "x", conferencesConferenceId: "y") { attendeesAttendee { id } } }"#,
      ]
    ),
    (
      .posts,
      [
        #"mutation { editPost(id: "x", tags: [], title: "T") { id } }"#, #"mutation { deletePost(id: {value: "x"}) }"#,
        #"mutation { createPost(input: {authorId: {value: "x"}, tags: [], title: "T"}) { id } }"#,
      ]
    ),
    (.rocket, [#"mutation { cancelTrip(launchId: "x") { success } }"#, "mutation { login { id } }"]),
    (
      .relay,
      [
        #"mutation { createIssue(input: {repositoryId: "x", title: "T"}) { issue { id } } }"#,
        #"mutation { closeIssue(input: {issueId: "x"}) { issue { id } } }"#,
        #"mutation { addStar(input: {starrableId: "x"}) { starrable { id } } }"#,
      ]
    ),
    (
      .rails,
      [
        #"mutation { productUpdate(id: "x", input: {title: "T"}) { product { id } } }"#,
        #"mutation { productBulkDelete(ids: ["1", "x"]) { count } }"#,
        #"mutation { orderCancel(id: "x") { success } }"#,
        #"mutation { orderCreate(input: {lines: [{productId: "1", quantity: 1}, {productId: "x", quantity: 1}]}) { success } }"#,
      ]
    ),
    (
      .hasura,
      [
        #"mutation { insert_users_one(object: {id: 1, name: "N"}) { id } }"#,
        #"mutation { insert_users(objects: [{name: "A"}, {id: 1, name: "N"}]) { affected_rows } }"#,
        #"mutation { update_users_by_pk(pk_columns: {id: 99}, _set: {name: "N"}) { id } }"#,
        "mutation { delete_users_by_pk(id: 99) { id } }",
        #"mutation { insert_posts_one(object: {title: "T", author_id: 99}) { id } }"#,
      ]
    ),
    (
      .prisma,
      [
        #"mutation { updateOneUser(where: {id: "x"}, data: {name: {set: "N"}}) { id } }"#,
        #"mutation { deleteOneUser(where: {email: "x"}) { id } }"#,
        #"mutation { updateOneUser(where: {id: "1"}, data: {name: {set: "N"}, posts: {create: [{title: "T"}], connect: [{id: "x"}]}}) { id } }"#,
      ]
    ),
    (
      .postgraphile,
      [
        #"mutation { updateUserById(input: {id: 99, userPatch: {name: "N"}}) { user { id } } }"#,
        #"mutation { createArticle(data: {title: "A", author: "99"}) { data { article { id } } } }"#,
      ]
    ),
    (
      .verbs,
      [
        #"mutation { toggleTodo(id: "x") { id } }"#, #"mutation { likePost(postId: "x") { id } }"#,
        #"mutation { assignTask(taskId: "1", userId: "x") { id } }"#, #"mutation { markAsRead(id: "x") { id } }"#,
        #"mutation { sendEmail(to: "a", subject: "b") }"#, "mutation { recalculate }",
      ]
    ),
  ]

  @Test("a mutation that fails, or that is not understood, changes nothing", arguments: failing)
  func failures(_ test: TestSchema, _ mutations: [String]) throws {
    var client = try Client(test)
    let before = test.reads.map { client.ask($0) }
    for mutation in mutations {
      let answer = client.ask(mutation)
      #expect(test.reads.map { client.ask($0) } == before, "\(mutation)\n\(answer)")
      #expect(!client.session.hasChanged, "\(mutation)")
    }
  }

  /// Mutations that succeed, for each schema.
  static let succeeding: [(TestSchema, [String])] = [
    (
      .graphcool,
      [
        #"mutation { createConference(city: "C", name: "N", year: "1", attendees: [{name: "A"}]) { id attendees { id } } }"#,
        #"mutation { createAttendee(name: "B") { id createdAt } }"#,
      ]
    ),
    (.posts, [#"mutation { createPost(input: {authorId: "KEY", tags: [Swift], title: "T"}) { id publishedAt } }"#]),
    (.rocket, [#"mutation { bookTrips(launchIds: ["25", "1"]) { success launches { id isBooked } } }"#]),
    (
      .hasura,
      [#"mutation { insert_users(objects: [{name: "A", posts: {data: [{title: "P"}]}}]) { returning { id } } }"#]
    ),
    (
      .prisma, [#"mutation { createOneUser(data: {email: "e", posts: {create: [{title: "T"}]}}) { id posts { id } } }"#]
    ),
    (.verbs, [#"mutation { setDone(id: 2, done: true) { id done } addComment(postId: 1, commentText: "T") { id } }"#]),
  ]

  @Test("sessions do not see each other, and the same mutations in a copy give the same bytes", arguments: succeeding)
  func sessions(_ test: TestSchema, _ mutations: [String]) throws {
    var client = try Client(test)
    let author = client.value("{ posts { author { id } } }", "posts", "0", "author", "id")["value"]?.stringValue
    let mutations = mutations.map { text in
      text.split(separator: "KEY", omittingEmptySubsequences: false).joined(separator: author ?? "KEY")
    }
    var other = client
    var idle = client
    let before = test.reads.map { idle.ask($0) }
    // What is read between does not matter.
    let answers = mutations.map { client.ask($0) }
    let others = mutations.map { text in
      _ = test.reads.map { other.ask($0) }
      return other.ask(text)
    }
    #expect(answers == others)
    let after = test.reads.map { client.ask($0) }
    #expect(after == test.reads.map { other.ask($0) })
    #expect(after != before)
    #expect(test.reads.map { idle.ask($0) } == before)
    #expect(client.session.hasChanged && !idle.session.hasChanged)
  }

  @Test("what was created is in the list, is found by its key, is counted, and is seen from the other end")
  func create() throws {
    var client = try Client(.graphcool)
    let fields =
      "id name city year createdAt updatedAt attendees { id name conferences { id } } _attendeesMeta { count }"
    let attendee = Client.text(client.value("{ allAttendees { id } }", "allAttendees", "2", "id"))
    let count = client.value("{ _allConferencesMeta { count } }", "_allConferencesMeta", "count").intValue ?? -1
    let made = client.value(
      """
      mutation { createConference(name: "WWDC", city: "San José", year: "2017", attendeesIds: ["\(attendee)"],
        attendees: [{name: "Zoë"}]) { \(fields) } }
      """, "createConference")
    #expect(made["name"] == "WWDC" && made["city"] == "San José" && made["year"] == "2017")
    #expect(made["_attendeesMeta"]?["count"] == 2)
    let id = try #require(made["id"]?.stringValue)
    #expect(client.value("{ Conference(id: \"\(id)\") { \(fields) } }", "Conference") == made)
    #expect(client.value("{ node(id: \"\(id)\") { ... on Conference { \(fields) } } }", "node") == made)
    let all = client.value("{ allConferences { \(fields) } }", "allConferences").arrayValue ?? []
    #expect(all.last == made && all.count == count + 1)
    #expect(client.value("{ _allConferencesMeta { count } }", "_allConferencesMeta", "count") == .int(count + 1))
    let theirs = client.texts(
      "{ Attendee(id: \"\(attendee)\") { conferences { id } } }", ["Attendee", "conferences"], "id")
    #expect(theirs.contains(id))
    #expect(client.texts("{ allAttendees { name } }", ["allAttendees"], "name").last == "Zoë")
  }

  @Test("what was updated is seen by every read, and everything else is as before")
  func update() throws {
    var client = try Client(.graphcool)
    let read = "{ allConferences { id name city year createdAt updatedAt attendees { id } } }"
    let before = client.value(read, "allConferences").arrayValue ?? []
    let id = try #require(before[1]["id"]?.stringValue)
    let answer = client.value(
      "mutation { updateConference(id: \"\(id)\", city: \"Łódź\") { id name city year createdAt updatedAt attendees { id } } }",
      "updateConference")
    let after = client.value(read, "allConferences").arrayValue ?? []
    #expect(after[1] == answer)
    #expect(after[1]["city"] == "Łódź")
    for field in ["id", "name", "year", "createdAt", "attendees"] { #expect(after[1][field] == before[1][field]) }
    let (old, new) = (before[1]["updatedAt"]?.stringValue ?? "", after[1]["updatedAt"]?.stringValue ?? "")
    #expect(old < new)
    for index in before.indices where index != 1 { #expect(after[index] == before[index]) }
    let first = after.lazy.compactMap { $0["attendees"]?[0]?["id"]?.stringValue }.first
    let attendee = try #require(first)
    let seen =
      client.value(
        "{ Attendee(id: \"\(attendee)\") { conferences { id city } } }", "Attendee", "conferences"
      ).arrayValue ?? []
    for conference in seen where conference["id"]?.stringValue == id { #expect(conference["city"] == "Łódź") }
  }

  @Test("what was deleted is in no list, is counted by none, is not found, and cannot be deleted again")
  func delete() throws {
    var client = try Client(.graphcool)
    let read = "{ allAttendees { id name conferences { id } _conferencesMeta { count } } }"
    let before = client.value(read, "allAttendees").arrayValue ?? []
    let gone = try #require(before.first { $0["conferences"]?[0] != nil })
    let id = try #require(gone["id"]?.stringValue)
    let conference = try #require(gone["conferences"]?[0]?["id"]?.stringValue)
    let inside = "{ Conference(id: \"\(conference)\") { attendees { id } _attendeesMeta { count } } }"
    let count = client.value(inside, "Conference", "_attendeesMeta", "count").intValue ?? -1
    let delete = "mutation { deleteAttendee(id: \"\(id)\") { id name } }"
    #expect(client.value(delete, "deleteAttendee")["name"] == gone["name"])
    #expect(client.value(read, "allAttendees").arrayValue == before.filter { $0 != gone })
    #expect(client.value(inside, "Conference", "_attendeesMeta", "count") == .int(count - 1))
    #expect(!client.texts(inside, ["Conference", "attendees"], "id").contains(id))
    #expect(client.ask("{ Attendee(id: \"\(id)\") { id } }") == #"{"data":{"Attendee":null}}"#)
    #expect(client.ask(delete) == #"{"data":{"deleteAttendee":null}}"#)
    #expect(client.ask("mutation { updateAttendee(id: \"\(id)\", name: \"N\") { id } }").contains("null"))
  }

  @Test("to add and to remove what was not there is as if nothing had been done", arguments: UInt64(1)...20)
  func identity(seed: UInt64) throws {
    var client = try Client(.graphcool, seed: seed)
    let reads = TestSchema.graphcool.reads
    let before = reads.map { client.ask($0) }
    let conferences = client.value("{ allConferences { id attendees { id } } }", "allConferences").arrayValue ?? []
    let attendees = client.texts("{ allAttendees { id } }", ["allAttendees"], "id")
    for conference in conferences {
      let inside = Set((conference["attendees"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue })
      guard let id = conference["id"]?.stringValue, let other = attendees.first(where: { !inside.contains($0) }) else {
        continue
      }
      let ends = "(attendeesAttendeeId: \"\(other)\", conferencesConferenceId: \"\(id)\")"
      let added = client.texts(
        "mutation { addToAttendees\(ends) { conferencesConference { attendees { id } } } }",
        ["addToAttendees", "conferencesConference", "attendees"], "id")
      #expect(Set(added) == inside.union([other]) && added.count == inside.count + 1)
      let back = client.texts(
        "mutation { removeFromAttendees\(ends) { attendeesAttendee { conferences { id } } } }",
        ["removeFromAttendees", "attendeesAttendee", "conferences"], "id")
      #expect(!back.contains(id))
    }
    #expect(reads.map { client.ask($0) } == before)
  }

  @Test("later changes are later, and all of them behind what follows from the seed")
  func moments() throws {
    var client = try Client(.graphcool)
    var moments = client.texts("{ allAttendees { updatedAt } }", ["allAttendees"], "updatedAt").sorted()
    moments = [moments.last ?? ""]
    for number in 0..<70 {
      let made = client.value(
        "mutation { createAttendee(name: \"\(number)\") { id createdAt updatedAt } }", "createAttendee")
      #expect(made["createdAt"] == made["updatedAt"])
      moments.append(Client.text(made["createdAt"] ?? .null))
      let id = Client.text(made["id"] ?? .null)
      moments.append(
        Client.text(
          client.value(
            "mutation { updateAttendee(id: \"\(id)\", name: \"x\") { updatedAt } }", "updateAttendee", "updatedAt")))
    }
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("the viewer and what hangs at the root stay who they are when others come and go")
  func steadiness() throws {
    var client = try Client(.verbs)
    let me = client.ask("{ me { id email } }")
    _ = client.ask("mutation { saveTodo(title: \"a\") { id } addComment(postId: 1, commentText: \"b\") { id } }")
    #expect(client.ask("{ me { id email } }") == me)
    #expect(client.ask("mutation { login(email: \"q@q.q\", password: \"p\") { user { email } } }").contains("q@q.q"))
    #expect(client.ask("{ me { id email } }") != me)
    #expect(client.ask("mutation { logout }") == #"{"data":{"logout":true}}"#)
    #expect(client.ask("{ me { id } }") == #"{"data":{"me":null}}"#)
  }
}
