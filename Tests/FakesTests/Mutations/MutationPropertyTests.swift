import Fakes
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Mutations, over random operations")
struct MutationPropertyTests {
  /// The beginnings of the sentences that tell why a mutation does nothing.
  private static let reasons = ["There is ", "The request does not identify ", "There is no logged-in user"]

  @Test("every valid mutation gets what its schema promises, or says why not", arguments: TestSchema.spellings)
  func answers(_ test: TestSchema) throws {
    let schema = try test.schema()
    var session = FakeWorld(schema: schema, seed: 7, endpoint: test.name).session()
    for seed in 0..<80 {
      var generator = RandomOperation(schema, seed: UInt64(seed))
      guard let text = generator.mutation() else { return }
      let source = SourceText(text)
      let document = try parse(source)
      let answer = session.answer(document, source: source)
      for error in answer.errors {
        let message = error.message
        let isReason =
          Self.reasons.contains { message.hasPrefix($0) } || message.contains(" was deleted in this session")
        #expect(isReason, "\(message)\n\(text)")
      }
      guard answer.data != nil, answer.data != .null else { continue }
      var check = ResponseCheck(schema, keepsFacts: false)
      check.check(answer.data, of: document)
      #expect(check.problems == [], "\(text)\n\(answer.response.compactText)")
    }
    // What is read afterwards is whole, and reads the same twice.
    for read in test.reads {
      let source = SourceText(read)
      let document = try parse(source)
      let answer = session.answer(document, source: source)
      #expect(answer.errors.map(\.message).allSatisfy { $0.contains("deleted") }, "\(answer.errors.map(\.message))")
      if answer.errors.isEmpty {
        var check = ResponseCheck(schema, keepsFacts: false)
        check.check(answer.data, of: document)
        #expect(check.problems == [])
      }
      #expect(session.answer(document, source: source).response == answer.response)
    }
  }

  @Test("what nobody lists is in the list to which it was added", arguments: ["98", "99"])
  func unlisted(key: String) throws {
    let test = TestSchema(
      name: "board",
      sdl: """
        type Query { lists: [List!]! card(id: ID!): Card }
        type List { id: ID! cards: [Card!]! }
        type Card { id: ID! title: String! list: List }
        type Mutation { addCardToList(cardId: ID!, listId: ID!): List removeCardFromList(cardId: ID!, listId: ID!): List }
        """)
    var client = try Client(test)
    let before = client.ask("{ lists { id cards { id } } }")
    let added = client.texts(
      "mutation { addCardToList(cardId: \"\(key)\", listId: 1) { cards { id } } }", ["addCardToList", "cards"], "id")
    #expect(added.contains(key))
    #expect(client.value("{ card(id: \"\(key)\") { list { id } } }", "card", "list", "id") == "1")
    _ = client.ask("mutation { removeCardFromList(cardId: \"\(key)\", listId: 1) { id } }")
    #expect(client.ask("{ lists { id cards { id } } }") == before)
  }
}
