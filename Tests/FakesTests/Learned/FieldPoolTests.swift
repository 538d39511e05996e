import Fakes
import OrderedJSON
import Testing

@Suite("Made-up values after recorded ones")
struct FieldPoolTests {
  /// Books with titles of two, tags one or three at a time, and no subtitle in one of five.
  private static func books(_ count: Int = 10) -> Library.Recorded {
    let books = (1...count).map { number in
      let tags = number % 2 == 0 ? #"["a"]"# : #"["b","c","d"]"#
      let subtitle = number % 5 == 0 ? "null" : #""Part \#(number % 3)""#
      return
        #"{"id":"r\#(number)","title":"\#(number % 2 == 0 ? "Emma" : "Dune")","tags":\#(tags),"subtitle":\#(subtitle)}"#
    }
    return .init(
      "{ books(first: \(count)) { id title tags subtitle } }", #"{"books":[\#(books.joined(separator: ","))]}"#)
  }

  @Test("values, lengths and nulls of made-up objects are drawn from recorded ones; keys are not")
  func drawn() throws {
    let library = try Library([
      Self.books(), .init("{ shelf(first: 1) { totalCount } }", #"{"shelf":{"totalCount":400}}"#),
    ])
    let made = library.data("{ books { id title tags subtitle } }")["books"]?.arrayValue?.dropFirst(10) ?? []
    #expect(made.count == 390)
    #expect(Set(made.compactMap { $0["title"] }) == [.string("Emma"), .string("Dune")])
    #expect(Set(made.compactMap { $0["id"] }).count == 390)
    let tags = made.compactMap { $0["tags"]?.arrayValue }
    #expect(
      Set(tags.flatMap { $0 }) == ["a", "b", "c", "d"].map { JSON.string($0) }.reduce(into: []) { $0.insert($1) })
    #expect(tags.allSatisfy { (1...3).contains($0.count) })
    let nulls = made.filter { $0["subtitle"] == .null }.count
    #expect((40...120).contains(nulls))
  }

  @Test("one recorded value is too few to choose from")
  func single() throws {
    let library = try Library([.init(#"{ book(id: "b1") { title } }"#, #"{"book":{"title":"Emma"}}"#)])
    let titles = library.values("{ books { title } }", "books", "title").dropFirst()
    #expect(!titles.isEmpty && !titles.contains(.string("Emma")))
  }

  @Test("a mutation's payload tells what values look like, and nothing else")
  func payloads() throws {
    func made(_ title: String) -> Library.Recorded {
      .init(
        #"mutation { createBook(title: "\#(title)", authorId: "a1") { id title } }"#,
        #"{"createBook":{"id":"b-\#(title)","title":"\#(title)"}}"#)
    }
    let library = try Library([made("Emma"), made("Dune")])
    let titles = library.values("{ books { title } }", "books", "title")
    #expect(!titles.isEmpty && Set(titles).isSubset(of: [.string("Emma"), .string("Dune")]))
    #expect(!library.values("{ books { id } }", "books", "id").contains(.string("b-Emma")))
  }
}
