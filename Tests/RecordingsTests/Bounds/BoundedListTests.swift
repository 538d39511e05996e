import Testing

@testable import Recordings

@Suite("Lists for reports hold the first elements, and count all")
struct BoundedListTests {
  private struct Item: BoundedElement {
    let number: Int
    var heldBytes: Int { 1 }
    var contentHash: ContentHash { ContentHash(ofParts: [String(number)]) }
  }

  /// An item of which all have one hash, as two different ones could.
  private struct Alike: BoundedElement {
    let number: Int
    var heldBytes: Int { 1 }
    var contentHash: ContentHash { ContentHash(of: []) }

    func hash(into hasher: inout Hasher) {}
  }

  @Test("More things than can be told apart are said to be more")
  func atLeast() {
    var list = BoundedList<Item>(limit: 2, byteLimit: 100, knownLimit: 5)
    for number in 0..<5 { _ = list.note(Item(number: number)) }
    for number in 0..<5 { _ = list.note(Item(number: number)) }
    #expect(list.tally == Tally(count: 5, listed: 2))
    for number in 5..<9 { _ = list.note(Item(number: number)) }
    #expect(list.elements.map(\.number) == [0, 1])
    #expect(list.tally.remark("things") == "more than 5 things; the first 2 are listed")
    let again = list.note(Item(number: 1))
    #expect(!again.isNew && list.place(of: Item(number: 1)) == 1 && list.place(of: Item(number: 4)) == nil)
  }

  @Test("Different elements of one hash are listed apart")
  func collisions() {
    var list = BoundedList<Alike>(limit: 10, byteLimit: 100)
    for _ in 0..<2 {
      for number in 0..<3 { _ = list.note(Alike(number: number)) }
    }
    #expect(list.elements.map(\.number) == [0, 1, 2] && list.tally == Tally(count: 3, listed: 3))
    #expect((0..<3).map { list.place(of: Alike(number: $0)) } == [0, 1, 2])
  }

  @Test("The parts of a hash are kept apart")
  func parts() {
    #expect(ContentHash(ofParts: ["a", "b"]) != ContentHash(ofParts: ["ab"]))
    #expect(ContentHash(ofParts: ["a", ""]) != ContentHash(ofParts: ["a"]))
  }
}
