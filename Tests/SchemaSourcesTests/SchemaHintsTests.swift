import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings
import Replay
import SchemaSources
import TestSupport
import Testing

@Suite struct SchemaHintsTests {
  private static func hints(_ sdl: String, keys: [String: [String]] = [:]) throws -> LoadedSchemaHints {
    LoadedSchemaHints(try Schema(sdl: SourceText(sdl, name: "test.graphqls")), keyFields: keys)
  }

  private static func trace(
    _ text: String, _ variables: JSONObject = [:], _ data: JSON? = nil, _ hints: any SchemaHints = NoSchema()
  ) throws -> Trace {
    let document = try parse(SourceText(text))
    return Tracer(try StatedOperation(document: document, variables: variables), hints: hints)
      .trace(data.map { ["data": $0] })
  }

  static let rocket = """
    type Query { launches(pageSize: Int, after: String): LaunchConnection! launch(id: ID!): Launch me: User total: Int }
    type Mutation {
      bookTrips(launchIds: [ID]!): TripUpdateResponse!
      cancelTrip(launchId: ID!): TripUpdateResponse!
      login(email: String): User
    }
    type TripUpdateResponse { success: Boolean! message: String launches: [Launch] }
    type LaunchConnection { cursor: String! hasMore: Boolean! launches: [Launch]! }
    type Launch { id: ID! site: String mission: Mission rocket: Rocket isBooked: Boolean! }
    type Rocket { id: ID! name: String }
    type User { id: ID! email: String! trips: [Launch]! token: String }
    type Mission { name: String missionPatch(size: Int): String }
    """

  static let posts = """
    scalar CustomUUID
    type Query { posts: [Post!]! }
    type Post { author: Author! id: CustomUUID! title: String! }
    type Author { id: CustomUUID! name: String! }
    type Mutation { createPost(input: PostInput!): Post deletePost(id: CustomUUID!): Boolean! }
    input PostInput { authorId: CustomUUID! title: String! }
    """

  static let conference = """
    type Query { allConferences: [Conference!]! allAttendees: [Attendee!]! node(id: ID!): Node }
    interface Node { id: ID! }
    type Conference implements Node { id: ID! name: String! attendees: [Attendee!] }
    type Attendee implements Node { id: ID! name: String! conferences: [Conference!] }
    type Mutation {
      createConference(name: String!, attendeesIds: [ID!], attendees: [ConferenceattendeesAttendee!]): Conference
      updateOrCreateConference(update: UpdateConference!, create: CreateConference!): Conference
      deleteConference(id: ID!): Conference
      removeFromAttendees(attendeesAttendeeId: ID!, conferencesConferenceId: ID!): RemoveFromAttendeesPayload
      touch(id: ID!): Node
    }
    type RemoveFromAttendeesPayload { conferencesConference: Conference attendeesAttendee: Attendee }
    input ConferenceattendeesAttendee { name: String! conferences: [AttendeeconferencesConference!] }
    input AttendeeconferencesConference { name: String! attendees: [ConferenceattendeesAttendee!] }
    input UpdateConference { id: ID! name: String }
    input CreateConference { name: String! attendees: [ConferenceattendeesAttendee!] }
    """

  /// Payloads as other servers have them.
  static let relay = """
    type Query { posts: PostConnection reviews: [Review!] viewer: Viewer search: [Result!] settings: Settings }
    type Viewer { posts: PostConnection users: [User!] }
    type PostConnection { edges: [PostEdge!] pageInfo: PageInfo! }
    type PostEdge { cursor: String! node: Post }
    type PageInfo { hasNextPage: Boolean! }
    type Post { id: ID! title: String }
    type User { id: ID! name: String }
    type Review { stars: Int! author: User commentary: Comment }
    type Comment { text: String }
    type Settings { theme: String }
    union Result = Post | Review
    type Mutation {
      addPost: AddPostPayload deletePost(id: ID!): DeletePostPayload deleteBoth: DeleteBothPayload
      createReview: Review comment: CommentPayload publish: PublishResult moved: MovedPayload find: Result
    }
    type AddPostPayload { clientMutationId: String postEdge: PostEdge query: Query }
    type DeletePostPayload { id: ID! deletedPostId: ID! query: Query }
    type DeleteBothPayload { deleted: [DeletePostPayload!]! user: User }
    type CommentPayload { comment: Comment settings: Settings }
    union PublishResult = Post | PublishError
    type PublishError { message: String! user: User }
    type MovedPayload { posts: PostConnection }
    """

  struct Payload: Sendable, CustomTestStringConvertible {
    let sdl: String
    let mutation: String
    var given: [String] = []
    let types: [String]
    var testDescription: String { "\(mutation) \(given)" }
  }

