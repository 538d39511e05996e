import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random sessions recorded from a server that is never reset: replayed, no answer is wrong (design §3).
@Suite struct SessionLawTests {
  /// 50 unless the environment asks for more.
  static var runs: Int { getenv("UNDERSTUDY_MODEL_RUNS").flatMap { Int(String(cString: $0)) } ?? 50 }
  static let concurrent = 6
  /// The first seed: to run one again that failed.
  static var first: Int { getenv("UNDERSTUDY_MODEL_SEED").flatMap { Int(String(cString: $0)) } ?? 0 }

  @Test func `recorded sessions are exact, and what one snapshot does not give is missed`() async throws {
    var found: [Int: LawShares] = [:]
    try await withThrowingTaskGroup(of: (Int, LawShares).self) { group in
      let end = Self.first + Self.runs
      func begin(_ seed: Int) {
        guard seed < end else { return }
        group.addTask {
          var run = try LawRun(seed: seed)
          try await run.run()
          return (seed, run.shares)
        }
      }
      for seed in Self.first..<Self.first + Self.concurrent { begin(seed) }
      // Each that ends begins another one: a run waits for the disk much of its time.
      while let (seed, shares) = try await group.next() {
        found[seed] = shares
        begin(Self.first + Self.concurrent - 1 + found.count)
      }
    }
    var shares = LawShares()
    for seed in found.keys.sorted() { if let more = found[seed] { shares += more } }
    print("sessions: \(shares.description)")
    for problem in shares.problems.prefix(5) { Issue.record("\(problem)") }
    #expect(shares.problems.count == 0)
    #expect(shares.exact > 10 * Self.runs)
    #expect(shares.unrecorded.answered > shares.unrecorded.missed / 4)
    #expect(shares.deviating.answered > shares.deviating.missed)
  }
}
