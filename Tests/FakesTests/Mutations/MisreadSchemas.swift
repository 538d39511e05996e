/// Schemas with mutations that are easily misread.
extension TestSchema {
  static let misread = [bank, desk, lists, cinema]

  /// Verbs that no field is about, payloads without what was done, an answer that is not what was made.
  static let bank = TestSchema(
    name: "bank",
    sdl: """
      type Query { me: Customer! cards: [Card!]! cart(id: ID!): Cart orders: [Order!]! products: [Product!]! }
      type Card { id: ID! holder: String! blocked: Boolean! }
      type Customer { id: ID! name: String! email: String! addresses: [Address!]! defaultAddress: Address }
      type Address { id: ID! city: String! }
      type Cart { id: ID! lines: [CartLine!]! discountCode: String }
      type CartLine { id: ID! quantity: Int! product: Product! }
      type Product { id: ID! title: String! rating: Float! tags: [Tag!]! }
      type Tag { id: ID! name: String! products: [Product!]! }
      type Order { id: ID! total: Int! lines: [OrderLine!]! }
      type OrderLine { id: ID! total: Int! }
      type UserError { message: String! }
      type CartPayload { cart: Cart userErrors: [UserError!]! }
      type OrderPayload { order: Order userErrors: [UserError!]! }
      input CartLineInput { productId: ID! quantity: Int = 1 }
      input AddressInput { city: String! }
      type Mutation {
        shuffleCard(cardId: ID!): Card!
        peekCard(cardId: ID!): Card
        rateProduct(id: ID!, rating: Float!): Product!
        rankProducts(ids: [ID!]!): [Product!]!
        doSomething(x: Int): Card!
        recompute: Customer!
        addTag(productId: ID!, tag: String!): Product!
        addAddress(address: AddressInput!): Customer!
        setDefaultAddress(addressId: ID!): Customer!
        cartLinesAdd(cartId: ID!, lines: [CartLineInput!]!): CartPayload!
        cartLinesUpdate(cartId: ID!, lineId: ID!, quantity: Int!): CartPayload!
        cartLinesRemove(cartId: ID!, lineIds: [ID!]!): CartPayload!
        applyDiscount(cartId: ID!, discountCode: String!): CartPayload!
        checkout(cartId: ID!): OrderPayload!
        deleteCard(id: ID!): Card!
      }
      """)

  /// Objects that are put into others and taken out of them, and answers that show no new object.
  static let basket = TestSchema(
    name: "basket",
    sdl: """
      type Query { products: [Product!]! carts: [Cart!]! wallets: [Wallet!]! cart: Cart! wallet: Wallet! }
      type Product { id: ID! name: String! }
      type Cart { id: ID! items: [CartItem!]! }
      type CartItem { id: ID! product: Product! quantity: Int! }
      type Wallet { id: ID! balance: Float! }
      type Mutation {
        addToCart(productId: ID!, quantity: Int = 1): Cart!
        addProductToCart(productId: ID!, quantity: Int = 1): Cart!
        addToCartById(cartId: ID!, productId: ID!): Cart!
        addFunds(amount: Float!): Wallet!
        addArticle(name: String!): Product!
        removeFromCart(productId: ID!): Cart!
        removeProductFromCart(productId: ID!): Cart!
        removeItemFromCart(itemId: ID!): Cart!
        removeFromFavorites(productId: ID!): Boolean!
      }
      """)

