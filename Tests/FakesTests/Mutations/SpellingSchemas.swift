/// Schemas with mutations as several tools and services spell them.
extension TestSchema {
  static let spellings = [graphcool, posts, rocket, relay, rails, hasura, prisma, postgraphile, verbs]

  /// Graphcool: flat arguments, lists of keys, objects inside the request, relations as mutations of their own.
  static let graphcool = TestSchema(
    name: "graphcool",
    sdl: """
      scalar DateTime
      interface Node { id: ID! }
      type Conference implements Node {
        id: ID! createdAt: DateTime! updatedAt: DateTime! name: String! city: String! year: String!
        attendees(first: Int, last: Int, skip: Int): [Attendee!]  _attendeesMeta: _Meta!
      }
      type Attendee implements Node {
        id: ID! createdAt: DateTime! updatedAt: DateTime! name: String! conferences(first: Int): [Conference!]
        _conferencesMeta: _Meta!
      }
      type _Meta { count: Int! }
      type Query {
        allConferences(first: Int, last: Int): [Conference!]!
        allAttendees(first: Int): [Attendee!]!
        _allConferencesMeta: _Meta!
        _allAttendeesMeta: _Meta!
        Conference(id: ID): Conference
        Attendee(id: ID): Attendee
        node(id: ID!): Node
      }
      type Mutation {
        createConference(city: String!, name: String!, year: String!, attendeesIds: [ID!], attendees: [InnerAttendee!]): Conference
        createAttendee(name: String!, conferencesIds: [ID!], conferences: [InnerConference!]): Attendee
        updateConference(id: ID!, city: String, name: String, year: String, attendeesIds: [ID!], attendees: [InnerAttendee!]): Conference
        updateAttendee(id: ID!, name: String): Attendee
        updateOrCreateAttendee(update: UpdateAttendee!, create: CreateAttendee!): Attendee
        deleteConference(id: ID!): Conference
        deleteAttendee(id: ID!): Attendee
        addToAttendees(attendeesAttendeeId: ID!, conferencesConferenceId: ID!): AddToAttendeesPayload
        removeFromAttendees(attendeesAttendeeId: ID!, conferencesConferenceId: ID!): RemoveFromAttendeesPayload
      }
      type AddToAttendeesPayload { conferencesConference: Conference attendeesAttendee: Attendee }
      type RemoveFromAttendeesPayload { conferencesConference: Conference attendeesAttendee: Attendee }
      input InnerAttendee { name: String! conferencesIds: [ID!] conferences: [InnerConference!] }
      input InnerConference { city: String! name: String! year: String! attendeesIds: [ID!] attendees: [InnerAttendee!] }
      input UpdateAttendee { id: ID! name: String conferencesIds: [ID!] conferences: [InnerConference!] }
      input CreateAttendee { name: String! conferencesIds: [ID!] conferences: [InnerConference!] }
      """)

  /// Keys that are objects around a text.
  static let posts = TestSchema(
    name: "posts",
    sdl: """
      scalar CustomUUID
      scalar Date
      enum Tag { GraphQL Swift Vapor }
      type Query { posts: [Post!]! }
      type Post { author: Author! id: CustomUUID! publishedAt: Date! tags: [Tag!]! title: String! }
      type Author { id: CustomUUID! name: String! twitter: String! }
      input PostInput { authorId: CustomUUID! tags: [Tag!]! title: String! }
      type Mutation {
        createPost(input: PostInput!): Post
        deletePost(id: CustomUUID!): Boolean!
        editPost(id: CustomUUID!, tags: [Tag!]!, title: String!): Post
      }
      """)

  /// A list of whoever asks, and a login.
  static let rocket = TestSchema(
    name: "rocket",
    sdl: """
      type Query {
        launches(pageSize: Int, after: String): LaunchConnection! launch(id: ID!): Launch me: User totalTripsBooked: Int
      }
      type LaunchConnection { cursor: String! hasMore: Boolean! launches: [Launch]! }
      type Launch { id: ID! site: String rocket: Rocket isBooked: Boolean! }
      type Rocket { id: ID! name: String type: String }
      type User { id: ID! email: String! profileImage: String trips: [Launch]! token: String }
      type Mutation {
        bookTrips(launchIds: [ID]!): TripUpdateResponse!
        cancelTrip(launchId: ID!): TripUpdateResponse!
        login(email: String): User
        logout: Boolean!
      }
      type TripUpdateResponse { success: Boolean! message: String launches: [Launch] }
      """)

