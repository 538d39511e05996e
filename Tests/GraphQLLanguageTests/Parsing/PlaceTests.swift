import GraphQLLanguage
import Testing

/// Every node knows the bytes that it stands in, white space around it excluded.
@Suite("Places of nodes")
struct PlaceTests {
  @Test func `of a request`() throws {
    let text = #" "é" query Q ( "d" $a : [ B ! ] ! = {c: [1]} @v ) @w { x : y ( z : $a ) @u { ...F ... on T { t } } } "#
    let document = try Document(text)
    let operation = try #require(document.operations.first)
    let words = PlacedText(text)
    #expect(words[operation.place] == String(text.dropFirst().dropLast()))
    #expect(words[operation.description?.place] == #""é""#)
    #expect(words[operation.name?.place] == "Q")
    let variable = try #require(operation.variables.first)
    #expect(words[variable.place] == #""d" $a : [ B ! ] ! = {c: [1]} @v"#)
    #expect(words[variable.name.place] == "$a")
    #expect(words[variable.type.place] == "[ B ! ] !")
    #expect(words[variable.type.namedType.name.place] == "B")
    #expect(words[variable.defaultValue?.place] == "{c: [1]}")
    guard case .object(let fields, _) = variable.defaultValue else { Issue.record("no object"); return }
    #expect(fields.map { words[$0.place] } == ["c: [1]"])
    #expect(fields.map { words[$0.value.place] } == ["[1]"])
    #expect(words[variable.directives.first?.place] == "@v")
    #expect(words[operation.selectionSet.place] == "{ x : y ( z : $a ) @u { ...F ... on T { t } } }")
    guard case .field(let field) = operation.selectionSet.selections.first else { Issue.record("no field"); return }
    #expect(words[field.place] == "x : y ( z : $a ) @u { ...F ... on T { t } }")
    #expect(words[field.alias?.place] == "x")
    #expect(words[field.name.place] == "y")
    #expect(words[field.arguments.first?.place] == "z : $a")
    #expect(words[field.arguments.first?.value.place] == "$a")
    let inner = try #require(field.selectionSet?.selections)
    guard case .fragmentSpread(let spread) = inner[0], case .inlineFragment(let fragment) = inner[1] else {
      Issue.record("no fragments")
      return
    }
    #expect(words[spread.place] == "...F")
    #expect(words[fragment.place] == "... on T { t }")
    #expect(words[fragment.typeCondition?.name.place] == "T")
    #expect(document.place.start == 0 && Int(document.place.end) == text.utf8.count)
  }

  @Test func `of a schema`() throws {
    let text = #" "d" type A implements B & C @e { "f" g ( h : I = 1 ) : J } extend union K = | L | M"#
    let document = try Document(text)
    let words = PlacedText(text)
    guard case .type(let type) = document.definitions[0], case .object(let interfaces, let fields) = type.kind,
      case .type(let union) = document.definitions[1], case .union(let members) = union.kind
    else { Issue.record("not the types"); return }
    #expect(words[type.place] == #""d" type A implements B & C @e { "f" g ( h : I = 1 ) : J }"#)
    #expect(interfaces.map { words[$0.name.place] } == ["B", "C"])
    #expect(fields.map { words[$0.place] } == [#""f" g ( h : I = 1 ) : J"#])
    #expect(words[fields.first?.arguments.first?.place] == "h : I = 1")
    #expect(words[union.place] == "extend union K = | L | M")
    #expect(members.map { words[$0.name.place] } == ["L", "M"])
  }

  @Test func `take no part in equality`() throws {
    #expect(try Document("{a}") == Document("  {  a  }  "))
    #expect(Place(start: 1, end: 2) == Place(start: 3, end: 4))
  }
}

/// Text by place.
private struct PlacedText {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  subscript(place: Place?) -> String? {
    guard let place, place.start >= 0 else { return nil }
    return String(decoding: bytes[Int(place.start)..<Int(place.end)], as: UTF8.self)
  }
}
