import Engine
public import Foundation
import Synchronization

/// A stand-in for a GraphQL API, for one test: it listens on a free port of this machine and answers from recordings,
/// or makes answers up from a schema.
///
/// ```swift
/// @Test(.understudy("countries"))
/// func canada() async throws {
///   let client = CountriesClient(url: try Understudy.current.url)
///   #expect(try await client.country("CA").capital == "Ottawa")
/// }
/// ```
///
/// A test fails where one of its requests was not recorded, at the line that started its stand-in, with what comes
/// nearest and how it differs.
public final class Understudy: Sendable {
  /// The URL of the endpoint, the first where there are several: what the client is given in the place of the real one.
  public let url: URL
  /// How requests are answered.
  public var mode: Mode { server.setup.mode }

  let server: Server
  /// Nil where the server is this test's alone.
  let session: String?
  let reporter: Reporter
  let filter: String?
  private let urls: [String: URL]
  private let state = Mutex(State())

  /// The session of those who name none.
  static let nobodysSession = "default"

  private struct State {
    var isStopped = false
    /// What was asked, once it was stopped.
    var entries: [JournalEntry]?
  }

  init(
    _ server: Server, session: String?, reporter: Reporter, filter: String?
  ) throws(UnderstudyError) {
    self.server = server
    self.session = session
    self.reporter = reporter
    self.filter = filter
    var urls: [String: URL] = [:]
    for name in server.setup.endpoints {
      urls[name] = URL(string: "\(server.origin)/\(name)\(session.map { "/~\(Self.encoded($0))" } ?? "")")
    }
    self.urls = urls
    guard let first = server.setup.endpoints.first, let url = urls[first] else {
      throw UnderstudyError("\"\(server.setup.endpoints.first ?? "")\" cannot be a part of a URL.")
    }
    self.url = url
  }

  deinit {
    // Who forgot to stop it is told all the same; only the waiting is left out.
    guard !state.withLock({ $0.isStopped }), session == nil else { return }
    report()
    Task { [server] in await server.stop() }
  }

  /// A session's name as a segment of a path.
  private static func encoded(_ session: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: "/;%")
    return session.addingPercentEncoding(withAllowedCharacters: allowed) ?? session
  }

  /// The URL of one of several endpoints.
  ///
  /// - Throws: `UnderstudyError` where this stand-in was not started for it.
  public func url(of endpoint: String) throws -> URL {
    if let url = urls[endpoint] { return url }
    throw UnderstudyError(
      "This stand-in is for \(server.setup.endpoints.joined(separator: ", ")), not for \"\(endpoint)\". Name that as well where it is started."
    )
  }

  /// What the client has asked so far, in order; at most 100,000 requests.
  public var requests: [Request] { entries.map { Request($0) } }

  /// What the client has asked so far under an operation's name, in order.
  public func requests(named name: String) -> [Request] { requests.filter { $0.name == name } }

  /// Why the test would fail now: each request that was missed or refused, as text.
  public var failures: [String] { verdict.failures }

  /// What a test may want to know that does not fail it: answers that were inferred, recordings that nobody can reach,
  /// recordings that could not be written. With `UNDERSTUDY_WARNINGS=1` they are printed when the test ends.
  public var warnings: [String] { verdict.inferences + server.warnings(ofSession: session) }

  /// Stops, and fails the test with each request that was missed or refused. What was recorded is then written.
  ///
  /// A stand-in of a trait or of `startUnderstudy` is stopped by itself when the test ends.
  public func stop() async { await stop(TestOutcome()) }

  /// The same at the end of a test: the recording of one that failed replaces none.
  func stop(_ outcome: TestOutcome) async {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    guard isFirst else { return }
    if server.setup.mode.writes { await finishRecording(outcome) }
    let asked = journal
    state.withLock { $0.entries = asked }
    report()
    guard let session else { return await server.stop() }
    server.engine.removeFaults(session: session)
    _ = server.engine.reset(session: session)
    server.engine.journal?.forget(session: session)
    await reportStrays()
    await SharedServers.process.release(session, of: server.setup)
  }

  /// Writes what was recorded. What could not be saved fails the test.
  private func finishRecording(_ outcome: TestOutcome) async {
    guard let session else { return await server.engine.settle(session: nil) }
    let hasFailed = outcome.hasFailed || !failures.isEmpty
    let saved = await server.engine.finish(session: session, hasFailed ? .failed : .passed)
    // A test that failed knows why.
    guard !hasFailed else { return }
    for session in saved where session.outcome != .saved { reporter.fail("\(session)") }
  }

  func report() {
    for failure in failures { reporter.fail(failure) }
    WarningPrinter.process.print(warnings, of: filter)
  }

  private func reportStrays() async {
    let sessions = await SharedServers.process.sessions(of: server.setup).union(await server.setUps.names)
    let strays = Verdict.strays(server.engine.journal?.takeStrays(besides: sessions) ?? [])
    for failure in strays.failures { reporter.fail(failure) }
    WarningPrinter.process.print(strays.warnings, of: nil)
  }

  var entries: [JournalEntry] { state.withLock { $0.entries } ?? journal }

  private var journal: [JournalEntry] { server.engine.journal?.entries(ofSession: session) ?? [] }

  private var verdict: Verdict {
    Verdict(
      entries: entries, unkept: server.engine.journal?.unkept(ofSession: session) ?? 0, filter: filter,
      canRecord: { [server] in server.engine.knowsUpstream(of: $0) })
  }
}
