import OrderedJSON
import Testing

@testable import Replay

@Suite struct TraceTests {
  private static func ids(_ text: String, _ variables: JSONObject = [:], _ data: JSON? = nil) throws -> [String] {
    Tracer(try stated(text, variables)).trace(data.map { ["data": $0] }).ids.map(\.text).sorted()
  }

  @Test func `ids are found by declared types, by names, and inside objects`() throws {
    #expect(try Self.ids("query Q($code: ID!) { country(code: $code) { name } }", ["code": "CA"]) == ["CA"])
    #expect(try Self.ids("query Q($code: String!) { country(code: $code) { name } }", ["code": "CA"]) == [])
    #expect(try Self.ids("{ launch(id: 25) { site } }") == ["25"])
    #expect(try Self.ids("mutation { bookTrips(launchIds: [\"1\", \"2\"]) { success } }") == ["1", "2"])
    let input: JSONObject = ["input": ["authorId": ["value": "6F1D"], "title": "9"]]
    #expect(try Self.ids("mutation M($input: I!) { create(input: $input) { ok } }", input) == ["6F1D"])
    let posts: JSON = ["posts": [["key": ["value": "6F1D"], "title": "1"]]]
    #expect(try Self.ids("{ posts { key: id title } }", [:], posts) == ["6F1D"])
    #expect(try Self.ids("{ posts { paid valid } }", [:], ["posts": [["paid": "1", "valid": "2"]]]) == [])
  }

  @Test func `only objects with an id tell what type a mutation changes`() throws {
    let text = "mutation { book { __typename ok launch { __typename id } } }"
    let wrapper: JSON = ["data": ["book": ["__typename": "Response", "ok": true, "launch": .null]]]
    let launch: JSON = ["__typename": "Launch", "id": "1"]
    let filled: JSON = ["data": ["book": ["__typename": "Response", "ok": true, "launch": launch]]]
    #expect(Tracer(try stated(text)).trace(wrapper).types == [])
    #expect(Tracer(try stated(text)).trace(filled).types == ["Launch"])
  }

  @Test func `a list is of the types of all that is in it; an empty one is of no known type`() throws {
    let text = "{ launches { edges { __typename node { __typename id } } tags } }"
    func trace(_ edges: JSON) throws -> Trace {
      Tracer(try stated(text)).trace(["data": ["launches": ["edges": edges, "tags": []]]])
    }
    var trace = try trace([])
    #expect(trace.hasUntypedList)
    #expect(trace.hasUnnamedRoot)
    let full = try Self.full(text)
    #expect(full.listedTypes == ["Edge", "Launch"])
    #expect(!full.hasUntypedList)
    // `tags` are nobody's.
    #expect(full.hasUnnamedRoot)
    trace.formUnion(full)
    #expect(!trace.hasUntypedList)
    #expect(trace.lists.count == 1)
  }

  @Test func `a page of a list is all about the list; what tells more is nobody's`() throws {
    func isUnnamed(_ text: String, _ answer: JSON) throws -> Bool {
      Tracer(try stated(text)).trace(["data": answer]).hasUnnamedRoot
    }
    let list: JSON = [["id": "a"]]
    #expect(
      try !isUnnamed(
        "{ launches { hasMore cursor totalCount launches { id } } }",
        ["launches": ["hasMore": true, "cursor": "a", "totalCount": 1, "launches": list]]))
    #expect(try isUnnamed("{ cart { total items { id } } }", ["cart": ["total": 3, "items": list]]))
    #expect(try !isUnnamed("{ cart { id total items { id } } }", ["cart": ["id": "c", "total": 3, "items": list]]))
    #expect(try !isUnnamed("{ cart(id: 1) { total items { id } } }", ["cart": ["total": 3, "items": list]]))
    #expect(try isUnnamed("mutation { checkout { id } }", ["checkout": ["id": "o"]]))
    #expect(try !isUnnamed("mutation { create(name: \"a\") { id } }", ["create": ["id": "o"]]))
    let add = "mutation { add(productId: 1) { cart { total } message } }"
    #expect(try isUnnamed(add, ["add": ["cart": ["total": 3], "message": "ok"]]))
    #expect(
      try !isUnnamed("mutation { book(id: 1) { success message } }", ["book": ["success": true, "message": "ok"]]))
  }

  @Test func `an object that the server chose may be another of its type`() throws {
    func chosen(_ text: String, _ answer: JSON) throws -> Trace { Tracer(try stated(text)).trace(["data": answer]) }
    let cheapest: JSON = ["cheapest": ["__typename": "Product", "id": "a"]]
    #expect(try chosen("{ cheapest { __typename id } }", cheapest).listedTypes == ["Product"])
    #expect(try chosen("{ cheapest { id } }", ["cheapest": ["id": "a"]]).hasUntypedList)
    let named = try chosen(
      "{ product(id: \"a\") { __typename id } }", ["product": ["__typename": "Product", "id": "a"]])
    #expect(named.listedTypes == [] && !named.hasUntypedList)
    let create = "mutation { create { __typename id } }"
    #expect(try chosen(create, ["create": ["__typename": "Product", "id": "7"]]).listedTypes == ["Product"])
    #expect(try chosen(create, ["create": ["__typename": "Product", "id": "r7"]]).listedTypes == ["Product"])
    #expect(try chosen(create, ["create": ["__typename": "Product", "id": "6F1D-C0A"]]).listedTypes == [])
    let long = "6F1DC0A2-0000-4000-8000-000000000001"
    #expect(try chosen(create, ["create": ["__typename": "Product", "id": .string(long)]]).listedTypes == [])
  }

  private static func full(_ text: String) throws -> Trace {
    let edge: JSON = ["__typename": "Edge", "node": ["__typename": "Launch", "id": "1"]]
    return Tracer(try stated(text)).trace(["data": ["launches": ["edges": [edge], "tags": []]]])
  }

  @Test func `every root field is asked whether it names an object`() throws {
    let trace = Tracer(try stated("{ launch(id: 1) { id } total }")).trace(["data": ["launch": ["id": 1], "total": 3]])
    #expect(trace.hasUnnamedRoot)
    #expect(!Tracer(try stated("{ launch(id: 1) { id } }")).trace(nil).hasUnnamedRoot)
  }

  /// What a schema of countries would say.
  private struct Hints: SchemaHints {
    func type(of field: String, on _: String?) -> String? { field == "countries" ? "Country" : nil }
    func type(ofArgument argument: String, of _: String, on _: String?) -> String? { argument == "code" ? "ID" : nil }
    func keyFields(of type: String?) -> [String] { type == "Country" ? ["code"] : [] }
    func typesChanged(byMutation field: String, given _: [String]) -> [String] {
      field == "deleteCountry" ? ["Country"] : []
    }
  }

  @Test func `a schema tells more`() throws {
    let read = try stated("{ countries(code: \"CA\") { code } }")
    let body: JSON = ["data": ["countries": [["code": "DE"]]]]
    let trace = Tracer(read, hints: Hints()).trace(body)
    #expect(trace.ids.map(\.text).sorted() == ["CA", "DE"])
    #expect(trace.listedTypes == ["Country"])
    #expect(Tracer(read).trace(body).ids.isEmpty)
    let delete = try stated("mutation { deleteCountry(code: \"CA\") }")
    #expect(Tracer(delete, hints: Hints()).trace(nil).types == ["Country"])
    #expect(Tracer(delete).trace(nil).types == [])
  }
}
