import GraphQLLanguage
import GraphQLSchema
import Testing

/// Documents without a conflict for which comparing fields pair by pair would take hours, or more stack than there is.
/// The rule used to give up on most of them with an error.
@Suite("Hardening: field merging")
struct FieldMergingHardeningTests {
  @Test("documents without conflicts are found to be so, however they are built", arguments: Contrived.allCases)
  func withoutConflict(_ kind: Contrived) throws {
    #expect(try overlaps(kind.text(200)) == [])
  }

  @Test("one conflict among thousands of equal fields is found, in the reference's order")
  func oneAmongMany() throws {
    let many = String(repeating: "friends { name } ", count: 3_000)
    let found = try overlaps("{ dog { \(many) a: name a: mood } }")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(#"Fields "a" conflict because "name" and "mood" are different fields."#) == true)
  }

  @Test("equal leaves that conflict with another are all named, as the reference does")
  func repeatedConflict() throws {
    let many = String(repeating: "x: name ", count: 40)
    #expect(try overlaps("{ dog { \(many) x: mood } }").count == 40)
  }

  @Test("where there are more conflicts than errors may be, the first ones are reported, and that there are more")
  func tooMany() throws {
    let many = (0..<2_000).map { $0 % 2 == 0 ? "a: name " : "a: mood " }.joined()
    let found = try overlaps("{ dog { \(many) } }")
    #expect(found.count == 1_001)
    #expect(found.last == "Too many validation errors, error limit reached. Validation aborted. ()")
  }

  @Test("a conflict at the end of two long chains of fragments is found or said to be too deep")
  func deepConflict() throws {
    for (depth, message) in [(20, #"Fields "friends" conflict because"#), (400, "Validation aborted: fields to be")] {
      let text =
        "{ dog { ...F0 ...G0 } } "
        + (0..<depth).map { number in
          ["F", "G"].map { "fragment \($0)\(number) on Dog { friends { ... on Dog { ...\($0)\(number + 1) } } } " }
            .joined()
        }.joined() + "fragment F\(depth) on Dog { x: name } fragment G\(depth) on Dog { x: mood }"
      let found = try overlaps(text)
      #expect(found.last?.hasPrefix(message) == true, "\(depth): \(found)")
    }
  }

  @Test("an argument given twice is compared as the reference does: with the last of the other field's")
  func repeatedArgument() throws {
    #expect(try overlaps("{ dog { name(upper: true, upper: true) name(upper: true, upper: true) } }") == [])
    #expect(try overlaps("{ dog { name(upper: true, upper: true) name(upper: true, upper: false) } }").count == 1)
    #expect(try overlaps("{ dog { name(upper: true, upper: false) name(upper: true, upper: false) } }").count == 1)
  }

  private func overlaps(_ text: String) throws -> [String] {
    let rules = ValidationRule.specified.filter { $0.name == "OverlappingFieldsCanBeMerged" }
    return try validationErrors(text, rules: rules, limits: ParserLimits(maximumTokens: nil))
  }
}

/// Ways to build documents without a conflict; a comparison of pairs takes at least the square of the size for each.
enum Contrived: String, CaseIterable, Sendable {
  case equalFields, equalFieldsWithArguments, equalFieldsWithSelections, aliases, chain, lattice, latticeOfEqualKeys
  case pairsOfChains, ring, completeGraph, operationsTimesFragments, abstractAmongObjects, sharedFragment

  func text(_ count: Int) -> String {
    switch self {
    case .equalFields: "{ dog { \(each(20 * count) { _ in "name " }) } }"
    case .equalFieldsWithArguments: "{ dog { \(each(20 * count) { _ in "name(upper: true) " }) } }"
    case .equalFieldsWithSelections: "{ dog { \(each(10 * count) { _ in "friends { name friends { name } } " }) } }"
    case .aliases: "{ dog { \(each(50 * count) { "a\($0): name " }) } }"
    case .chain: start + each(10 * count) { "fragment F\($0) on Dog { name ...F\($0 + 1) } " } + last(10 * count)
    case .lattice:
      start + each(count) { fragment($0, "f: friends { \(next($0)) } g: friends { \(next($0)) }") } + last(count)
    case .latticeOfEqualKeys:
      start + each(count) { fragment($0, "f: friends { \(next($0)) } f: friends { \(next($0)) }") } + last(count)
    case .pairsOfChains:
      "{ dog { ...F0 ...G0 } } " + each(count) { fragment($0, "friends { \(next($0)) }") } + last(count)
        + each(count) { fragment($0, "friends { \(next($0)) }").replacing("F", with: "G") }
        + last(count).replacing("F", with: "G")
    case .ring: start + each(count) { "fragment F\($0) on Dog { name ...F\(($0 + 1) % count) } " }
    case .completeGraph:
      start + each(50) { number in "fragment F\(number) on Dog { a\(number): name \(each(50) { "...F\($0) " }) } " }
    case .operationsTimesFragments:
      each(count) { "query Q\($0) { dog { ...F0 } } " }
        + each(count) { "fragment F\($0) on Dog { name ...F\($0 + 1) } " } + last(count)
    case .abstractAmongObjects:
      "{ pet(id: 1) { "
        + each(count) { _ in "friends { name } ... on Dog { friends { a: name } } ... on Cat { friends { b: name } } " }
        + "} }"
    case .sharedFragment:
      "{ " + each(count) { "a\($0): dog { ...F0 x: \($0 % 2 == 0 ? "name" : "mood") } " } + "} "
        + each(5) { "fragment F\($0) on Dog { name ...F\($0 + 1) } " } + last(5)
    }
  }

  private var start: String { "{ dog { ...F0 } } " }
  private func last(_ number: Int) -> String { "fragment F\(number) on Dog { name } " }
  private func next(_ number: Int) -> String { "... on Dog { ...F\(number + 1) }" }
  private func fragment(_ number: Int, _ fields: String) -> String { "fragment F\(number) on Dog { \(fields) } " }
  private func each(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }
}
