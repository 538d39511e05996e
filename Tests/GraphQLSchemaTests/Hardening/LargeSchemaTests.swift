import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

/// Schemas that are large, or wrong in thousands of places.
@Suite("Hardening: schemas")
struct LargeSchemaTests {
  @Test("a schema of 60,000 lines loads, prints and loads again as the same")
  func manyLines() throws {
    let text =
      "type Query { q: T0 }\n"
      + each(6_000) { type in
        "\"Of kind \(type).\"\ntype T\(type) {\n"
          + each(7) { "  f\($0)(a: Int = \($0)): T\((type + $0) % 6_000)\n" } + "}\n"
      }
    let schema = try Schema(sdl: SourceText(text))
    #expect(schema.types.count == 6_001 && schema.warnings.isEmpty)
    #expect(try Schema(sdl: SourceText(schema.printed())) == schema)
  }

  @Test("defaults that double each other are refused before they are worked out")
  func doublingDefaults() throws {
    func text(_ count: Int) -> String {
      (0..<count).map { "input A\($0) { a: A\($0 + 1) = {} b: A\($0 + 1) = {} }\n" }.joined()
        + "input A\(count) { z: Int = 1 } type Query { q(x: A0 = {}): Int }"
    }
    let error = #expect(throws: SchemaError.self) { try Schema(sdl: SourceText(text(40))) }
    let message = " comes to more than 10000 values with the defaults in it."
    #expect(error?.problems.isEmpty == false)
    #expect(error?.problems.allSatisfy { $0.message.hasSuffix(message) } == true)
    #expect(error?.problems.first?.message == "The default value of A27.a\(message)")
    #expect(try Schema(sdl: SourceText(text(8))).types.count == 10)
    let list = "input A { z: Int = 1 } type Query { q(x: [A] = [\(String(repeating: "{}", count: 6_000))]): Int }"
    let listed = #expect(throws: SchemaError.self) { try Schema(sdl: SourceText(list)) }
    #expect(listed?.problems.map(\.message) == ["The default value of Query.q(x:)\(message)"])
  }

  @Test("chains and cycles of thousands of types are looked through on a small stack", arguments: Chain.allCases)
  func chains(_ chain: Chain) async throws {
    let source = SourceText("type Query { q(a: N0): Int } " + chain.text(2_000).replacing("} ", with: "}\n"))
    let problems = try await onSmallStack {
      do throws(SchemaError) {
        _ = try Schema(sdl: source)
        return [SchemaProblem]()
      } catch {
        return error.problems
      }
    }
    #expect(problems.count == chain.problems)
    #expect(problems.first?.message.hasPrefix(chain.message) ?? chain.message.isEmpty, "\(problems.first as Any)")
  }

