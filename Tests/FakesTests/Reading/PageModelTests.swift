import GraphQLExecution
import GraphQLSchema
import OrderedJSON
import Testing

@testable import FakeValues
@testable import Fakes

/// Pages against a plain model of them, which works on lists of keys and knows nothing of the reader.
@Suite("Reading lists: pages")
struct PageModelTests {
  /// A list of things without a schema around it.
  struct Numbers: ReadableWorld {
    func leaf(_ field: SchemaField, of member: Int) -> JSON { .int(member) }
    func related(_ field: SchemaField, of member: Int) -> [Int] { [] }
    func type(of member: Int) -> SchemaType { thing }
    func key(of member: Int) -> String { "k\(member)" }
    let thing = SchemaType(name: "Thing", kind: .object, fields: [SchemaField(name: "id", type: .named("ID"))])
  }

  static func plan(_ arguments: [(String, String)]) throws -> ListPlan {
    let list = arguments.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
    let sdl = "type Thing { id: ID! } type Query { things(\(list)): [Thing!]! }"
    return try ListCase(sdl: sdl, field: "things", of: "Thing", world: "{}").plan
  }

  static let relay = [("first", "Int"), ("after", "String"), ("last", "Int"), ("before", "String")]

  /// The connection algorithm of the Relay specification, step by step, on an array that shrinks.
  static func relayModel(
    _ all: [Int], first: Int?, after: Int?, last: Int?, before: Int?
  ) -> (items: [Int], hasNext: Bool, hasPrevious: Bool) {
    var edges = all
    let hasAfter = after.map(edges.contains) ?? false
    while let after, hasAfter, edges.contains(after) { edges.removeFirst() }
    let hasBefore = before.map(edges.contains) ?? false
    while let before, hasBefore, edges.contains(before) { edges.removeLast() }
    let afterCursors = edges.count
    if let first { while edges.count > first { edges.removeLast() } }
    if let last { while edges.count > last { edges.removeFirst() } }
    let hasPrevious = last == nil ? hasAfter : afterCursors > (last ?? 0)
    let hasNext = first == nil ? hasBefore : afterCursors > (first ?? 0)
    return (edges, hasNext, hasPrevious)
  }

  @Test("cursors, first and last as in the Relay specification's algorithm", arguments: 0..<8)
  func relay(count: Int) throws {
    let plan = try Self.plan(Self.relay)
    let all = Array(0..<count).map { ($0 * 7 + 3) % 23 }
    var draw = Draw(StableHash().with("relay").with(UInt64(count)))
    for _ in 0..<400 {
      func size() -> Int? { draw.chance(40) ? nil : draw.below(count + 3) }
      // Now and then one that is not in the list.
      func cursor() -> Int? { draw.chance(50) ? nil : draw.chance(15) ? 99 : draw.pick(all) }
      let (first, last, after, before) = (size(), size(), cursor(), cursor())
      var arguments: [JSONObject.Member] = []
      if let first { arguments.append(.init("first", .int(first))) }
      if let last { arguments.append(.init("last", .int(last))) }
      if let after { arguments.append(.init("after", .string(Cursor.text(forKey: "k\(after)")))) }
      if let before { arguments.append(.init("before", .string("k\(before)"))) }
      let page = try plan.request(JSONObject(arguments)).read(all, in: Numbers())
      let model = Self.relayModel(all, first: first, after: after, last: last, before: before)
      let what = "\(all) first \(first as Any) after \(after as Any) last \(last as Any) before \(before as Any)"
      #expect(page.items == model.items, "\(what)")
      #expect(page.hasNext == model.hasNext, "\(what)")
      #expect(page.hasPrevious == model.hasPrevious, "\(what)")
      #expect(page.totalCount == count)
      #expect(Array(all[page.offset...].prefix(page.items.count)) == page.items, "\(what)")
    }
  }

  @Test(
    "sizes, offsets and page numbers in every spelling",
    arguments: [
      ("first", "skip"), ("limit", "offset"), ("take", "skip"), ("pageSize", "page"), ("per_page", "page"),
      ("perPage", "page"), ("size", "page"), ("top", "skip"), ("count", "start"), ("max", "offset"),
      ("limit", "pageIndex"), ("maxResults", "start_index"), ("page_size", "page_number"),
    ])
  func windows(size: String, place: String) throws {
    let plan = try Self.plan([(size, "Int"), (place, "Int")])
    #expect(plan.unread.isEmpty)
    let isPage = place.hasPrefix("page")
    for count in 0..<7 {
      let all = Array(0..<count)
      for length in 0..<5 {
        for number in 0..<6 {
          let start = !isPage ? number : place == "pageIndex" ? number * length : max(0, number - 1) * length
          let expected = all.enumerated().filter { $0.offset >= start && $0.offset < start + length }.map(\.element)
          let page = try plan.request([size: .int(length), place: .int(number)]).read(all, in: Numbers())
          #expect(page.items == expected, "\(size) \(length), \(place) \(number) of \(count)")
          #expect(page.totalCount == count)
          #expect(page.pageSize == length)
          // `skip: 0` is no offset; everything else tells of both neighbours.
          if start > 0 {
            #expect(page.hasPrevious == (min(start, count) > 0))
            #expect(page.hasNext == (start + length < count))
          }
          if isPage, length > 0, start < count {
            #expect(page.currentPage == start / length + 1)
            #expect(page.lastPage == (count + length - 1) / length)
          }
        }
      }
    }
  }

