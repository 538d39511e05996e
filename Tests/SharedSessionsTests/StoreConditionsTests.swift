import RedisSessions
import Testing

/// The servers that sessions are refused in, and those in which a restart ends them.
@Suite struct StoreConditionsTests {
  private static let info = """
    # Server
    redis_version:7.0.15
    run_id:0123456789abcdef
    # Memory
    maxmemory:0
    maxmemory_policy:noeviction
    # Persistence
    aof_enabled:1
    # Replication
    role:master
    connected_slaves:0
    master_replid2:0000000000000000000000000000000000000000
    """

  private func conditions(
    replacing line: String = "", by other: String = "", appendfsync: String? = "always", onRewrite: String? = "no",
    lag: String? = "10"
  ) -> StoreConditions {
    StoreConditions(
      info: Self.info.replacing(line, with: other, maxReplacements: line.isEmpty ? 0 : 1), appendfsync: appendfsync,
      onRewrite: onRewrite, lag: lag)
  }

  @Test func aSafeServerIsAccepted() {
    let safe = conditions()
    #expect(!safe.mayLose && !safe.hasTakenOver && safe.refusal(accepts: false) == nil)
    #expect(safe.runID == "0123456789abcdef" && !safe.isLoading)
    // As long as it loads, it says that it has no log.
    #expect(conditions(replacing: "aof_enabled:1", by: "loading:1\naof_enabled:0").isLoading)
    // With a limit, too, if nothing is evicted.
    #expect(conditions(replacing: "maxmemory:0", by: "maxmemory:100").refusal(accepts: false) == nil)
    // With a replica, too, if it does not write alone.
    let two = conditions(replacing: "connected_slaves:0", by: "connected_slaves:1\nmin_slaves_good_slaves:1")
    #expect(two.refusal(accepts: false) == nil)
    // A version whose scripts go on without a replica is safe alone.
    #expect(conditions(replacing: "7.0.15", by: "6.0.16").refusal(accepts: false) == nil)
  }

  @Test(arguments: [
    ("run_id:0123456789abcdef", "", "run_id"), ("role:master", "role:slave", "It is a replica"),
    ("maxmemory:0\nmaxmemory_policy:noeviction", "maxmemory:100\nmaxmemory_policy:allkeys-lru", "noeviction"),
    ("connected_slaves:0", "connected_slaves:1", "CONFIG SET min-replicas-to-write 1"),
  ])
  func anUnsafeServerIsRefusedAlsoIfItMayLose(line: String, other: String, reason: String) {
    let refusal = conditions(replacing: line, by: other).refusal(accepts: true)
    #expect(refusal?.contains(reason) == true)
  }

  @Test(arguments: ["11", "86400", "", nil])
  func aLongLagIsRefusedWithAReplica(lag: String?) {
    // The server would go on beside the one that takes over.
    let refusal = conditions(
      replacing: "connected_slaves:0", by: "connected_slaves:1\nmin_slaves_good_slaves:1", lag: lag
    ).refusal(accepts: true)
    #expect(refusal?.contains("CONFIG SET min-replicas-max-lag 10") == true)
    #expect(conditions(lag: lag).refusal(accepts: false) == nil)
  }

  @Test(arguments: [
    ("5.0.14", false), ("6.0.16", false), ("6.2.6", false), ("6.2.7", true), ("7.2.4", true), ("10.0.0", true),
  ])
  func aReplicaNeedsAVersionThatRefusesScriptsWithoutIt(version: String, isSafe: Bool) {
    let info = Self.info.replacing("7.0.15", with: version).replacing(
      "connected_slaves:0", with: "connected_slaves:1\nmin_slaves_good_slaves:1")
    let refusal = StoreConditions(info: info, appendfsync: "always", onRewrite: "no", lag: "10").refusal(accepts: true)
    #expect(refusal == nil ? isSafe : !isSafe && refusal?.contains("Use Redis 6.2.7 or later") == true)
  }

  @Test func aServerThatMayLoseEntriesIsRefusedUnlessThatIsAccepted() {
    for server in [
      conditions(replacing: "aof_enabled:1", by: "aof_enabled:0"), conditions(appendfsync: "everysec"),
      conditions(appendfsync: nil), conditions(onRewrite: "yes"), conditions(onRewrite: nil),
    ] {
      #expect(server.mayLose)
      #expect(server.refusal(accepts: false)?.contains("--store-may-lose") == true)
      #expect(server.refusal(accepts: true) == nil)
    }
  }

  @Test func anotherServerThatHasTakenOverIsNoticed() {
    let zeros = String(repeating: "0", count: 40)
    #expect(conditions(replacing: zeros, by: "1f" + zeros.dropFirst(2)).hasTakenOver)
    #expect(!conditions(replacing: "master_replid2:\(zeros)", by: "").hasTakenOver)
  }
}
