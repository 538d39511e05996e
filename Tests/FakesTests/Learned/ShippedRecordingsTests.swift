import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("A world learned from the shipped recordings")
struct ShippedRecordingsTests {
  private func learned(_ recordings: ShippedRecordings, _ endpoint: String, seed: UInt64 = 1) -> FakeWorld {
    let world = FakeWorld(schema: recordings.schema, seed: seed, endpoint: endpoint)
    var facts = LearnedFacts(for: world)
    for answer in recordings.answers {
      for state in answer.states {
        let moment: LearnedFacts.Moment =
          state.name != "start" ? .later : answer.isAnonymous ? .start : .startOfOthers
        facts.learn(state.body, to: answer.document, operationName: nil, variables: answer.variables, at: moment)
      }
    }
    return world.learned(facts)
  }

  @Test("what was recorded before any mutation is answered as it was", arguments: ShippedRecordings.endpoints)
  func start(_ endpoint: String) throws {
    let recordings = try ShippedRecordings(endpoint)
    let world = learned(recordings, endpoint)
    for answer in recordings.answers where answer.kind == .query && answer.isAnonymous {
      guard let start = answer.start, let data = start["data"] else { continue }
      let faked = world.respond(to: answer.source, variables: answer.variables)
      #expect(faked["data"]?.sortedMembers().compactText == data.sortedMembers().compactText, "\(answer.file)")
    }
  }
}
