import Testing

@testable import FakeValues

@Suite("The stable hash")
struct StableHashTests {
  @Test(
    "has the same values on every machine",
    arguments: [
      ("", 0x6E78_9E6A_A1B9_65F4), ("a", 0x333B_DA43_BEBC_7927), ("12345678", 0x6787_2C29_BAFB_E0A9),
      ("123456789", 0x8C39_55CD_98EB_ACF1), ("Zoë 🇨🇦", 0x075A_D21A_D924_5111),
    ] as [(String, UInt64)])
  func pinned(text: String, value: UInt64) {
    #expect(StableHash().with(text).value == value)
  }

  @Test("starts with the golden ratio and follows SplitMix64")
  func splitMix() {
    #expect(StableHash().value == 0x9E37_79B9_7F4A_7C15)
    // The first outputs of SplitMix64 seeded with 0, as its authors publish them.
    #expect(StableHash.mix(0) == 0xE220_A839_7B1D_CDAF)
    var draw = Draw(StableHash(resuming: 0))
    #expect(
      [draw.word(), draw.word(), draw.word()] == [
        0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
      ])
  }

  @Test("tells apart where one text ends and the next begins")
  func boundaries() {
    let hashes = [
      StableHash().with("ab").with("c"), StableHash().with("a").with("bc"), StableHash().with("abc"),
      StableHash().with("c").with("ab"), StableHash().with("abc").with(""), StableHash().with("").with("abc"),
      StableHash().with("abc\0"), StableHash().with(1).with("abc"),
    ]
    #expect(Set(hashes).count == hashes.count)
  }

  @Test("takes a text by its UTF-8 bytes, however the string is stored")
  func storage() {
    let literal = "naïve café"
    let slice = "xx naïve café".dropFirst(3)
    #expect(StableHash().with(literal) == StableHash().with(String(slice)))
    // Two spellings of é are two byte sequences, and two identities.
    #expect(StableHash().with("caf\u{E9}") != StableHash().with("cafe\u{301}"))
  }

  @Test("is spread evenly enough for small choices")
  func spread() {
    var counts = [Int](repeating: 0, count: 10)
    for index in 0..<10_000 {
      var draw = Draw(StableHash().with("User").with(UInt64(index)).with("age"))
      counts[draw.below(10)] += 1
    }
    #expect(counts.allSatisfy { (850...1_150).contains($0) }, "\(counts)")
  }
}

@Suite("A draw")
struct DrawTests {
  @Test("stays within its bounds")
  func bounds() {
    for index in 0..<500 {
      var draw = Draw(StableHash().with(UInt64(index)))
      #expect((0..<7).contains(draw.below(7)))
      #expect((-3...3).contains(draw.within(-3...3)))
      #expect(draw.digits(5).count == 5)
      #expect(draw.digits(5).first != "0")
      #expect(draw.below(0) == 0)
      #expect(draw.pick([Int]()) == nil)
    }
  }

  @Test("makes UUIDs of version 4")
  func uuids() {
    for index in 0..<200 {
      var draw = Draw(StableHash().with(UInt64(index)))
      let uuid = draw.uuid()
      let parts = uuid.split(separator: "-")
      #expect(parts.map(\.count) == [8, 4, 4, 4, 12], "\(uuid)")
      #expect(parts[2].first == "4")
      #expect("89ab".contains(parts[3].first ?? " "))
    }
  }
}
