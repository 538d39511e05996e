import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

/// Requests that are small and would cost much if work were done as often as it is asked for. Each of these must
/// finish, having asked its source for no more than it had to.
@Suite("Hostile requests")
struct HardeningTests {
  private static let sdl = """
    directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0) on FIELD
    type Query { self: Query all: [Query!] x: Int ints: [Int!] }
    """

  /// Every object leads to itself; a list has a thousand items. Counts what it is asked for.
  private struct Counting: FieldSource {
    var count = 0

    mutating func resolve(_ field: FieldCall, of object: Int) throws(FieldFailure) -> Resolved<Int> {
      count += 1
      return switch field.name {
      case "self": .object(object, typeName: nil)
      case "all": .list(Array(repeating: .object(object, typeName: nil), count: 1_000))
      case "ints": .list((0..<50_000).map { .leaf(.int($0)) })
      default: .leaf(.int(object))
      }
    }
  }

  private func run(
    _ query: String, limits: ExecutionLimits = .standard
  ) throws -> (result: ExecutionResult, asked: Int) {
    let text = SourceText(query)
    var source = Counting()
    let request = ExecutionRequest(document: try parse(text, limits: .schema), source: text)
    let schema = try Schema(sdl: SourceText(Self.sdl))
    let result = execute(request, schema: schema, root: 7, from: &source, limits: limits)
    return (result, source.count)
  }

  private func runInParts(
    _ query: String, _ delivery: IncrementalDelivery, limits: ExecutionLimits = .standard
  ) throws -> (parts: Int, asked: Int, errors: [String]) {
    let text = SourceText(query)
    var source = Counting()
    let request = ExecutionRequest(document: try parse(text, limits: .schema), source: text)
    let schema = try Schema(sdl: SourceText(Self.sdl))
    switch executeIncrementally(request, schema: schema, root: 7, from: &source, delivery: delivery, limits: limits) {
    case .whole(let result): return (1, source.count, result.errors.map(\.message))
    case .parts(let initial, var response):
      var parts = 1
      var errors = initial.errors
      while let payload = response.next(from: &source) {
        parts += 1
        errors += payload.completed.flatMap(\.errors) + payload.pieces.flatMap(\.errors)
      }
      return (parts, source.count, errors.map(\.message))
    }
  }

  @Test("Ten thousand aliases of one field are ten thousand fields")
  func aliases() throws {
    let query = "{ " + (0..<10_000).map { "a\($0): x" }.joined(separator: " ") + " }"
    let (result, asked) = try run(query)
    #expect(result.errors == [])
    #expect(asked == 10_000)
    #expect(result.data?.objectValue?.count == 10_000)
  }

  @Test("Ten thousand appearances of one field are one field")
  func repeats() throws {
    let (result, asked) = try run("{ " + String(repeating: "self { x } ", count: 10_000) + "}")
    #expect(result.response.compactText == "{\"data\":{\"self\":{\"x\":7}}}")
    #expect(asked == 2)
  }

  /// Fragments of which each spreads the next one twice, in some way.
  private func doubling(_ steps: Int, _ body: (_ next: String) -> String) -> String {
    (0..<steps).map { "fragment F\($0) on Query { \(body("...F\($0 + 1)")) }" }.joined(separator: " ")
      + " fragment F\(steps) on Query { x }"
  }

  @Test("Fragments that spread each other twice, forty deep, are looked at once each")
  func doublingFragments() throws {
    let onOneLevel = try run("{ ...F0 } " + doubling(40) { "\($0) \($0)" })
    #expect(onOneLevel.result.response.compactText == "{\"data\":{\"x\":7}}")
    #expect(onOneLevel.asked == 1)
    let inFields = try run("{ ...F0 } " + doubling(40) { "self { \($0) } self { \($0) }" })
    #expect(inFields.result.errors == [])
    #expect(inFields.asked == 41)
    let inInline = try run("{ ...F0 } " + doubling(40) { "... on Query { \($0) } ... { \($0) ... { \($0) } }" })
    #expect(inInline.asked == 1)
  }

  @Test("Fragments that double the response end at the bound on its size")
  func doublingResponse() throws {
    let limits = ExecutionLimits(values: 5_000)
    let (result, asked) = try run("{ ...F0 } " + doubling(40) { "a: self { \($0) } b: self { \($0) }" }, limits: limits)
    #expect(result.data == .null)
    #expect(result.errors.map(\.message) == ["Response has more than 5000 values. Execution aborted."])
    #expect(asked <= 5_000)
  }

  @Test(
    "Fragments that defer each other twice are looked at once for each directive",
    arguments: [IncrementalDelivery.once, .fragmentwise])
  func doublingDeferred(delivery: IncrementalDelivery) throws {
    let query = "{ ...F0 } " + doubling(40) { "\($0) @defer \($0) @defer" }
    let (parts, asked, errors) = try runInParts(query, delivery)
    #expect(errors == [])
    #expect(parts <= 82)
    #expect(asked <= 81)
  }

  @Test("A long chain of deferred fragments does not use up the stack", arguments: [IncrementalDelivery.once])
  func deferredChain(delivery: IncrementalDelivery) throws {
    let query =
      "{ ...F0 } "
      + (0..<3_000).map { "fragment F\($0) on Query { a\($0): x ...F\($0 + 1) @defer }" }.joined(separator: " ")
      + " fragment F3000 on Query { x }"
    let (parts, asked, errors) = try runInParts(query, delivery)
    #expect(errors == [])
    #expect(parts == 3_001)
    #expect(asked == 3_001)
  }

  @Test("A deferred fragment in each of many items is one part each")
  func manyDeliveries() throws {
    let (parts, asked, errors) = try runInParts("{ all { ... @defer { x } } }", .once)
    #expect(errors == [])
    #expect(parts == 1_001)
    #expect(asked == 1_001)
  }

  @Test("A big list is completed and streamed item by item")
  func bigList() throws {
    let whole = try run("{ ints }")
    #expect(whole.result.data?["ints"]?.arrayValue?.count == 50_000)
    let streamed = try runInParts("{ ints @stream(initialCount: 45000) }", .once)
    #expect(streamed.parts == 5_001)
    #expect(streamed.asked == 1)
  }

  @Test("Lists in lists end at the bound on the response's size")
  func nestedLists() throws {
    let (result, asked) = try run("{ all { all { all { all { x } } } } }", limits: ExecutionLimits(values: 20_000))
    #expect(result.errors.map(\.message) == ["Response has more than 20000 values. Execution aborted."])
    #expect(asked <= 20_000)
  }

  @Test("The bound on depth holds for deferred parts")
  func deferredDepth() throws {
    let fragments = (0..<300).map { "fragment F\($0) on Query { self { ...F\($0 + 1) @defer } }" }
    let query = "{ ...F0 } " + fragments.joined(separator: " ") + " fragment F300 on Query { x }"
    let (parts, asked, errors) = try runInParts(query, .once)
    #expect(errors == ["Response nests more than 100 objects deep."])
    #expect(parts == 100)
    #expect(asked == 100)
  }
}
