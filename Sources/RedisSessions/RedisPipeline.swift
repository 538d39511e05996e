#if Redis
  import Dispatch
  import SharedSessions
  import Synchronization

  /// Sends commands of many tasks over one connection, on a thread of its own. Commands that wait are sent together.
  final class RedisPipeline: Sendable {
    private let address: RedisAddress
    private let password: String?
    private let greeting: @Sendable (RedisConnection) throws(StoreProblem) -> Void
    private let received: @Sendable (RedisReply) -> Void
    private let queue = DispatchQueue(label: "understudy.redis")
    private let state = Mutex(State())
    /// Only the queue uses it.
    private let connection = Mutex<RedisConnection?>(nil)

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

    /// - Parameters:
    ///   - address: the server.
    ///   - password: its password, if it has one.
    ///   - greeting: sends the first commands on each connection. If it throws, the connection is not used.
    ///   - received: called with each reply, before the connection can be replaced.
    init(
      _ address: RedisAddress, password: String?,
      greeting: @escaping @Sendable (RedisConnection) throws(StoreProblem) -> Void,
      received: @escaping @Sendable (RedisReply) -> Void
    ) {
      self.address = address
      self.password = password
      self.greeting = greeting
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
        let results = connection.withLock { connection in
          if closes { connection = nil }
          return self.results(of: jobs, on: &connection)
        }
        for (job, result) in zip(jobs, results) { job.done(result) }
      }
    }

    /// Returns the results of jobs. What fails on an old connection is repeated once on a new one, since each command may
    /// be repeated.
    private func results(
      of jobs: [Job], on connection: inout RedisConnection?
    ) -> [Result<RedisReply, StoreProblem>] {
      var results: [Result<RedisReply, StoreProblem>] = []
      var isOld = connection != nil
      var wasSent = false
      while true {
        do throws(StoreProblem) {
          let open: RedisConnection
          if let known = connection {
            open = known
          } else {
            open = try RedisConnection(address, password: password, seconds: Self.patience)
            try greeting(open)
            connection = open
          }
          wasSent = true
          for job in jobs[results.count...] { try open.send(job.words) }
          while results.count < jobs.count {
            let reply = try open.receive()
            received(reply)
            results.append(.success(reply))
          }
          return results
        } catch {
          connection = nil
          if isOld {
            isOld = false
            continue
          }
          let problem = StoreProblem(error.description, hadNoEffect: !wasSent)
          return results + jobs[results.count...].map { _ in .failure(problem) }
        }
      }
    }
  }
#endif
