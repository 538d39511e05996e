import Fakes
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

/// What the events of recorded subscriptions teach a faked world.
@Suite("A world learned from events")
struct LearnedEventsTests {
  private static let sdl = """
    type Query { books: [Book!]! book(id: ID!): Book author(id: ID!): Author me: Author }
    type Author { id: ID! name: String! trips: [Book!]! }
    type Book { id: ID! title: String! author: Author }
    enum Change { CREATED UPDATED DELETED }
    type BookEvent { change: Change! node: Book previousValues: Book previous: PreviousBook }
    type PreviousBook { id: ID! title: String }
    type Mutation { createBook(title: String!): Book! deleteBook(id: ID!): Boolean! }
    type Subscription {
      bookChanged: Book
      booksAdded: [Book!]
      Book: BookEvent
      batches: [BookEvent!]
      tripsBooked: Int
      noise: String
    }
    """

  /// The world that knows these operations and answers, each at a moment.
  private func world(
    _ recorded: [(operation: String, data: String, moment: LearnedFacts.Moment)], seed: UInt64 = 1
  ) throws -> FakeWorld {
    let schema = try Schema(sdl: SourceText(Self.sdl, name: "events"))
    let unlearned = FakeWorld(schema: schema, seed: seed, endpoint: "events")
    var facts = LearnedFacts(for: unlearned)
    for (operation, data, moment) in recorded {
      let hasLearned = facts.learn(
        try JSON.parse(text: #"{"data":\#(data)}"#), to: try parse(SourceText(operation)), operationName: nil,
        variables: JSONObject(), at: moment)
      #expect(hasLearned, "\(operation)")
    }
    return unlearned.learned(facts)
  }

  private func book(_ world: FakeWorld, _ id: String) -> String {
    world.respond(to: #"{ book(id: "\#(id)") { title } }"#)["data"]?["book"]?["title"]?.stringValue ?? ""
  }

  private func ids(_ world: FakeWorld) -> [String] {
    world.respond(to: "{ books { id } }")["data"]?["books"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  @Test(
    "The objects of an event are in the world, with what they lead to",
    arguments: [
      ("subscription { bookChanged { id title author { id name } } }", #"{"bookChanged":BOOK}"#),
      ("subscription { x: bookChanged { ...F } } fragment F on Book { id title author { id name } }", #"{"x":BOOK}"#),
      ("subscription { booksAdded { id title author { id name } } }", #"{"booksAdded":[BOOK]}"#),
      (
        "subscription { Book { change node { id title author { id name } } } }",
        #"{"Book":{"change":"CREATED","node":BOOK}}"#
      ),
      (
        "subscription { batches { node { id title author { id name } } } }",
        #"{"batches":[{"node":null},{"node":BOOK}]}"#
      ),
    ])
  func objects(_ operation: String, _ data: String) throws {
    let book = #"{"id":"b77","title":"Dune","author":{"id":"a9","name":"Frank"}}"#
    for moment in LearnedFacts.Moment.allCases where moment != .fixture {
      let world = try world([(operation, data.replacing("BOOK", with: book), moment)])
      #expect(self.book(world, "b77") == "Dune")
      #expect(ids(world).first == "b77" && ids(world).count > 1)
      #expect(
        world.respond(to: #"{ author(id: "a9") { name } }"#)["data"]?.compactText == #"{"author":{"name":"Frank"}}"#)
    }
  }

  @Test("What was said earlier holds; what a recorded mutation made is not there at the start")
  func moments() throws {
    let changed = "subscription { bookChanged { id title } }"
    let world = try world([
      (changed, #"{"bookChanged":{"id":"b1","title":"New"}}"#, .later),
      ("{ books { id title } }", #"{"books":[{"id":"b1","title":"Old"}]}"#, .start),
      (#"mutation { createBook(title: "Made") { id title } }"#, #"{"createBook":{"id":"b2","title":"Made"}}"#, .later),
      (changed, #"{"bookChanged":{"id":"b2","title":"Made"}}"#, .later),
    ])
    #expect(book(world, "b1") == "Old")
    #expect(book(world, "b2") != "Made" && ids(world) == ["b1"])
  }

  @Test("An object as it was is not learned, of whichever type it is")
  func past() throws {
    let world = try world([
      (
        "subscription { Book { change node { id title } previousValues { id title } previous { id title } } }",
        #"{"Book":{"change":"UPDATED","node":{"id":"b1","title":"New"},"previousValues":{"id":"b1","title":"Old"},"previous":{"id":"b1","title":"Old"}}}"#,
        .start
      )
    ])
    #expect(book(world, "b1") == "New")
    let gone = try self.world([
      (
        "subscription { Book { change node { id title } previousValues { id title } } }",
        #"{"Book":{"change":"DELETED","node":null,"previousValues":{"id":"b66","title":"Gone"}}}"#, .start
      )
    ])
    #expect(book(gone, "b66") != "Gone" && !ids(gone).contains("b66"))
  }

  @Test("A subscription tells of what was recorded")
  func ticks() throws {
    let recorded = [
      ("{ books { id title } }", #"{"books":[{"id":"b1","title":"Emma"}]}"#, LearnedFacts.Moment.start),
      ("subscription { tripsBooked }", #"{"tripsBooked":17}"#, .start),
      ("subscription { tripsBooked }", #"{"tripsBooked":-4}"#, .later),
      ("subscription { noise }", #"{"noise":"bang"}"#, .start),
      ("subscription { noise }", #"{"noise":"boom"}"#, .start),
    ]
    for seed: UInt64 in 1...3 {
      let session = try world(recorded, seed: seed).session()
      #expect(
        try ticks("subscription { bookChanged { id title } }", session) == [
          #"{"bookChanged":{"id":"b1","title":"Emma"}}"#
        ])
      #expect(try ticks("subscription { tripsBooked }", session) == [#"{"tripsBooked":-4}"#, #"{"tripsBooked":17}"#])
      #expect(try ticks("subscription { noise }", session) == [#"{"noise":"bang"}"#, #"{"noise":"boom"}"#])
    }
    let unlearned = try ticks("subscription { tripsBooked }", try world([]).session())
    #expect(unlearned == (1...3).map { #"{"tripsBooked":\#($0)}"# })
  }

  /// The different data of many ticks, sorted.
  private func ticks(_ query: String, _ session: FakeSession) throws -> [String] {
    let source = SourceText(query)
    guard case .stream(let subscription) = session.subscribe(try parse(source), source: source) else { return [] }
    return Set((0..<40).map { subscription.tick($0, in: session).data?.compactText ?? "" }).sorted()
  }
}
