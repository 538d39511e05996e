import OrderedJSON
import Testing

@testable import FakeValues
@testable import Fakes

/// What holds for every filter and ordering, on filters and orderings drawn at random.
@Suite("Reading lists: properties")
struct ReadingPropertyTests {
  /// A filter of articles in Hasura's words, up to a depth.
  private func filter(_ draw: inout Draw, depth: Int) -> JSON {
    func text() -> JSON { .string(draw.pick(["Alpha", "beta", "a", "", "%a%", "Gamma", "m", "é"])) }
    func leaf() -> JSON {
      switch draw.below(9) {
      case 0: ["title": .object([draw.pick(["_eq", "_neq", "_gt", "_lte", "_like", "_ilike"]): text()])]
      case 1:
        draw.chance(40) ? ["subtitle": ["_eq": .null]] : ["subtitle": .object([draw.pick(["_eq", "_nlike"]): text()])]
      case 2: ["score": .object([draw.pick(["_eq", "_gt", "_gte", "_lt", "_lte"]): .int(draw.below(9))])]
      case 3: ["title": .object([draw.pick(["_in", "_nin"]): .array([text(), .null, text()])])]
      case 4: ["author": ["name": .object(["_eq": .string(draw.pick(["Ann", "Ben"]))])]]
      case 5: ["comments": ["text": .object(["_in": .array([.string(draw.pick(["x", "z"]))])])]]
      case 6: ["tags": ["_contains": .array([.string(draw.pick(["a", "b", "c"]))])]]
      case 7: ["price": .object([draw.pick(["_gt", "_lte", "_eq"]): .string(draw.pick(["9.5", "10", "99.999"]))])]
      default: ["author": ["_not": ["age": ["_gt": .int(draw.below(60))]]]]
      }
    }
    guard depth > 0, draw.chance(70) else { return leaf() }
    let parts = (0..<draw.within(1...3)).map { _ in filter(&draw, depth: depth - 1) }
    switch draw.below(3) {
    case 0: return ["_and": .array(parts)]
    case 1: return ["_or": .array(parts)]
    default: return ["_not": parts[0]]
    }
  }

  private func list() throws -> ListCase {
    try DialectTests.articles(
      "where: article_bool_exp, order_by: [article_order_by!], limit: Int, offset: Int", DialectTests.hasura)
  }

