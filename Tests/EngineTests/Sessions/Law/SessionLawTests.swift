import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random sessions recorded from a server that is never reset: replayed, no answer is wrong (design §3).
@Suite struct SessionLawTests {
  /// The seeds to run: `UNDERSTUDY_MODEL_RUNS` of them from `UNDERSTUDY_MODEL_SEED` on; without these the first 50 and
  /// those that once found a fault.
  static var seeds: [Int] {
    func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
    let (first, runs) = (number("UNDERSTUDY_MODEL_SEED"), number("UNDERSTUDY_MODEL_RUNS"))
    if first == nil, runs == nil { return Array(0..<50) + faulty }
    return Array((first ?? 0)..<(first ?? 0) + (runs ?? 50))
  }

  /// Seeds that found a fault which has been mended.
  static let faulty = [
    45, 64, 20_155, 20_183, 20_420, 20_424, 20_568, 32_971, 50_326, 61_206, 61_632, 62_831, 63_818, 70_743, 73_782,
  ]
  static let concurrent = 6

  @Test func `recorded sessions are exact, and what one snapshot does not give is missed`() async throws {
    var found: [Int: LawShares] = [:]
    try await withThrowingTaskGroup(of: (Int, LawShares).self) { group in
      var left = Self.seeds[...]
      func begin() {
        guard let seed = left.popFirst() else { return }
        group.addTask {
          var run = try LawRun(seed: seed)
          try await run.run()
          return (seed, run.shares)
        }
      }
      for _ in 0..<Self.concurrent { begin() }
      // Each that ends begins another one: a run waits for the disk much of its time.
      while let (seed, shares) = try await group.next() {
        found[seed] = shares
        begin()
      }
    }
    var shares = LawShares()
    for seed in found.keys.sorted() { if let more = found[seed] { shares += more } }
    print("sessions: \(shares.description)")
    for problem in shares.problems.prefix(5) { Issue.record("\(problem)") }
    #expect(shares.problems.count == 0)
    #expect(shares.exact > 10 * found.count)
    #expect(shares.unrecorded.answered > shares.unrecorded.missed / 4)
    #expect(shares.deviating.answered > shares.deviating.missed)
  }
}
