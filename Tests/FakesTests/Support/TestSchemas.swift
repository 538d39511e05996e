import GraphQLLanguage
import GraphQLSchema

/// Schemas that a faked world has to cope with, each with something of its own.
struct TestSchema: Sendable, CustomStringConvertible {
  let name: String
  let sdl: String

  var description: String { name }

  func schema() throws -> Schema { try Schema(sdl: SourceText(sdl, name: name)) }

  static let all = [shop, atlas, planner, launches, awkward]

  /// Interfaces, unions, enums, custom scalars, connections.
  static let shop = TestSchema(
    name: "shop",
    sdl: """
      scalar DateTime
      scalar URL
      scalar Money
      scalar JSON
      interface Node { id: ID! }
      interface Named { name: String! }
      enum Department { GARDEN KITCHEN OFFICE OUTDOOR @deprecated }
      enum Size { S M L XL }
      type Product implements Node & Named {
        id: ID! name: String! slug: String! description: String price: Float! priceText: Money currencyCode: String
        department: Department! sizes: [Size!]! tags: [String!] imageUrl(width: Int): URL inStock: Boolean! rating: Float
        maker: Company reviews(first: Int, after: String): ReviewConnection! related(first: Int): [Product!]!
        meta: JSON createdAt: DateTime! updatedAt: DateTime
      }
      type Company implements Node & Named { id: ID! name: String! website: URL address: Address employees: [Person] founded: Int }
      type Address { street: String! city: String! postcode: String! country: String! latitude: Float longitude: Float }
      type Person implements Node & Named {
        id: ID! name: String! firstName: String lastName: String email: String phone: String birthday: String age: Int
        employer: Company friends(limit: Int): [Person!] address: Address! favourite: Favourite
      }
      union Favourite = Product | Company | Review
      type Review { author: Person! stars: Int! body: String product: Product! postedAt: DateTime! }
      type ReviewEdge { cursor: String! node: Review }
      type PageInfo { hasNextPage: Boolean! endCursor: String }
      type ReviewConnection { edges: [ReviewEdge!]! nodes: [Review!] pageInfo: PageInfo! totalCount: Int! }
      type ProductEdge { cursor: String! node: Product! }
      type ProductConnection { edges: [ProductEdge] nodes: [Product] products: [Product] pageInfo: PageInfo! totalCount: Int! }
      input ProductFilter { department: Department maximumPrice: Float text: String }
      type Query {
        node(id: ID!): Node
        product(id: ID!): Product
        person(email: String!): Person
        products(first: Int, after: String, filter: ProductFilter): ProductConnection!
        people(limit: Int = 10): [Person!]!
        search(text: String!): [Favourite!]
        named: [Named!]!
        viewer: Person
      }
      input ReviewInput { productId: ID! stars: Int! body: String }
      type ReviewPayload { review: Review product: Product clientMutationId: String success: Boolean! }
      type Mutation {
        addReview(input: ReviewInput!, clientMutationId: String): ReviewPayload!
        renameProduct(id: ID!, name: String!): Product
        createPerson(name: String!, email: String): Person!
        deleteProduct(id: ID!): Boolean!
        order(productIds: [ID!]!): Order
      }
      type Order { id: ID! products: [Product!]! total: Float! message: String }
      type Subscription { priceChanged(id: ID!): Product }
      """)

  /// Countries, as in the public Countries API.
  static let atlas = TestSchema(
    name: "atlas",
    sdl: """
      type Query {
        country(code: ID!): Country
        countries(filter: Filter = {}): [Country!]!
        continent(code: ID!): Continent
        continents: [Continent!]!
        language(code: ID!): Language
        languages: [Language!]!
      }
      input Filter { code: Operator name: Operator }
      input Operator { eq: String in: [String!] }
      type Country {
        code: ID! name(lang: String): String! native: String! capital: String currency: String currencies: [String!]!
        phone: String! phones: [String!]! emoji: String! emojiU: String! continent: Continent! languages: [Language!]!
        states: [State!]! subdivisions: [Subdivision!]!
      }
      type Continent { code: ID! name: String! countries: [Country!]! }
      type Language { code: ID! name: String! native: String! rtl: Boolean! countries: [Country!]! }
      type State { code: String name: String! country: Country! }
      type Subdivision { code: ID! name: String! emoji: String }
      """)

