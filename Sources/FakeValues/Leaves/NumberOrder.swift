import GraphQLSchema

/// A number's place among ordered numbers of its object: `minPrice` ≤ `price` ≤ `maxPrice`, `salePrice` ≤ `price`.
struct NumberOrder: Hashable, Sendable {
  /// The hash of the words that all of them share.
  package let stem: StableHash
  package let rank: Rank

  /// The ranks from the least to the greatest.
  enum Rank: Int {
    case least, reduced, usual, regular, greatest

    /// The share of the usual number, in hundredths.
    var share: ClosedRange<Int> {
      switch self {
      case .least: 40...60
      case .reduced: 70...95
      case .usual: 100...100
      case .regular: 105...140
      case .greatest: 150...200
      }
    }
  }

  /// Indicates whether the parent has another number with the same words except one like `min`, `sale`, `max`.
  let isShared: Bool

  init(_ field: SchemaField, parent: SchemaType) {
    let (stem, rank) = Self.split(field.name)
    isShared = parent.fields.contains { other in
      let (otherStem, otherRank) = Self.split(other.name)
      return otherStem == stem && otherRank != rank
    }
    self.stem = StableHash().with(stem)
    self.rank = isShared ? rank : .usual
  }

  /// Returns the words that remain, and the rank of those removed.
  private static func split(_ name: String) -> (stem: String, rank: Rank) {
    var rank = Rank.usual
    let all = words(of: name)
    let rest = all.filter { word in
      // `discount` alone is a share; in `compareAtPrice` both words show the rank.
      if word == "discount", all.count == 1 { return true }
      if word == "at", all.contains("compare") { return false }
      // The same price in another form.
      if ["text", "formatted", "display", "string", "in", "cents"].contains(word) { return false }
      guard let found = ranks[word] else { return true }
      if rank == .usual { rank = found }
      return false
    }
    return (rest.joined(separator: " "), rank)
  }

  private static let ranks: [String: Rank] = [
    "min": .least, "minimum": .least, "low": .least, "lowest": .least, "lower": .least, "smallest": .least,
    "sale": .reduced, "discounted": .reduced, "reduced": .reduced, "special": .reduced, "promo": .reduced,
    "discount": .reduced, "compare": .regular,
    "net": .reduced, "regular": .regular, "original": .regular, "list": .regular, "retail": .regular, "msrp": .regular,
    "gross": .regular, "max": .greatest, "maximum": .greatest, "high": .greatest, "highest": .greatest,
    "upper": .greatest, "largest": .greatest, "average": .usual, "avg": .usual, "mean": .usual, "median": .usual,
    "current": .usual, "available": .reduced, "remaining": .least, "used": .least, "limit": .greatest,
    "start": .least, "begin": .least, "from": .least, "end": .greatest, "until": .greatest,
  ]

  /// Returns a price in hundredths: the same in all forms of one field (`price`, `priceText`, `priceInCents`).
  func cents(_ persona: Persona) -> Int {
    let hash = persona.identity.with(stem.value)
    var common = Draw(hash)
    return share(of: Sample.cents(&common), hash)
  }

  /// Returns the number in units of the last decimal. The range is in whole numbers; the usual number lies in its lower
  /// half, so that the greatest is inside, too.
  func units(_ persona: Persona, _ range: ClosedRange<Int>, decimals: Int) -> Int {
    let power = Sample.power(decimals)
    let low = range.lowerBound * power
    let hash = persona.identity.with(stem.value)
    var common = Draw(hash)
    return low + share(of: common.below((range.upperBound * power - low) / 2 + 1), hash)
  }

  private func share(of usual: Int, _ hash: StableHash) -> Int {
    if rank == .usual { return usual }
    var own = Draw(hash.with(UInt64(rank.rawValue)))
    return usual * own.within(rank.share) / 100
  }
}