  /// Relay and GitHub: one input object, payloads with the object, its edge, the deleted key.
  static let relay = TestSchema(
    name: "relay",
    sdl: """
      interface Node { id: ID! }
      interface Starrable { id: ID! stargazerCount: Int! viewerHasStarred: Boolean! stargazers(first: Int): UserConnection! }
      enum IssueState { OPEN CLOSED }
      type Repository implements Node & Starrable {
        id: ID! name: String! owner: User! issues(first: Int): IssueConnection!
        stargazerCount: Int! viewerHasStarred: Boolean! stargazers(first: Int): UserConnection!
      }
      type User implements Node { id: ID! login: String! starredRepositories(first: Int): RepositoryConnection! }
      type Issue implements Node {
        id: ID! title: String! body: String state: IssueState! closed: Boolean! closedAt: String repository: Repository!
        author: User comments(first: Int): IssueCommentConnection!
      }
      type IssueComment implements Node { id: ID! body: String! issue: Issue! author: User createdAt: String! }
      type PageInfo { hasNextPage: Boolean! endCursor: String }
      type IssueEdge { cursor: String! node: Issue }
      type IssueConnection { edges: [IssueEdge] nodes: [Issue] pageInfo: PageInfo! totalCount: Int! }
      type IssueCommentEdge { cursor: String! node: IssueComment }
      type IssueCommentConnection { edges: [IssueCommentEdge] nodes: [IssueComment] pageInfo: PageInfo! totalCount: Int! }
      type UserConnection { nodes: [User] pageInfo: PageInfo! totalCount: Int! }
      type RepositoryConnection { nodes: [Repository] pageInfo: PageInfo! totalCount: Int! }
      type Query {
        node(id: ID!): Node viewer: User! repositories(first: Int): RepositoryConnection! issues(first: Int): IssueConnection!
      }
      input CreateIssueInput { clientMutationId: String repositoryId: ID! title: String! body: String }
      type CreateIssuePayload { clientMutationId: String issue: Issue issueEdge: IssueEdge }
      input UpdateIssueInput { clientMutationId: String id: ID! title: String body: String }
      type UpdateIssuePayload { clientMutationId: String issue: Issue }
      input DeleteIssueInput { clientMutationId: String issueId: ID! }
      type DeleteIssuePayload { clientMutationId: String deletedIssueId: ID repository: Repository }
      input CloseIssueInput { clientMutationId: String issueId: ID! }
      type CloseIssuePayload { clientMutationId: String issue: Issue }
      input AddCommentInput { clientMutationId: String subjectId: ID! body: String! }
      type AddCommentPayload { clientMutationId: String commentEdge: IssueCommentEdge subject: Node }
      input StarInput { clientMutationId: String starrableId: ID! }
      type StarPayload { clientMutationId: String starrable: Starrable }
      type Mutation {
        createIssue(input: CreateIssueInput!): CreateIssuePayload
        updateIssue(input: UpdateIssueInput!): UpdateIssuePayload
        deleteIssue(input: DeleteIssueInput!): DeleteIssuePayload
        closeIssue(input: CloseIssueInput!): CloseIssuePayload
        reopenIssue(input: CloseIssueInput!): CloseIssuePayload
        addComment(input: AddCommentInput!): AddCommentPayload
        addStar(input: StarInput!): StarPayload
        removeStar(input: StarInput!): StarPayload
      }
      """)

