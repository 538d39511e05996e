import Foundation
import GraphQLLanguage
import Testing

@Suite("Limits of the parser")
struct LimitsTests {
  @Test func `stop at the token after the last one allowed, in the reference's words`() {
    let text = "{ a b(c: 1) }"
    #expect(outcome(of: text, limits: ParserLimits(maximumTokens: 9)).message == nil)
    let tooMany = outcome(of: text, limits: ParserLimits(maximumTokens: 8))
    let message = "Syntax Error: Document contains more that 8 tokens. Parsing aborted."
    #expect(tooMany == Outcome(message: message, line: 1, column: 13))
  }

  @Test func `allow requests 200,000 tokens and schemas any number`() {
    func fields(_ count: Int) -> String { "{" + String(repeating: " a", count: count) + " }" }
    #expect(outcome(of: fields(199_998)).message == nil)
    let message = "Syntax Error: Document contains more that 200000 tokens. Parsing aborted."
    #expect(outcome(of: fields(199_999)).message == message)
    #expect(outcome(of: fields(199_999), limits: .schema).message == nil)
  }

  @Test func `do not count comments, commas and the end`() {
    #expect(outcome(of: "{ # one\n a, , ,b }", limits: ParserLimits(maximumTokens: 4)).message == nil)
  }

  @Test(arguments: Nest.allCases)
  func `stop at the level after the last one allowed`(_ nest: Nest) {
    #expect(outcome(of: nest.text(depth: 200)).message == nil)
    let tooDeep = outcome(of: nest.text(depth: 201))
    #expect(tooDeep.message == "Syntax Error: Document nests more than 200 levels deep. Parsing aborted.")
    #expect(outcome(of: nest.text(depth: 9), limits: ParserLimits(maximumTokens: nil, maximumDepth: 9)).message == nil)
    #expect(outcome(of: nest.text(depth: 10), limits: ParserLimits(maximumTokens: nil, maximumDepth: 9)).message != nil)
  }

  @Test func `count levels one in another, not one after the other`() {
    let text = "{" + String(repeating: " a(b: [[1]]) { c }", count: 300) + "}"
    #expect(outcome(of: text, limits: ParserLimits(maximumTokens: nil, maximumDepth: 3)).message == nil)
  }

  @Test func `count selections, values and types together`() {
    let text = "query($a: [[A]] = [[1]]) { a { b(c: [{d: [1]}]) } }"
    #expect(outcome(of: text, limits: ParserLimits(maximumTokens: nil, maximumDepth: 5)).message == nil)
    #expect(outcome(of: text, limits: ParserLimits(maximumTokens: nil, maximumDepth: 4)).message != nil)
  }

  @Test(arguments: ["{", "{a", "{...{", "{a(b:[", "{a(b:{c:", "{a(b:[{c:", "query($a:[", "type A{b(c:[", "{a@b(c:["])
  func `keep endless nesting from the stack, however much of it comes`(_ piece: String) {
    let text = String(repeating: piece, count: 100_000)
    #expect(outcome(of: text, limits: ParserLimits(maximumTokens: nil)).message != nil)
  }

  @Test(arguments: Nest.allCases)
  func `let everything that walks a tree fit a stack of 512 kB`(_ nest: Nest) async {
    let isSound = await onThread(stackSize: 512 << 10) {
      do {
        let document = try parse(SourceText(nest.text(depth: 200)))
        let other = try parse(SourceText(nest.text(depth: 200)))
        let canonical = try CanonicalOperation(of: document, operationName: nil)
        var counter = NodeCounter()
        document.visit(with: &counter)
        return try document == other && document.hashValue == other.hashValue
          && parse(SourceText(document.printed())) == document
          && CanonicalOperation(of: parse(SourceText(utf8: canonical.text)), operationName: nil).text == canonical.text
          && document.separated(operation: canonical.operation) == document && counter.count > 90
      } catch {
        return false
      }
    }
    #expect(isSound)
  }

  /// The ways to nest.
  enum Nest: String, CaseIterable {
    case fields, inlineFragments, lists, objects, types, mixed

    /// An executable document that nests so many levels deep.
    func text(depth: Int) -> String {
      func repeated(_ open: String, _ middle: String, _ close: String, _ count: Int) -> String {
        String(repeating: open, count: count) + middle + String(repeating: close, count: count)
      }
      return switch self {
      case .fields: repeated("{a:b(c:1)@d", "{e}", "}", depth - 1)
      case .inlineFragments: repeated("{...on A@b(c:1)", "{d}", "}", depth - 1)
      case .lists: "{a(b:" + repeated("[", "1", "]", depth - 1) + ")}"
      case .objects: "{a(b:" + repeated("{c:", "1", "}", depth - 1) + ")}"
      case .types:
        "query($a:" + repeated("[", "A", "]!", depth) + "){" + repeated("a{", "b", "}", min(depth, 100) - 1) + "}"
      case .mixed:
        // A list more for an odd depth; two lists of objects; pairs of a field and an inline fragment for the rest.
        repeated("{a{...", "{b(c:" + repeated("[", "[{d:[{d:1}]}]", "]", 1 + depth % 2) + ")}", "}}", (depth - 6) / 2)
      }
    }
  }
}

/// Runs on a thread whose stack has this many bytes.
private func onThread(stackSize: Int, _ body: @escaping @Sendable () -> Bool) async -> Bool {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = stackSize
    thread.start()
  }
}

/// Counts what it enters.
private struct NodeCounter: DocumentVisitor {
  var count = 0

  mutating func enter(_: SelectionSet) -> VisitStep { counted() }
  mutating func enter(_: Value) -> VisitStep { counted() }

  private mutating func counted() -> VisitStep {
    count += 1
    return .descend
  }
}