  @Test(arguments: [
    Payload(sdl: rocket, mutation: "bookTrips", types: ["Launch"]),
    Payload(sdl: rocket, mutation: "login", types: ["User"]),
    Payload(sdl: rocket, mutation: "unknown", types: []),
    Payload(sdl: posts, mutation: "createPost", given: ["input"], types: ["Post"]),
    Payload(sdl: posts, mutation: "deletePost", types: []),
    Payload(sdl: conference, mutation: "deleteConference", types: ["Conference"]),
    Payload(sdl: conference, mutation: "createConference", given: ["name", "attendeesIds"], types: ["Conference"]),
    Payload(
      sdl: conference, mutation: "createConference", given: ["name", "attendees"], types: ["Attendee", "Conference"]),
    Payload(sdl: conference, mutation: "updateOrCreateConference", given: ["update"], types: ["Conference"]),
    Payload(
      sdl: conference, mutation: "updateOrCreateConference", given: ["update", "create"],
      types: ["Attendee", "Conference"]),
    Payload(sdl: conference, mutation: "removeFromAttendees", types: ["Attendee", "Conference"]),
    Payload(sdl: conference, mutation: "touch", types: ["Attendee", "Conference"]),
    // A page and its edge are no objects; the root that a payload offers again says nothing.
    Payload(sdl: relay, mutation: "addPost", types: ["Post"]),
    Payload(sdl: relay, mutation: "moved", types: ["Post"]),
    // The id of what was deleted does not make the payload an object.
    Payload(sdl: relay, mutation: "deletePost", types: []),
    Payload(sdl: relay, mutation: "deleteBoth", types: ["User"]),
    // What has no id can be listed all the same, so it counts beside what has one, and is too little alone.
    Payload(sdl: relay, mutation: "createReview", types: ["Comment", "Review", "User"]),
    Payload(sdl: relay, mutation: "comment", types: []),
    Payload(sdl: relay, mutation: "publish", types: ["Post", "User"]),
    Payload(sdl: relay, mutation: "find", types: ["Comment", "Post", "Review", "User"]),
  ])
  func `a payload tells the types that a mutation changes`(_ payload: Payload) throws {
    #expect(
      try Self.hints(payload.sdl).typesChanged(byMutation: payload.mutation, given: payload.given) == payload.types)
  }

  @Test func `fields and arguments are looked up, at custom roots too`() throws {
    let hints = try Self.hints(
      """
      schema { query: Root mutation: Changes }
      type Root { item(key: ID!, filter: Filter): [Item!]! plan: Subscription }
      type Changes { add(item: NewItem!): Item }
      type Item { key: ID! owner: Owner } interface Owner { name: String }
      type Subscription { id: ID! price: Int } input Filter { owner: ID } input NewItem { owners: [ID!]! }
      """)
    #expect(hints.type(of: "item", on: "Query") == "Item")
    #expect(hints.type(of: "item", on: "Root") == "Item")
    #expect(hints.type(of: "add", on: "Mutation") == "Item")
    #expect(hints.type(of: "add", on: "Query") == nil)
    #expect(hints.type(of: "owner", on: "Item") == "Owner")
    #expect(hints.type(of: "name", on: "Owner") == "String")
    #expect(hints.type(of: "owner", on: nil) == nil)
    #expect(hints.type(of: "owner", on: "Missing") == nil)
    // No root, but a type that is called like one.
    #expect(hints.type(of: "price", on: "Subscription") == "Int")
    #expect(hints.type(ofArgument: "key", of: "item", on: "Query") == "ID")
    #expect(hints.type(ofArgument: "filter", of: "item", on: "Query") == "Filter")
    #expect(hints.type(of: "owner", on: "Filter") == "ID")
    #expect(hints.type(of: "owners", on: "NewItem") == "ID")
    #expect(hints.type(ofArgument: "key", of: "missing", on: "Query") == nil)
  }

  @Test func `a name that means two types says only what both say`() throws {
    let hints = try Self.hints(
      """
      schema { query: Root }
      type Root { query: Query a: Int b: Int } type Query { a: String b: Int }
      """)
    #expect(hints.type(of: "a", on: "Query") == nil)
    #expect(hints.type(of: "b", on: "Query") == "Int")
  }

  @Test func `key fields are those named, those of interfaces, and an only ID`() throws {
    let hints = try Self.hints(
      """
      type Query { countries: [Country] places: [Place] members: [Member] pages: [Page] both: Both }
      type Country { code: ID! name: String } interface Place { slug: String } type Town implements Place { slug: String }
      type Member { userId: ID! } type Page { cursor: ID! } type Both { id: ID! code: ID! }
      type Mutation { drop: Dropped } type Dropped { code: ID! }
      """, keys: ["Place": ["slug"], "Gone": ["x"]])
    #expect(hints.keyFields(of: "Country") == ["code"])
    #expect(hints.keyFields(of: "Town") == ["slug"])
    #expect(hints.keyFields(of: "Place") == ["slug"])
    #expect(hints.keyFields(of: "Gone") == ["x"])
    for none in ["Member", "Page", "Both", "Dropped", "Query", nil] { #expect(hints.keyFields(of: none) == []) }
  }

  // MARK: Traces

  @Test func `lists without __typename are of the declared types`() throws {
    let text = "{ launches { launches { id rocket { id } mission { name } } } }"
    let launch: JSON = ["id": "1", "rocket": ["id": "9"], "mission": ["name": "x"]]
    let data: JSON = ["launches": ["launches": [launch]]]
    let plain = try Self.trace(text, [:], data)
    #expect(plain.lists["launches.launches"]?.isTyped == false)
    let better = try Self.trace(text, [:], data, try Self.hints(Self.rocket))
    #expect(better.lists["launches.launches"]?.types == ["Launch", "Mission", "Rocket"])
    #expect(better.lists["launches.launches"]?.isTyped == true)
  }

  @Test func `a list of an interface is of all its objects, and __typename says which`() throws {
    let sdl = Self.conference.replacing("node(id: ID!): Node", with: "nodes: [Node!]!")
    let hints = try Self.hints(sdl)
    let declared = try Self.trace("{ nodes { id } }", [:], ["nodes": [["id": "1"]]], hints)
    #expect(declared.lists["nodes"]?.types == ["Attendee", "Conference"])
    let told = try Self.trace(
      "{ nodes { __typename id } }", [:], ["nodes": [["__typename": "Attendee", "id": "1"]]], hints)
    #expect(told.lists["nodes"]?.types == ["Attendee"])
  }

  @Test func `ids are found in arguments of undeclared type, and by key fields`() throws {
    let sdl = """
      type Query { country(code: ID!): Country countries(filter: Filter): [Country!]! }
      type Country { code: ID! name: String } input Filter { codes: [ID!] name: String under: Filter }
      """
    let hints = try Self.hints(sdl)
    func ids(_ text: String, _ variables: JSONObject = [:], _ data: JSON? = nil) throws -> ([String], [String]) {
      (
        try Self.trace(text, variables, data).ids.map(\.text).sorted(),
        try Self.trace(text, variables, data, hints).ids.map(\.text).sorted()
      )
    }
    #expect(try ids("{ country(code: \"CA\") { name } }") == ([], ["CA"]))
    #expect(try ids("query($c: String!) { country(code: $c) { name } }", ["c": "CA"]) == ([], ["CA"]))
    let filter: JSONObject = ["f": ["codes": ["CA"], "name": "x", "under": ["codes": ["DE"]]]]
    #expect(try ids("query($f: Filter) { countries(filter: $f) { name } }", filter) == ([], ["CA", "DE"]))
    #expect(try ids("{ countries { code name } }", [:], ["countries": [["code": "FR", "name": "y"]]]) == ([], ["FR"]))
  }

  @Test func `a mutation whose answer says too little is known by its payload`() throws {
    let hints = try Self.hints(Self.rocket)
    let text = "mutation { bookTrips(launchIds: [\"1\"]) { success } }"
    let data: JSON = ["bookTrips": ["success": true]]
    #expect(try Self.trace(text, [:], data).types == [])
    #expect(try Self.trace(text, [:], data, hints).types == ["Launch"])
    #expect(try Self.trace(text, [:], nil, hints).types == ["Launch"])
    let relay = try Self.hints(Self.relay)
    let delete = "mutation { deletePost(id: 1) { __typename id } }"
    let deleted: JSON = ["deletePost": ["__typename": "DeletePostPayload", "id": "1"]]
    #expect(try Self.trace(delete, [:], deleted).types == ["DeletePostPayload"])
    #expect(try Self.trace(delete, [:], deleted, relay).types == [])
  }

  @Test func `arguments that are given count, and those whose variable is absent do not`() throws {
    let hints = try Self.hints(Self.conference)
    let text = """
      mutation($name: String!, $attendees: [ConferenceattendeesAttendee!]) {
        createConference(name: $name, attendees: $attendees) { id }
      }
      """
    #expect(try Self.trace(text, ["name": "a"], nil, hints).types == ["Conference"])
    #expect(
      try Self.trace(text, ["name": "a", "attendees": [["name": "Ann"]]], nil, hints).types == [
        "Attendee", "Conference",
      ])
  }
}
