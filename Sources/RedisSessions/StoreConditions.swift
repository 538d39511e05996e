/// The properties of a server that decide whether sessions are safe in it, from `INFO` and `CONFIG GET`.
package struct StoreConditions: Hashable, Sendable {
  private let values: [String: String]
  /// The longest time in seconds in which the server counts a replica that is cut off; nil if it does not tell.
  private let lag: Int?
  /// True if a restart of the server may lose entries that replicas have answered from.
  package let mayLose: Bool
  /// The server's own name of this start.
  package let runID: String

  /// - Parameters:
  ///   - info: the reply to `INFO`: lines of `name:value`.
  ///   - appendfsync: the reply to `CONFIG GET appendfsync`; nil if the server does not tell.
  ///   - onRewrite: the reply to `CONFIG GET no-appendfsync-on-rewrite`, with which the server does not wait for the disk
  ///     while it rewrites its file.
  ///   - lag: the reply to `CONFIG GET min-replicas-max-lag`, in seconds.
  package init(info: String, appendfsync: String?, onRewrite: String?, lag: String?) {
    var values: [String: String] = [:]
    for line in info.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    self.values = values
    self.lag = lag.flatMap { Int($0) }
    runID = values["run_id"] ?? ""
    mayLose = values["aof_enabled"] != "1" || appendfsync != "always" || onRewrite != "no"
  }

  /// True if another server, which may lack the last entries, has taken over.
  package var hasTakenOver: Bool { values["master_replid2"]?.contains { $0 != "0" } ?? false }

  /// True as long as the server reads its log after a start. Until it has, it tells other settings than its own.
  package var isLoading: Bool { values["loading"] == "1" }

  /// True if scripts are refused while the server has too few replicas: since Redis 6.2.7.
  private var refusesScripts: Bool {
    let version = (values["redis_version"] ?? "").split(separator: ".").map { Int($0) ?? 0 }
    return !version.lexicographicallyPrecedes([6, 2, 7])
  }

  /// The reason why sessions must not be kept in the server; nil if they may. `accepts` is true if the user accepts that
  /// sessions are lost when the server restarts (`--store-may-lose`).
  package func refusal(accepts: Bool) -> String? {
    if runID.isEmpty {
      return
        "It does not report its run_id (INFO server), so a restart would not be noticed. Use Redis or Valkey without a proxy."
    }
    if values["role"] == "slave" {
      return "It is a replica, which may be behind. Give the address of the primary server."
    }
    if let replicas = values["connected_slaves"], replicas != "0", !refusesScripts {
      return
        "It has a replica, and it runs scripts although it has lost that (redis_version \(values["redis_version"] ?? "unknown")). Use Redis 6.2.7 or later, or Valkey, or a server without a replica."
    }
    // The server tells the number of good replicas only if its settings ask for any.
    if let replicas = values["connected_slaves"], replicas != "0",
      values["min_slaves_good_slaves"] == nil || lag.map({ $0 > RedisScript.longestLag }) ?? true
    {
      return
        "When one of its replicas takes over, it still answers programs that are connected to it, because its min-replicas-to-write is 0, or its min-replicas-max-lag is more than \(RedisScript.longestLag). Send it CONFIG SET min-replicas-to-write 1, CONFIG SET min-replicas-max-lag 10 and, if it has a configuration file, CONFIG REWRITE, and set the same in its replicas."
    }
    if let size = values["maxmemory"], size != "0", let policy = values["maxmemory_policy"], policy != "noeviction" {
      return
        "It removes keys when its memory is full (its maxmemory-policy is not noeviction), and a session without a part of its log would get wrong answers. Send it CONFIG SET maxmemory-policy noeviction."
    }
    if mayLose, !accepts {
      return
        "Its last entries may be lost in a restart, because it does not run with appendonly yes, appendfsync always and no-appendfsync-on-rewrite no. Start it with these settings in redis.conf or in its command, or send it CONFIG SET appendonly yes, CONFIG SET appendfsync always, CONFIG SET no-appendfsync-on-rewrite no and, if it has a configuration file, CONFIG REWRITE. Or start Understudy with --store-may-lose: then all sessions end whenever the server restarts."
    }
    return nil
  }
}