  /// Nullable keys, root fields called like types, mutations with ids of relations.
  static let planner = TestSchema(
    name: "planner",
    sdl: """
      scalar DateTime
      interface Node { id: ID! }
      type Conference implements Node {
        id: ID! createdAt: DateTime! updatedAt: DateTime! name: String! city: String! year: String!
        attendees(first: Int, last: Int, skip: Int): [Attendee!]  _attendeesMeta: _Meta!
      }
      type Attendee implements Node { id: ID! name: String! conferences(first: Int): [Conference!] _conferencesMeta: _Meta! }
      type _Meta { count: Int! }
      type Query {
        allConferences(first: Int, last: Int): [Conference!]!
        allAttendees: [Attendee!]!
        Conference(id: ID): Conference
        node(id: ID!): Node
      }
      type Mutation {
        createAttendee(name: String!, conferencesIds: [ID!]): Attendee
        updateAttendee(id: ID!, name: String): Attendee
        addToAttendees(attendeesAttendeeId: ID!, conferencesConferenceId: ID!): AddToAttendeesPayload
      }
      type AddToAttendeesPayload { conferencesConference: Conference attendeesAttendee: Attendee }
      """)

  /// Nullable items, a page that is no Relay connection, a user without arguments.
  static let launches = TestSchema(
    name: "launches",
    sdl: """
      type Query { launches(pageSize: Int, after: String): LaunchConnection! launch(id: ID!): Launch me: User total: Int }
      type LaunchConnection { cursor: String! hasMore: Boolean! launches: [Launch]! }
      type Launch { id: ID! site: String mission: Mission rocket: Rocket isBooked: Boolean! }
      type Rocket { id: ID! name: String type: String }
      type Mission { name: String missionPatch(size: PatchSize): String }
      enum PatchSize { SMALL LARGE }
      type User { id: ID! email: String! profileImage: String trips: [Launch]! token: String }
      type Mutation { bookTrips(launchIds: [ID]!): Trips! login(email: String): User }
      type Trips { success: Boolean! message: String launches: [Launch] }
      type Subscription { tripsBooked: Int }
      """)

  /// Keys that are numbers or UUIDs, no keys at all, lists of lists, a type in itself, interfaces of interfaces.
  static let awkward = TestSchema(
    name: "awkward",
    sdl: """
      scalar UUID
      scalar Whatever
      type Query {
        matrix: [[Int!]!]! grid: [[Cell!]] cell(row: Int!, column: Int!): Cell
        tree: Tree! trees: [Tree!] counter(id: Int!): Counter counters: [Counter!]! thing(uuid: UUID!): Thing
        things: [Thing] shapes: [Shape!]! shape: Shape self: Query! plain: String plains: [String!]! whatever: Whatever!
        tag(slug: String!): Tag tags(size: Int): [Tag!]!
      }
      type Cell { row: Int! column: Int! text: String flags: [Boolean!] }
      type Tree { label: String! parent: Tree children: [Tree!]! depth: Int! leaf: Leaf! }
      type Leaf { tree: Tree! colour: String }
      type Counter { id: Int! value: Float! ratio: Float next: Counter! }
      type Thing { uuid: UUID! name: String anything: Whatever others: [Thing!]! }
      type Tag { slug: String! title: String! }
      interface Shape { area: Float! }
      interface Round implements Shape { area: Float! radius: Float! }
      type Circle implements Shape & Round { area: Float! radius: Float! }
      type Square implements Shape { area: Float! side: Float! }
      type Mutation { setCell(row: Int!, column: Int!, text: String): Cell reset: Boolean! }
      """)
}
