import Foundation
import Testing

extension Understudy {
  /// Starts a mock server on its own port, for this test alone. At the end of the test, call `stop()`, which reports
  /// misses.
  ///
  /// Tests with the trait `.understudy(…)` or with `startUnderstudy` do not need `start` or `stop`. They share a port.
  ///
  /// ```swift
  /// let understudy = try await Understudy.start("countries")
  /// let client = CountriesClient(url: understudy.url)
  /// …
  /// await understudy.stop()
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint's name: its folder in the recordings, or its schema without the file extension.
  ///   - others: more endpoints on the same port. `url(of:)` returns their URLs.
  ///   - mode: the source of answers. Default: the variable `UNDERSTUDY_MODE`, or else `.replay`. If the variable `CI`
  ///     is set, `.record` and `.auto` are errors.
  ///   - onMiss: the answer to a request that is not recorded, in mode `.replay`. Default: an error, and the test
  ///     fails.
  ///   - upstream: the URL of the real API, for `.record` and `.auto`, with one endpoint. Default: `upstream` in
  ///     `endpoint.yaml`.
  ///   - recordings: the folder of recordings, absolute or relative to the test's file. Default: the nearest folder
  ///     `recordings` above the test's file.
  ///   - schemas: the folder of schemas, absolute or relative to the test's file. Default: `schemas` beside the
  ///     recordings, or else the nearest folder `schemas` above the test's file.
  ///   - seed: selects the generated data, in mode `.fake` and with `onMiss: .fake`. At most `Int.max`. Default: 0.
  ///   - strict: if true, requests with inferred or derived answers miss instead. Default: false.
  ///   - fileID: the test's file. This and the next parameters are the place where a failure is shown. Leave the
  ///     defaults.
  ///   - filePath: the path of the test's file. The folders are searched from there.
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
