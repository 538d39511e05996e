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

#endif
