import Foundation
import Testing

extension Understudy {
  /// Starts a mock server on a port of its own, for this test alone. Call `stop()` at the end of the test: it reports misses.
  ///
  /// A test with the trait `.understudy(…)`, or one of XCTest with `startUnderstudy`, needs neither, and shares its port with
  /// others.
  ///
  /// ```swift
  /// let understudy = try await Understudy.start("countries")
  /// let client = CountriesClient(url: understudy.url)
  /// …
  /// await understudy.stop()
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint's name: that of its folder in the recordings, or of its schema.
  ///   - others: further endpoints, served on the same port.
  ///   - mode: how requests are answered. By default that of the variable `UNDERSTUDY_MODE`, else `.replay`. In CI (the
  ///     variable `CI`) nothing is ever recorded: `.record` and `.auto` are errors there.
  ///   - onMiss: the answer to a request that is not recorded, in mode `.replay`. By default the test fails.
  ///   - upstream: the URL of the real API, for `.record` and `.auto`; by default that in `endpoint.yaml`.
  ///   - recordings: the folder of recordings, absolute or relative to the test's file. By default the nearest folder
  ///     `recordings` above the test's file.
  ///   - schemas: the folder of schemas in the same way; by default `schemas` beside the recordings, or the nearest.
  ///   - seed: another seed generates other data. Default 0.
  ///   - strict: whether only exact answers are served, no inferred ones. Default false.
  ///   - fileID: the test's file. It and what follows say where a failure is shown.
  ///   - filePath: its path. The folders are searched from there.
  ///   - line: the line.
  ///   - column: the column.
  /// - Returns: the mock server.
  /// - Throws: `UnderstudyError` if the program or the endpoint is missing, or the mode is not allowed.
  public static func start(
    _ endpoint: String, _ others: String..., mode: Mode? = nil, onMiss: OnMiss = .fail, upstream: String? = nil,
    recordings: String? = nil,
    schemas: String? = nil, seed: UInt64 = 0, strict: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Understudy {
    let options = Setup.Options(
      endpoints: [endpoint] + others, mode: mode, onMiss: onMiss, upstream: upstream, recordings: recordings,
      schemas: schemas,
      seed: seed, isStrict: strict)
    let place = Reporter.Place(fileID, filePath, line, column)
    let setup = try Setup(options, file: place.filePath, environment: ProcessInfo.processInfo.environment)
    return try Understudy(
      try await Listener(setup), session: nil, reporter: Reporter(place), filter: Test.current.map { TestName.of($0) })
  }

  /// Begins a session for a test on a listener that tests share.
  static func shared(
    _ options: Setup.Options, place: Reporter.Place, test: String, session name: String
  ) async throws(UnderstudyError) -> Understudy {
    let setup = try Setup(options, file: place.filePath, environment: ProcessInfo.processInfo.environment)
    let (listener, name) = try await SharedListeners.process.lease(setup, for: name)
    do throws(UnderstudyError) {
      let session = try await listener.begin(name, filter: test)
      return try Understudy(listener, session: session, reporter: Reporter(place), filter: test)
    } catch {
      await SharedListeners.process.release(name, of: setup)
      throw error
    }
  }
}
