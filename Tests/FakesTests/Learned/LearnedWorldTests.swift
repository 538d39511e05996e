import Fakes
import GraphQLExecution
import GraphQLLanguage
import OrderedJSON
import Testing

@Suite("A world learned from recordings")
struct LearnedWorldTests {
  private static let dune = Library.Recorded(
    #"{ book(id: "b7") { id title author { id name } } }"#,
    #"{"book":{"id":"b7","title":"Dune","author":{"id":"a1","name":"Frank"}}}"#)

  @Test("a recorded object is who it was, however it is reached")
  func member() throws {
    let library = try Library([Self.dune])
    #expect(library.answer(#"{ book(id: "b7") { title } }"#) == #"{"book":{"title":"Dune"}}"#)
    #expect(library.answer(#"{ author(id: "a1") { name } }"#) == #"{"author":{"name":"Frank"}}"#)
    #expect(library.values("{ books { title } }", "books", "title").first == .string("Dune"))
    #expect(library.values(#"{ author(id: "a1") { books { id } } }"#, "author", "books", "id").contains(.string("b7")))
  }

  @Test("recorded members come before made-up ones, unless all of them were recorded")
  func members() throws {
    let some = try Library([Self.dune]).values("{ authors { id } }", "authors", "id")
    #expect(some.first == .string("a1") && some.count > 3)
    let all = Library.Recorded("{ authors { id } }", #"{"authors":[{"id":"a3"},{"id":"a1"}]}"#)
    for seed: UInt64 in 1...3 {
      let library = try Library([Self.dune, all], seed: seed)
      #expect(library.answer("{ authors { id } }") == #"{"authors":[{"id":"a3"},{"id":"a1"}]}"#)
      let writers = Set(library.values("{ books { author { id } } }", "books", "author", "id"))
      #expect(writers.isSubset(of: [.string("a1"), .string("a3")]))
    }
  }

  @Test("who was not there is not there, and is when somebody makes one")
  func missing() throws {
    let library = try Library([.init(#"{ a: author(id: "x") { id } }"#, #"{"a":null}"#)])
    #expect(library.answer(#"{ author(id: "x") { name } }"#) == #"{"author":null}"#)
    #expect(library.answer(#"{ author(id: "y") { id } }"#) == #"{"author":{"id":"y"}}"#)
    #expect(!library.values("{ authors { id } }", "authors", "id").contains(.string("x")))
  }

  @Test("a lookup names its object where the key was not asked for")
  func namedByArgument() throws {
    let library = try Library([
      .init("query ($id: ID!) { book(id: $id) { title } }", #"{"book":{"title":"Emma"}}"#, variables: ["id": "b9"])
    ])
    #expect(library.answer(#"{ book(id: "b9") { id title } }"#) == #"{"book":{"id":"b9","title":"Emma"}}"#)
  }

  @Test("a value is remembered for the arguments that it was asked for")
  func arguments() throws {
    let library = try Library([
      .init(
        #"{ book(id: "b1") { cm: pages(unit: "cm") pages motto: tags } motto(language: "la") }"#,
        #"{"book":{"cm":3,"pages":300,"motto":["x"]},"motto":"Lege"}"#)
    ])
    #expect(
      library.answer(#"{ book(id: "b1") { pages(unit: "cm") all: pages } motto(language: "la") }"#)
        == #"{"book":{"pages":3,"all":300},"motto":"Lege"}"#)
    #expect(library.answer(#"{ motto(language: "de") }"#) != #"{"motto":"Lege"}"#)
  }

  @Test("parts are put together from several recordings, with the objects that they lead to")
  func parts() throws {
    let library = try Library([
      .init(
        #"{ author(id: "a1") { home { street landlord { id name } } } }"#,
        #"{"author":{"home":{"street":"Elm","landlord":{"id":"a2","name":"Zoe"}}}}"#),
      .init(#"{ author(id: "a1") { home { city } } }"#, #"{"author":{"home":{"city":"Ulm"}}}"#),
      .init(
        #"{ book(id: "b1") { cover { __typename ... on Drawing { artist colours } } } }"#,
        #"{"book":{"cover":{"__typename":"Drawing","artist":"Kay","colours":["red"]}}}"#),
      .init(#"{ author(id: "a3") { home { city } } }"#, #"{"author":{"home":null}}"#),
    ])
    #expect(
      library.answer(#"{ author(id: "a1") { home { street city landlord { name } } } }"#)
        == #"{"author":{"home":{"street":"Elm","city":"Ulm","landlord":{"name":"Zoe"}}}}"#)
    #expect(
      library.answer(#"{ book(id: "b1") { cover { ... on Drawing { artist colours } } } }"#)
        == #"{"book":{"cover":{"artist":"Kay","colours":["red"]}}}"#)
    #expect(library.answer(#"{ author(id: "a3") { home { street } } }"#) == #"{"author":{"home":null}}"#)
  }

  @Test(
    "aliases and fragments are read as they are everywhere",
    arguments: [
      #"query ($b: Boolean = true) { x: book(id: "b1") { ...F nr: id @include(if: $b) } } fragment F on Book { t: title }"#,
      #"{ x: book(id: "b1") { ... on Book { t: title } ... { nr: id } } }"#,
    ])
  func aliases(_ query: String) throws {
    let library = try Library([.init(query, #"{"x":{"t":"Emma","nr":"b1"}}"#)])
    #expect(library.answer(#"{ book(id: "b1") { title } }"#) == #"{"book":{"title":"Emma"}}"#)
  }

  @Test("what was recorded first holds, and what mutations made is not there at the start")
  func moments() throws {
    let library = try Library([
      .init(
        "{ books { id title subtitle } }",
        #"{"books":[{"id":"b1","title":"New","subtitle":"Later"},{"id":"b2","title":"Made","subtitle":null}]}"#, .later),
      .init(
        #"mutation { createBook(title: "Made", authorId: "a1") { id title author { id } } }"#,
        #"{"createBook":{"id":"b2","title":"Made","author":{"id":"a1"}}}"#, .later),
      .init("{ books { id title } }", #"{"books":[{"id":"b1","title":"Old"}]}"#),
      .init(#"{ book(id: "b1") { title subtitle } }"#, #"{"book":{"title":"Other","subtitle":null}}"#, .startOfOthers),
    ])
    #expect(
      library.answer("{ books { id title subtitle } }") == #"{"books":[{"id":"b1","title":"Old","subtitle":null}]}"#)
    #expect(library.answer(#"{ book(id: "b2") { title } }"#) != #"{"book":{"title":"Made"}}"#)
  }

  @Test("a whole list says who is not in it, too")
  func closedLists() throws {
    let whole = Library.Recorded(
      #"{ author(id: "a1") { books { id } } }"#, #"{"author":{"books":[{"id":"b2"},{"id":"b1"}]}}"#)
    for seed: UInt64 in 1...5 {
      let library = try Library([whole], seed: seed)
      #expect(
        library.answer(#"{ author(id: "a1") { books { id } } }"#) == #"{"author":{"books":[{"id":"b2"},{"id":"b1"}]}}"#)
      for book in library.data("{ books { id author { id books { id } } } }")["books"]?.arrayValue ?? [] {
        let isOf = book["author"]?["id"] == .string("a1")
        #expect(isOf == ["b1", "b2"].contains(book["id"]?.stringValue ?? ""))
        #expect(book["author"]?["books"]?.arrayValue?.contains { $0["id"] == book["id"] } == true)
      }
    }
  }

  @Test("objects without keys are found by what else is known of them")
  func nameless() throws {
    let library = try Library([
      .init(
        "{ books { title author { name } } }",
        #"{"books":[{"title":"Emma","author":{"name":"Jane"}},{"title":"Dune","author":{"name":"Frank"}},{"title":"Dune","author":{"name":"Frank"}}]}"#
      ),
      Self.dune,
    ])
    #expect(
      library.answer("{ books { title author { name } } }")
        == #"{"books":[{"title":"Emma","author":{"name":"Jane"}},{"title":"Dune","author":{"name":"Frank"}},{"title":"Dune","author":{"name":"Frank"}}]}"#
    )
    let ids = library.values("{ books { id } }", "books", "id")
    #expect(ids.contains(.string("b7")) && Set(ids).count == 3)
    #expect(
      library.values("{ books { author { id } } }", "books", "author", "id").filter { $0 == .string("a1") }.count == 2)
  }

  @Test("pages are put together by their cursors")
  func pages() throws {
    func page(_ ids: [String], _ cursor: String, _ more: Bool) -> String {
      let edges = ids.map { #"{"node":{"id":"\#($0)"}}"# }.joined(separator: ",")
      return #"{"shelf":{"edges":[\#(edges)],"pageInfo":{"hasNextPage":\#(more),"endCursor":"\#(cursor)"}}}"#
    }
    let query =
      "query ($after: String) { shelf(first: 2, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }"
    let library = try Library([
      .init(query, page(["b5"], "c3", false), variables: ["after": "c2"]),
      .init(query, page(["b3", "b4"], "c2", true), variables: ["after": "c1"]),
      .init(query, page(["b2", "b1"], "c1", true)),
    ])
    #expect(
      library.values("{ books { id } }", "books", "id") == ["b2", "b1", "b3", "b4", "b5"].map { .string($0) })
    #expect(library.answer("{ shelf { totalCount } }") == #"{"shelf":{"totalCount":5}}"#)
    #expect(
      library.answer("{ shelf(first: 2) { edges { node { id } } } }")
        == #"{"shelf":{"edges":[{"node":{"id":"b2"}},{"node":{"id":"b1"}}]}}"#)
  }

  @Test("a told number of objects is how many there are")
  func totals() throws {
    let library = try Library([
      .init(
        "{ shelf(first: 1) { totalCount edges { node { id } } } }",
        #"{"shelf":{"totalCount":30,"edges":[{"node":{"id":"b8"}}]}}"#)
    ])
    let ids = library.values("{ books { id } }", "books", "id")
    #expect(ids.count == 30 && ids.first == .string("b8") && Set(ids).count == 30)
  }

  @Test("who asked asks")
  func viewer() throws {
    let library = try Library([.init("{ me { id name } }", #"{"me":{"id":"a5","name":"Ada"}}"#)])
    #expect(library.answer("{ me { name id } }") == #"{"me":{"name":"Ada","id":"a5"}}"#)
    #expect(try Library([.init("{ me { id } }", #"{"me":null}"#)]).answer("{ me { name } }") == #"{"me":null}"#)
  }

  @Test("what an error took away is not known")
  func errors() throws {
    let library = try Library([
      .init(
        #"{ author(id: "a1") { id nickname } book(id: "b1") { title } }"#,
        #"!{"data":{"author":{"id":"a1","nickname":"Al"},"book":null},"errors":[{"message":"x","path":["book","title"]}]}"#
      )
    ])
    #expect(library.answer(#"{ author(id: "a1") { nickname } }"#) == #"{"author":{"nickname":"Al"}}"#)
    #expect(library.data(#"{ book(id: "b1") { id } }"#)["book"]?["id"] == .string("b1"))
  }

  @Test("a response without data, and an operation of another schema, teach nothing")
  func nothing() throws {
    let library = try Library([
      .init("{ authors { id } }", #"!{"errors":[{"message":"no"}]}"#), .init("subscription { x }", #"{"x":1}"#),
      .init("query ($id: ID!) { author(id: $id) { id } }", #"{"author":null}"#), Self.dune,
    ])
    #expect(library.hasLearned == [false, false, false, true])
  }

  @Test("a session's changes go before what was recorded, and are its own")
  func sessions() throws {
    let library = try Library([
      Self.dune,
      .init(#"{ book(id: "b7") { pages(unit: "cm") } books { id } }"#, #"{"book":{"pages":2},"books":[{"id":"b7"}]}"#),
    ])
    var session = library.world.session()
    _ = session.respond(to: #"mutation { updateBook(id: "b7", title: "Dune II") { id } }"#)
    _ = session.respond(to: #"mutation { createBook(title: "Emma", authorId: "a1") { id } }"#)
    #expect(
      session.respond(to: #"{ books { title } author(id: "a1") { books { title } } }"#)["data"]?.compactText
        == #"{"books":[{"title":"Dune II"},{"title":"Emma"}],"author":{"books":[{"title":"Dune II"},{"title":"Emma"}]}}"#
    )
    #expect(library.answer("{ books { title } }") == #"{"books":[{"title":"Dune"}]}"#)
    _ = session.respond(to: #"mutation { deleteBook(id: "b7") }"#)
    #expect(session.respond(to: "{ books { title } }")["data"]?.compactText == #"{"books":[{"title":"Emma"}]}"#)
  }

  @Test("another seed changes only what was not recorded")
  func seeds() throws {
    let recorded = [Self.dune, Library.Recorded("{ books { id title } }", #"{"books":[{"id":"b7","title":"Dune"}]}"#)]
    let (one, two) = (try Library(recorded, seed: 1), try Library(recorded, seed: 2))
    let known = "{ books { id title author { id name } } }"
    #expect(one.answer(known) == two.answer(known))
    let unknown = "{ books { subtitle tags pages author { nickname } } }"
    #expect(one.answer(unknown) != two.answer(unknown))
    #expect(one.answer(unknown) == (try Library(recorded, seed: 1)).answer(unknown))
  }
}
