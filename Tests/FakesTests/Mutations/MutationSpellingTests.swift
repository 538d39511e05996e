import Fakes
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Mutations in the spellings of tools")
struct MutationSpellingTests {
  @Test("Posts: keys that are objects around a text")
  func posts() throws {
    var client = try Client(.posts)
    let post = client.value("{ posts { id author { id } title } }", "posts", "0")
    let author = Client.text(post["author"]?["id"] ?? .null)
    let made = client.value(
      """
      mutation { createPost(input: {authorId: {value: "\(author)"}, tags: [Vapor, Swift], title: "Ünïcode 👍"})
        { id title tags author { id } } }
      """, "createPost")
    #expect(made["title"] == "Ünïcode 👍" && made["tags"] == ["Vapor", "Swift"])
    #expect(made["author"]?["id"] == post["author"]?["id"])
    #expect(client.value("{ posts { id title tags author { id } } }", "posts").arrayValue?.last == made)
    let id = Client.text(post["id"] ?? .null)
    let edited = client.value(
      "mutation { editPost(id: {value: \"\(id)\"}, tags: [], title: \"New\") { title tags author { id } } }", "editPost"
    )
    #expect(edited["title"] == "New" && edited["tags"] == [] && edited["author"] == post["author"])
    let delete = "mutation { deletePost(id: {value: \"\(id)\"}) }"
    #expect(client.ask(delete) == #"{"data":{"deletePost":true}}"#)
    #expect(client.ask(delete) == #"{"data":{"deletePost":false}}"#)
    #expect(!client.texts("{ posts { id } }", ["posts"], "id").contains(id))
  }

