#if Redis
  import Dispatch
  import SharedSessions
  import Synchronization
  import Transports

  /// Sends commands of many tasks over one connection, on a thread of its own. Commands that wait are sent together.
  final class RedisPipeline: Sendable {
    private let address: RedisAddress
    private let password: String?
    private let greeting: @Sendable (RedisConnection, _ isNew: Bool) throws(StoreProblem) -> Void
    private let received: @Sendable (RedisReply) -> Void
    private let queue = DispatchQueue(label: "understudy.redis")
    private let state = Mutex(State())
    /// Only the queue uses it.
    private let connection = Mutex<Greeted?>(nil)
    private let clock: any Stopwatch

    /// A connection, and the time in nanoseconds of its last greeting.
    private struct Greeted {
      let connection: RedisConnection
      var time: UInt64
    }

    private struct State {
      var waiting: [Job] = []
      var isRunning = false
      /// True if the next commands must use a new connection.
      var closes = false
    }

    private struct Job: Sendable {
      let words: [[UInt8]]
      let done: @Sendable (Result<RedisReply, StoreProblem>) -> Void
    }

    /// The most commands that are sent together.
    private static let batchSize = 200
    /// The most commands that wait.
    private static let waitingLimit = 20_000
    /// Seconds to wait for a reply.
    private static let patience = 3
    /// Nanoseconds after which a connection is greeted again, because the server's settings and replicas may change.
    private static let greetingInterval: UInt64 = 5_000_000_000

    /// - Parameters:
    ///   - address: the server.
    ///   - password: its password, if it has one.
    ///   - greeting: sends the first commands on each connection, and sends them again every few seconds. If it throws, the
    ///     connection is not used.
    ///   - clock: measures these seconds.
    ///   - received: called with each reply, before the connection can be replaced.
    init(
      _ address: RedisAddress, password: String?,
      greeting: @escaping @Sendable (RedisConnection, _ isNew: Bool) throws(StoreProblem) -> Void,
      clock: any Stopwatch,
      received: @escaping @Sendable (RedisReply) -> Void
    ) {
      self.address = address
      self.password = password
      self.greeting = greeting
      self.clock = clock
      self.received = received
    }

    /// Sends a command, again if the connection had broken before.
    func reply(to words: [[UInt8]]) async throws(StoreProblem) -> RedisReply {
      let result = await withCheckedContinuation { continuation in
        let isFull = state.withLock { state in
          guard state.waiting.count < Self.waitingLimit else { return true }
          state.waiting.append(Job(words: words) { continuation.resume(returning: $0) })
          if !state.isRunning {
            state.isRunning = true
            queue.async { self.run() }
          }
          return false
        }
        if isFull {
          continuation.resume(
            returning: .failure(
              StoreProblem(
                "Too many requests wait for the session store. Send fewer at a time.", hadNoEffect: true)))
        }
      }
      return try result.get()
    }

    /// Sends later commands over a new connection.
    func close() { state.withLock { $0.closes = true } }

    private func run() {
      while true {
        let (jobs, closes) = state.withLock { state in
          let jobs = Array(state.waiting.prefix(Self.batchSize))
          state.waiting.removeFirst(jobs.count)
          if jobs.isEmpty { state.isRunning = false }
          defer { if !jobs.isEmpty { state.closes = false } }
          return (jobs, state.closes)
        }
        if jobs.isEmpty { return }
        let (results, problem) = connection.withLock { connection in
          if closes { connection = nil }
          return self.results(of: jobs, on: &connection)
        }
        for (job, result) in zip(jobs, results) { job.done(result) }
        guard let problem else { continue }
        // Each further attempt takes seconds.
        let others = state.withLock { state in
          defer { state.waiting = [] }
          return state.waiting
        }
        for job in others { job.done(.failure(StoreProblem(problem.description, hadNoEffect: true))) }
      }
    }

    /// Returns the results of jobs, and the problem if there is no connection. What fails on an old connection is repeated
    /// once on a new one, since each command may be repeated.
    private func results(
      of jobs: [Job], on connection: inout Greeted?
    ) -> (results: [Result<RedisReply, StoreProblem>], problem: StoreProblem?) {
      var results: [Result<RedisReply, StoreProblem>] = []
      var isOld = connection != nil
      var (wasSent, isOpen) = (false, false)
      while true {
        do throws(StoreProblem) {
          isOpen = false
          let open: RedisConnection
          if let known = connection {
            open = known.connection
          } else {
            open = try RedisConnection(address, password: password, seconds: Self.patience)
          }
          let now = clock.now()
          if connection.map({ now - min($0.time, now) > Self.greetingInterval }) ?? true {
            try greeting(open, connection == nil)
            connection = Greeted(connection: open, time: now)
          }
          (wasSent, isOpen) = (true, true)
          for job in jobs[results.count...] { try open.send(job.words) }
          while results.count < jobs.count {
            let reply = try open.receive()
            received(reply)
            results.append(.success(reply))
          }
          return (results, nil)
        } catch {
          connection = nil
          if isOld {
            isOld = false
            continue
          }
          let problem = StoreProblem(error.description, hadNoEffect: !wasSent)
          return (results + jobs[results.count...].map { _ in .failure(problem) }, isOpen ? nil : problem)
        }
      }
    }
  }
#endif