  /// Shopify, Saleor, Rails: the verb behind the noun, errors in the payload, bulk forms.
  static let rails = TestSchema(
    name: "rails",
    sdl: """
      scalar ISO8601DateTime
      type Query { product(id: ID!): Product products: [Product!]! variants: [ProductVariant!]! me: User users: [User!]! }
      type User { id: ID! email: String! name: String token: String orders: [Order!]! }
      type Product {
        id: ID! title: String! description: String price: Float variants: [ProductVariant!]! createdAt: ISO8601DateTime!
        updatedAt: ISO8601DateTime! published: Boolean! address: Address
      }
      type Address { city: String street: String zip: String }
      type ProductVariant { id: ID! title: String! sku: String product: Product! }
      type Order { id: ID! number: Int! status: OrderStatus! lines: [OrderLine!]! user: User }
      type OrderLine { id: ID! quantity: Int! product: Product! order: Order! }
      enum OrderStatus { PENDING PAID CANCELLED }
      type UserError { field: [String!] message: String! }
      input AddressInput { city: String street: String zip: String }
      input VariantInput { title: String! sku: String }
      input ProductInput {
        title: String description: String price: Float variants: [VariantInput!] address: AddressInput published: Boolean
      }
      type ProductPayload { product: Product userErrors: [UserError!]! }
      type ProductDelete { deletedProductId: ID userErrors: [UserError!]! }
      type ProductBulk { count: Int! errors: [UserError!]! }
      input OrderLineInput { productId: ID! quantity: Int! }
      input OrderInput { lines: [OrderLineInput!]! }
      type OrderPayload { order: Order errors: [String!]! success: Boolean! }
      type TokenPayload { token: String user: User errors: [UserError!]! }
      type Mutation {
        productCreate(input: ProductInput!): ProductPayload
        productUpdate(id: ID!, input: ProductInput!): ProductPayload
        productDelete(id: ID!): ProductDelete
        productBulkDelete(ids: [ID!]!): ProductBulk
        productVariantCreate(productId: ID!, attributes: VariantInput!): VariantPayload!
        orderCreate(input: OrderInput!): OrderPayload!
        orderCancel(id: ID!): OrderPayload!
        tokenCreate(email: String!, password: String!): TokenPayload
        userRegister(email: String!, password: String!, name: String): TokenPayload
        fileUpload(file: String!): ProductBulk
      }
      type VariantPayload { variant: ProductVariant errors: [String!]! }
      """)

  /// Hasura.
  static let hasura = TestSchema(
    name: "hasura",
    sdl: """
      scalar timestamptz
      scalar uuid
      type users { id: Int! name: String! age: Int posts(limit: Int, where: posts_bool_exp): [posts!]! created_at: timestamptz! }
      type posts { id: Int! title: String! author_id: Int author: users views: Int! }
      type query_root {
        users(limit: Int, where: users_bool_exp): [users!]! users_by_pk(id: Int!): users
        posts(limit: Int, where: posts_bool_exp): [posts!]! posts_by_pk(id: Int!): posts
      }
      input Int_comparison_exp { _eq: Int _in: [Int!] _gt: Int _lt: Int }
      input String_comparison_exp { _eq: String _in: [String!] _like: String }
      input users_bool_exp { _and: [users_bool_exp!] _or: [users_bool_exp!] id: Int_comparison_exp name: String_comparison_exp age: Int_comparison_exp }
      input posts_bool_exp { id: Int_comparison_exp title: String_comparison_exp author_id: Int_comparison_exp }
      input users_insert_input { id: Int name: String age: Int posts: posts_arr_rel_insert_input }
      input posts_arr_rel_insert_input { data: [posts_insert_input!]! on_conflict: posts_on_conflict }
      input posts_insert_input { id: Int title: String author_id: Int views: Int author: users_obj_rel_insert_input }
      input users_obj_rel_insert_input { data: users_insert_input! }
      input users_on_conflict { constraint: String! update_columns: [String!]! }
      input posts_on_conflict { constraint: String! update_columns: [String!]! }
      input users_set_input { name: String age: Int }
      input users_inc_input { age: Int }
      input posts_set_input { title: String author_id: Int }
      input posts_inc_input { views: Int }
      input users_pk_columns_input { id: Int! }
      input posts_pk_columns_input { id: Int! }
      type users_mutation_response { affected_rows: Int! returning: [users!]! }
      type posts_mutation_response { affected_rows: Int! returning: [posts!]! }
      type mutation_root {
        insert_users(objects: [users_insert_input!]!, on_conflict: users_on_conflict): users_mutation_response
        insert_users_one(object: users_insert_input!, on_conflict: users_on_conflict): users
        insert_posts_one(object: posts_insert_input!, on_conflict: posts_on_conflict): posts
        update_users(where: users_bool_exp!, _set: users_set_input, _inc: users_inc_input): users_mutation_response
        update_users_by_pk(pk_columns: users_pk_columns_input!, _set: users_set_input, _inc: users_inc_input): users
        update_posts_by_pk(pk_columns: posts_pk_columns_input!, _set: posts_set_input, _inc: posts_inc_input): posts
        delete_users(where: users_bool_exp!): users_mutation_response
        delete_users_by_pk(id: Int!): users
        delete_posts(where: posts_bool_exp!): posts_mutation_response
      }
      schema { query: query_root mutation: mutation_root }
      """)

