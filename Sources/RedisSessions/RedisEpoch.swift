#if Redis
  import SharedSessions
  import Synchronization

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
