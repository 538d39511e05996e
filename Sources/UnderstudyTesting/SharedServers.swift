/// The servers that the tests of this process share: one for each setup, started by the first test that asks for it.
///
/// They listen until the process ends. What was recorded is on disk, whole, whenever no test uses a server.
actor SharedServers {
  static let process = SharedServers()

  private var servers: [Setup: Running] = [:]

  private struct Running {
    let start: Task<Result<Server, UnderstudyError>, Never>
    var sessions: Set<String> = []
    var finishing: Task<Void, Never>?
  }

  /// A server, and the name of a session of one's own on it.
  ///
  /// - Parameters:
  ///   - setup: what the server is started by.
  ///   - name: of the session.
  /// - Returns: both; the session is to be given back.
  /// - Throws: where the server cannot be started. The next test tries again.
  func lease(
    _ setup: Setup, for name: String
  ) async throws(UnderstudyError) -> (server: Server, session: String) {
    let start = servers[setup]?.start ?? Task { await Self.start(setup) }
    var running = servers[setup] ?? Running(start: start)
    // A test in a suite that has the trait as well: the inner one is a session of its own.
    var session = name
    var count = 1
    while !running.sessions.insert(session).inserted {
      count += 1
      session = "\(name) (\(count))"
    }
    servers[setup] = running
    await running.finishing?.value
    switch await start.value {
    case .success(let server): return (server, session)
    case .failure(let error):
      if servers[setup]?.start == start { servers[setup] = nil }
      throw error
    }
  }

  /// Gives a session back.
  func release(_ session: String, of setup: Setup) async {
    guard case .success(let server)? = await servers[setup]?.start.value else { return }
    servers[setup]?.sessions.remove(session)
    guard setup.mode.writes, servers[setup]?.sessions.isEmpty ?? false else { return }
    let finishing = Task { await server.finish() }
    servers[setup]?.finishing = finishing
    await finishing.value
  }

  /// The sessions that are in use.
  func sessions(of setup: Setup) -> Set<String> { servers[setup]?.sessions ?? [] }

  private static func start(_ setup: Setup) async -> Result<Server, UnderstudyError> {
    do throws(UnderstudyError) { return .success(try await Server(setup)) } catch { return .failure(error) }
  }
}