  /// Payloads with a plain `id`, keys by other fields, members.
  static let desk = TestSchema(
    name: "desk",
    sdl: """
      scalar DateTime
      type Query {
        projects: [Project!]! project(slug: String!): Project issues: [Issue!]! issue(number: Int!): Issue
        currentUser: User users: [User!]! rooms: [Room!]!
      }
      type Project { id: ID! slug: String! name: String! members: [User!]! archived: Boolean! issues: [Issue!]! }
      type Issue {
        id: ID! number: Int! title: String! project: Project! assignees: [User!]! watchers: [User!]! closed: Boolean!
        closedAt: DateTime editedAt: DateTime createdAt: DateTime!
      }
      type User { id: ID! login: String! projects: [Project!]! assignedIssues: [Issue!]! }
      type Room { id: ID! name: String! members: [User!]! unreadCount: Int! }
      type DeletePayload { id: ID ok: Boolean! deletedCount: Int! }
      type RoomOutcome { id: ID! success: Boolean! }
      input IssueInput { title: String! projectId: ID! }
      input RoomInput { roomId: ID! }
      type Mutation {
        issueCreate(attributes: IssueInput!): Issue!
        issueDelete(id: ID!): DeletePayload!
        bulkDelete(ids: [ID!]!): DeletePayload!
        deleteRoom(id: ID!): RoomOutcome!
        addMember(projectSlug: String!, userId: ID!): Project!
        removeMember(projectSlug: String!, userId: ID!): Project!
        archiveProject(slug: String!): Project!
        renameProject(slug: String!, name: String!): Project!
        joinRoom(input: RoomInput!): Room
        leaveRoom(input: RoomInput!): Room
        markRoomRead(roomId: ID!): Room
        toggleClosed(issueId: ID!): Issue!
        issueUpdate(id: ID!, closed: Boolean): Issue
      }
      """)

  /// Keys of another type beside "all", lists that the viewer has, a verb that undoes.
  static let lists = TestSchema(
    name: "lists",
    sdl: """
      scalar DateTime
      type Query { me: User! lists: [TodoList!]! todos(listId: ID): [Todo!]! users: [User!]! }
      type TodoList { id: ID! title: String! todos: [Todo!]! owner: User! }
      type Todo {
        id: ID! title: String! notes: String done: Boolean! completedAt: DateTime list: TodoList! assignee: User
        position: Int!
      }
      type User { id: ID! name: String! lists: [TodoList!]! assignedTodos: [Todo!]! }
      input AddTodoInput { listId: ID! title: String! notes: String }
      input UpdateTodoInput { title: String done: Boolean }
      type Mutation {
        addTodo(input: AddTodoInput!): Todo!
        updateTodo(id: ID!, input: UpdateTodoInput!): Todo
        toggleTodo(id: ID!): Todo!
        moveTodo(id: ID!, listId: ID!): Todo!
        deleteList(id: ID!): TodoList
        assignTodo(todoId: ID!, userId: ID!): Todo!
        unassignTodo(todoId: ID!): Todo!
        clearCompleted(listId: ID!): Int!
        markAllDone(listId: ID!): [Todo!]!
      }
      """)

  /// Keys that are not called id, links by a code, nested making.
  static let cinema = TestSchema(
    name: "cinema",
    sdl: """
      scalar UUID
      type Query { movies: [Movie!]! genres: [Genre!]! users: [User!]! posts: [Post!]! profiles: [Profile!]! }
      type Movie { uuid: UUID! title: String! genres: [Genre!]! rating: Float! }
      type Genre { code: String! label: String! movies: [Movie!]! }
      type User { id: ID! email: String! name: String profile: Profile posts: [Post!]! }
      type Profile { id: ID! bio: String user: User! }
      type Post { id: Int! user_id: Int! author: User! body: String! }
      input MovieInput { title: String! genreCodes: [String!]! shelfMark: String }
      input ProfileCreate { bio: String }
      input ProfileNested { create: ProfileCreate }
      input UserCreateInput { email: String! name: String profile: ProfileNested }
      input posts_insert_input { user_id: Int body: String }
      type Mutation {
        createMovie(movie: MovieInput!): Movie!
        rateMovie(uuid: UUID!, rating: Float!): Movie!
        deleteMovies(uuids: [UUID!]!): Int!
        createOneUser(data: UserCreateInput!): User!
        insert_posts_one(object: posts_insert_input!): Post
      }
      """)
}
