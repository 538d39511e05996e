#if Redis
  package import Requests
  package import SharedSessions
  import Synchronization
  package import Transports

  /// Session logs in a Redis or Valkey server.
  package final class RedisSessionStore: SessionStore {
    private let address: RedisAddress
    private let password: String?
    private let pipeline: RedisPipeline
    private let epoch: RedisEpoch
    /// Identifies this replica.
    private let replica: String
    /// The time in milliseconds after which an unused session expires.
    private let idle: UInt64
    private let clock: any Stopwatch
    private let subscriber = Mutex<RedisSubscriber?>(nil)

    /// Creates a store. It connects with the first command.
    ///
    /// - Parameters:
    ///   - address: the server.
    ///   - password: its password; nil if it needs none, which only a server on this machine may.
    ///   - mayLose: true to accept a server whose restart ends all sessions.
    ///   - replica: a text without spaces that no other replica has.
    ///   - idleSeconds: the time after which an unused session expires.
    ///   - clock: measures leases.
    /// - Throws: `StoreProblem` if a password is missing.
    package init(
      _ address: RedisAddress, password: String?, mayLose: Bool, replica: String, idleSeconds: UInt64,
      clock: any Stopwatch = MonotonicStopwatch()
    ) throws(StoreProblem) {
      guard password != nil || address.isLocal else {
        throw StoreProblem(
          "The session store \(address.name) is not on this machine, and no password was given. Set it in the environment variable UNDERSTUDY_SESSIONS_PASSWORD."
        )
      }
      self.address = address
      self.password = password
      self.replica = replica
      self.clock = clock
      idle = max(1, min(idleSeconds, 10_000_000)) * 1_000
      let epoch = RedisEpoch(address, mayLose: mayLose)
      self.epoch = epoch
      pipeline = RedisPipeline(
        address, password: password,
        greeting: { connection, isNew throws(StoreProblem) in try epoch.greet(connection, isNew: isNew) },
        clock: clock,
        received: { reply in
          if let changes = reply.list?.last?.number { epoch.note(changes: changes) }
        })
    }

    /// Connects, and checks that sessions are safe in the server.
    ///
    /// - Throws: `StoreProblem` if the server is unreachable or refused.
    package func check() async throws(StoreProblem) { _ = try await pipeline.reply(to: [Array("PING".utf8)]) }

    package var keepsEntries: Bool { true }

    // MARK: Operations

    package func begin(
      _ name: String, with entry: StoredEntry, replaces: Bool
    ) async throws(StoreProblem) -> StoredBegin {
      let token = entry.token + " "
      let reply = try await run(
        "begin", name, [Array(token.utf8) + entry.bytes, Array(token.utf8), Array((replaces ? "1" : "0").utf8)])
      switch reply.first?.text {
      case "begun": return .begun(log: reply.last?.text ?? "")
      case "exists": return .exists
      case "leased": return .leased(reply.last?.number ?? 0)
      case "young":
        let seconds = ((reply.last?.number ?? 0) + 999) / 1_000
        // Usually a lease is over in time.
        guard seconds * 1_000 > RedisScript.leaseTime else { return .leased(reply.last?.number ?? 0) }
        return .refused(
          StoreProblem(
            "Another server has taken over from the session store \(address.name). The last one may still answer, so sessions begin in \(seconds) s. Send the request again then.",
            hadNoEffect: true))
      default: throw unexpected(reply)
      }
    }

    package func read(_ name: String, after place: LogPlace?) async throws(StoreProblem) -> StoredRead {
      let asked = clock.now()
      let reply = try await run(
        "read", name, [Array((place?.log ?? "").utf8), Array("\(place?.count ?? 0)".utf8)])
      switch reply.first?.text {
      case "unknown": return .unknown
      case "cut": return .isCut
      case "entries":
        guard reply.count == 6, let log = reply[1].text, let count = reply[2].number, let list = reply[5].list else {
          throw unexpected(reply)
        }
        var entries: [StoredEntry] = []
        for case .bytes(let bytes) in list {
          let end = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
          entries.append(
            StoredEntry(
              token: String(decoding: bytes[..<end], as: UTF8.self), bytes: Array(bytes[end...].dropFirst())))
        }
        // The name of a log begins with its epoch.
        let place = LogPlace(log: log, count: count, era: log.prefix { $0 != "-" })
        return .entries(
          entries, after: place, isWhole: reply[3].number == 1, lease: lease(reply[4].number, asked: asked))
      default: throw unexpected(reply)
      }
    }

    package func append(
      _ name: String, after place: LogPlace, _ entry: StoredEntry
    ) async throws(StoreProblem) -> StoredAppend {
      let token = entry.token + " "
      let asked = clock.now()
      let reply = try await run(
        "append", name,
        [Array(place.log.utf8), Array("\(place.count)".utf8), Array(token.utf8), Array(token.utf8) + entry.bytes])
      switch reply.first?.text {
      case "appended": return .appended(lease(reply.last?.number, asked: asked))
      case "moved": return .moved
      case "leased": return .leased(reply.last?.number ?? 0)
      case "unknown": return .unknown
      case "full": return .full(reply.last?.text ?? "")
      default: throw unexpected(reply)
      }
    }

    package func end(_ name: String, log: String) async throws(StoreProblem) -> StoredEnd {
      let reply = try await run("end", name, [Array(log.utf8)])
      switch reply.first?.text {
      case "ended": return .ended
      case "unknown": return .unknown
      case "leased": return .leased(reply.last?.number ?? 0)
      default: throw unexpected(reply)
      }
    }

    package func give(_ lease: SessionLease, of name: String) async {
      let words = ["EVAL", RedisScript.giveText, "1", epoch.key("lease", name), "\(replica) \(lease.number)"]
      // If it fails, the lease ends by itself.
      _ = try? await pipeline.reply(to: words.map { Array($0.utf8) })
    }

    /// A lease of this number, which the server counts from later than `asked`; nil for 0.
    private func lease(_ number: Int?, asked: UInt64) -> SessionLease? {
      guard let number, number > 0 else { return nil }
      let time = min(UInt64(RedisScript.leaseTime), idle / 2) * 1_000_000
      return SessionLease(number: number, end: asked + time / 4 * 3, clock: clock)
    }

    /// Runs the script, in the current epoch.
    private func run(_ operation: String, _ name: String, _ rest: [[UInt8]]) async throws(StoreProblem) -> [RedisReply]
    {
      for attempt in 0..<3 {
        do throws(StoreProblem) {
          if let result = try await result(of: operation, name, rest) { return result }
        } catch {
          // An earlier attempt may have been executed in another epoch.
          throw StoreProblem(error.description, hadNoEffect: error.hadNoEffect && attempt == 0)
        }
      }
      throw StoreProblem(
        "The session store \(address.name) is restarted again and again. Start it so that it stays, and send the request again."
      )
    }

    /// Runs the script in the known epoch; nil if that has ended.
    private func result(
      of operation: String, _ name: String, _ rest: [[UInt8]]
    ) async throws(StoreProblem) -> [RedisReply]? {
      if epoch.id.isEmpty { try await check() }
      let (id, hash) = (epoch.id, epoch.script)
      let keys =
        [epoch.epochKey] + ["session", "log", "lease"].map { epoch.key($0, name) } + [epoch.youngKey]
      let head = ["\(keys.count)"] + keys + [operation, id, replica, "\(idle)", name, epoch.channel]
      let words = head.map { Array($0.utf8) } + rest
      var reply = try await pipeline.reply(to: [Array("EVALSHA".utf8), Array(hash.utf8)] + words)
      if case .error(let text) = reply, text.hasPrefix("NOSCRIPT") {
        reply = try await pipeline.reply(to: [Array("EVAL".utf8), Array(RedisScript.text.utf8)] + words)
      }
      guard let list = reply.list else {
        // Another server may be the one to write to, and the next connection may reach it.
        if case .error(let text) = reply, text.contains("READONLY") {
          epoch.forget()
          pipeline.close()
        }
        throw unexpected([reply])
      }
      guard list.first?.text == "epoch" else { return list.dropLast() }
      // The server was emptied while the connection lasted, or was restarted.
      if epoch.id == id {
        epoch.forget()
        pipeline.close()
      }
      return nil
    }

    private func unexpected(_ reply: [RedisReply]) -> StoreProblem {
      if case .error(let text)? = reply.first {
        if let problem = RedisEpoch.withoutReplicas(text, address) { return problem }
        return StoreProblem(
          "The session store \(address.name) failed: \(text.prefix(300)). Correct the server, and send the request again."
        )
      }
      return StoreProblem(
        "The session store \(address.name) gave an unknown reply. Use Redis or Valkey without a proxy.")
    }

    // MARK: Notices

    package func notify(_ handler: @escaping @Sendable (StoreNotice) -> Void) {
      let (address, password, replica, epoch, pipeline) = (address, password, replica, epoch, pipeline)
      let subscriber = RedisSubscriber(
        channel: epoch.channel,
        connect: { () throws(StoreProblem) in try RedisConnection(address, password: password, seconds: nil) },
        connected: {
          // So that this replica tells at once if the server lacks something.
          Task { _ = try? await pipeline.reply(to: [Array("PING".utf8)]) }
          handler(.reconnected)
        }
      ) { message in
        let parts = message.split(separator: " ", maxSplits: 5).map(String.init)
        guard parts.count == 6, parts[1] != replica else { return }
        if let changes = Int(parts[4]) { epoch.note(changes: changes, epoch: parts[2], run: parts[3]) }
        switch parts[0] {
        case "wanted": handler(.wanted(parts[5]))
        case "ended": handler(.ended(parts[5]))
        default: handler(.changed(parts[5]))
        }
      }
      self.subscriber.withLock { $0 = subscriber }
    }
  }

  /// The epoch of the sessions, which ends when the server may have lost entries.
  final class RedisEpoch: Sendable {
    private let address: RedisAddress
    private let mayLose: Bool
    private let state = Mutex(State())

    private struct State {
      /// Empty while it must be read again.
      var id = ""
      /// The hash of the script in the server.
      var script = ""
      var known = Known()
      /// The last connection that sent commands: the server's run id, and the connection's id there.
      var client: (run: String, id: Int)?
    }

    /// The last epoch as this replica knows it. A server that was restarted with fewer changes has lost some.
    private struct Known {
      var id = ""
      /// The server's run id.
      var run = ""
      var changes = 0
    }

    init(_ address: RedisAddress, mayLose: Bool) {
      self.address = address
      self.mayLose = mayLose
    }

    var id: String { state.withLock { $0.id } }
    var script: String { state.withLock { $0.script } }

    /// Reads the epoch again with the next connection.
    func forget() { state.withLock { $0.id = "" } }

    /// Notes the number of changes of an epoch in a run of the server; by default of the known ones.
    func note(changes: Int, epoch: String? = nil, run: String? = nil) {
      state.withLock { state in
        // After a restart, another replica's change must not count as lost: this one has not greeted the server yet.
        guard epoch == nil || epoch == state.known.id, run == nil || run == state.known.run else { return }
        state.known.changes = max(state.known.changes, changes)
      }
    }

    var epochKey: String { "\(address.prefix)epoch" }
    /// Exists while the epoch is younger than a lease.
    var youngKey: String { "\(address.prefix)young" }
    var channel: String { "\(address.prefix)notices" }

    func key(_ kind: String, _ name: String) -> String { "\(address.prefix)\(id):\(kind):\(name)" }

    /// An id that no other epoch has had, even of an emptied server.
    private static func newID() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }

    /// Returns the problem of a server that has lost the replicas without which it must not write; nil for other errors.
    static func withoutReplicas(_ error: String, _ address: RedisAddress) -> StoreProblem? {
      guard error.contains("NOREPLICAS") else { return nil }
      return StoreProblem(
        "The session store \(address.name) writes nothing, because it has too few replicas (min-replicas-to-write). Start its replicas, and send the request again."
      )
    }

    static func needsPassword(_ address: RedisAddress) -> StoreProblem {
      StoreProblem(
        "The session store \(address.name) needs a password. Set it in the environment variable UNDERSTUDY_SESSIONS_PASSWORD."
      )
    }

    /// Checks the server on a connection, and reads the epoch.
    func greet(_ connection: RedisConnection, isNew: Bool) throws(StoreProblem) {
      // Together, because each round trip may fail. SUBSCRIBE, since streams would lack the events of other replicas.
      let replies = try connection.replies(to: [
        ["INFO"], ["CONFIG", "GET", "appendfsync"], ["CONFIG", "GET", "no-appendfsync-on-rewrite"],
        ["SUBSCRIBE", "\(channel)-check"], ["UNSUBSCRIBE"], ["CONFIG", "GET", "min-replicas-max-lag"],
        ["CLIENT", "ID"],
      ])
      if case .error(let text) = replies[0], text.hasPrefix("NOAUTH") {
        throw Self.needsPassword(address)
      }
      guard let info = replies[0].text else {
        throw StoreProblem(
          "The session store \(address.name) does not answer INFO, so its safety is unknown. Allow its user the commands INFO and CONFIG GET."
        )
      }
      let conditions = StoreConditions(
        info: info, appendfsync: replies[1].list?.last?.text, onRewrite: replies[2].list?.last?.text,
        lag: replies[5].list?.last?.text)
      if conditions.isLoading {
        throw StoreProblem(
          "The session store \(address.name) is still reading its log after a start. Try again when it has.")
      }
      if let refusal = conditions.refusal(accepts: mayLose) {
        let sentence = "The session store \(address.name) is not safe for sessions."
        throw StoreProblem("\(sentence) \(refusal)")
      }
      // Later, notices may be lost: they only save time.
      if isNew, case .error(let text) = replies[3] {
        throw StoreProblem(
          "The session store \(address.name) refuses SUBSCRIBE, which sessions need: \(text.prefix(300)). Allow its user the commands PUBLISH, SUBSCRIBE and UNSUBSCRIBE, and the channels \(channel)*."
        )
      }
      let (known, last) = state.withLock { ($0.known, $0.client) }
      let client = replies[6].number
      // A command that was sent over an earlier connection must not run after those of this one.
      let lost = last.flatMap { $0.run == conditions.runID && $0.id != client ? $0.id : nil } ?? .max
      let scripts = try connection.replies(to: [
        ["CLIENT", "KILL", "ID", "\(lost)"],
        [
          "EVAL", RedisScript.epochText, "2", epochKey, youngKey, Self.newID(), conditions.runID,
          conditions.mayLose ? "0" : "1", conditions.hasTakenOver ? "1" : "0", known.id, known.run, "\(known.changes)",
        ], ["SCRIPT", "LOAD", RedisScript.text],
      ])
      guard let client, case .number = scripts[0] else {
        throw StoreProblem(
          "The session store \(address.name) refuses CLIENT ID or CLIENT KILL, so a command of a broken connection could run too late. Allow its user these commands."
        )
      }
      state.withLock { $0.client = (conditions.runID, client) }
      let (epoch, loaded) = (scripts[1], scripts[2])
      guard let id = epoch.list?.first?.text, let changes = epoch.list?.last?.number, let script = loaded.text else {
        let reason = [epoch, loaded].compactMap { if case .error(let text) = $0 { text } else { nil } }.first ?? ""
        if let problem = Self.withoutReplicas(reason, address) { throw problem }
        throw StoreProblem(
          "The session store \(address.name) does not run scripts (EVAL), which sessions need: \(reason.prefix(300)). Allow its user the commands EVAL, EVALSHA and SCRIPT LOAD."
        )
      }
      state.withLock { state in
        (state.id, state.script) = (id, script)
        let known = state.known.id == id ? state.known.changes : 0
        state.known = Known(id: id, run: conditions.runID, changes: max(known, changes))
      }
    }
  }
#endif
