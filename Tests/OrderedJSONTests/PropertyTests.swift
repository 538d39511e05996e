import OrderedJSON
import Testing

@Suite("Laws that hold for any value")
struct PropertyTests {
  static let seeds = Array(UInt64(1)...20)
  /// How many values for each seed.
  static let values = 40

  @Test("Reading what was printed gives the very same value, compact and pretty", arguments: seeds)
  func roundTrip(_ seed: UInt64) throws {
    var generator = Generator(seed: seed)
    for _ in 0..<Self.values { try expectRoundTrips(generator.json()) }
  }

  @Test("White space anywhere between tokens does not matter", arguments: seeds)
  func whitespace(_ seed: UInt64) throws {
    var generator = Generator(seed: seed)
    for _ in 0..<Self.values {
      let value = generator.json()
      var spaced: [UInt8] = [0x20]
      for byte in value.serializePretty(trailingNewline: true) {
        // In pretty text a raw line feed stands between tokens only.
        spaced.append(byte)
        if byte == 0x0A { spaced.append(generator.pick([0x20, 0x09, 0x0D, 0x0A])) }
      }
      #expect(try JSON.parse(spaced) == value)
    }
  }

  @Test("Another order and other number texts are the same data", arguments: seeds)
  func respelling(_ seed: UInt64) {
    var generator = Generator(seed: seed)
    for _ in 0..<Self.values {
      let value = generator.json()
      let other = generator.respelled(value)
      #expect(value.isEquivalent(to: other) && other.isEquivalent(to: value))
    }
  }

  @Test("One changed spot is seen by every comparison", arguments: seeds)
  func mutation(_ seed: UInt64) {
    var generator = Generator(seed: seed)
    for _ in 0..<Self.values {
      let value = generator.json()
      let other = generator.mutated(value)
      #expect(value != other)
      #expect(value.serialize() != other.serialize())
      #expect(value.serializePretty() != other.serializePretty())
      #expect(!value.isEquivalent(to: other))
      #expect(!generator.respelled(value).isEquivalent(to: generator.respelled(other)))
    }
  }

  @Test("No differences just when equivalent, and every path listed exists", arguments: seeds)
  func differences(_ seed: UInt64) {
    var generator = Generator(seed: seed)
    for _ in 0..<Self.values {
      let expected = generator.json()
      let actual = generator.below(3) == 0 ? generator.json() : generator.mutated(generator.mutated(expected))
      let differences = JSON.differences(from: expected, to: actual, limit: .max)
      #expect(differences.isEmpty == actual.isEquivalent(to: expected))
      #expect(Set(differences.map(\.path)).count == differences.count)
      for difference in differences { expectPathExists(difference, expected, actual) }
    }
  }

  @Test("Sorting members twice is sorting once, keeps the data, and forgets the order", arguments: seeds)
  func sorting(_ seed: UInt64) {
    var generator = Generator(seed: seed)
    for _ in 0..<Self.values {
      let value = generator.json()
      let sorted = value.sortedMembers()
      #expect(sorted.sortedMembers() == sorted)
      #expect(sorted.isEquivalent(to: value))
      #expect(isSorted(sorted))
    }
  }

  @Test("Bytes knocked about are read rightly or refused with a place in them", arguments: seeds)
  func damage(_ seed: UInt64) throws {
    var generator = Generator(seed: seed)
    for _ in 0..<(5 * Self.values) {
      var bytes = generator.json().serialize()
      for _ in 0...generator.below(3) {
        let index = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes[index] = generator.pick(Array(#"[]{},:"\u-+.eE019 tn"#.utf8) + [0x00, 0x80, 0xEF, 0xFF])
        case 1: bytes.insert(bytes[generator.below(bytes.count)], at: index)
        default: if bytes.count > 1 { bytes.remove(at: index) }
        }
      }
      switch Result(catching: { () throws(JSONError) in try JSON.parse(bytes) }) {
      case .success(let value): try expectRoundTrips(value)
      case .failure(let error): #expect((0...bytes.count).contains(error.offset))
      }
    }
  }

  private func isSorted(_ value: JSON) -> Bool {
    switch value {
    case .array(let elements): return elements.allSatisfy(isSorted)
    case .object(let object):
      let inOrder = zip(object.names, object.names.dropFirst()).allSatisfy { !$1.precedesByScalars($0) }
      return inOrder && object.members.allSatisfy { isSorted($0.value) }
    default: return true
    }
  }

  private func expectPathExists(_ difference: JSONDifference, _ expected: JSON, _ actual: JSON) {
    let inExpected = expected[path: difference.path]
    let inActual = actual[path: difference.path]
    switch difference.kind {
    case .missing(let value):
      #expect(inExpected == value)
      #expect(inActual == nil)
    case .unexpected(let value):
      #expect(inExpected == nil)
      #expect(inActual == value)
    case .changed(let left, let right):
      #expect(inExpected == left)
      #expect(inActual == right)
      #expect(!left.isEquivalent(to: right))
    }
  }
}
