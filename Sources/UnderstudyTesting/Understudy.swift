public import Foundation
import Synchronization

/// A mock server for one test: it answers from recordings, or generates answers from a schema.
///
/// ```swift
/// @Test(.understudy("countries"))
/// func canada() async throws {
///   let client = CountriesClient(url: try Understudy.current.url)
///   #expect(try await client.country("CA").capital == "Ottawa")
/// }
/// ```
///
/// A test fails for each request that is not recorded. The failure is shown at the line of the trait, of
/// `startUnderstudy` or of `start`. It names the nearest recording and the differences.
public final class Understudy: Sendable {
  /// The URL of the endpoint; of the first, if there are several. Give it to the client instead of the URL of the real
  /// API.
  public let url: URL
  /// The source of answers.
  public var mode: Mode { listener.setup.mode }

  let listener: Listener
  /// The session of the test; nil if the listener is this test's alone.
  let session: OpenSession?
  let reporter: Reporter
  let filter: String?
  private let urls: [String: URL]
  private let state = Mutex(State())

  private struct State {
    var isStopped = false
    /// The requests of the client, after it has stopped.
    var journal: Journal?
  }

  init(
    _ listener: Listener, session: OpenSession?, reporter: Reporter, filter: String?
  ) throws(UnderstudyError) {
    self.listener = listener
    self.session = session
    self.reporter = reporter
    self.filter = filter
    var urls: [String: URL] = [:]
    for name in listener.setup.endpoints {
      let path = session.map { "/~\(Self.encoded($0.givenName))" } ?? ""
      urls[name] = URL(string: "\(listener.control.origin)/\(name)\(path)")
    }
    self.urls = urls
    guard let first = listener.setup.endpoints.first, let url = urls[first] else {
      throw UnderstudyError(
        "\"\(listener.setup.endpoints.first ?? "")\" cannot be a part of a URL. Choose a name of letters, digits, dots, dashes and underscores."
      )
    }
    self.url = url
  }

  deinit {
    // A test that forgets to stop it fails all the same; only the waiting is left out.
    guard !state.withLock({ $0.isStopped }), session == nil else { return }
    report()
    Task { [listener] in _ = try? await listener.close() }
  }

  /// A session's name as a segment of a path.
  private static func encoded(_ session: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: "/;%")
    return session.addingPercentEncoding(withAllowedCharacters: allowed) ?? session
  }

  /// The URL of one of several endpoints.
  ///
  /// - Throws: `UnderstudyError` if this mock server does not serve it.
  public func url(of endpoint: String) throws -> URL {
    if let url = urls[endpoint] { return url }
    throw UnderstudyError(
      "This mock server serves \(listener.setup.endpoints.joined(separator: ", ")), not \"\(endpoint)\". Add the name where the test names its endpoint."
    )
  }

  /// The requests of the client so far, in order; at most 100,000. Like the properties below, it asks the program each time,
  /// and blocks the thread for that. If the program cannot be reached, the test fails.
  public var requests: [Request] { journal.requests }

  /// The requests of the client so far with this operation name, in order.
  public func requests(named name: String) -> [Request] { requests.filter { $0.name == name } }

  /// The reasons why the test would fail now: each request that missed or was refused, as text.
  public var failures: [String] { failures(journal) }

  /// Problems that do not fail the test: inferred and derived answers, recordings that no request can reach, faults
  /// that were not injected. They are printed when the test ends, unless `UNDERSTUDY_WARNINGS` is `0`.
  public var warnings: [String] { journal.warnings }

  /// Stops, saves what was recorded, and fails the test for each request that missed or was refused.
  ///
  /// The mock server of a trait or of `startUnderstudy` stops by itself when the test ends.
  public func stop() async { await stop(TestOutcome()) }

  /// The same at the end of a test: the recording of one that failed replaces none.
  func stop(_ outcome: TestOutcome) async {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    guard isFirst else { return }
    do throws(UnderstudyError) {
      if let session {
        try await end(session, outcome)
      } else {
        let journal = try await listener.close()
        state.withLock { $0.journal = journal }
        report()
      }
    } catch {
      state.withLock { $0.journal = $0.journal ?? Journal() }
      reporter.fail("\(error)")
    }
    if let session, !session.isScope {
      await SharedListeners.process.release(session.givenName, of: listener.setup)
    }
  }

  private func end(_ session: OpenSession, _ outcome: TestOutcome) async throws(UnderstudyError) {
    var hasFailed = outcome.hasFailed
    if mode.writes, !hasFailed { hasFailed = try !listener.journal(of: session).failures.isEmpty }
    let isSkipped = outcome.isSkipped && !hasFailed
    let word = hasFailed ? "failed" : isSkipped ? "skipped" : "passed"
    let ended = try await listener.end(session, outcome: word)
    state.withLock { $0.journal = ended.journal }
    // A test that failed or was skipped knows why.
    if !hasFailed, !isSkipped { for reason in ended.unsaved { reporter.fail(reason) } }
    report()
    let strays = Journal.strays(ended.strays)
    for failure in strays.failures { reporter.fail(failure) }
    WarningPrinter.process.print(strays.warnings, of: nil)
  }

  private func report() {
    let journal = journal
    for failure in failures(journal) { reporter.fail(failure) }
    WarningPrinter.process.print(journal.warnings, of: filter)
  }

  private func failures(_ journal: Journal) -> [String] {
    // With a session the program knows the command.
    guard session == nil, listener.canRecord, let filter else { return journal.failures }
    return journal.failures.map {
      $0.hasPrefix("Refused") ? $0 : "\($0)\nOr let the test record it: \(listener.setup.rerun(filter))"
    }
  }

  var journal: Journal {
    if let journal = state.withLock({ $0.journal }) { return journal }
    do throws(UnderstudyError) {
      return try listener.journal(of: session)
    } catch {
      reporter.fail("\(error)")
      return Journal()
    }
  }
}
