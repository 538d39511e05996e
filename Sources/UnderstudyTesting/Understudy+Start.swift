import Engine
import Foundation
import Testing

extension Understudy {
  /// Starts a stand-in on a free port, for this test alone. Stop it at the test's end (`stop()`): that is when the test
  /// is told of requests that were missed.
  ///
  /// A test with the trait `.understudy(…)`, or one of XCTest with `startUnderstudy`, needs neither, and shares a server
  /// with others.
  ///
  /// ```swift
  /// let understudy = try await Understudy.start("countries")
  /// let client = CountriesClient(url: understudy.url)
  /// …
  /// await understudy.stop()
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint's name: its folder below the recordings, or the name of its schema.
  ///   - others: further endpoints, served on the same port.
  ///   - mode: how requests are answered. By default the variable `UNDERSTUDY_MODE` says it, and without it `.replay`.
  ///     In CI (the variable `CI`) nothing is ever written: `.record` and `.auto` are errors there.
  ///   - onMiss: what becomes of a request that was not recorded, in mode `.replay`. By default it fails the test.
  ///   - upstream: the URL of the real endpoint, for `.record` and `.auto`; by default that of `endpoint.yaml`.
  ///   - recordings: the folder of recordings, absolute or from the test's file. By default the nearest folder
  ///     `recordings` above the test's file.
  ///   - schemas: the folder of schemas in the same way; by default `schemas` beside the recordings, or the nearest.
  ///   - seed: another seed makes another faked world. Default 0.
  ///   - strict: whether only exact answers are served, none that are inferred. Default false.
  ///   - fileID: the test's file, as all that follow where a failure is shown.
  ///   - filePath: its path, from which the folders are looked for.
  ///   - line: the line.
  ///   - column: the column.
  /// - Returns: the stand-in, which listens.
  /// - Throws: `UnderstudyError` where the endpoint is not there or cannot be read, or the mode may not be.
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
      try await Server(setup), session: nil, reporter: Reporter(place), filter: Test.current.map { TestName.of($0) })
  }

  /// A stand-in with a session of its own on a server that tests share.
  static func shared(
    _ options: Setup.Options, place: Reporter.Place, test: String, session name: String
  ) async throws(UnderstudyError) -> Understudy {
    let setup = try Setup(options, file: place.filePath, environment: ProcessInfo.processInfo.environment)
    let (server, session) = try await SharedServers.process.lease(setup, for: name)
    // An earlier run of the same test may have asked for something when it had ended.
    _ = server.engine.reset(session: session)
    server.engine.journal?.forget(session: session)
    return try Understudy(server, session: session, reporter: Reporter(place), filter: test)
  }
}
