extension Understudy {
  /// Overrides the answer to an operation in this test, until the test ends or `removeAnswers()`.
  ///
  /// ```swift
  /// try understudy.answer("TaskList", with: ["tasks": []])
  /// try understudy.answer("SaveTask", errors: ["The title is too long"], times: 1)
  /// ```
  ///
  /// The operation is not executed and changes nothing. Overrides with `times` come first, in the order of the calls. Of
  /// the others, the newest applies.
  ///
  /// - Parameters:
  ///   - operation: the operation's name.
  ///   - data: the answer's `data`, with exactly the fields that the operation selects. With a schema, `__typename` may be
  ///     missing where the schema determines it. A request that it does not match gets an error, and fails the test.
  ///   - errors: the messages of the answer's GraphQL errors; by default there are none.
  ///   - variables: only requests whose variables have these values.
  ///   - times: the number of requests that get this answer. Default: all.
  ///   - endpoint: only this endpoint. Default: all endpoints of the test.
  /// - Throws: `UnderstudyError` for values that are not valid, for an endpoint that the test does not serve, and if the
  ///   program cannot be reached.
  public func answer(
    _ operation: String, with data: JSONValue? = nil, errors: [String] = [], variables: [String: JSONValue] = [:],
    times: Int? = nil, endpoint: String? = nil
  ) throws {
    var members: [String: JSONValue] = ["operation": .string(operation)]
    members["data"] = data
    if !errors.isEmpty { members["errors"] = .array(errors.map { .string($0) }) }
    try add(to: "answers", members, variables: variables, times: times, endpoint: endpoint)
  }

  /// Removes the overrides of this test. If the program cannot be reached, the test fails.
  public func removeAnswers() { remove(from: "answers", "The overrides") }

  /// Adds a fault or an override for this test.
  func add(
    to page: String, _ members: [String: JSONValue], variables: [String: JSONValue], times: Int?, endpoint: String?
  ) throws {
    if let endpoint { _ = try url(of: endpoint) }
    var body = members
    body["endpoint"] = endpoint.map { .string($0) }
    body["session"] = session.map { .string($0.name) }
    if !variables.isEmpty { body["variables"] = .object(variables) }
    body["times"] = times.map { .int($0) }
    _ = try listener.control.send("POST", page, body)
  }

  /// Removes the faults or overrides of this test.
  func remove(from page: String, _ what: String) {
    let query = session.map { "?session=\(ControlClient.encoded($0.name))" } ?? ""
    do throws(UnderstudyError) {
      _ = try listener.control.send("DELETE", "\(page)\(query)")
    } catch {
      reporter.fail("\(what) of this test could not be removed. \(error)")
    }
  }
}