  /// Prisma: operations inside the request.
  static let prisma = TestSchema(
    name: "prisma",
    sdl: """
      type User { id: String! email: String! name: String count: Int! posts: [Post!]! }
      type Post { id: String! title: String! author: User tags: [Tag!]! }
      type Tag { id: String! label: String! posts: [Post!]! }
      type BatchPayload { count: Int! }
      type Query {
        users: [User!]! user(where: UserWhereUniqueInput!): User posts: [Post!]! post(where: PostWhereUniqueInput!): Post tags: [Tag!]!
      }
      input UserWhereUniqueInput { id: String email: String }
      input PostWhereUniqueInput { id: String }
      input TagWhereUniqueInput { id: String }
      input UserWhereInput { AND: [UserWhereInput!] name: StringFilter count: IntFilter }
      input StringFilter { equals: String contains: String }
      input IntFilter { equals: Int gt: Int }
      input StringFieldUpdate { set: String }
      input IntFieldUpdate { set: Int increment: Int decrement: Int multiply: Int }
      input UserCreateInput { email: String! name: String count: Int posts: PostsCreateNested }
      input PostsCreateNested { create: [PostCreateWithoutAuthor!] connect: [PostWhereUniqueInput!] }
      input PostCreateWithoutAuthor { title: String! tags: TagsNested }
      input TagsNested { create: [TagCreate!] connect: [TagWhereUniqueInput!] connectOrCreate: [TagConnectOrCreate!] }
      input TagConnectOrCreate { where: TagWhereUniqueInput! create: TagCreate! }
      input TagCreate { label: String! }
      input UserUpdateInput { email: StringFieldUpdate name: StringFieldUpdate count: IntFieldUpdate posts: PostsUpdateNested }
      input PostsUpdateNested {
        create: [PostCreateWithoutAuthor!] connect: [PostWhereUniqueInput!] disconnect: [PostWhereUniqueInput!]
        set: [PostWhereUniqueInput!] delete: [PostWhereUniqueInput!] update: [PostUpdateOne!] deleteMany: [PostScalarWhere!]
        updateMany: [PostUpdateMany!]
      }
      input PostScalarWhere { OR: [PostScalarWhere!] NOT: [PostScalarWhere!] title: StringFilter }
      input PostUpdateMany { where: PostScalarWhere! data: PostUpdateInput! }
      input PostUpdateOne { where: PostWhereUniqueInput! data: PostUpdateInput! }
      input PostCreateInput { title: String! author: AuthorNested tags: TagsNested }
      input AuthorNested { create: UserCreateInput connect: UserWhereUniqueInput }
      input PostUpdateInput { title: StringFieldUpdate author: AuthorUpdateNested }
      input AuthorUpdateNested { connect: UserWhereUniqueInput disconnect: Boolean update: UserUpdateInput }
      type Mutation {
        createOneUser(data: UserCreateInput!): User!
        createManyUser(data: [UserCreateInput!]!, skipDuplicates: Boolean): BatchPayload!
        createOnePost(data: PostCreateInput!): Post!
        updateOneUser(where: UserWhereUniqueInput!, data: UserUpdateInput!): User
        updateOnePost(where: PostWhereUniqueInput!, data: PostUpdateInput!): Post
        updateManyUser(where: UserWhereInput, data: UserUpdateInput!): BatchPayload!
        upsertOneUser(where: UserWhereUniqueInput!, create: UserCreateInput!, update: UserUpdateInput!): User!
        deleteOneUser(where: UserWhereUniqueInput!): User
        deleteManyUser(where: UserWhereInput): BatchPayload!
      }
      """)

