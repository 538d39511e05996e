// Apple's Command Line Tools come with Swift Testing alone; XCTest needs Xcode.
#if canImport(XCTest)
  public import XCTest

  extension XCTestCase {
    /// Starts a stand-in with a session and a URL of its own for this test. It is stopped when the test ends; the test
    /// then fails, at this line, with each request that was not recorded.
    ///
    /// ```swift
    /// func testCanada() async throws {
    ///   let understudy = try await startUnderstudy("countries")
    ///   let client = CountriesClient(url: understudy.url)
    ///   …
    /// }
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
    ///   - file: its path, from which the folders are looked for.
    ///   - line: the line.
    ///   - column: the column.
    /// - Returns: the stand-in, which listens.
    /// - Throws: `UnderstudyError` where the endpoint is not there or cannot be read, or the mode may not be.
    public nonisolated(nonsending) func startUnderstudy(
      _ endpoint: String, _ others: String..., mode: Understudy.Mode? = nil, onMiss: Understudy.OnMiss = .fail,
      upstream: String? = nil,
      recordings: String? = nil, schemas: String? = nil, seed: UInt64 = 0, strict: Bool = false,
      fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Understudy {
      let options = Setup.Options(
        endpoints: [endpoint] + others, mode: mode, onMiss: onMiss, upstream: upstream, recordings: recordings,
        schemas: schemas,
        seed: seed, isStrict: strict)
      let understudy = try await Understudy.shared(
        options, place: Reporter.Place(fileID, file, line, column), test: TestName.of(xcTest: name),
        session: TestName.of(xcTest: name))
      let outcome = TestOutcome()
      // The last block that was added runs first.
      addTeardownBlock { await understudy.stop(outcome) }
      addTeardownBlock { () -> Void in if self.testRun?.hasSucceeded == false { outcome.fail() } }
      return understudy
    }
  }
#endif
