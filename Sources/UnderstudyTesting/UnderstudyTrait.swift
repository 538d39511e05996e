import Synchronization
public import Testing

/// Gives each test a session of its own: `@Test(.understudy("countries"))`.
public struct UnderstudyTrait: TestTrait, SuiteTrait, TestScoping {
  let options: Setup.Options
  let place: Reporter.Place
  let expectation: Understudy.Expectation?

  /// Always true: nested suites inherit the trait.
  public var isRecursive: Bool { true }

  /// Returns the trait for each case of a test, and for a suite with an expectation of all its tests together.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase != nil || (test.isSuite && expectation != nil) ? self : nil
  }

  /// Runs a test with `Understudy.current`, then reports misses.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let testCase else { return try await provideSuiteScope(function) }
    // A test's own trait replaces that of its suite: with both, the test would have its session twice.
    let places = test.traits.compactMap { ($0 as? UnderstudyTrait)?.place }
    if places.contains(place), places.last != place { return try await function() }
    let understudy: Understudy
    do {
      understudy = try await .shared(
        options, place: place, test: TestName.of(test), session: try TestName.session(of: test, case: testCase))
    } catch {
      return Reporter(place).fail("\(error)")
    }
    // Whatever the test throws, its misses come first: they are the likely cause.
    let outcome = TestOutcome()
    let watch: IssueHandlingTrait = .compactMapIssues { issue in
      // Before 6.3 a known issue cannot be told from another one.
      #if compiler(>=6.3)
        guard issue.isFailure else { return issue }
      #endif
      outcome.fail()
      return issue
    }
    let result = await Result {
      try await watch.provideScope(for: test, testCase: testCase) {
        try await Understudy.$scoped.withValue(understudy, operation: function)
      }
    }
    if case .failure = result { outcome.fail() }
    if let tally = SuiteTally.current, tally.place == place {
      tally.add(understudy)
    } else if let expectation {
      understudy.expect(expectation)
    }
    await understudy.stop(outcome)
    try result.get()
  }

  private func provideSuiteScope(_ function: @Sendable () async throws -> Void) async throws {
    // A suite in the suite has the trait as well, and no expectation of its own.
    guard let expectation, SuiteTally.current?.place != place else { return try await function() }
    let tally = SuiteTally(place: place)
    let result = await Result { try await SuiteTally.$current.withValue(tally, operation: function) }
    tally.expect(expectation, Reporter(place))
    try result.get()
  }
}

extension Trait where Self == UnderstudyTrait {
  /// Gives a test, or each test of a suite, a session and a URL of its own: `Understudy.current`. Each case of a parameterized
  /// test has its own. Tests may run in parallel. Those with the same arguments share one port.
  ///
  /// The test fails for each request that is not recorded. The failure is shown at the trait. A test's own trait
  /// replaces its suite's trait.
  ///
  /// ```swift
  /// @Suite(.understudy("rocket-reserver"))
  /// struct BookingTests {
  ///   @Test func booking() async throws {
  ///     let client = RocketClient(url: try Understudy.current.url)
  ///     …
  ///   }
  /// }
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
  ///   - expecting: with `.allRecordingsUsed()`, the test, or all tests of the suite together, must use every
  ///     recording. Default: no check.
  ///   - fileID: the test's file. This and the next parameters are the place where a failure is shown. Leave the
  ///     defaults.
  ///   - filePath: the path of the test's file. The folders are searched from there.
  ///   - line: the line.
  ///   - column: the column.
  /// - Returns: the trait.
  public static func understudy(
    _ endpoint: String, _ others: String..., mode: Understudy.Mode? = nil, onMiss: Understudy.OnMiss = .fail,
    upstream: String? = nil,
    recordings: String? = nil, schemas: String? = nil, seed: UInt64 = 0, strict: Bool = false,
    expecting: Understudy.Expectation? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    UnderstudyTrait(
      options: Setup.Options(
        endpoints: [endpoint] + others, mode: mode, onMiss: onMiss, upstream: upstream, recordings: recordings,
        schemas: schemas,
        seed: seed, isStrict: strict),
      place: Reporter.Place(fileID, filePath, line, column), expectation: expecting)
  }
}

extension Understudy {
  @TaskLocal static var scoped: Understudy?

  /// The mock server of the running test. The test or its suite needs the trait `.understudy(…)`.
  ///
  /// - Throws: `UnderstudyError` without the trait, and in code that runs outside the test's task.
  public static var current: Understudy {
    get throws {
      if let scoped { return scoped }
      throw UnderstudyError(
        """
        There is no Understudy.current here. Add the trait to the test or its suite: @Test(.understudy("endpoint")).
        Detached tasks and callbacks do not know their test: read Understudy.current in the test, and pass it on.
        """)
    }
  }
}

extension Result where Success == Void, Failure == any Error {
  fileprivate init(_ body: () async throws -> Void) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// The outcome of a test so far.
final class TestOutcome: Sendable {
  private let failed = Atomic<Bool>(false)
  private let skipped = Atomic<Bool>(false)

  var hasFailed: Bool { failed.load(ordering: .acquiring) }
  var isSkipped: Bool { skipped.load(ordering: .acquiring) }

  func fail() { failed.store(true, ordering: .releasing) }
  func skip() { skipped.store(true, ordering: .releasing) }
}
