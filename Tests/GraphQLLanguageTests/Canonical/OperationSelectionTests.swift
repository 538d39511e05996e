import GraphQLLanguage
import Testing

@Suite("Selecting an operation")
struct OperationSelectionTests {
  @Test(
    arguments: [
      ("{a}", nil, "query{a}"), ("query Q{a}", nil, "query Q{a}"), ("query Q{a}", "Q", "query Q{a}"),
      ("query A{a} query B{b}", "B", "query B{b}"), ("{a} query B{b}", "B", "query B{b}"),
      ("type T{a:B} {a}", nil, "query{a}"), ("query A{a} query A{b}", "A", "query A{b}"),
    ] as [(String, String?, String)])
  func `takes the named one, or the only one`(_ text: String, name: String?, expected: String) throws {
    #expect(try canonical(text, operation: name) == expected)
  }

  @Test(
    arguments: [
      ("query A{a} query B{b}", nil, "Must provide operation name if query contains multiple operations."),
      ("{a} {b}", nil, "Must provide operation name if query contains multiple operations."),
      ("query A{a}", "B", "Unknown operation named \"B\"."), ("query A{a}", "a", "Unknown operation named \"a\"."),
      ("query A{a}", "", "Unknown operation named \"\"."), ("{a}", "", "Unknown operation named \"\"."),
      ("{a}", "A", "Unknown operation named \"A\"."), ("fragment A on B{a}", "A", "Unknown operation named \"A\"."),
      ("fragment A on B{a}", nil, "Must provide an operation."), ("type A", nil, "Must provide an operation."),
    ] as [(String, String?, String)])
  func `fails in the reference's words where none is meant`(_ text: String, name: String?, message: String) throws {
    let document = try Document(text)
    let error = #expect(throws: OperationSelectionError.self) { try document.operation(named: name) }
    #expect(error?.message == message)
    #expect(error?.description == message)
    #expect(error?.graphQLError == GraphQLError(message))
    let same = #expect(throws: OperationSelectionError.self) {
      try CanonicalOperation(of: document, operationName: name)
    }
    #expect(same == error)
  }

  @Test func `lists operations and fragments in the order of the text`() throws {
    let document = try Document(
      "fragment B on T{a} query Y{a} type T{a:U} fragment A on T{b} mutation X{c} fragment B on T{d}")
    #expect(document.operations.map(\.name?.text) == ["Y", "X"])
    #expect(document.fragments.map(\.name.text) == ["B", "A", "B"])
    #expect(document.fragmentsByName.count == 2)
    #expect(document.fragmentsByName["B"] == document.fragments[2])
    #expect(document.fragmentsByName["C"] == nil)
  }

  @Test(arguments: [
    ("{a} fragment F on T{b}", 0, "{a}"),
    (
      "fragment F on T{a} query A{...F} query B{...G} fragment G on T{...H} fragment H on T{b}",
      0,
      "fragment F on T{a} query A{...F}"
    ),
    (
      "fragment F on T{a} query A{...F} query B{...G} fragment G on T{...H} fragment H on T{b}",
      1,
      "query B{...G} fragment G on T{...H} fragment H on T{b}"
    ),
    (
      "fragment H on T{...G} {x{...on T{...G}}} fragment G on T{...H}",
      0,
      "fragment H on T{...G} {x{...on T{...G}}} fragment G on T{...H}"
    ),
    ("{...Missing} fragment F on T{a}", 0, "{...Missing}"), ("type T{a:U} {a} scalar S", 0, "{a}"),
    ("{a} {a} {b}", 0, "{a}"),
    ("{a} {a} {b}", 2, "{b}"),
    ("query A{...A} fragment A on T{a} query B{a}", 0, "query A{...A} fragment A on T{a}"),
  ])
  func `separates an operation with the fragments that it reaches`(_ text: String, index: Int, expected: String) throws
  {
    let document = try Document(text)
    #expect(try document.separated(operation: document.operations[index]) == Document(expected))
  }
}
