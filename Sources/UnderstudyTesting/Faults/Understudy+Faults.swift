extension Understudy {
  /// Injects faults into answers of this test, until the test ends or `removeFaults()`.
  ///
  /// ```swift
  /// try understudy.fault(.status(503, retryAfter: 1), on: "BookTrip", times: 1)
  /// try understudy.fault(.latency(.milliseconds(200)), .error(at: "launch.site"))
  /// ```
  ///
  /// - Parameters:
  ///   - faults: the faults to inject.
  ///   - operation: the operation's name. Default: every request. If no request matches, the test prints a warning.
  ///   - variables: only requests whose variables have these values.
  ///   - times: the number of requests that get the fault. Default: all.
  ///   - endpoint: only this endpoint. Default: all endpoints of the test.
  /// - Throws: `UnderstudyError` for faults that exclude each other, for values that are not valid, for an endpoint that
  ///   the test does not serve, and if the program cannot be reached.
  public func fault(
    _ faults: Fault..., on operation: String? = nil, variables: [String: JSONValue] = [:], times: Int? = nil,
    endpoint: String? = nil
  ) throws {
    var body: [String: JSONValue] = [:]
    body["operation"] = operation.map { .string($0) }
    for (name, value) in faults.flatMap(\.words) {
      guard body.updateValue(value, forKey: name) == nil else {
        throw UnderstudyError("The fault says \"\(name)\" twice: keep one of the two.")
      }
    }
    try add(to: "faults", body, variables: variables, times: times, endpoint: endpoint)
  }

  /// Removes the faults of this test. If the program cannot be reached, the test fails.
  public func removeFaults() { remove(from: "faults", "The faults") }
}
