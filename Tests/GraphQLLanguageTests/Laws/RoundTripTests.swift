import GraphQLLanguage
import Testing

@Suite("Laws, on documents made at random")
struct RoundTripTests {
  @Test func `printing a request and parsing it gives the request`() throws {
    for seed in 0..<400 {
      var random = RandomDocument(seed: seed)
      try expectRoundTrip(random.executable(), seed: seed)
    }
  }

  @Test func `printing a schema and parsing it gives the schema`() throws {
    for seed in 0..<400 {
      var random = RandomDocument(seed: seed)
      try expectRoundTrip(random.typeSystem(), seed: seed)
    }
  }

  @Test func `printing a mixed document and parsing it gives the document`() throws {
    for seed in 0..<200 {
      var random = RandomDocument(seed: seed)
      try expectRoundTrip(random.mixed(), seed: seed)
    }
  }

  @Test func `each node parses alone to itself`() throws {
    for seed in 0..<300 {
      var random = RandomDocument(seed: seed)
      let value = random.value(depth: 3, isConstant: false)
      #expect(try parseValue(SourceText(value.printed())) == value, "seed \(seed)")
      let constant = random.value(depth: 3, isConstant: true)
      #expect(try parseConstValue(SourceText(constant.printed())) == constant, "seed \(seed)")
      let type = random.typeReference(depth: 4)
      #expect(try parseType(SourceText(type.printed())) == type, "seed \(seed)")
    }
  }

  @Test func `the canonical text is its own canonical text, and the same for all that prints alike`() throws {
    for seed in 0..<400 {
      var random = RandomDocument(seed: seed)
      let document = random.executable()
      guard let last = document.operations.last, let name = last.name?.text else { continue }
      let first = try CanonicalOperation(of: document, operationName: name)
      let text = String(decoding: first.text, as: UTF8.self)
      #expect(try canonical(text, operation: name) == text, "seed \(seed)")
      #expect(try canonical(document.printed(), operation: name) == text, "seed \(seed)")
      #expect(try Document(text).operations == [Document(text).operation(named: name)], "seed \(seed)")
      let separated = document.separated(operation: first.operation)
      #expect(try CanonicalOperation(of: separated, operationName: name).text == first.text, "seed \(seed)")
      for spelling in [Spelling.all[1], Spelling.all[7], Spelling.all[12], Spelling.all[18]] {
        #expect(try canonical(spelling.spell(document), operation: name) == text, "seed \(seed), \(spelling)")
      }
    }
  }

  @Test func `documents made from different seeds differ`() {
    let documents = (0..<100).map { seed -> Document in
      var random = RandomDocument(seed: seed)
      return random.mixed()
    }
    #expect(Set(documents).count == documents.count)
  }

  private func expectRoundTrip(_ document: Document, seed: Int) throws {
    let printed = document.printed()
    #expect(try Document(printed) == document, "seed \(seed): \(printed)")
    #expect(try Document(printed).printed() == printed, "seed \(seed)")
  }
}