  @Test("a filter and its negation part the list; AND is in both and OR in either", arguments: 0..<200)
  func partition(seed: Int) throws {
    let list = try list()
    var draw = Draw(StableHash().with("filters").with(UInt64(seed)))
    func read(_ filter: JSON) throws -> [String] {
      try list.plan.request(["where": filter]).read(list.members, in: list.world).items
    }
    let (left, right) = (filter(&draw, depth: 3), filter(&draw, depth: 2))
    let (inLeft, inRight) = (try read(left), try read(right))
    let rest = try read(["_not": left])
    #expect(list.members.filter { inLeft.contains($0) != rest.contains($0) } == list.members, "\(left.compactText)")
    #expect(try read(["_not": ["_not": left]]) == inLeft)
    #expect(try read(["_and": .array([left, right])]) == inLeft.filter(inRight.contains))
    #expect(
      try read(["_or": .array([left, right])]) == list.members.filter { inLeft.contains($0) || inRight.contains($0) })
  }

  @Test("the random filters take some members and leave others")
  func filtersDiffer() throws {
    let list = try list()
    var counts: [Int: Int] = [:]
    for seed in 0..<200 {
      var draw = Draw(StableHash().with("filters").with(UInt64(seed)))
      let request = try list.plan.request(["where": filter(&draw, depth: 3)])
      counts[request.read(list.members, in: list.world).items.count, default: 0] += 1
    }
    for count in 0...3 { #expect(counts[count, default: 0] > 5, "\(counts)") }
  }

  @Test("every ordering is a permutation, sorted, and keeps equal members as they were", arguments: 0..<120)
  func orderings(seed: Int) throws {
    var draw = Draw(StableHash().with("orders").with(UInt64(seed)))
    let count = draw.below(30)
    var objects: [JSONObject.Member] = []
    for index in 0..<count {
      objects.append(
        .init(
          "Row/\(index)",
          [
            "number": draw.chance(20) ? .null : .int(draw.below(6)),
            "text": draw.chance(20) ? .null : .string(draw.pick(["a", "B", "é", "e\u{301}", "日", "", "10", "9"])),
          ]))
    }
    let sdl = """
      type Row { id: ID! number: Int text: String }
      enum Order { NUMBER_ASC NUMBER_DESC TEXT_ASC TEXT_DESC }
      type Query { rows(sort: [Order!], first: Int, skip: Int): [Row!]! }
      """
    let list = try ListCase(sdl: sdl, field: "rows", of: "Row", world: JSON.object(JSONObject(objects)).compactText)
    let orders = (0..<draw.within(1...3)).map { _ in
      draw.pick(["NUMBER_ASC", "NUMBER_DESC", "TEXT_ASC", "TEXT_DESC"])
    }
    let sorted = try list.plan.request(["sort": .array(orders.map { .string($0) })]).read(list.members, in: list.world)
    #expect(Set(sorted.items) == Set(list.members) && sorted.items.count == count)
    func precedes(_ left: String, _ right: String) -> Bool? {
      for order in orders {
        let field = order.hasPrefix("NUMBER") ? "number" : "text"
        let values = [left, right].map { name in objects.first { $0.name == name }?.value[field] ?? .null }
        let isDescending = order.hasSuffix("DESC")
        switch (values[0], values[1]) {
        case (.null, .null): continue
        case (.null, _): return isDescending
        case (_, .null): return !isDescending
        case (.number(let left), .number(let right)):
          let (left, right) = (left.int ?? 0, right.int ?? 0)
          if left != right { return (left < right) != isDescending }
        case (.string(let left), .string(let right)):
          let scalars = (left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value))
          if scalars.0 != scalars.1 { return scalars.0.lexicographicallyPrecedes(scalars.1) != isDescending }
        default: continue
        }
      }
      return nil
    }
    for (left, right) in zip(sorted.items, sorted.items.dropFirst()) {
      let places = [left, right].map { list.members.firstIndex(of: $0) ?? -1 }
      #expect(precedes(left, right) ?? (places[0] < places[1]), "\(orders): \(left) before \(right)")
    }
    // Pages of an ordered list are the ordered list.
    var pages: [String] = []
    for start in stride(from: 0, to: count, by: 4) {
      pages += try list.plan.request([
        "sort": .array(orders.map { .string($0) }), "first": .int(4), "skip": .int(start),
      ]).read(list.members, in: list.world).items
    }
    #expect(pages == sorted.items)
  }

  @Test("LIKE and glob agree with a plain recursive matcher")
  func wildcards() {
    func model(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "%" {
        return model(pattern.dropFirst(), text) || !text.isEmpty && model(pattern, text.dropFirst())
      }
      guard let character = text.first, first == "_" || first == character else { return false }
      return model(pattern.dropFirst(), text.dropFirst())
    }
    var draw = Draw(StableHash().with("wildcards"))
    var matched = 0
    for _ in 0..<4_000 {
      let pattern = (0..<draw.below(6)).map { _ in draw.pick(["%", "_", "a", "b"]) }.joined()
      let text = (0..<draw.below(7)).map { _ in draw.pick(["a", "b"]) }.joined()
      let expected = model(Array(pattern)[...], Array(text)[...])
      if expected { matched += 1 }
      #expect(WildcardPattern(like: pattern).matches(text) == expected, "\(pattern) on \(text)")
      let glob = String(pattern.map { $0 == "%" ? "*" : $0 == "_" ? "?" : $0 })
      #expect(WildcardPattern(glob: glob).matches(text) == expected, "\(glob) on \(text)")
    }
    #expect(matched > 500 && matched < 3_500)
  }

  @Test("a pattern of many stars takes no time that grows without bound")
  func longPatterns() {
    let pattern = WildcardPattern(like: String(repeating: "%a", count: 200) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
  }
}