  @Test("more than a thousand findings: the first thousand, and how many more there are")
  func manyFindings() throws {
    for (text, last) in [
      (each(1_200) { "type T\($0) { a: X\($0) } " }, "There are 200 more errors, which are not listed."),
      (each(1_200) { _ in "type T { a: Int } " }, "There are 199 more errors, which are not listed."),
      (each(1_200) { "extend type X\($0) { a: Int } " }, "There are 200 more errors, which are not listed."),
      (
        "interface I { " + each(1_200) { "a\($0): Int " } + "} type T implements I { b: Int }",
        "There are 200 more errors, which are not listed."
      ),
    ] {
      let error = #expect(throws: SchemaError.self) {
        try Schema(
          sdl: SourceText(
            "type Query { q: Int }\n" + text.replacing("Int ", with: "Int\n").replacing("} ", with: "}\n")))
      }
      #expect(error?.problems.count == 1_001)
      #expect(error?.problems.last?.description == last)
    }
  }

  @Test("many interfaces, each of which implements all before it, and one that leaves one out")
  func manyInterfaces() throws {
    func text(_ lacking: (Int, Int)?) -> String {
      "type Query { q: Int }\n"
        + each(120) { type in
          let all = (0..<type).filter { lacking?.0 != type || lacking?.1 != $0 }.map { "I\($0)" }
          return "interface I\(type) \(all.isEmpty ? "" : "implements \(all.joined(separator: " & "))") { a: Int }\n"
        }
    }
    #expect(try Schema(sdl: SourceText(text(nil))).warnings.isEmpty)
    let error = #expect(throws: SchemaError.self) { try Schema(sdl: SourceText(text((119, 116)))) }
    #expect(
      error?.problems.map(\.message) == [
        "Type I119 must implement I116 because it is implemented by I117.",
        "Type I119 must implement I116 because it is implemented by I118.",
      ])
  }

  @Test("a union of thousands, in a document of thousands of fragments on its members")
  func hugeUnion() throws {
    let members = (0..<3_000).map { "T\($0)" }
    let schema = try Schema(
      sdl: SourceText(
        "type Query { u: U v: V } union U = \(members.joined(separator: "|")) union V = "
          + members.reversed().joined(separator: "|") + each(3_000) { " type T\($0) { a: Int }" }))
    let spreads = members.map { "... on \($0) { a } " }.joined()
    let source = SourceText("{ u { \(spreads) ... on V { \(spreads) ... on U { __typename b } } } }")
    let document = try parse(source, limits: ParserLimits(maximumTokens: nil))
    let errors = schema.validate(document, source: source)
    #expect(errors.map(\.message) == [#"Cannot query field "b" on type "U"."#])
  }

  @Test("a list in lists as deep as JSON may be is a type mismatch or a value, not a crash")
  func deepVariables() async throws {
    let schema = try Schema(sdl: SourceText("type Query { q(a: In, l: [Int]): Int } input In { a: [In] }"))
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let objects = String(repeating: #"{"a":"#, count: 500) + "null" + String(repeating: "}", count: 500)
    let document = try parse(SourceText("query ($a: In, $l: [Int]) { q(a: $a, l: $l) }"))
    let failed = try await onSmallStack {
      try [deep, objects].map { text in
        let value = try JSON.parse(text: text)
        let operation = try document.operation(named: nil)
        do {
          _ = try schema.coerceVariables(["a": value, "l": value], of: operation)
          return false
        } catch { return true }
      }
    }
    #expect(failed == [true, true])
    let tooDeep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSON.parse(text: tooDeep) }
  }

  private func each(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }
}

/// Types that lead to types.
enum Chain: String, CaseIterable, Sendable {
  case inputChain, inputCycle, inputComplete, defaults, interfaceChain, interfaceCycle, directiveCycle

  func text(_ count: Int) -> String {
    let each = { (count: Int, text: (Int) -> String) in (0..<count).map(text).joined() }
    let input = "input N0 { a: Int } "
    return switch self {
    case .inputChain: each(count) { "input N\($0) { a: N\($0 + 1)! } " } + "input N\(count) { a: Int }"
    case .inputCycle: each(count) { "input N\($0) { a: N\(($0 + 1) % count)! } " }
    case .inputComplete: each(60) { "input N\($0) { " + each(60) { "a\($0): N\($0)! " } + "} " }
    case .defaults: each(count) { "input N\($0) { a: N\($0 + 1) = {} } " } + "input N\(count) { a: Int = 1 }"
    case .interfaceChain:
      input + "interface I0 { a: Int } "
        + each(count) { "interface I\($0 + 1) implements I\($0) { a: Int } " }
    case .interfaceCycle: input + each(count) { "interface I\($0) implements I\(($0 + 1) % count) { a: Int } " }
    case .directiveCycle:
      input + each(count) { "directive @d\($0)(a: Int @d\(($0 + 1) % count)) on ARGUMENT_DEFINITION " }
    }
  }

  /// How many problems there are to report.
  var problems: Int {
    switch self {
    case .inputChain, .directiveCycle: 0
    case .inputCycle: 1
    case .inputComplete, .interfaceChain, .interfaceCycle: 1_001
    case .defaults: 20
    }
  }

  var message: String {
    switch self {
    case .inputChain, .directiveCycle: ""
    case .inputCycle, .inputComplete: #"Cannot reference Input Object "N0" within itself"#
    case .defaults: "Default values of input fields lead to each other more than 100 levels deep."
    case .interfaceChain: "Type I2 must implement I0 because it is implemented by I1."
    case .interfaceCycle: "Type I0 must implement I2 because it is implemented by I1."
    }
  }
}