  @Test("Rocket Reserver: trips of whoever asks, also to launches that nobody lists")
  func rocket() throws {
    var client = try Client(.rocket)
    let state = #"{ launch(id: "25") { isBooked } totalTripsBooked }"#
    let before = client.value(state)
    #expect(before["launch"]?["isBooked"] == false)
    let total = before["totalTripsBooked"]?.intValue ?? -1
    #expect(
      client.ask(#"mutation { bookTrips(launchIds: ["25"]) { success message launches { id isBooked } } }"#)
        == #"{"data":{"bookTrips":{"success":true,"message":"Done.","launches":[{"id":"25","isBooked":true}]}}}"#)
    #expect(
      client.ask(state) == #"{"data":{"launch":{"isBooked":true},"totalTripsBooked":\#(total + 1)}}"#)
    #expect(client.texts("{ me { trips { id } } }", ["me", "trips"], "id").last == "25")
    #expect(
      client.ask(#"mutation { cancelTrip(launchId: "25") { success launches { id isBooked } } }"#)
        == #"{"data":{"cancelTrip":{"success":true,"launches":[{"id":"25","isBooked":false}]}}}"#)
    #expect(client.value(state) == before)
  }

  @Test("a login is of whoever has this address, always the same one, with a token")
  func login() throws {
    var client = try Client(.rocket)
    let login = #"mutation { login(email: "me@example.com") { id email token } }"#
    let user = client.value(login, "login")
    #expect(user["email"] == "me@example.com" && user["token"]?.stringValue != nil)
    #expect(client.value("{ me { id email token } }", "me") == user)
    var other = try Client(.rocket)
    #expect(other.value(login, "login") == user)
    let known = other.value("{ me { email id } }", "me")
    _ = other.ask("mutation { logout }")
    let email = known["email"]?.stringValue ?? ""
    #expect(other.value("mutation { login(email: \"\(email)\") { email id } }", "login") == known)
    #expect(client.ask("mutation { login(email: null) { id } }") == #"{"data":{"login":null}}"#)
    _ = client.ask("mutation { logout }")
    #expect(
      client.ask(#"mutation { bookTrips(launchIds: ["1"]) { success message } }"#)
        == #"{"data":{"bookTrips":{"success":false,"message":"There is no logged-in user in this session. Log in first."}}}"#
    )
  }

  @Test("Graphcool: update or create, by whether the key is known")
  func updateOrCreate() throws {
    var client = try Client(.graphcool)
    let ids = client.texts("{ allAttendees { id } }", ["allAttendees"], "id")
    func text(_ id: String) -> String {
      "mutation { updateOrCreateAttendee(update: {id: \"\(id)\", name: \"U\"}, create: {name: \"C\"}) { id name } }"
    }
    #expect(
      client.ask(text(ids[0])) == #"{"data":{"updateOrCreateAttendee":{"id":"\#(ids[0])","name":"U"}}}"#)
    let made = client.value(text("nobody"), "updateOrCreateAttendee")
    #expect(made["name"] == "C" && !ids.contains(Client.text(made["id"] ?? .null)))
    #expect(client.texts("{ allAttendees { name } }", ["allAttendees"], "name").count == ids.count + 1)
  }

  @Test("GitHub: payloads with the object, its edge, what the request names, and the deleted key")
  func relay() throws {
    var client = try Client(following: .relay)
    let repository = Client.text(client.value("{ repositories { nodes { id } } }", "repositories", "nodes", "0", "id"))
    let made = client.value(
      """
      mutation { createIssue(input: {clientMutationId: "7", repositoryId: "\(repository)", title: "Bug"}) {
        clientMutationId issue { id title state closed closedAt author { id } comments { totalCount }
        repository { id issues { nodes { id } } } } issueEdge { node { id } } } }
      """, "createIssue")
    let issue = made["issue"] ?? .null
    let id = Client.text(issue["id"] ?? .null)
    #expect(made["clientMutationId"] == "7" && made["issueEdge"]?["node"]?["id"]?.stringValue == id)
    #expect(issue["state"] == "OPEN" && issue["closed"] == false && issue["closedAt"] == .null)
    #expect(issue["comments"]?["totalCount"] == 0)
    #expect(issue["author"]?["id"] == client.value("{ viewer { id } }", "viewer", "id"))
    #expect(issue["repository"]?["issues"]?["nodes"]?.arrayValue?.contains { $0["id"]?.stringValue == id } == true)
    let comment = client.value(
      """
      mutation { addComment(input: {subjectId: "\(id)", body: "Hi"}) { clientMutationId
        commentEdge { node { body issue { id } } } subject { id ... on Issue { comments { totalCount } } } } }
      """, "addComment")
    #expect(
      comment.compactText
        == #"{"clientMutationId":null,"commentEdge":{"node":{"body":"Hi","issue":{"id":"\#(id)"}}},"#
        + #""subject":{"id":"\#(id)","comments":{"totalCount":1}}}"#)
    let closed = client.value(
      "mutation { closeIssue(input: {issueId: \"\(id)\"}) { issue { state closed closedAt } } }", "closeIssue", "issue")
    #expect(closed["state"] == "CLOSED" && closed["closed"] == true && closed["closedAt"] != .null)
    #expect(
      client.ask("mutation { reopenIssue(input: {issueId: \"\(id)\"}) { issue { state } } }")
        == #"{"data":{"reopenIssue":{"issue":{"state":"OPEN"}}}}"#)
    #expect(
      client.ask("mutation { deleteIssue(input: {issueId: \"\(id)\"}) { deletedIssueId repository { id } } }")
        == #"{"data":{"deleteIssue":{"deletedIssueId":"\#(id)","repository":{"id":"\#(repository)"}}}}"#)
  }

  @Test("GitHub: a star is counted, and stands in the viewer's list")
  func stars() throws {
    var client = try Client(following: .relay)
    let before = client.ask(TestSchema.relay.reads[0])
    let nodes = client.value(
      "{ repositories { nodes { id viewerHasStarred stargazerCount stargazers { nodes { id } } } } }",
      "repositories", "nodes")
    let me = client.value("{ viewer { id } }", "viewer", "id")
    let free = try #require(
      nodes.arrayValue?.first { node in
        node["viewerHasStarred"] == false
          && node["stargazers"]?["nodes"]?.arrayValue?.contains { $0["id"] == me } == false
      })
    let id = Client.text(free["id"] ?? .null)
    let starred = client.value(
      "mutation { addStar(input: {starrableId: \"\(id)\"}) { starrable { stargazerCount viewerHasStarred } } }",
      "addStar", "starrable")
    #expect(starred["stargazerCount"] == .int((free["stargazerCount"]?.intValue ?? -9) + 1))
    #expect(starred["viewerHasStarred"] == true)
    #expect(
      client.texts(
        "{ viewer { starredRepositories { nodes { id } } } }", ["viewer", "starredRepositories", "nodes"], "id"
      )
      .contains(id))
    _ = client.ask("mutation { removeStar(input: {starrableId: \"\(id)\"}) { starrable { id } } }")
    #expect(client.ask(TestSchema.relay.reads[0]) == before)
  }

