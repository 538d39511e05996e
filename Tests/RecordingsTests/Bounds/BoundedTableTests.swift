import Testing

@testable import Recordings

@Suite("Tables hold no more than their bounds")
struct BoundedTableTests {
  @Test("A full table gives up its oldest entries, and passes over those that were used")
  func oldest() {
    var table = BoundedTable<Int, String>(byteLimit: 1_000)
    for number in 0..<10 { table.keep("\(number)", for: number, bytes: 100) }
    let used = [table.value(for: 0), table.value(for: 2)]
    #expect(used == ["0", "2"])
    for number in 10..<13 { table.keep("\(number)", for: number, bytes: 100) }
    let kept = (0..<13).filter { table.value(for: $0) != nil }
    #expect(kept == [0, 2, 5, 6, 7, 8, 9, 10, 11, 12])
    #expect(table.bytes == 1_000 && table.count == 10)
  }

  @Test("However much is kept, the bytes stay within the bound, and the newest is there")
  func bound() {
    var table = BoundedTable<Int, Int>(byteLimit: 10_000)
    for number in 0..<100_000 {
      table.keep(number, for: number % 3_000, bytes: 1 + number % 700)
      let newest = table.value(for: number % 3_000)
      #expect(table.bytes <= 10_000 && newest == number)
      if number % 5 == 0 { table.remove((number / 2) % 3_000) }
    }
    #expect(table.count > 10)
  }

  @Test("A value larger than the bound is not kept, and takes the place of nothing but itself")
  func tooLarge() {
    var table = BoundedTable<Int, Int>(byteLimit: 100)
    table.keep(1, for: 1, bytes: 40)
    table.keep(2, for: 2, bytes: 40)
    table.keep(3, for: 2, bytes: 101)
    let values = [table.value(for: 1), table.value(for: 2)]
    #expect(values == [1, nil] && table.bytes == 40)
  }

  @Test("The same calls leave the same entries")
  func deterministic() {
    func keys() -> [Int] {
      var table = BoundedTable<Int, Int>(byteLimit: 5_000)
      for number in 0..<20_000 {
        table.keep(number, for: (number * 7_919) % 997, bytes: 10 + number % 90)
        _ = table.value(for: (number * 31) % 997)
      }
      return (0..<997).filter { table.value(for: $0) != nil }
    }
    #expect(keys() == keys())
  }

  @Test("Entries that are replaced and removed leave nothing behind")
  func replaced() {
    var table = BoundedTable<Int, Int>(byteLimit: 1_000)
    for number in 0..<10_000 {
      table.keep(number, for: 1, bytes: 10)
      table.keep(number, for: 2, bytes: 10)
      table.remove(2)
    }
    #expect(table.count == 1 && table.bytes == 10 && table.order.count < 500)
  }

  @Test("A filter of what came before remembers the last ones")
  func seen() {
    var filter = SeenFilter(limit: 100)
    let first = (0..<10_000).filter { filter.hasSeen($0) }
    #expect(first.isEmpty && filter.count <= 100)
    let last = (9_951..<10_000).filter { filter.hasSeen($0) }
    #expect(last.count == 49)
  }
}