  /// PostGraphile and Strapi: the object inside the input, or around the answer.
  static let postgraphile = TestSchema(
    name: "postgraphile",
    sdl: """
      type Query { users: [User!]! user(id: Int!): User articles: [Article!]! }
      type User { id: Int! name: String! email: String articles: [Article!]! }
      type Article { id: Int! title: String! author: User slug: String }
      input UserInput { name: String! email: String }
      input UserPatch { name: String email: String }
      input CreateUserInput { clientMutationId: String user: UserInput! }
      type CreateUserPayload { clientMutationId: String user: User query: Query }
      input UpdateUserByIdInput { clientMutationId: String userPatch: UserPatch! id: Int! }
      type UpdateUserPayload { clientMutationId: String user: User }
      input DeleteUserByIdInput { clientMutationId: String id: Int! }
      type DeleteUserPayload { clientMutationId: String user: User deletedUserId: ID }
      input ArticleInput { title: String author: ID slug: String }
      type ArticleEntityResponse { data: ArticleEntity }
      type ArticleEntity { article: Article }
      type Mutation {
        createUser(input: CreateUserInput!): CreateUserPayload
        updateUserById(input: UpdateUserByIdInput!): UpdateUserPayload
        deleteUserById(input: DeleteUserByIdInput!): DeleteUserPayload
        createArticle(data: ArticleInput!): ArticleEntityResponse
        updateArticle(id: Int!, data: ArticleInput!): ArticleEntityResponse
        deleteArticle(id: Int!): ArticleEntityResponse
      }
      """)

  /// Verbs that say themselves what is to be.
  static let verbs = TestSchema(
    name: "verbs",
    sdl: """
      scalar DateTime
      enum TaskStatus { TODO DOING COMPLETED ARCHIVED }
      type Query {
        todos: [Todo!]! todo(id: ID!): Todo tasks: [Task!]! posts: [Post!]! me: User users: [User!]! groups: [Group!]!
        notifications: [Notification!]!
      }
      type Todo { id: ID! title: String! done: Boolean! urgent: Boolean! }
      type Task { id: ID! title: String! status: TaskStatus! completedAt: DateTime assignee: User }
      type Post {
        id: ID! title: String! likeCount: Int! viewerHasLiked: Boolean! votes: Int! archived: Boolean! archivedAt: DateTime
        author: User comments: [Comment!]! pinned: Boolean!
      }
      type Comment { id: ID! text: String! post: Post! author: User createdAt: DateTime! }
      type User {
        id: ID! email: String! name: String! groups: [Group!]! favorites: [Post!]! following: [User!]! followers: [User!]!
      }
      type Group { id: ID! name: String! members: [User!]! }
      type Notification { id: ID! text: String! isRead: Boolean! }
      type Mutation {
        toggleTodo(id: ID!): Todo
        setDone(id: ID!, done: Boolean!): Todo
        completeTodo(id: ID!): Todo
        completeTask(taskId: ID!): Task
        assignTask(taskId: ID!, userId: ID!): Task
        moveTask(id: ID!, status: TaskStatus!): Task
        renameTodo(id: ID!, newTitle: String!): Todo
        likePost(postId: ID!): Post
        unlikePost(postId: ID!): Post
        upvotePost(postId: ID!): Post
        archivePost(id: ID!): Post
        pinPost(id: ID!): Boolean!
        markAsRead(id: ID!): Notification
        markAllNotificationsAsRead: Int!
        addComment(postId: ID!, commentText: String!): Comment!
        joinGroup(groupId: ID!): Group
        leaveGroup(groupId: ID!): Group
        addUserToGroup(userId: ID!, groupId: ID!): Group
        removeUserFromGroup(userId: ID!, groupId: ID!): Group
        addToFavorites(postId: ID!): Post
        removeFromFavorites(postId: ID!): Post
        followUser(userId: ID!): User
        unfollowUser(userId: ID!): User
        updateProfile(name: String!): User
        saveTodo(id: ID, title: String!): Todo!
        clearTodos: Int!
        sendEmail(to: String!, subject: String!): Boolean!
        recalculate: String
        login(email: String!, password: String!): Session
        logout: Boolean!
      }
      type Session { token: String! user: User! }
      """)
}