  @Test("Rails: objects and parts inside the input, errors in the payload")
  func rails() throws {
    var client = try Client(following: .rails)
    let made = client.value(
      """
      mutation { productCreate(input: {title: "Tea", price: 3.5, address: {city: "Rome"},
        variants: [{title: "S"}, {title: "M", sku: "x"}]}) { userErrors { message } product { id title price
        address { city } variants { id title product { id } } } } }
      """, "productCreate")
    let product = made["product"] ?? .null
    #expect(made["userErrors"] == [] && product["price"] == 3.5 && product["address"]?["city"] == "Rome")
    let variants = product["variants"]?.arrayValue ?? []
    #expect(variants.map { $0["title"] } == ["S", "M"])
    #expect(variants.allSatisfy { $0["product"]?["id"] == product["id"] })
    #expect(
      client.ask(#"mutation { productUpdate(id: "x", input: {title: "T"}) { product { id } userErrors { message } } }"#)
        == #"{"data":{"productUpdate":{"product":null,"userErrors":[{"message":"There is no Product with id \"x\" in "#
        + #"this session. Use one that a query returns, or that a mutation created."}]}}}"#)
    let id = Client.text(product["id"] ?? .null)
    #expect(
      client.ask("mutation { productDelete(id: \"\(id)\") { deletedProductId userErrors { message } } }")
        == #"{"data":{"productDelete":{"deletedProductId":"\#(id)","userErrors":[]}}}"#)
    let left = client.texts("{ variants { id } }", ["variants"], "id")
    #expect(Set(left).isDisjoint(with: variants.compactMap { $0["id"]?.stringValue }))
    #expect(
      client.ask(#"mutation { productBulkDelete(ids: ["1", "2"]) { count errors { message } } }"#)
        == #"{"data":{"productBulkDelete":{"count":2,"errors":[]}}}"#)
    let order = client.value(
      """
      mutation { orderCreate(input: {lines: [{productId: "3", quantity: 2}]}) { success errors
        order { id status user { id } lines { quantity product { id } order { id } } } } }
      """, "orderCreate", "order")
    #expect(order["status"] == "PENDING" && order["user"]?["id"] == client.value("{ me { id } }", "me", "id"))
    #expect(
      order["lines"]?.compactText
        == #"[{"quantity":2,"product":{"id":"3"},"order":{"id":"\#(Client.text(order["id"] ?? .null))"}}]"#)
    #expect(
      client.ask(#"mutation { orderCancel(id: "1") { order { status } } }"#)
        == #"{"data":{"orderCancel":{"order":{"status":"CANCELLED"}}}}"#)
    let token = client.value(
      #"mutation { tokenCreate(email: "a@b.c", password: "p") { token user { email } } }"#, "tokenCreate")
    #expect(token["user"]?["email"] == "a@b.c" && client.value("{ me { email } }", "me", "email") == "a@b.c")
  }

  @Test("Hasura: many rows, rows inside rows, conditions, increments, conflicts")
  func hasura() throws {
    var client = try Client(.hasura)
    let made = client.value(
      """
      mutation { insert_users(objects: [{name: "A", age: 3, posts: {data: [{title: "P"}, {title: "Q", views: 4}]}},
        {name: "B", age: 3}]) { affected_rows returning { id name posts { title views author_id author { id } } } } }
      """, "insert_users")
    #expect(made["affected_rows"] == 2)
    let id = made["returning"]?[0]?["id"] ?? .null
    #expect(
      made["returning"]?[0]?["posts"]?.compactText
        == #"[{"title":"P","views":0,"author_id":\#(id),"author":{"id":\#(id)}},"#
        + #"{"title":"Q","views":4,"author_id":\#(id),"author":{"id":\#(id)}}]"#)
    #expect(
      client.ask(
        #"mutation { update_users(where: {age: {_eq: 3}}, _set: {name: "C"}, _inc: {age: 2}) { affected_rows returning { name age } } }"#
      )
        == #"{"data":{"update_users":{"affected_rows":2,"returning":[{"name":"C","age":5},{"name":"C","age":5}]}}}"#)
    #expect(
      client.ask(
        #"mutation { insert_users_one(object: {id: 1, name: "D"}, on_conflict: {constraint: "k", update_columns: ["name"]}) { id name } }"#
      )
        == #"{"data":{"insert_users_one":{"id":1,"name":"D"}}}"#)
    #expect(client.ask("{ users_by_pk(id: 1) { name } }") == #"{"data":{"users_by_pk":{"name":"D"}}}"#)
    #expect(
      client.ask(
        #"mutation { update_posts_by_pk(pk_columns: {id: 1}, _set: {author_id: \#(id)}) { author_id author { id } } }"#)
        == #"{"data":{"update_posts_by_pk":{"author_id":\#(id),"author":{"id":\#(id)}}}}"#)
    #expect(
      client.ask(#"mutation { delete_users(where: {name: {_eq: "C"}}) { affected_rows } }"#)
        == #"{"data":{"delete_users":{"affected_rows":2}}}"#)
    #expect(
      client.ask(#"mutation { delete_users(where: {name: {_eq: "C"}}) { affected_rows returning { id } } }"#)
        == #"{"data":{"delete_users":{"affected_rows":0,"returning":[]}}}"#)
  }

  @Test("Prisma: create, connect, disconnect, set, update and delete inside the request")
  func prisma() throws {
    var client = try Client(.prisma)
    let made = client.value(
      """
      mutation { createOneUser(data: {email: "a@b.c", count: 3, posts: {create: [{title: "N", tags: {
        create: [{label: "L"}], connect: [{id: "1"}], connectOrCreate: [{where: {id: "2"}, create: {label: "M"}},
        {where: {id: "99"}, create: {label: "O"}}]}}], connect: [{id: "2"}]}}) { id count posts { id title tags { id label } } } }
      """, "createOneUser")
    let id = Client.text(made["id"] ?? .null)
    #expect(made["count"] == 3 && made["posts"]?.arrayValue?.count == 2)
    let tags = made["posts"]?[1]?["tags"]?.arrayValue ?? []
    #expect(tags.prefix(2).map { $0["id"] } == ["1", "2"] && tags.suffix(2).map { $0["label"] } == ["L", "O"])
    #expect(client.value("{ posts { author { id } } }", "posts", "1", "author", "id") == .string(id))
    #expect(
      client.ask(
        #"mutation { updateOneUser(where: {email: "a@b.c"}, data: {name: {set: "Neo"}, count: {multiply: 4}, posts: {disconnect: [{id: "2"}], update: [{where: {id: "1"}, data: {title: {set: "U"}}}]}}) { name count posts { title } } }"#
      ) == #"{"data":{"updateOneUser":{"name":"Neo","count":12,"posts":[{"title":"N"}]}}}"#)
    #expect(client.value("{ posts { title } }", "posts", "0", "title") == "U")
    #expect(
      client.ask(
        #"mutation { updateOneUser(where: {id: "1"}, data: {posts: {set: [{id: "3"}, {id: "4"}]}}) { posts { id author { id } } } }"#
      )
        == #"{"data":{"updateOneUser":{"posts":[{"id":"3","author":{"id":"1"}},{"id":"4","author":{"id":"1"}}]}}}"#)
    #expect(
      client.ask(#"mutation { updateOnePost(where: {id: "3"}, data: {author: {disconnect: true}}) { author { id } } }"#)
        == #"{"data":{"updateOnePost":{"author":null}}}"#)
    #expect(
      client.ask(
        #"mutation { updateOnePost(where: {id: "3"}, data: {author: {connect: {email: "a@b.c"}}}) { author { id } } }"#)
        == #"{"data":{"updateOnePost":{"author":{"id":"\#(id)"}}}}"#)
    let upsert =
      #"mutation { upsertOneUser(where: {email: "n"}, create: {email: "n"}, update: {name: {set: "U"}}) { id name } }"#
    let first = client.value(upsert, "upsertOneUser")
    let second = client.value(upsert, "upsertOneUser")
    #expect(first["id"] == second["id"] && first["name"] != "U" && second["name"] == "U")
    #expect(
      client.ask(#"mutation { createManyUser(data: [{email: "x", name: "Q"}, {email: "y", name: "Q"}]) { count } }"#)
        == #"{"data":{"createManyUser":{"count":2}}}"#)
    #expect(
      client.ask(#"mutation { deleteManyUser(where: {name: {contains: "Q"}}) { count } }"#)
        == #"{"data":{"deleteManyUser":{"count":2}}}"#)
  }

  @Test("Prisma: conditions of many objects inside the request")
  func prismaMany() throws {
    var client = try Client(.prisma)
    let posts = #"[{title: "Aa"}, {title: "Ab"}, {title: "B"}]"#
    _ = client.ask("mutation { createOneUser(data: {email: \"m\", posts: {create: \(posts)}}) { id } }")
    for (operation, titles) in [
      (#"updateMany: [{where: {title: {contains: "Ab"}}, data: {title: {set: "C"}}}]"#, ["Aa", "C", "B"]),
      (#"deleteMany: [{OR: [{title: {equals: "B"}}, {title: {contains: "Aa"}}]}]"#, ["C"]),
      (#"deleteMany: [{NOT: [{title: {equals: "C"}}]}]"#, ["C"]), ("deleteMany: [{}]", []),
    ] {
      let update = "updateOneUser(where: {email: \"m\"}, data: {posts: {\(operation)}}) { posts { title } }"
      #expect(client.texts("mutation { \(update) }", ["updateOneUser", "posts"], "title") == titles, "\(operation)")
    }
  }

  @Test("PostGraphile and Strapi: the object inside the input, and a wrapper around the answer")
  func postgraphile() throws {
    var client = try Client(.postgraphile)
    let made = client.value(
      #"mutation { createUser(input: {clientMutationId: "a", user: {name: "N"}}) { clientMutationId user { id name } query { users { id } } } }"#,
      "createUser")
    #expect(made["clientMutationId"] == "a" && made["user"]?["name"] == "N")
    #expect(made["query"]?["users"]?.arrayValue?.last?["id"] == made["user"]?["id"])
    #expect(
      client.ask(#"mutation { updateUserById(input: {id: 1, userPatch: {name: "M"}}) { user { id name } } }"#)
        == #"{"data":{"updateUserById":{"user":{"id":1,"name":"M"}}}}"#)
    #expect(
      client.ask("mutation { deleteUserById(input: {id: 1}) { user { name } deletedUserId } }")
        == #"{"data":{"deleteUserById":{"user":{"name":"M"},"deletedUserId":"1"}}}"#)
    #expect(
      client.ask(
        #"mutation { createArticle(data: {title: "A", author: "2"}) { data { article { title author { id } } } } }"#)
        == #"{"data":{"createArticle":{"data":{"article":{"title":"A","author":{"id":2}}}}}}"#)
    #expect(
      client.ask("mutation { updateArticle(id: 1, data: {author: null}) { data { article { id author { id } } } } }")
        == #"{"data":{"updateArticle":{"data":{"article":{"id":1,"author":null}}}}}"#)
  }

  @Test("other verbs do what the suggested rules say")
  func verbs() throws {
    var client = try Client(following: .verbs)
    let done = client.value("{ todo(id: 1) { done } }", "todo", "done").boolValue ?? false
    #expect(
      client.ask("mutation { toggleTodo(id: 1) { done } again: toggleTodo(id: 1) { done } }")
        == #"{"data":{"toggleTodo":{"done":\#(!done)},"again":{"done":\#(done)}}}"#)
    #expect(
      client.ask(
        "mutation { setDone(id: 2, done: false) { done } completeTask(taskId: 1) { status } }"
      )
        == #"{"data":{"setDone":{"done":false},"completeTask":{"status":"COMPLETED"}}}"#)
    #expect(
      client.ask(
        "mutation { assignTask(taskId: 1, userId: 2) { assignee { id } } moveTask(id: 1, status: DOING) { status } renameTodo(id: 1, newTitle: \"N\") { title } }"
      )
        == #"{"data":{"assignTask":{"assignee":{"id":"2"}},"moveTask":{"status":"DOING"},"renameTodo":{"title":"N"}}}"#)
    let post = client.value("{ posts { likeCount } }", "posts", "0")
    let likes = post["likeCount"]?.intValue ?? -9
    #expect(
      client.ask(
        "mutation { likePost(postId: 1) { likeCount viewerHasLiked } unlikePost(postId: 1) { likeCount viewerHasLiked } }"
      )
        == #"{"data":{"likePost":{"likeCount":\#(likes + 1),"viewerHasLiked":true},"#
        + #""unlikePost":{"likeCount":\#(likes),"viewerHasLiked":false}}}"#)
    #expect(
      client.ask("mutation { archivePost(id: 1) { archived archivedAt } markAsRead(id: 1) { isRead } }")
        .hasPrefix(#"{"data":{"archivePost":{"archived":true,"archivedAt":"2027-01-01T"#))
    let notifications = client.texts("{ notifications { id } }", ["notifications"], "id").count
    #expect(
      client.ask("mutation { markAllNotificationsAsRead }")
        == #"{"data":{"markAllNotificationsAsRead":\#(notifications)}}"#)
    #expect(Set(client.texts("{ notifications { isRead } }", ["notifications"], "isRead")) == ["true"])
    let comment = client.value(
      "mutation { addComment(postId: 1, commentText: \"Hey\") { id text post { id comments { id } } author { id } } }",
      "addComment")
    #expect(comment["text"] == "Hey" && comment["post"]?["comments"]?.arrayValue?.last?["id"] == comment["id"])
    #expect(comment["author"]?["id"] == client.value("{ me { id } }", "me", "id"))
    let saved = client.value("mutation { saveTodo(title: \"S\") { id title done } }", "saveTodo")
    #expect(saved["title"] == "S" && saved["done"] == false)
    #expect(
      client.ask("mutation { saveTodo(id: 1, title: \"T\") { id title } updateProfile(name: \"Me\") { name } }")
        == #"{"data":{"saveTodo":{"id":"1","title":"T"},"updateProfile":{"name":"Me"}}}"#)
    #expect(client.value("{ me { name } }", "me", "name") == "Me")
  }

  @Test("whoever asks joins, leaves, follows and keeps")
  func membership() throws {
    var client = try Client(following: .verbs)
    let me = Client.text(client.value("{ me { id } }", "me", "id"))
    func members() -> [String] {
      var copy = client
      return copy.texts("{ groups { members { id } } }", ["groups", "0", "members"], "id")
    }
    _ = client.ask("mutation { joinGroup(groupId: 1) { id } }")
    #expect(members().contains(me))
    _ = client.ask("mutation { leaveGroup(groupId: 1) { id } }")
    #expect(!members().contains(me))
    let other = try #require(
      client.texts("{ users { id } }", ["users"], "id").first { !members().contains($0) && $0 != me })
    _ = client.ask("mutation { addUserToGroup(userId: \(other), groupId: 1) { id } }")
    #expect(members().contains(other))
    _ = client.ask("mutation { removeUserFromGroup(userId: \(other), groupId: 1) { id } }")
    #expect(!members().contains(other))
    _ = client.ask("mutation { addToFavorites(postId: 5) { id } followUser(userId: \(other)) { id } }")
    #expect(client.texts("{ me { favorites { id } } }", ["me", "favorites"], "id").contains("5"))
    #expect(client.texts("{ me { following { id } } }", ["me", "following"], "id").contains(other))
    _ = client.ask("mutation { removeFromFavorites(postId: 5) { id } unfollowUser(userId: \(other)) { id } }")
    #expect(!client.texts("{ me { favorites { id } } }", ["me", "favorites"], "id").contains("5"))
    #expect(!client.texts("{ me { following { id } } }", ["me", "following"], "id").contains(other))
  }

  @Test("what is not understood answers with what the schema promises")
  func unknown() throws {
    var client = try Client(.verbs)
    #expect(client.ask(#"mutation { sendEmail(to: "a", subject: "b") }"#) == #"{"data":{"sendEmail":true}}"#)
    #expect(client.value("mutation { recalculate }", "recalculate").stringValue != nil)
  }
}
