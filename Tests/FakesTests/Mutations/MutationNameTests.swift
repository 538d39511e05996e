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
      ("cancelTrip", "remove cancel trip"), ("bookTrips", "create book trip"), ("toggleTodo", "toggle toggle todo"),
      ("likePost", "react like post"), ("unlikePost", "unreact like post"), ("unfollowUser", "unreact follow user"),
      ("markAsRead", "update mark > read"), ("markTodoAsDone", "update mark todo > done"),
      ("setDone", "set set done"), ("archivePost", "update archive post"), ("login", "logIn login"),
      ("logIn", "logIn log in"), ("userLogin", "logIn login user"), ("signUp", "signUp sign up"),
      ("tokenAuth", "logIn token auth"), ("logout", "logOut logout"), ("signOutUser", "logOut sign out user"),
      ("joinGroup", "connect join group"), ("leaveGroup", "disconnect leave group"),
      ("recalculate", "other recalculate"), ("deletePostByPk", "delete delete post"),
      ("createManyAndReturnUser", "create create many"), ("postUpdate", "update update post"),
      ("setPrice", "set set price"), ("clearCart", "remove clear cart"), ("_", "other"),
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
}
