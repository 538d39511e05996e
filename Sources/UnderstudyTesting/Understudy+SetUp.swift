extension Understudy {
  /// Makes a value once in this process, such as a login, and returns it to every caller. Wrap the call in one function
  /// that your tests call.
  ///
  /// Its requests have their own session, named `name`, and their own recording. Tests that call this can send the
  /// tokens and ids from its answers. So you can record one test again by itself. In `body`, use the URL of its
  /// parameter, not the test's URL.
  ///
  /// ```swift
  /// let token = try await Understudy.current.setUp("log in as Ada") { api in
  ///   try await ShopClient(url: api.url).logIn("ada@example.com")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the session.
  ///   - fileID: the file of the call. Leave the default.
  ///   - line: the line of the call. Leave the default.
  ///   - body: makes the value. Other tests wait for it.
  /// - Returns: the value.
  /// - Throws: the error of `body`, in every test that calls this. `UnderstudyError` if two places in the code use the
  ///   same `name`.
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
        "setUp(\"\(name)\") is in two places, \(known.place) and \(place), but runs only once. Move it to one function that both call, or choose two names."
      )
    }
    return try await known.task.value
  }
}
