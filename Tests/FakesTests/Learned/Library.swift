import Fakes
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// A world learned from a few responses that a test writes itself.
struct Library {
  static let sdl = """
    type Query {
      authors: [Author!]!
      author(id: ID!): Author
      books(first: Int, after: String): [Book!]!
      book(id: ID!): Book
      shelf(first: Int, after: String): BookConnection!
      me: Author
      motto(language: String): String
    }
    type Author { id: ID! name: String! nickname: String books: [Book!]! home: Address }
    type Book {
      id: ID! title: String! subtitle: String pages(unit: String): Int author: Author! tags: [String!]!
      similar: [Book!]! cover: Cover
    }
    union Cover = Photo | Drawing
    type Photo { url: String! }
    type Drawing { artist: String! colours: [String!]! }
    type Address { street: String! city: String landlord: Author }
    type BookConnection { edges: [BookEdge!]! pageInfo: PageInfo! totalCount: Int! }
    type BookEdge { cursor: String! node: Book! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Mutation {
      createBook(title: String!, authorId: ID!): Book!
      updateBook(id: ID!, title: String!): Book
      deleteBook(id: ID!): Boolean!
    }
    """

  let world: FakeWorld
  /// Whether there was something to learn from each response.
  private(set) var hasLearned: [Bool] = []

  /// - Parameters:
  ///   - recorded: operations with what they were answered, as JSON; the whole response where it begins with `!`.
  ///   - seed: the world's.
  /// - Throws: an operation or an answer that cannot be parsed.
  init(_ recorded: [Recorded], seed: UInt64 = 1) throws {
    let unlearned = FakeWorld(
      schema: try Schema(sdl: SourceText(Self.sdl, name: "library")), seed: seed, endpoint: "library")
    var facts = LearnedFacts(for: unlearned)
    for each in recorded {
      let response = try JSON.parse(
        Array((each.answer.hasPrefix("!") ? String(each.answer.dropFirst()) : #"{"data":\#(each.answer)}"#).utf8))
      hasLearned.append(
        facts.learn(
          response, to: try parse(SourceText(each.operation)), operationName: nil, variables: each.variables,
          at: each.moment))
    }
    world = unlearned.learned(facts)
  }

  struct Recorded {
    var operation: String
    var answer: String
    var variables = JSONObject()
    var moment = LearnedFacts.Moment.start

    init(
      _ operation: String, _ answer: String, variables: JSONObject = JSONObject(),
      _ moment: LearnedFacts.Moment = .start
    ) {
      self.operation = operation
      self.answer = answer
      self.variables = variables
      self.moment = moment
    }
  }

  /// The data that a query is answered with, as compact text.
  func answer(_ query: String) -> String { data(query).compactText }

  func data(_ query: String) -> JSON { world.respond(to: SourceText(query))["data"] ?? .null }

  /// The values at a path of keys, through all items of lists.
  func values(_ query: String, _ path: String...) -> [JSON] {
    var found = [data(query)]
    for key in path {
      found = found.flatMap { $0.arrayValue ?? [$0] }.compactMap { $0[key] }
    }
    return found.flatMap { $0.arrayValue ?? [$0] }
  }
}

extension FakeWorld {
  func respond(to text: String) -> JSON { respond(to: SourceText(text)) }
}

extension FakeSession {
  mutating func respond(to text: String) -> JSON { respond(to: SourceText(text)) }
}
