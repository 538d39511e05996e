extension Understudy {
  /// Returns a value that several tests share, made once in this process: a login, a product that all of them use. Call it in
  /// one place, such as a function that these tests call.
  ///
  /// Its requests have a session of their own, named `name`, and a recording of their own. Every test that calls this knows the
  /// tokens and ids that they issued, so one test can be recorded again by itself. In `body`, use the URL of its parameter, not
  /// that of the test.
  ///
  /// ```swift
  /// let token = try await Understudy.current.setUp("log in as Ada") { api in
  ///   try await ShopClient(url: api.url).logIn("ada@example.com")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of its session.
  ///   - fileID: the file of the call; by default the right one.
  ///   - line: its line; by default the right one.
  ///   - body: makes the value. Other tests wait for it.
  /// - Returns: the value.
  /// - Throws: what `body` throws, in every test; `UnderstudyError` if `name` is used in two places, whose closures may differ.
  public func setUp<Value: Sendable>(
    _ name: String, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (Understudy) async throws -> Value
  ) async throws -> Value {
    // A listener of this test alone has one session.
    guard let session else { return try await body(self) }
    let run: @Sendable () async throws -> Value = { [listener, reporter, filter] in
      let scope = try await listener.begin(name, isScope: true, filter: filter)
      let understudy = try Understudy(listener, session: scope, reporter: reporter, filter: filter)
      let result: Result<Value, any Error>
      do { result = .success(try await body(understudy)) } catch { result = .failure(error) }
      let outcome = TestOutcome()
      if case .failure = result { outcome.fail() }
      await understudy.stop(outcome)
      return try result.get()
    }
    let setup = listener.setup
    let value = try await listener.setUps.value(of: name, at: "\(fileID):\(line)") {
      setup.mode.writes ? try await SetUpLock.process.holding(setup.recordings, run) : try await run()
    }
    _ = try await listener.control.sendLater(
      "POST", "enter", ["token": .string(session.token), "scope": .string(name)])
    guard let value = value as? Value else {
      throw UnderstudyError(
        "setUp(\"\(name)\") was called before with a value of another type. Use one type, or name this one differently."
      )
    }
    return value
  }
}

/// The values that tests share, by name.
actor SetUps {
  private var values: [String: (place: String, task: Task<any Sendable, any Error>)] = [:]

  /// Returns the value of a name, made by the first caller.
  ///
  /// - Throws: `UnderstudyError` if the name is used in two places.
  func value(
    of name: String, at place: String, _ body: @escaping @Sendable () async throws -> any Sendable
  ) async throws -> any Sendable {
    let known = values[name] ?? (place, Task { try await body() })
    values[name] = known
    guard known.place == place else {
      throw UnderstudyError(
        "setUp(\"\(name)\") is called in two places, \(known.place) and \(place), and runs only once. Move it to one function that the tests share, or give each its own name."
      )
    }
    return try await known.task.value
  }
}
