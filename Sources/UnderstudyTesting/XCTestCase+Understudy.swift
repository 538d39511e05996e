// Apple's Command Line Tools come with Swift Testing alone; XCTest needs Xcode.
#if canImport(XCTest)
  public import XCTest

  extension XCTestCase {
    /// Begins a session with a URL of its own for this test. It ends with the test. The test then fails, at this line, for
    /// each request that is not recorded.
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
    ///   - endpoint: the endpoint's name: its folder in the recordings, or its schema without the file extension.
    ///   - others: more endpoints on the same port. `url(of:)` returns their URLs.
    ///   - mode: the source of answers. Default: the variable `UNDERSTUDY_MODE`, or else `.replay`. If the variable
    ///     `CI` is set, `.record` and `.auto` are errors.
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
    ///   - file: the path of the test's file. The folders are searched from there.
    ///   - line: the line.
    ///   - column: the column.
    /// - Returns: the mock server.
    /// - Throws: `UnderstudyError` if the program or the endpoint is missing, or the mode is not allowed.
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
        session: TestName.session(ofXCTest: name))
      let outcome = TestOutcome()
      // The last block that was added runs first.
      addTeardownBlock { await understudy.stop(outcome) }
      // On Linux `hasSucceeded` is false until the test has stopped.
      addTeardownBlock { () -> Void in
        guard let run = self.testRun else { return }
        if run.totalFailureCount > 0 { outcome.fail() }
        if run.hasBeenSkipped { outcome.skip() }
      }
      return understudy
    }
  }
#endif
