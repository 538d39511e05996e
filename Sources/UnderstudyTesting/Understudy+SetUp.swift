import Engine

extension Understudy {
  /// What several tests share, made once in this process: a log-in, a product that all of them look at.
  ///
  /// Its requests are a session of its own, named by `name`, and so is its recording. Tokens and ids that it issues are
  /// known to every test that asks for it, so one test can be recorded again by itself. Use the URL that `body` is
  /// given, not that of the test.
  ///
  /// ```swift
  /// let token = try await Understudy.current.setUp("log in as Ada") { api in
  ///   try await ShopClient(url: api.url).logIn("ada@example.com")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of its session.
  ///   - body: makes the value. Tests that ask at the same time wait for the first one.
  /// - Returns: what `body` returned, to the first test that asked.
  /// - Throws: what `body` throws, to every test that asks; `UnderstudyError` if `name` stands for a value of another
  ///   type.
  public func setUp<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Understudy) async throws -> Value
  ) async throws -> Value {
    // A server of this test alone has one session.
    guard let session else { return try await body(self) }
    let value = try await server.setUps.value(of: name) { [server, reporter, filter] in
      await server.engine.beginScope(name)
      let understudy = try Understudy(server, session: name, reporter: reporter, filter: filter)
      let result: Result<Value, any Error>
      do { result = .success(try await body(understudy)) } catch { result = .failure(error) }
      let outcome = TestOutcome()
      if case .failure = result { outcome.fail() }
      await understudy.finishSetUp(outcome)
      return try result.get()
    }
    server.engine.enter(session, scope: name)
    guard let value = value as? Value else {
      throw UnderstudyError(
        "setUp(\"\(name)\") was called before with a value of another type. Name this one differently.")
    }
    return value
  }

  /// Fails the test with what was missed, and writes what was recorded.
  private func finishSetUp(_ outcome: TestOutcome) async {
    guard let session else { return }
    if server.setup.mode.writes {
      let hasFailed = outcome.hasFailed || !failures.isEmpty
      for saved in await server.engine.finish(scope: session, hasFailed ? .failed : .passed)
      where saved.outcome != .saved && !hasFailed {
        reporter.fail("\(saved)")
      }
    }
    report()
  }
}

/// The values of set-ups that tests share, by name.
actor SetUps {
  private var values: [String: Task<any Sendable, any Error>] = [:]

  /// The names of those that were begun.
  var names: Set<String> { Set(values.keys) }

  /// The value of a name: made by the first who asks.
  func value(of name: String, _ body: @escaping @Sendable () async throws -> any Sendable) async throws -> any Sendable
  {
    let task = values[name] ?? Task { try await body() }
    values[name] = task
    return try await task.value
  }
}
