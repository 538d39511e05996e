import Testing

@testable import Fakes

@Suite("Names of mutations")
struct MutationNameTests {
  @Test(
    "say what is done to what",
    arguments: [
      ("createConference", "create create conference"), ("createOneUser", "create create user"),
      ("createManyUser", "create create user many"), ("insert_users_one", "create insert user"),
      ("insertUsers", "create insert user"), ("userCreate", "create create user"),
      ("productBulkDelete", "delete delete product many"), ("orderCreate", "create create order"),
      ("order", "create order"), ("placeOrder", "create place order"), ("addComment", "add add comment"),
      ("addUserToGroup", "add add user > group"), ("addToAttendees", "add add > attendee"),
      ("removeFromAttendees", "remove remove > attendee"), ("updateUserById", "update update user"),
      ("update_users_by_pk", "update update user"), ("updateOrCreateAttendee", "upsert update or create attendee"),
      ("upsertOneUser", "upsert upsert user"), ("saveTodo", "upsert save todo"),
      ("findOrCreateTag", "upsert find or create tag"), ("deleteAllTodos", "delete delete todo many"),
      ("cancelTrip", "remove cancel trip"), ("bookTrips", "create book trip"), ("toggleTodo", "other toggle todo"),
      ("likePost", "other like post"), ("unlikePost", "other unlike post"), ("postCreate", "create create post"),
      ("markAsRead", "other mark > read"), ("markTodoAsDone", "other mark todo > done"),
      ("setDone", "update set done"), ("archivePost", "other archive post"), ("messageSend", "create send message"),
      ("login", "logIn login"),
      ("logIn", "logIn log in"), ("userLogin", "logIn login user"), ("signUp", "create sign up"),
      ("tokenAuth", "logIn token auth"), ("logout", "logOut logout"), ("signOutUser", "logOut sign out user"),
      ("joinGroup", "connect join group"), ("leaveGroup", "disconnect leave group"),
      ("recalculate", "other recalculate"), ("deletePostByPk", "delete delete post"),
      ("createManyAndReturnUser", "create create many"), ("postUpdate", "update update post"),
      ("setPrice", "update set price"), ("clearCart", "remove clear cart"), ("_", "other"),
    ])
  func reads(name: String, expected: String) {
    let read = MutationName(name)
    var parts = [read.verb.rawValue]
    if !read.word.isEmpty { parts.append(read.word) }
    parts += read.noun
    if !read.tail.isEmpty { parts += [">"] + read.tail }
    if read.isMany { parts.append("many") }
    #expect(parts.joined(separator: " ") == expected)
  }

  @Test("begin and end with each verb of the table", arguments: MutationName.table.flatMap { $0.words + $0.others })
  func table(verb: String) throws {
    let row = try #require(MutationName.table.first { $0.words.contains(verb) || $0.others.contains(verb) })
    let parts = verb.split(separator: " ")
    for parts in [parts + ["widget"], ["widget"] + parts] {
      if parts.first == "widget", MutationName.nouns.contains(verb) { continue }
      let name = parts.joined(separator: "_")
      let read = MutationName(name)
      #expect(read.verb == row.verb && read.word == verb && read.noun == ["widget"])
      #expect(read.isPlain == row.words.contains(verb))
    }
  }

  @Test("have no verb with two meanings")
  func unique() {
    let verbs = MutationName.table.flatMap { $0.words + $0.others }
    #expect(Set(verbs).count == verbs.count)
  }
}
