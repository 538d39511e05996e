import GraphQLLanguage
import Testing

/// Texts that nest, as deep as the parser lets them and far deeper.
@Suite("Hardening: nesting")
struct DeepTextTests {
  @Test("100,000 levels of any kind are refused, with a place, on a small stack", arguments: Nesting.allCases)
  func tooDeep(_ nesting: Nesting) async throws {
    for text in [nesting.text(100_000), nesting.text(100_000, isClosed: false)] {
      let message = try await onSmallStack {
        do {
          _ = try parse(SourceText(text), limits: ParserLimits(maximumTokens: nil))
          return "parsed"
        } catch {
          return "\(error)"
        }
      }
      #expect(message.contains("Document nests more than 200 levels deep. Parsing aborted."))
    }
  }

  @Test(
    "the deepest documents are printed, compared, hashed, made canonical and let go on a small stack",
    arguments: Nesting.allCases)
  func deepest(_ nesting: Nesting) async throws {
    let text = nesting.text(198)
    let isSame = try await onSmallStack {
      let document = try parse(SourceText(text), limits: .schema)
      let copy = try parse(SourceText(document.printed()), limits: .schema)
      var differs = copy
      differs.definitions.removeAll()
      if !document.operations.isEmpty {
        let canonical = try CanonicalOperation(of: document, operationName: nil)
        let again = try parse(SourceText(utf8: canonical.text), limits: .schema)
        guard try CanonicalOperation(of: again, operationName: nil).text == canonical.text else { return false }
      }
      return document == copy && document.hashValue == copy.hashValue && document != differs
    }
    #expect(isSame)
  }

  @Test("texts of half a megabyte are read whole", arguments: Bulk.allCases)
  func bulk(_ bulk: Bulk) throws {
    let source = SourceText(bulk.text)
    #expect(source.utf8.count > 490_000)
    let document = try parse(source, limits: ParserLimits(maximumTokens: nil))
    #expect(document.operations.count == 1)
    #expect(throws: SyntaxError.self) {
      try parse(SourceText(bulk.text + "}"), limits: ParserLimits(maximumTokens: nil))
    }
  }

  @Test("a request of too many tokens is refused before it is read whole")
  func tooManyTokens() throws {
    let text = "{ " + String(repeating: "a ", count: 200_001)
    let error = #expect(throws: SyntaxError.self) { try parse(SourceText(text)) }
    #expect(error?.message == "Syntax Error: Document contains more that 200000 tokens. Parsing aborted.")
  }

  @Test("ten thousand fragments that spread the next, or all one, become canonical")
  func manyFragments() throws {
    let limits = ParserLimits(maximumTokens: nil)
    let chain =
      "{ ...F0 } " + (0..<10_000).map { "fragment F\($0) on T { ...F\(($0 + 1) % 10_000) } " }.joined()
    let canonical = try CanonicalOperation(of: try parse(SourceText(chain), limits: limits), operationName: nil)
    #expect(try parse(SourceText(utf8: canonical.text), limits: limits).fragments.count == 10_000)
  }
}

/// What can be nested.
enum Nesting: String, CaseIterable, Sendable {
  case lists, objects, selectionSets, inlineFragments, types, defaults, definedTypes, definedDefaults

  func text(_ depth: Int, isClosed: Bool = true) -> String {
    func nested(
      _ start: String, _ open: String, _ middle: String, _ close: String, _ end: String, every levels: Int = 1
    ) -> String {
      start + String(repeating: open, count: depth / levels)
        + (isClosed ? middle + String(repeating: close, count: depth / levels) + end : "")
    }
    return switch self {
    case .lists: nested("{ a(b: ", "[", "1", "]", ") }")
    case .objects: nested("{ a(b: ", "{a:", "1", "}", ") }")
    case .selectionSets: nested("", "{ a ", "{ b }", "}", "")
    case .inlineFragments: nested("{ ", "... {", "a", "}", "}")
    case .types: nested("query ($a: ", "[", "A", "]!", ") { a }")
    case .defaults: nested("query ($a: A = ", "[{a:", "1", "}]", ") { a }", every: 2)
    case .definedTypes: nested("type A { a: ", "[", "A", "]", " }")
    case .definedDefaults: nested("input A { a: A = ", "{a:", "1", "}", " }")
    }
  }
}

/// Ways for a text to be large.
enum Bulk: String, CaseIterable, Sendable {
  case string, blockString, comment, comments, fields, list, arguments, directives, commas

  var text: String {
    switch self {
    case .string: "{ a(b: \"" + String(repeating: "x\\n", count: 170_000) + "\") }"
    case .blockString: "{ a(b: \"\"\"" + String(repeating: "  x\n", count: 130_000) + "\"\"\") }"
    case .comment: "{ a #" + String(repeating: "x", count: 500_000) + "\n}"
    case .comments: "{ a " + String(repeating: "#x\n", count: 170_000) + "\n}"
    case .fields: "{ " + String(repeating: "a { b } ", count: 63_000) + "}"
    case .list: "{ a(b: [" + String(repeating: "12345, ", count: 72_000) + "]) }"
    case .arguments: "{ a(" + String(repeating: "argument: 1 ", count: 42_000) + ") }"
    case .directives: "{ a " + String(repeating: "@directive ", count: 46_000) + "}"
    case .commas: "{ a " + String(repeating: ",", count: 500_000) + "}"
    }
  }
}
