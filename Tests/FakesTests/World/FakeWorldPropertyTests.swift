import Fakes
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("A faked world, over random operations")
struct FakeWorldPropertyTests {
  @Test(
    "answers every valid operation with what its schema promises, and never contradicts itself",
    arguments: TestSchema.all)
  func answers(_ test: TestSchema) throws {
    let schema = try test.schema()
    let world = FakeWorld(schema: schema, seed: 7, endpoint: test.name)
    var known = ResponseCheck(schema)
    for seed in 0..<300 {
      var generator = RandomOperation(schema, seed: UInt64(seed))
      // Every tenth goes deeper; not where each level multiplies the answer by forty countries.
      let text = generator.query(depth: seed.isMultiple(of: 10) && test.name != "atlas" ? 5 : 3)
      let source = SourceText(text)
      let document = try parse(source)
      let answer = world.answer(document, source: source)
      #expect(answer.errors.map(\.message) == [], "\(text)")
      var check = ResponseCheck(schema)
      check.check(answer.data, of: document)
      #expect(check.problems == [], "\(text)\n\(answer.response.compactText)")
      known.compare(with: check)
    }
    #expect(known.problems == [])
    #expect(known.facts.count > 50)
  }

  @Test("answers every valid mutation with what its schema promises", arguments: TestSchema.all)
  func mutations(_ test: TestSchema) throws {
    let schema = try test.schema()
    let world = FakeWorld(schema: schema, seed: 7, endpoint: test.name)
    for seed in 0..<100 {
      var generator = RandomOperation(schema, seed: UInt64(seed))
      guard let text = generator.mutation() else { return }
      let source = SourceText(text)
      let document = try parse(source)
      let answer = world.answer(document, source: source)
      #expect(answer.errors.map(\.message) == [], "\(text)")
      // What two mutations of one operation say of an object may differ.
      var check = ResponseCheck(schema, keepsFacts: false)
      check.check(answer.data, of: document)
      #expect(check.problems == [], "\(text)\n\(answer.response.compactText)")
    }
  }

  @Test("gives the same bytes in another world of the same seed, asked in another order", arguments: TestSchema.all)
  func order(_ test: TestSchema) throws {
    let texts = try (0..<40).map { seed in
      var generator = RandomOperation(try test.schema(), seed: UInt64(seed))
      return generator.query()
    }
    let first = FakeWorld(schema: try test.schema(), seed: 7, endpoint: "e")
    let second = FakeWorld(schema: try test.schema(), seed: 7, endpoint: "e")
    let forward = texts.map { first.respond(to: SourceText($0)).serialize() }
    let backward = texts.reversed().map { second.respond(to: SourceText($0)).serialize() }
    #expect(forward == backward.reversed())
  }

  @Test("differs with another seed and with another endpoint", arguments: TestSchema.all)
  func seeds(_ test: TestSchema) throws {
    let schema = try test.schema()
    let worlds = [
      FakeWorld(schema: schema, seed: 1, endpoint: "a"), FakeWorld(schema: schema, seed: 2, endpoint: "a"),
      FakeWorld(schema: schema, seed: 1, endpoint: "b"), FakeWorld(schema: schema, seed: UInt64.max, endpoint: "a"),
    ]
    let texts = (0..<20).map { seed in
      var generator = RandomOperation(schema, seed: UInt64(seed))
      return generator.query()
    }
    let answers = worlds.map { world in texts.map { world.respond(to: SourceText($0)).compactText } }
    #expect(Set(answers).count == worlds.count)
  }
}
