import Foundation
import GraphQLLanguage
import GraphQLSchema
import Testing

@Suite("Validation of hostile documents")
struct ValidationFuzzTests {
  @Test("random documents are validated the same way twice, and those that are valid stay so when read again")
  func random() throws {
    let schema = try petSchema.get()
    var valid = 0
    for seed in 0..<150 {
      var generator = RandomDocument(seed: UInt64(seed))
      let text = generator.document()
      let source = SourceText(text)
      let document = try parse(source)
      let errors = schema.validate(document, source: source)
      #expect(errors == schema.validate(document, source: source))
      #expect(errors.count <= 1_001)
      for error in errors { #expect(!error.message.isEmpty && error.path == nil) }
      if errors.isEmpty {
        valid += 1
        let printed = SourceText(document.printed())
        #expect(schema.validate(try parse(printed), source: printed).isEmpty, "\(text)")
      }
    }
    #expect(valid > 5, "the generator should hit a valid document now and then")
  }

  @Test("documents made by a program, without places, are validated like parsed ones")
  func withoutPlaces() throws {
    let schema = try petSchema.get()
    // A fragment that spreads itself below a field: what has been compared must be remembered without places.
    let selection = SelectionSet([
      .field(Field(name: Name("name"))),
      .field(
        Field(
          name: Name("friends"),
          selectionSet: SelectionSet([
            .fragmentSpread(FragmentSpread(name: Name("A"))),
            .field(Field(alias: Name("name"), name: Name("__typename"))),
          ]))),
    ])
    let document = Document(definitions: [
      .operation(
        OperationDefinition(
          selectionSet: SelectionSet([
            .field(
              Field(
                name: Name("keeper"), selectionSet: SelectionSet([.fragmentSpread(FragmentSpread(name: Name("A")))])))
          ]))),
      .fragment(
        FragmentDefinition(name: Name("A"), typeCondition: NamedType(Name("Creature")), selectionSet: selection)),
    ])
    let messages = schema.validate(document, source: SourceText("")).map(\.message)
    #expect(messages.contains(#"Cannot spread fragment "A" within itself."#))
    #expect(messages.contains { $0.hasPrefix(#"Fields "name" conflict because"#) })
  }

  @Test(
    "documents made to be slow or deep end soon, on a small stack",
    arguments: Hostile.allCases)
  func hostile(_ kind: Hostile) async throws {
    let schema = try petSchema.get()
    let source = SourceText(kind.text)
    let document = try parse(source, limits: ParserLimits(maximumTokens: 40_000))
    // Concurrency threads and event loops may have no more than this.
    let errors = await onSmallStack { schema.validate(document, source: source) }
    #expect(errors.count <= 1_001)
    #expect(
      errors.isEmpty == kind.isValid,
      "\(kind): \(errors.prefix(3)). If a new rule is right to report this, change `Hostile.isValid`.")
    if kind == .pairsOfChains {
      #expect(errors.last?.message.hasPrefix("Validation aborted:") == true)
    }
  }

  /// Runs work on a thread with 512 kB of stack.
  private func onSmallStack<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}
