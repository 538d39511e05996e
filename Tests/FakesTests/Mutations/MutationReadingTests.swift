import GraphQLSchema
import Testing

@testable import Fakes

@Suite("What mutations are understood as")
struct MutationReadingTests {
  @Test("in the spelling of nine tools", arguments: TestSchema.spellings)
  func reads(_ test: TestSchema) throws {
    let world = FakeWorld(schema: try test.schema(), seed: 1, endpoint: test.name)
    let plan = world.plan
    let root = try #require(plan.schema.mutationTypeName.flatMap { plan.plan($0) })
    let found = plan.fields(of: root).map { "\($0.name): \(world.mutations.plan(of: $0).explanation)" }
    let expected = try #require(Self.table[test.name])
    #expect(found == expected.split(separator: "\n").map(String.init))
  }

  private static let table: [String: String] = [
    "graphcool": """
    createConference: create Conference: city, name, year; attendeesIds links attendees; links attendees
    createAttendee: create Attendee: name; conferencesIds links conferences; links conferences
    updateConference: update Conference by id: city, name, year; attendeesIds links attendees; links attendees
    updateAttendee: update Attendee by id: name
    updateOrCreateAttendee: update or create Attendee: name; conferencesIds links conferences; links conferences
    deleteConference: delete Conference by id
    deleteAttendee: delete Attendee by id
    addToAttendees: add to Conference.attendees: attendeesAttendeeId to conferencesConferenceId
    removeFromAttendees: remove from Conference.attendees: attendeesAttendeeId from conferencesConferenceId
    """,
    "posts": """
    createPost: create Post: tags, title; authorId links author
    deletePost: delete Post by id
    editPost: update Post by id: tags, title
    """,
    "rocket": """
    bookTrips: add to User.trips: launchIds to the current user
    cancelTrip: remove from User.trips: launchId from the current user
    login: log in: the User becomes the current user
    logout: log out: no current user
    """,
    "relay": """
    createIssue: create Issue: title, body; repositoryId links repository
    updateIssue: update Issue by input.id: title, body
    deleteIssue: delete Issue by input.issueId
    closeIssue: not understood: answers and changes nothing
    reopenIssue: not understood: answers and changes nothing
    addComment: create IssueComment: body; subjectId links what has this key
    addStar: not understood: answers and changes nothing
    removeStar: not understood: answers and changes nothing
    """,
    "rails": """
    productCreate: create Product: title, description, price, address, published; links variants
    productUpdate: update Product by id: title, description, price, address, published; links variants
    productDelete: delete Product by id
    productBulkDelete: delete Product by ids
    productVariantCreate: create ProductVariant: title, sku; productId links product
    orderCreate: create Order; links lines
    orderCancel: not understood: answers and changes nothing
    tokenCreate: log in: the User becomes the current user
    userRegister: create User: email, name; not read: password
    fileUpload: not understood: answers and changes nothing
    """,
    "hasura": """
    insert_users: create users: name, age; links posts
    insert_users_one: create users: name, age; links posts
    insert_posts_one: create posts: title, views; author_id links author; links author
    update_users: update users by where: name, age
    update_users_by_pk: update users by pk_columns.id: name, age
    update_posts_by_pk: update posts by pk_columns.id: title; author_id links author
    delete_users: delete users by where
    delete_users_by_pk: delete users by id
    delete_posts: delete posts by where
    """,
    "prisma": """
    createOneUser: create User: email, name, count; links posts
    createManyUser: create User: email, name, count; links posts; not read: skipDuplicates
    createOnePost: create Post: title; links author; links tags
    updateOneUser: update User by where: email, name, count; links posts
    updateOnePost: update Post by where: title; links author
    updateManyUser: update User by where: email, name, count; links posts
    upsertOneUser: update or create User by where: email, name, count; links posts
    deleteOneUser: delete User by where
    deleteManyUser: delete User by where
    """,
    "postgraphile": """
    createUser: create User: name, email
    updateUserById: update User by input.id: name, email
    deleteUserById: delete User by input.id
    createArticle: create Article: title, slug; links author
    updateArticle: update Article by id: title, slug; links author
    deleteArticle: delete Article by id
    """,
    "verbs": """
    toggleTodo: not understood: answers and changes nothing
    setDone: update Todo by id: done
    completeTodo: not understood: answers and changes nothing
    completeTask: not understood: answers and changes nothing
    assignTask: update Task by taskId; userId links assignee
    moveTask: update Task by id: status
    renameTodo: update Todo by id: newTitle is title
    likePost: not understood: answers and changes nothing
    unlikePost: not understood: answers and changes nothing
    upvotePost: not understood: answers and changes nothing
    archivePost: not understood: answers and changes nothing
    pinPost: not understood: answers and changes nothing
    markAsRead: not understood: answers and changes nothing
    markAllNotificationsAsRead: not understood: answers and changes nothing
    addComment: create Comment: commentText is text; postId links post
    joinGroup: add to User.groups: groupId to the current user
    leaveGroup: remove from User.groups: groupId from the current user
    addUserToGroup: add to User.groups: groupId to userId
    removeUserFromGroup: remove from User.groups: groupId from userId
    addToFavorites: add to User.favorites: postId to the current user
    removeFromFavorites: remove from User.favorites: postId from the current user
    followUser: not understood: answers and changes nothing
    unfollowUser: not understood: answers and changes nothing
    updateProfile: update User who asks: name
    saveTodo: update or create Todo by id: title
    clearTodos: not understood: answers and changes nothing
    sendEmail: not understood: answers and changes nothing
    recalculate: not understood: answers and changes nothing
    login: log in: the User becomes the current user
    logout: log out: no current user
    """,
  ]
}
