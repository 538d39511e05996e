import GraphQLExecution
import GraphQLLanguage
import OrderedJSON
import Testing

@testable import Fakes

@Suite("Tables and lookups of any schema")
struct AnyWorldTableTests {
  @Test func aRowHasTheValuesOfTheLookup() throws {
    var compared = 0
    for test in TestSchema.all {
      compared += try compare(FakeWorld(schema: try test.schema(), seed: 7, endpoint: test.name))
    }
    #expect(compared > 100)
  }

  @Test func aRowHasRecordedValues() throws {
    var compared = 0
    for endpoint in ShippedRecordings.endpoints { compared += try compare(try learned(endpoint)) }
    #expect(compared > 100)
  }

  private func learned(_ endpoint: String) throws -> FakeWorld {
    let recordings = try ShippedRecordings(endpoint)
    let world = FakeWorld(schema: recordings.schema, seed: 7, endpoint: endpoint)
    var facts = LearnedFacts(for: world)
    for answer in recordings.answers where answer.kind == .query {
      guard let body = answer.start else { continue }
      _ = facts.learn(body, to: answer.document, operationName: nil, variables: answer.variables, at: .start)
    }
    let learned = world.learned(facts)
    #expect(learned.learnedCounts.objects > 0)
    return learned
  }

  /// Compares rows with the answers to the queries that would pin them. Returns their number.
  private func compare(_ world: FakeWorld) throws -> Int {
    let tables = world.session().tables()
    #expect(!tables.isEmpty)
    var compared = 0
    for table in tables {
      let columns = table.columns
      guard let editable = columns.first(where: \.isEditable)?.name else { continue }
      for row in table.rows(from: 0, limit: 50) {
        #expect(row.state == .generated)
        let values = JSONObject([.init(editable, row.values[editable] ?? .null)])
        guard let query = try? world.pinnable(table.name, id: row.id, values).query else { continue }
        let source = SourceText(query.text(columns.map(\.name)))
        let answer = world.answer(try parse(source), source: source)
        #expect(answer.errors.isEmpty)
        #expect(query.values(in: answer.response) == row.values)
        compared += 1
      }
    }
    return compared
  }
}
