import GraphQLLanguage
import Testing

@testable import GraphQLSchema

@Suite("Error places")
struct ErrorPlacesTests {
  @Test(
    "are where the source text says they are, for every offset",
    arguments: ["", "a", "ab\ncd\r\nef\rgh\n", "\r\r\n\n\r", "é\n🇨🇦x\n日本", "no line end", "\u{FEFF}bom\n"])
  func everyOffset(text: String) {
    let source = SourceText(text)
    // No token starts between the two halves of a line end.
    let starts = (0...source.utf8.count).filter { start in
      start == 0 || start == source.utf8.count || source.utf8[start - 1] != 0x0D || source.utf8[start] != 0x0A
    }
    let places = starts.map { Place(start: Int32($0), end: Int32($0)) }
    let found = ErrorPlaces(places, in: source)
    for place in places {
      #expect(
        found.locations(of: [place]) == [source.location(at: Int(place.start))],
        "\(place.start) of \(text.debugDescription)")
    }
  }

  @Test("leave out places that stand in no text")
  func none() {
    let source = SourceText("ab")
    let found = ErrorPlaces([.none, Place(start: 1, end: 2)], in: source)
    #expect(found.locations(of: [.none, Place(start: 1, end: 2), .none]) == [SourceLocation(line: 1, column: 2)])
    #expect(ErrorPlaces([], in: source).locations(of: [.none]).isEmpty)
  }
}