  @Test(
    "only a page's number: ten items", arguments: [(1, 0..<10), (2, 10..<20), (3, 20..<25), (4, 25..<25), (0, 0..<10)])
  func onlyPage(number: Int, expected: Range<Int>) throws {
    let plan = try Self.plan([("page", "Int"), ("perPage", "Int")])
    let page = try plan.request(["page": .int(number)]).read(Array(0..<25), in: Numbers())
    #expect(page.items == Array(expected))
    #expect(page.lastPage == 3)
    #expect(try plan.request([:]).read(Array(0..<25), in: Numbers()).items.count == 25, "nothing asked, nothing cut")
  }

  @Test("pages walked forwards and backwards hold every member once, in order", arguments: 1...9)
  func walks(size: Int) throws {
    let plan = try Self.plan(Self.relay)
    let all = Array(0..<20)
    var forwards: [Int] = []
    var arguments: JSONObject = ["first": .int(size)]
    while true {
      let page = try plan.request(arguments).read(all, in: Numbers())
      forwards += page.items
      #expect(page.hasNext == (forwards.count < all.count))
      #expect(page.hasPrevious == (forwards.count > size))
      guard page.hasNext, let end = page.items.last, forwards.count < all.count else { break }
      arguments = ["first": .int(size), "after": .string(Cursor.text(forKey: "k\(end)"))]
    }
    #expect(forwards == all)
    var backwards: [Int] = []
    arguments = ["last": .int(size)]
    while true {
      let page = try plan.request(arguments).read(all, in: Numbers())
      backwards = page.items + backwards
      #expect(page.hasPrevious == (backwards.count < all.count))
      guard page.hasPrevious, let start = page.items.first, backwards.count < all.count else { break }
      arguments = ["last": .int(size), "before": .string(Cursor.text(forKey: "k\(start)"))]
    }
    #expect(backwards == all)
  }

  @Test(
    "a negative size is refused",
    arguments: [("first", "-1"), ("last", "-3"), ("limit", "-1"), ("skip", "-1"), ("page", "-2"), ("pageSize", "-9")])
  func negative(name: String, value: String) throws {
    let plan = try Self.plan([(name, "Int")])
    let arguments = JSONObject([.init(name, .number(JSONNumber(validated: value)))])
    #expect(throws: FieldFailure("Argument \"\(name)\" is \(value), but must not be negative.")) {
      try plan.request(arguments)
    }
  }

  @Test("numbers beyond all bounds neither trap nor wrap")
  func huge() throws {
    let plan = try Self.plan([("first", "Int"), ("skip", "Int"), ("page", "Int")])
    for text in ["9223372036854775807", "2147483647", "1e18", "1e400"] {
      for names in [["first"], ["skip"], ["page"], ["first", "skip"], ["first", "page"], ["first", "skip", "page"]] {
        let arguments = JSONObject(names.map { .init($0, .number(JSONNumber(validated: text))) })
        #expect(try plan.request(arguments).read([1, 2, 3], in: Numbers()).totalCount == 3)
      }
    }
  }

  @Test(
    "a cursor is opaque, and comes back as the key", arguments: ["", "1", "CA", "k ü", "a/b?c=d", "日本", "cursor:1"])
  func cursors(key: String) {
    let cursor = Cursor.text(forKey: key)
    #expect(Cursor.key(of: cursor) == key)
    #expect(cursor != key)
    #expect(cursor.utf8.allSatisfy { $0 == 0x2D || $0 == 0x5F || (0x30...0x7A).contains($0) })
    #expect(Cursor.key(of: key) == key, "a bare key is accepted")
  }

  @Test("cursors are pinned: they are in the recordings of who tests with them")
  func pinned() {
    #expect(Cursor.text(forKey: "25") == "Y3Vyc29yOjI1")
    #expect(Cursor.text(forKey: "1") == "Y3Vyc29yOjE")
    #expect(Cursor.text(forKey: "?>~") == "Y3Vyc29yOj8-fg")
  }
}
